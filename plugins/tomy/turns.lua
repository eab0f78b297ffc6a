-- When a turn is over, when it goes on, and when it is lost.
local turns = {
  name = "tomy/turns", api = 1, requires = { "tomy/throws" },
  doc = "The end of a turn, the free kick that lets it go on, and the turn that a red card cancels.",
  clauses = {
    "TOMY-ROLL-05", "TOMY-ROLL-07", "TOMY-ROLL-08", "TOMY-FREEKICK-04", "TOMY-FREEKICK-06", "TOMY-PENALTY-02",
    "TOMY-DOUBLE-05", "TOMY-RED-01", "TOMY-RED-03", "TOMY-RED-07", "TOMY-RED-08", "TOMY-SHOOTOUT-02",
  },
  params = {
    warnings_after_red = { type = "int", default = 0, min = 0, max = 1, doc = "warnings left after a suspension",
                           clause = "TOMY-RED-03", off = 1 },
  },
}

local SHOOTOUT = 4

-- A side with a turn to lose would begin one.
local function suspended(ev, m)
  if ev.half == SHOOTOUT then return "again", "TOMY-RED-07" end
  m:caution("attack", m:param("warnings_after_red"))
  return "skip", ev.tick == 1 and ev.half > 1 and "TOMY-RED-08" or "TOMY-RED-01"
end

function turns.on_phase_end(ev, m)
  if ev.lost then return suspended(ev, m) end
  if ev.half == SHOOTOUT then return "turn", "TOMY-SHOOTOUT-02" end        -- one throw an attempt
  if ev.combo == "none" then
    return "turn", ev.tries >= m:param("tries_per_turn") and "TOMY-ROLL-05" or "TOMY-ROLL-07"
  end
  if ev.combo == "penalty" then return "turn", "TOMY-PENALTY-02" end
  if ev.combo == "coup_franc" then
    if ev.goals > 0 then return "turn", "TOMY-FREEKICK-06" end
    if ev.tries < m:param("tries_per_turn") then return "again", "TOMY-FREEKICK-04" end
    return "turn", "TOMY-ROLL-05"
  end
  if ev.doubled and ev.goals == 0 then return "turn", "TOMY-DOUBLE-05" end
  return "turn", "TOMY-ROLL-08"
end

return turns
