-- Pressing: a pass from under pressure loses its ties.
local press = {
  name = "complete/pressing", api = 1, requires = { "base/cod", "base/turn" },
  brings = { params = { packs = { "tackle_press" } } },
  doc = "In midfield a pass with an opponent in the passer's cell loses the ties that it would have won.",
  clauses = { "COMP-PRESS-01", "COMP-PRESS-02", "COMP-PRESS-03" },
  params = {
    press_where = { type = "word", default = "midfield", choices = { "midfield", "anywhere", "nowhere" },
                    doc = "where a defender in the carrier's cell presses", clause = "COMP-PRESS-01", off = "nowhere" },
    press_scope = { type = "word", default = "pass", choices = { "pass", "pass_and_advance" },
                    doc = "which kicks of a pressed player lose their ties" },
  },
}

-- A standing opponent of any colour in his cell when he kicked, in the midfield.
local function pressed(ev, m)
  local where = m:param("press_where")
  if not ev.shared or where == "nowhere" then return false end
  return where == "anywhere" or ev.band == "midfield"
end

local function covered(ev, m)
  return ev.kind == "pass" or ev.kind == "advance" and m:param("press_scope") == "pass_and_advance"
end

function press.on_cod_tie(ev, m, next)
  local answer = next()                                                     -- a tied toucher comes first
  if answer == "attack" and pressed(ev, m) and covered(ev, m) then return "defence", "COMP-PRESS-02" end
  return next()
end

function press.on_phase_end(ev, m, next)
  local lost = ev.how == "cod" and not ev.kept and ev.tied
  if lost and pressed(ev, m) and covered(ev, m) then return "counter", "COMP-PRESS-03" end
  return next()
end

return press
