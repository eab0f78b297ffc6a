-- Combinations that are claimed: what each is, and the dice that decide a free kick, a penalty and the double.
local shots = {
  name = "tomy/shots", api = 1, requires = { "tomy/throws" },
  doc = "The six combinations, the free kick, the penalty, the double and the throws of the shoot-out.",
  clauses = {
    "TOMY-COMBO-02", "TOMY-COMBO-03", "TOMY-COMBO-04", "TOMY-COMBO-05", "TOMY-COMBO-06", "TOMY-COMBO-07",
    "TOMY-FREEKICK-01", "TOMY-FREEKICK-02", "TOMY-PENALTY-01", "TOMY-DOUBLE-01", "TOMY-DOUBLE-02", "TOMY-DOUBLE-03",
    "TOMY-SHOOTOUT-01",
  },
  params = {
    free_kick = { type = "bool", default = true, doc = "two whistles give a free kick",
                  clause = "TOMY-COMBO-06", off = false },
    penalty = { type = "bool", default = true, doc = "two spots give a penalty", clause = "TOMY-COMBO-07", off = false },
    free_kick_warns = { type = "bool", default = false, doc = "a card on the free-kick die warns the one who threw it",
                        clause = "TOMY-FREEKICK-02", off = true },
    double_forced = { type = "bool", default = false, doc = "the double must be tried", clause = "TOMY-DOUBLE-02",
                      off = true },
  },
}

local GOALS = { lob = "TOMY-COMBO-02", lucarne = "TOMY-COMBO-03", centre_tir = "TOMY-COMBO-04", volee = "TOMY-COMBO-05" }

local function throw(m, die)
  return m:wins(die, m:roll(die)) and "goal" or "miss"
end

function shots.on_flight(ev, m)
  if ev.shootout then return throw(m, "penalty"), "TOMY-SHOOTOUT-01" end
  if GOALS[ev.combo] then return "goal", GOALS[ev.combo] end
  if ev.combo == "coup_franc" then
    if not m:param("free_kick") then return "miss", "TOMY-COMBO-06" end
    local face = m:roll("action")                              -- not a try
    if face == "CARD" and m:param("free_kick_warns") then m:caution("attack", 1) end
    return m:wins("action", face) and "goal" or "miss", "TOMY-FREEKICK-01"
  end
  if ev.combo == "penalty" and m:param("penalty") then return throw(m, "penalty"), "TOMY-PENALTY-01" end
  return "miss", "TOMY-COMBO-07"
end

function shots.on_ability(ev, m)
  if ev.moment == "goal_made" and ev.side == "attack" and ev.combo == "volee" and not ev.shootout then
    return { double = { forced = m:param("double_forced") } }, "TOMY-DOUBLE-01"
  end
  return {}
end

function shots.on_duel(ev, m)                                  -- the double; the keeper's layer is above
  return m:wins("bonus", m:roll("bonus")) and "won" or "lost", "TOMY-DOUBLE-03"
end

return shots
