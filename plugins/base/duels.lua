-- Entering, tackling, and what offences cost.
local duels = {
  name = "base/duels", api = 1, requires = { "base/field" },
  doc = "The die for entering a cell from behind or from afar, the tackle, cards and the spot of a foul.",
  clauses = {
    "BASE-ENTER-03", "BASE-ENTER-04", "BASE-ENTER-05", "BASE-ENTER-06", "BASE-TACKLE-01",
    "BASE-KICK-10", "BASE-KICK-11", "BASE-KICK-12", "BASE-OFFSIDE-01", "BASE-SETUP-13",
  },
  params = {
    duel_faces = { type = "int", default = 6, min = 2, max = 20, doc = "faces of the die of a duel" },
    entry_foul_max = { type = "int", default = 3, min = 0, max = 6, doc = "highest face that fouls on entering" },
    entry_far = { type = "word", default = "die", choices = { "die", "red" },
                  doc = "what entering from afar costs: a die decides, or a red card without one" },
    tackle_min = { type = "int", default = 5, min = 1, max = 7, doc = "lowest face that wins a tackle" },
    second_yellow_red = { type = "bool", default = true, doc = "a second caution sends off", clause = "BASE-ENTER-06" },
    enter_foul_spot = { type = "word", default = "carrier", choices = { "carrier", "offender" },
                        doc = "where an entry foul is placed", clause = "BASE-ENTER-03" },
  },
}

function duels.on_duel(ev, m, next)
  if ev.kind == "entry" and ev.place == "far" and m:param("entry_far") == "red" then return "foul", "BASE-ENTER-05" end
  if ev.kind == "entry" then
    local fouls = m:roll("entry", m:param("duel_faces")) <= (ev.foul_face or m:param("entry_foul_max"))
    if ev.place == "far" then return "foul", fouls and "BASE-ENTER-05" or "BASE-ENTER-06" end
    if fouls then return "foul", "BASE-ENTER-03" end
    return "won", "BASE-ENTER-04"
  elseif ev.kind == "tackle" then
    local bonus = ev.bonus_by - ev.bonus_against                            -- 0, unless a layer above gives one
    local value = m:roll("tackle", m:param("duel_faces")) + bonus
    return value >= m:param("tackle_min") and "won" or "lost", "BASE-TACKLE-01"
  end
  return next()
end

-- Yellow from behind; from afar red on a low face, else yellow.
local function entry(ev, m, foul)
  local red = ev.place == "far" and (m:param("entry_far") == "red" or ev.face <= m:param("entry_foul_max"))
  foul.spot = m:param("enter_foul_spot")
  if red then
    foul.card, foul.send_off = "red", true
    return "BASE-ENTER-05"
  end
  foul.card, foul.cautions = "yellow", 1
  if ev.cautions >= 1 and m:param("second_yellow_red") then foul.card, foul.send_off = "red", true end
  return ev.place == "far" and "BASE-ENTER-06" or "BASE-ENTER-03"
end

local KICK_CLAUSE = { low = "BASE-KICK-10", lifted = "BASE-KICK-10", head = "BASE-KICK-11" }

function duels.on_foul(ev, m, foul)
  local clause
  if ev.cause == "entry" then
    clause = entry(ev, m, foul)
  elseif ev.cause == "knock" then
    foul.spot, clause = "victim", KICK_CLAUSE[ev.technique]
  elseif ev.cause == "tumble" then
    clause = "BASE-KICK-12"
  elseif ev.cause == "offside" then
    clause = "BASE-OFFSIDE-01"
  end
  local inside = ev.in_area
  if ev.cause == "entry" and foul.spot == "offender" then inside = ev.stands_in_area end
  if inside and ev.cause ~= "offside" then foul.restart = "penalty" end
  return { restart = "BASE-SETUP-13", spot = clause, card = clause, cautions = clause, send_off = clause }
end

return duels
