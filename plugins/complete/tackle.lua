-- The tackle as a duel of dice.
local tackle = {
  name = "complete/tackle", api = 1, requires = { "base/skills", "base/duels", "base/moves", "base/turn" },
  brings = { params = { packs = { "tackle_press" } } },
  doc = "Tackles settled by two dice and the colours of both, in place of the single die of the base regulation.",
  clauses = {
    "COMP-TACKLE-01", "COMP-TACKLE-02", "COMP-TACKLE-03", "COMP-TACKLE-04", "COMP-TACKLE-05", "COMP-TACKLE-06",
    "COMP-TACKLE-07", "COMP-TACKLE-08", "COMP-TACKLE-09", "COMP-TACKLE-10",
  },
  params = {
    tackle_duel = { type = "bool", default = true, doc = "tackles are duels; without it the single die of the base regulation",
                    clause = "COMP-TACKLE-02", off = false },
    tackle_colours = { type = "words", default = { "blue", "yellow" }, choices = { "yellow", "green", "red", "blue", "grey", "black" },
                       doc = "colours that help a tackler, each once", clause = "COMP-TACKLE-03", off = {} },
    tackle_step = { type = "int", default = 2, min = 0, max = 6, doc = "what each colour adds" },
    tackle_midfield = { type = "int", default = 2, min = 0, max = 6, doc = "what the midfield adds",
                        clause = "COMP-TACKLE-04", off = 0 },
    ball_defence_colours = { type = "words", default = { "yellow", "green", "red" }, choices = { "yellow", "green", "red", "blue", "grey", "black" },
                             doc = "colours whose sections help the carrier (reconstructed)",
                             clause = "COMP-TACKLE-05", off = {} },
    ball_defence_cap = { type = "int", default = 6, min = 0, max = 12, doc = "most that sections add" },
    tackle_foul_face = { type = "int", default = 1, min = 0, max = 6, doc = "highest natural face that is a foul of the tackler",
                         clause = "COMP-TACKLE-07", off = 0 },
    tackle_rest_moves = { type = "bool", default = true, doc = "after a lost tackle the others may still move",
                          clause = "COMP-TACKLE-10", off = false },
  },
}

-- The first one used in P3, in the carrier's cell or entering it.
function tackle.on_ability(ev, m, next)
  local offer = next()
  if ev.moment == "in_ball_cell" then offer.tackle = { refused = not ev.first, clause = "COMP-TACKLE-01" } end
  return offer
end

local function attack_value(ev, m, die)
  local value = die + ev.bonus_by
  for _, colour in ipairs(m:param("tackle_colours")) do
    if m:skill("by", colour) > 0 then value = value + m:param("tackle_step") end
  end
  if ev.band == "midfield" then value = value + m:param("tackle_midfield") end
  return value
end

local function defence_value(ev, m, die)
  local sections = 0
  for _, colour in ipairs(m:param("ball_defence_colours")) do sections = sections + m:skill("against", colour) end
  return die + ev.bonus_against + math.min(m:param("tackle_step") * sections, m:param("ball_defence_cap"))
end

function tackle.on_duel(ev, m, next)
  if ev.kind ~= "tackle" or not m:param("tackle_duel") then return next() end
  local faces = m:param("duel_faces")
  local tackler, holder = m:roll("tackle", faces), m:roll("ball defence", faces)
  local mine, his = attack_value(ev, m, tackler), defence_value(ev, m, holder)
  m:totals(mine, his)
  if tackler <= (ev.foul_face or m:param("tackle_foul_face")) then return "foul", "COMP-TACKLE-07" end
  return mine > his and "won" or "lost", "COMP-TACKLE-06"                   -- equal: the carrier keeps it
end

-- No card for a low die; the spot is the cell they share.
function tackle.on_foul(ev, m, foul)
  if ev.kind ~= "tackle" or ev.cause ~= "duel" then return end
  foul.spot = "carrier"
  return "COMP-TACKLE-08"
end

function tackle.on_phase_end(ev, m, next)
  if ev.how == "tackle" and not ev.kept then return "counter", "COMP-TACKLE-09" end
  return next()
end

-- Lost: the rest of the team still moves, as far as it is entitled to (COMP-TACKLE-10).
function tackle.on_move_allowance(ev, m, may)
  if not ev.tackled or m:param("tackle_rest_moves") then return end
  for name in pairs(may) do may[name] = nil end
  return "COMP-TACKLE-06"
end

return tackle
