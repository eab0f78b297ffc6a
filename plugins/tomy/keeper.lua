-- The red die: when the defender may throw it, and what it does.
local keeper = {
  name = "tomy/keeper", api = 1, requires = { "tomy/shots" },
  doc = "The keeper die against goals, never against a penalty, and the optional one of the shoot-out.",
  clauses = {
    "TOMY-KEEPER-01", "TOMY-KEEPER-02", "TOMY-KEEPER-03", "TOMY-KEEPER-04", "TOMY-KEEPER-05", "TOMY-KEEPER-06",
    "TOMY-KEEPER-07", "TOMY-FREEKICK-03", "TOMY-PENALTY-03", "TOMY-DOUBLE-04", "TOMY-RED-04", "TOMY-SHOOTOUT-04",
    "TOMY-SHOOTOUT-05",
  },
  params = {
    keeper_die_by = { type = "word", default = "defence", choices = { "defence", "attack" },
                      doc = "who throws the red die", clause = "TOMY-KEEPER-02", off = "attack" },
    penalty_defended = { type = "bool", default = false, doc = "the red die may be thrown against a penalty",
                         clause = "TOMY-PENALTY-03", off = true },
    suspended_defend = { type = "bool", default = false, doc = "a suspended side may throw the red die all the same",
                         clause = "TOMY-RED-04", off = true },
    shootout_keeper = { type = "bool", default = false, doc = "the red die may be thrown in the shoot-out (optional rule)",
                        clause = "TOMY-SHOOTOUT-04" },
  },
}

function keeper.on_ability(ev, m, next)
  if ev.moment ~= "goal_made" or ev.side ~= m:param("keeper_die_by") then return next() end
  if ev.shootout then
    if m:param("shootout_keeper") then return { stop = true }, "TOMY-SHOOTOUT-04" end
    return {}, "TOMY-SHOOTOUT-04"
  end
  if ev.combo == "penalty" and not m:param("penalty_defended") then return {}, "TOMY-KEEPER-06" end
  if ev.absent and not m:param("suspended_defend") then return {}, "TOMY-KEEPER-07" end
  return { stop = true }, ev.combo == "coup_franc" and "TOMY-FREEKICK-03" or "TOMY-KEEPER-01"
end

function keeper.on_duel(ev, m, next)
  if ev.kind ~= "stop" then return next() end
  local face = m:roll("keeper")
  local stopped = m:wins("keeper", face)
  if ev.shootout then return stopped and "won" or "lost", "TOMY-SHOOTOUT-05" end
  if face == "WARNING" then return "foul", "TOMY-KEEPER-05" end
  if not stopped then return "lost", "TOMY-KEEPER-04" end
  return "won", ev.goals > 1 and "TOMY-DOUBLE-04" or "TOMY-KEEPER-03"      -- one goal fewer
end

return keeper
