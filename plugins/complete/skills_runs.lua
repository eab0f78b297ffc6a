-- Skills of running and heading: steps to a cross (black) or a loose ball (grey), back from offside, along the line.
local runs = {
  name = "complete/skills_runs", api = 1, requires = { "base/kick", "base/cod", "base/moves" },
  brings = {
    skills = { "grey", "black", "red+offside_edge", "green+precise_cross" }, params = { packs = { "all_skills" } },
  },
  talents = { precise = "precise_cross" },
  doc = "Free steps around a kick, the long run along the touchline, and crosses that need no touch.",
  clauses = {
    "COMP-SKILL-07", "COMP-SKILL-09", "COMP-SKILL-11", "COMP-SKILL-12", "COMP-SKILL-21", "COMP-SKILL-22",
    "COMP-SKILL-23", "COMP-SKILL-24", "COMP-SKILL-25", "COMP-SKILL-26", "COMP-SKILL-27",
  },
  params = {
    speed = { type = "bool", default = true, doc = "fast players step to a loose ball", clause = "COMP-SKILL-25", off = false },
    header_steps = { type = "bool", default = true, doc = "headers step to a cross",
                     clauses = { "COMP-SKILL-21", "COMP-SKILL-22" }, off = false },
    speed_dirs = { type = "word", default = "front_or_blue_rear", choices = { "front_or_blue_rear", "any" },
                   doc = "where fast players step to" },
    offside_edge = { type = "bool", default = true, doc = "players with it step back from an offside position",
                     clause = "COMP-SKILL-07", off = false },
    precise_cross = { type = "bool", default = true, doc = "players with it find a header without a touch",
                      clause = "COMP-SKILL-11", off = false },
    precise_cross_cell = { type = "word", default = "stop", choices = { "stop", "through" },
                           doc = "whom a precise cross finds: the mate in whose cell it stops, or one whose cell it crosses" },
  },
}

-- COMP-SKILL-21, Header: one cell, into the area; COMP-SKILL-22: the attack first, then the defence.
local function header_step(ev, m, offer)
  if not m:param("header_steps") then return end
  local attack = ev.side == "attack"
  offer.step = { skill = "black", cells = 1, zone = attack and "penalty_area" or "own_penalty_area", free = true,
                 clause = attack and "COMP-SKILL-21" or "COMP-SKILL-22" }
end

-- COMP-SKILL-25…27, Speed: nobody in or next to the ball's cell; free players step forward, with blue also back.
local function speed_step(ev, m, offer)
  if not (ev.free and m:param("speed")) then return end
  if m:param("speed_dirs") == "any" then
    offer.step = { skill = "grey", alone = true, cells = 1, into = "empty", free = true, clause = "COMP-SKILL-26" }
    return
  end
  offer.step_front = { skill = "grey", alone = true, cells = 1, dirs = "front", into = "empty", free = true,
                       clause = "COMP-SKILL-26" }
  offer.step_back = { skill = "grey blue", alone = true, cells = 1, dirs = "rear", into = "empty", free = true,
                      clause = "COMP-SKILL-27" }
end

-- COMP-SKILL-07, Offside edge: one step back before the ball is his, once for each ball.
local function offside_edge(ev, m, offer)
  if m:param("offside_edge") and ev.first and has(ev.skills, "offside_edge") then
    offer.step = { cells = 1, dirs = "rear", free = true, clause = "COMP-SKILL-07" }
  end
end

function runs.on_ability(ev, m, next)
  local offer = next()
  if ev.moment == "cross_declared" then header_step(ev, m, offer)
  elseif ev.moment == "ball_stopped" then speed_step(ev, m, offer)
  elseif ev.moment == "offside_due" then offside_edge(ev, m, offer) end
  return offer
end

-- COMP-SKILL-23: a header step is never offside for its cross and the header of it.
local function header_step_onside(ev)
  return ev.stepped and (ev.kind == "cross" or ev.header)
end

function runs.on_offside(ev, m, next)
  if header_step_onside(ev) then return "onside", "COMP-SKILL-23" end
  return next()
end

-- COMP-SKILL-24: who stepped to a cross that nobody headed stays out of it.
local function header_step_out(ev, pool)
  if ev.kind ~= "cross" then return nil end
  pool.stepped = "out"
  return "COMP-SKILL-24"
end

function runs.on_cod(ev, m, pool)
  return header_step_out(ev, pool)
end

-- COMP-SKILL-09, Green: four cells along the touchline through empty cells, when the team moves three.
local function wing_run(ev, m)
  local cells = m:param("p2_allowance")
  if ev.phase ~= 2 or ev.nearest >= m:param("long_ball_from") then return nil end
  return { who = "others", skill = "green", cells = cells + 1, least = cells + 1, along = "touchline",
           through = "empty", into = "empty", clause = "COMP-SKILL-09" }
end

function runs.on_move_allowance(ev, m, may)
  may.wing = wing_run(ev, m)
end

local function is_precise(ev, m)
  return m:param("precise_cross") and ev.kind == "cross" and has(ev.skills, "precise_cross")
    and ev.exit == "none" and ev.knocked == "none"
end

-- COMP-SKILL-12, Precise cross: an opponent in the area whom it touches heads it away.
local function headed_away(ev)
  return ev.first == "defence" and not ev.first_is_keeper
end

-- COMP-SKILL-11, Precise cross: untouched into a mate's cell, he heads it.
local function finds_mate(ev, m)
  local found = ev.precise == "stop" or ev.precise == "through" and m:param("precise_cross_cell") == "through"
  return ev.touched == "none" and found
end

function runs.on_flight(ev, m, next)
  if not is_precise(ev, m) then return next() end
  if headed_away(ev) then return "header", "COMP-SKILL-12" end
  if finds_mate(ev, m) then return "precise", "COMP-SKILL-11" end
  return next()
end

return runs
