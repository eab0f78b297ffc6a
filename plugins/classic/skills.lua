-- First-touch skills: what a receiver owns, or borrows when nobody is near him.
local skills = {
  name = "classic/skills", api = 1, requires = { "base/kick", "base/skills", "complete/skills" },
  doc = "Yellow needs a touch, green and red a run; a free player borrows one of them.",
  clauses = {
    "CLAS-SKILL-01", "CLAS-SKILL-02", "CLAS-SKILL-03", "CLAS-SKILL-04", "CLAS-SKILL-05", "CLAS-FREE-01", "CLAS-FREE-02",
    "CLAS-TURN-04", "PRO-PASS-01", "PRO-SHOT-02", "PRO-CROSS-01", "PRO-CROSS-02", "PRO-CROSS-03",
    "PRO-SKILL-02",
  },
  params = {
    quick_pass_needs_touch = { type = "bool", default = true, doc = "the ball must have touched who plays it on",
                               clause = "CLAS-SKILL-02" },
    one_pass_per_player = { type = "bool", default = true, doc = "who has passed in this turn can only advance",
                            clause = "CLAS-SKILL-03", off = false },
    quick_cross_needs_run = { type = "bool", default = true, doc = "green only after a run", clause = "CLAS-SKILL-04" },
    quick_shot_needs_run = { type = "bool", default = true, doc = "red only after a run", clause = "CLAS-SKILL-05" },
    free_player = { type = "bool", default = true, doc = "a player whom nobody is near borrows a skill",
                    clause = "CLAS-FREE-01", off = false },
    borrowed_needs_trigger = { type = "bool", default = true, doc = "a borrowed skill needs touch, run and zone as well",
                               clause = "CLAS-FREE-02", off = false },
    pro_assist = { type = "bool", default = true, doc = "a pass with Assist frees green and red of their marker",
                   clause = "PRO-PASS-01", off = false },
    pro_bomber = { type = "bool", default = true, doc = "a bomber shoots first time without a run",
                   clause = "PRO-SHOT-02", off = false },
    precise_cross_untouched = { type = "bool", default = true, doc = "a touch by anybody else voids a precise cross",
                                clause = "PRO-CROSS-03", off = false },
    pro_levels = { type = "bool", default = true, doc = "further copies of a colour have skills of their own",
                   clause = "PRO-SKILL-02", off = false },
  },
  state = {
    player = { passed = { type = "bool", lasts = "turn", doc = "he has passed in this turn" } },
    match = { advanced = { type = "bool", lasts = "turn", doc = "the last kick was declared an advance" } },
  },
}

local SHOOTING = { shooting = true, penalty_area = true, goal_area = true }
local FROM_A_MATE = { pass = true, header = true, restart = true }

local function level(ev, m, skill)
  return m:param("pro_levels") and has(ev.skills, skill)
end

-- What each skill is triggered by, and whether its use of the turn is still to be had.
local function quick_pass(ev, m)
  local touched = ev.touched or not m:param("quick_pass_needs_touch")
  return FROM_A_MATE[ev.source] and ev.run == 0 and touched and not m:get("advanced")
end

local function quick_cross(ev, m)
  local beside = m:param("enlarged_zone") and level(ev, m, "enlarged_zone") and ev.near_crossing
  return (ev.zone == "crossing" or beside) and (ev.run > 0 or not m:param("quick_cross_needs_run"))
end

local function bomber(ev, m)
  return ev.run == 0 and m:param("pro_bomber") and level(ev, m, "goal_scorer")
end

local function quick_shot(ev, m)
  return SHOOTING[ev.zone] and (ev.run > 0 or bomber(ev, m) or not m:param("quick_shot_needs_run"))
end

-- A blue opponent in his cell, when the ball was kicked or now.
local function marked(ev)
  return has(ev.other_before, "blue") or has(ev.other_skills, "blue")
end

local function assisted(ev, m)
  return m:param("pro_assist") and m:param("pro_levels") and ev.source == "pass" and has(ev.passer_skills, "assist")
end

-- The offer of one colour: his own skill, a borrowed one, or why he has neither.
local function offer(ev, m, colour, clause, triggered, spent)
  local own, free = has(ev.skills, colour), m:param("free_player") and ev.free
  local helped = colour ~= "yellow" and assisted(ev, m)
  if own and triggered and (helped or not marked(ev)) then
    local why = helped and marked(ev) and "PRO-PASS-01" or clause
    return { refused = spent, clause = spent and clause or why }
  end
  if free and (triggered or not m:param("borrowed_needs_trigger")) then
    return { refused = spent, clause = spent and clause or "CLAS-FREE-01" }
  end
  if own and triggered then return { refused = true, clause = "CLAS-SKILL-01" } end
  return nil
end

function skills.on_ability(ev, m, next)
  if ev.moment ~= "reception" then return next() end
  local token, passer = m:who("token"), m:who("passer")
  if passer and m:team(passer) ~= m:team(token) then return {}, "CLAS-TURN-04" end   -- he won it, nobody passed to him
  local again = m:param("one_pass_per_player") and (m:used(token, "pass") or m:used(token, "advance"))
  local pass = offer(ev, m, "yellow", "CLAS-SKILL-02", quick_pass(ev, m), false)
  local offers = {
    cross = offer(ev, m, "green", "CLAS-SKILL-04", quick_cross(ev, m), ev.crosses >= m:param("crosses_per_turn")),
    shot = offer(ev, m, "red", "CLAS-SKILL-05", quick_shot(ev, m), ev.shots >= m:param("shots_per_turn")),
  }
  if offers.shot and not offers.shot.refused and bomber(ev, m) then offers.shot.clause = "PRO-SHOT-02" end
  if pass and again then
    offers.pass = { refused = true, clause = "CLAS-SKILL-03" }
  elseif pass and not pass.refused and m:param("one_pass_per_player") and m:get("passed", token) then
    offers.advance = { clause = "CLAS-SKILL-03" }
  else
    offers.pass = pass
  end
  return offers, "CLAS-TURN-04"
end

function skills.on_flight(ev, m, next)
  if ev.kind == "pass" then m:set("passed", true, m:who("kicker")) end
  m:set("advanced", ev.kind == "advance")
  if ev.precise == "none" or ev.touched == "none" or not level(ev, m, "precise_cross") then return next() end
  if m:param("precise_cross_untouched") then return next({ precise = "none" }, "PRO-CROSS-03") end
  return next({ touched = "none" }, "PRO-CROSS-02")
end

-- A replay that must be an advance, and the wider zone of a quick cross.
function skills.on_declare(ev, m, may)
  if ev.first_time ~= "advance" or ev.restart ~= "none" or ev.header then return end
  for name in pairs(may) do
    if name ~= "dribble" then may[name] = nil end
  end
  may.advance = { technique = "low" }
  return "CLAS-SKILL-03"
end

return skills
