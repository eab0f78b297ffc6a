-- Moves: one space, runs in speed zones, and spaces that need leave.
local moves = {
  name = "seven/moves", api = 1, requires = { "seven/team" },
  doc = "One step in any direction, runs inside a speed zone, goal, goal-kick area and X spaces.",
  clauses = {
    "SEVEN-MOVE-02", "SEVEN-MOVE-06", "SEVEN-SPEED-01", "SEVEN-SPEED-02", "SEVEN-SPEED-03", "SEVEN-SPEED-04",
    "SEVEN-SPEED-05", "SEVEN-SPEED-06", "SEVEN-SPEED-08", "SEVEN-KEEP-01", "SEVEN-KEEP-03", "SEVEN-KICK-07",
    "SEVEN-KICK-09", "SEVEN-STEAL-11", "SEVEN-GOAL-05",
  },
  params = {
    move_range = { type = "int", default = 1, min = 1, max = 12, doc = "spaces of an ordinary move",
                   clause = "SEVEN-MOVE-02" },
    speed_range = { type = "int", default = 3, min = 0, max = 12, doc = "spaces of a run inside a speed zone",
                    clause = "SEVEN-SPEED-01", off = 0 },
    speed_stays = { type = "bool", default = true, doc = "a run stays inside the zone it enters",
                    clause = "SEVEN-SPEED-02", off = false },
    speed_stop = { type = "bool", default = true, doc = "a run may stop on any of its spaces",
                   clause = "SEVEN-SPEED-03", off = false },
    speed_landing = { type = "bool", default = true, doc = "the landing space is the first of the run",
                      clause = "SEVEN-SPEED-04", off = false },
    speed_blocked = { type = "bool", default = true, doc = "pawns on the strip stop a run",
                      clause = "SEVEN-SPEED-06", off = false },
    keeper_area_pawns = { type = "int", default = 1, min = 0, max = 3,
                          doc = "pawns of a side in its own goal-kick area", clause = "SEVEN-KEEP-01", off = 3 },
    blocked_policy = { type = "word", default = "no_score", choices = { "no_score", "sealed" },
                       doc = "X spaces: open but useless for scoring, or closed to pawns", clause = "SEVEN-KICK-09" },
    blocked_scores = { type = "bool", default = false, doc = "goals may be scored from an X space",
                       clause = "SEVEN-GOAL-05", off = true },
  },
}

-- A run: into the zone and on inside it, from outside or from another space of it.
local function run(m, zone, inside, clause)
  local cells = m:param("speed_range") + (m:param("speed_landing") and 0 or 1)
  return {
    cells = cells, least = m:param("speed_stop") and 1 or cells, into = "empty",
    through = m:param("speed_blocked") and "empty" or "any",
    within = m:param("speed_stays") and zone or nil, from = inside and zone or nil, not_from = not inside and zone or nil,
    clause = clause,
  }
end

function moves.on_move_allowance(ev, m, may)
  may.step = { cells = m:param("move_range"), into = "empty", clause = "SEVEN-MOVE-02" }
  if m:param("speed_range") == 0 then return end
  may.run = run(m, "own_speed", false, "SEVEN-SPEED-01")
  may.run_on = run(m, "own_speed", true, "SEVEN-SPEED-05")
  may.run_there = run(m, "speed", false, "SEVEN-SPEED-08")                  -- both teams use every zone
  may.run_on_there = run(m, "speed", true, "SEVEN-SPEED-08")
end

local function area(ev, m)
  if ev.into == "goal_kick_area" then return "free", "SEVEN-KEEP-03" end    -- the opponents': no limit
  if ev.mates < m:param("keeper_area_pawns") then return "free", "SEVEN-KEEP-01" end
  return "no", ev.swap and "SEVEN-STEAL-11" or "SEVEN-KEEP-01"
end

function moves.on_move(ev, m)
  if ev.into == "goal_kick_area" or ev.into == "own_goal_kick_area" then return area(ev, m) end
  if ev.into == "goal" or ev.into == "own_goal" then
    if ev.into == "own_goal" or not ev.carrier then return "no", "SEVEN-MOVE-06" end
    local from_x = ev.start == "blocked" or ev.start == "own_blocked"
    if from_x and not m:param("blocked_scores") then return "no", "SEVEN-KICK-07" end
    return "free", "SEVEN-MOVE-06"
  end
  return m:param("blocked_policy") == "sealed" and "no" or "free", "SEVEN-KICK-09"
end

return moves
