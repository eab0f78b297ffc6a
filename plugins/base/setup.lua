-- Restarts: who places whom where, and changes of player.
local setup = {
  name = "base/setup", api = 1, requires = { "base/field" },
  doc = "The toss, the set-up of every restart, and substitutions.",
  clauses = {
    "BASE-SETUP-01", "BASE-SETUP-02", "BASE-SETUP-03", "BASE-SETUP-04", "BASE-SETUP-05", "BASE-SETUP-07",
    "BASE-SETUP-08", "BASE-SETUP-09", "BASE-SETUP-12", "BASE-SETUP-13",
    "BASE-THROW-01", "BASE-THROW-02", "BASE-THROW-03", "BASE-THROW-06",
    "BASE-SUB-01", "BASE-SUB-02", "BASE-SUB-03",
  },
  params = {
    change_ends = { type = "bool", default = true, doc = "ends change at half-time", clause = "BASE-SETUP-02",
                    off = false },
    default_formation = { type = "word", default = "4-4-2",
                          choices = { "4-4-2", "4-3-3", "3-5-2", "4-5-1", "5-3-2", "3-4-3" },
                          doc = "the shape both teams start from", clause = "BASE-SETUP-05" },
    kickoff_own_half = { type = "bool", default = true, doc = "each team kicks off in its own half",
                         clause = "BASE-SETUP-01", off = false },
    kickoff_gap = { type = "bool", default = true, doc = "the gap of free kicks holds at the kick-off too",
                    clause = "BASE-SETUP-01", off = false },
    restart_gap_cm = { type = "number", default = 9.6, min = 0, max = 30,
                       doc = "centimetres between the ball and opponents at corners and free kicks",
                       clause = "BASE-SETUP-07", off = 0 },
    restart_gap_cells = { type = "int", default = 2, min = 0, max = 5,
                          doc = "cells between ball and opponents at the kick-off and where cells are counted",
                          clause = "BASE-SETUP-07", off = 0 },
    restart_gap_measure = { type = "word", default = "cm", choices = { "cm", "cells" },
                            doc = "what the gap between ball and opponents is measured in" },
    restart_gap_at = { type = "words", default = { "corner", "free_kick" }, choices = { "corner", "free_kick" },
                       doc = "restarts at which the gap between ball and opponents holds" },
    wall_size = { type = "int", default = 3, min = 0, max = 3, doc = "tokens of one side in one wall cell",
                  clause = "BASE-SETUP-09", off = 0 },
    max_walls = { type = "int", default = 1, min = 0, max = 5, doc = "wall cells of a side at a free kick",
                  clause = "BASE-SETUP-08", off = 0 },
    wall_team = { type = "word", default = "defence", choices = { "defence", "both" }, doc = "who may build a wall",
                  clause = "BASE-SETUP-09" },
    penalty_area_cleared = { type = "bool", default = true, doc = "others stay out of the area at a penalty",
                             clause = "BASE-SETUP-12", off = false },
    goal_kick_area_cleared = { type = "bool", default = true, doc = "opponents stay out of the area at a goal kick",
                               clause = "BASE-SETUP-13", off = false },
    throw_approach = { type = "int", default = 3, min = 0, max = 12, doc = "longest way of the thrower to the spot",
                       clause = "BASE-THROW-02", off = 0 },
    substitutions = { type = "int", default = 5, min = 0, max = 5, doc = "changes of player in a match",
                      clause = "BASE-SUB-01", off = 0 },
  },
}

function setup.on_match_start(ev, m)
  return m:roll("toss", 2) == 1 and "home" or "away", "BASE-SETUP-02"
end

local SPOT = {                                            -- BASE-SETUP-13, BASE-THROW-01
  kick_off = "centre", free_kick = "offence", penalty = "penalty", corner = "corner", goal_kick = "goal_area",
  throw_in = "exit",
}

-- A free kick from the attacking zone of the team that takes it lets walls be built, outside the goal area.
local function walls(ev, m, step, zone, gap)
  if ev.restart ~= "free_kick" or ev.band ~= "attack" or m:param("max_walls") < 1 then return end
  step.walls = m:param("max_walls")
  step.wall = m:param("wall_size")
  step.bricks = { who = "wall", not_zone = zone, gap = gap, clause = "BASE-SETUP-08" }
end

-- What the team that restarts may do: place everybody where it likes, but for the restarts that say otherwise.
local function attackers(ev, m, step)
  if ev.restart == "kick_off" and m:param("kickoff_own_half") then
    step.anyone = { zone = "own_half", clause = "BASE-SETUP-01" }
  elseif ev.restart == "penalty" and m:param("penalty_area_cleared") then
    step.anyone = { not_zone = "penalty_area", clause = "BASE-SETUP-12" }
  else
    step.anyone = { clause = "BASE-SETUP-04" }
  end
  if m:param("wall_team") == "both" then walls(ev, m, step, "goal_area", 1) end
end

-- Opponents keep their distance at corners and free kicks; elsewhere they only stay out of the ball's cell.
local function far_away(ev, m, step)
  local kept = false
  for _, restart in ipairs(m:param("restart_gap_at")) do kept = kept or restart == ev.restart end
  local gap = 1
  if kept and m:param("restart_gap_measure") == "cm" then
    step.gap_cm = m:param("restart_gap_cm")
  elseif kept then
    gap = m:param("restart_gap_cells")
  end
  step.anyone = { gap = gap, clause = gap > 1 and "BASE-SETUP-07" or "BASE-SETUP-05" }
  walls(ev, m, step, "own_goal_area", gap)
end

local function defenders(ev, m, step)
  if ev.restart == "kick_off" then
    local zone = m:param("kickoff_own_half") and "own_half" or nil
    local gap = m:param("kickoff_gap") and m:param("restart_gap_cells") or 0
    step.anyone = { zone = zone, gap = gap, clause = "BASE-SETUP-01" }
  elseif ev.restart == "penalty" then
    step.keeper = { who = "keeper", zone = "own_goal_line", on_line = true, clause = "BASE-SETUP-12" }
    local area = m:param("penalty_area_cleared") and "own_penalty_area" or nil
    step.anyone = { who = "others", not_zone = area, clause = "BASE-SETUP-12" }
  elseif ev.restart == "goal_kick" then
    local area = m:param("goal_kick_area_cleared") and "penalty_area" or nil
    step.anyone = { not_zone = area, gap = 1, clause = "BASE-SETUP-13" }
  elseif ev.restart == "throw_in" then
    step.anyone = { gap = 1, clause = "BASE-THROW-06" }
  else
    far_away(ev, m, step)
  end
end

function setup.on_setup(ev, m, step)
  step.spot = SPOT[ev.restart]
  local spot_clause = ev.restart == "throw_in" and "BASE-THROW-01" or "BASE-SETUP-13"
  if ev.restart == "throw_in" and not ev.sub_called and ev.nearest <= m:param("throw_approach") then
    if ev.step == 1 then
      step.who, step.act = "attack", "approach"
      step.thrower = { cells = m:param("throw_approach"), clause = "BASE-THROW-02" }
      step.alone = { cells = 0, push = "empty", clause = "BASE-THROW-06" }           -- whoever is there makes room
    end
    return { spot = spot_clause, who = "BASE-THROW-02", act = "BASE-THROW-02" }
  end
  local clause = ev.restart == "throw_in" and "BASE-THROW-03" or "BASE-SETUP-03"
  if ev.step == 1 then
    step.who, step.act = "attack", "place"
    attackers(ev, m, step)
    return { spot = spot_clause, who = "BASE-SETUP-04", act = clause, walls = "BASE-SETUP-08", wall = "BASE-SETUP-09" }
  elseif ev.step == 2 then
    step.who, step.act = "defence", "place"
    defenders(ev, m, step)
    return { spot = spot_clause, who = "BASE-SETUP-05", act = "BASE-SETUP-05", gap_cm = "BASE-SETUP-07",
             walls = "BASE-SETUP-08", wall = "BASE-SETUP-09" }
  end
  return { spot = spot_clause }
end

function setup.on_substitution(ev, m, sub)
  if ev.window == "throw_in" then
    sub.setup = true                                      -- asking for one turns the throw-in into a set-up
  end
  if ev.stage == "may" then sub.max = m:param("substitutions") - ev.used end
  return { max = ev.window == "throw_in" and "BASE-SUB-03" or "BASE-SUB-02", setup = "BASE-SUB-03" }
end

return setup
