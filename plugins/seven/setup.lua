-- Formations, the toss, the kick-off, and where everybody stands for a penalty.
local setup = {
  name = "seven/setup", api = 1, requires = { "seven/team" },
  doc = "Secret formations, the toss, who starts from the centre, the keeper's place and the penalty taker.",
  clauses = {
    "SEVEN-SETUP-03", "SEVEN-SETUP-04", "SEVEN-SETUP-05", "SEVEN-SETUP-06", "SEVEN-SETUP-07", "SEVEN-SETUP-08",
    "SEVEN-SETUP-09", "SEVEN-SETUP-10", "SEVEN-SETUP-11", "SEVEN-GOAL-03", "SEVEN-GOAL-04", "SEVEN-KEEP-05",
    "SEVEN-KEEP-06", "SEVEN-PEN-03", "SEVEN-PEN-08",
  },
  params = {
    toss_after_setup = { type = "bool", default = true, doc = "formations are fixed before the toss",
                         clause = "SEVEN-SETUP-11", off = false },
    keepers = { type = "int", default = 1, min = 1, max = 3, doc = "pawns that may start in the own goal-kick area",
                clause = "SEVEN-SETUP-07", off = 3 },
  },
}

function setup.on_match_start(ev, m)
  return m:roll("toss", 2) == 1 and "home" or "away", "SEVEN-SETUP-08"
end

-- Where a pawn may start; what is refused is taken away from all the rest.
local function formation(ev, m, step)
  step.anywhere = { zone = "own_half", not_zone = "own_penalty_area", clause = "SEVEN-SETUP-03" }
  step.area = { zone = "own_penalty_area", not_zone = "own_goal_kick_area", clause = "SEVEN-SETUP-10" }
  step.keeper = { zone = "own_goal_kick_area", count = m:param("keepers"), clause = "SEVEN-SETUP-07" }
  step.speed = { zone = "own_speed", refused = true, clause = "SEVEN-SETUP-04" }
  step.long_pass = { zone = "own_long_pass", refused = true, clause = "SEVEN-SETUP-05" }
  step.middle = { zone = "middle", refused = true, clause = "SEVEN-SETUP-06" }
end

local function kick_off(ev, m, step)
  local again = m:score("home") + m:score("away") > 0
  if ev.step <= 2 then
    step.who, step.act, step.secret = ev.step == 1 and "attack" or "defence", "place", true
    step.min, step.max = m:param("starters"), m:param("starters")
    formation(ev, m, step)
    return { min = "SEVEN-SETUP-03", max = "SEVEN-SETUP-03", act = again and "SEVEN-GOAL-03" or "SEVEN-SETUP-03", who = "SEVEN-SETUP-03", secret = "SEVEN-SETUP-11" }
  elseif ev.step == 3 then
    step.who, step.act, step.spot = "attack", "taker", "centre"
    local clause = again and "SEVEN-GOAL-04" or "SEVEN-SETUP-09"
    return { act = clause, who = clause, spot = "SEVEN-SETUP-09" }
  end
end

-- The taker goes to the spot; then a keeper must be in place.
local function penalty(ev, m, step)
  if ev.step == 1 then
    step.who, step.act, step.spot = "attack", "taker", "penalty"
    return { act = "SEVEN-PEN-03", spot = "SEVEN-PEN-03" }
  elseif ev.step == 2 and ev.keeper ~= "in" then
    local clause = ev.keeper == "gone" and "SEVEN-KEEP-06" or "SEVEN-PEN-08"
    step.who, step.act, step.min, step.max = "defence", "place", 1, 1
    step.keeper = { who = ev.keeper == "gone" and "all" or "keeper", zone = "own_goal_kick_area", clause = clause }
    return { who = clause, act = clause, min = clause, max = clause }
  end
end

function setup.on_setup(ev, m, step)
  if ev.restart == "kick_off" then return kick_off(ev, m, step) end
  if ev.restart == "penalty" then return penalty(ev, m, step) end
  if ev.restart == "keeper_out" and ev.step == 1 then
    step.who, step.act, step.max = "attack", "place", 1                     -- optional: min stays 0
    step.keeper = { zone = "own_goal_kick_area", clause = "SEVEN-KEEP-05" }
    return "SEVEN-KEEP-05"
  end
end

return setup
