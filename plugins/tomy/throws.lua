-- A turn: three tries, which dice may be thrown, and what they show.
local throws = {
  name = "tomy/throws", api = 1, requires = { "tomy/game" },
  doc = "Three tries with dice kept or thrown again, combinations and warnings on the table.",
  clauses = {
    "TOMY-MATERIAL-02", "TOMY-ROLL-01", "TOMY-ROLL-02", "TOMY-ROLL-03", "TOMY-ROLL-04", "TOMY-ROLL-06", "TOMY-ROLL-07",
    "TOMY-FREEKICK-05", "TOMY-COMBO-01", "TOMY-COMBO-08", "TOMY-WARN-01", "TOMY-RED-02",
  },
  params = {
    tries_per_turn = { type = "int", default = 3, min = 1, max = 9, doc = "tries of a turn",
                       clause = "TOMY-ROLL-01", off = 4 },
    warning_cards = { type = "int", default = 2, min = 1, max = 5, doc = "cards in one try that make a warning",
                      clause = "TOMY-WARN-01", off = 5 },
    red_ends_turn = { type = "bool", default = false, doc = "a red card ends the turn under way",
                      clause = "TOMY-RED-02", off = true },
  },
}

function throws.on_declare(ev, m, may)
  local left = m:param("tries_per_turn") - ev.tries
  if ev.lost and m:param("red_ends_turn") then left = 0 end    -- TOMY-RED-02
  if ev.combo ~= "none" then may.claim = { clause = "TOMY-COMBO-01" } end
  if ev.tries > 0 then may.stop = { clause = "TOMY-ROLL-07" } end
  if left <= 0 then
    may.throw = { refused = true, clause = "TOMY-ROLL-01" }
  elseif ev.tries == 0 then
    may.throw = { forced = true, clause = "TOMY-ROLL-02" }
  elseif ev.all_dice then
    may.throw = { forced = true, clause = "TOMY-FREEKICK-05" }
  else
    may.throw = { clause = ev.tries == 1 and "TOMY-ROLL-03" or "TOMY-ROLL-04" }
  end
end

function throws.on_kick(ev, m, kick)
  kick.keep = true                                             -- dice not thrown again keep their face
  return "TOMY-ROLL-06"
end

local function cards(faces)
  local count = 0
  for face in string.gmatch(faces, "%S+") do
    if face == "CARD" then count = count + 1 end
  end
  return count
end

function throws.on_roll(ev, m)
  if ev.question == "warning" then                             -- counted on the dice of this try alone
    return cards(ev.thrown) >= m:param("warning_cards") and "yes" or "no", "TOMY-WARN-01"
  end
  return ev.shows, ev.matches > 1 and "TOMY-COMBO-08" or "TOMY-COMBO-01"
end

return throws
