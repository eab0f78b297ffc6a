-- Skills without the ball: sliding and blocking (blue), entering from behind, the keeper (purple) and who beats him.
local defence = {
  name = "complete/skills_defence", api = 1, requires = { "base/keeper", "base/duels", "base/moves", "complete/skills" },
  brings = { skills = { "red+goal_scorer", "blue+recovery", "blue+block", "purple+reflexes" } },
  talents = { recovers = "recovery" },
  doc = "Slide tackles and blocks against first-time kicks, Recovery, Goal scorer against Reflexes.",
  clauses = {
    "COMP-SKILL-03", "COMP-SKILL-06", "COMP-SKILL-14", "COMP-SKILL-15", "COMP-SKILL-16", "COMP-SKILL-17",
    "COMP-SKILL-18", "COMP-SKILL-28",
  },
  params = {
    slide_max = { type = "int", default = 1, min = 0, max = 10, doc = "defenders that may slide into one kick" },
    slide_exact = { type = "bool", default = false, doc = "a slider moves exactly as far as the opponent ran" },
    slide_who = { type = "word", default = "blue", choices = { "blue", "any" }, doc = "who may slide" },
    slide_entry = { type = "word", default = "free", choices = { "free", "as_a_move" },
                    doc = "a slide into the carrier's cell needs no die, or follows the rules of entering" },
    block = { type = "bool", default = true, doc = "players with Block may stay on their feet", clause = "COMP-SKILL-17",
              off = false },
    recovery = { type = "bool", default = true, doc = "players with Recovery foul less from behind",
                 clause = "COMP-SKILL-16", off = false },
    goal_scorer = { type = "bool", default = true, doc = "Goal scorers keep the keeper on his line or down",
                    clause = "COMP-SKILL-06", off = false },
    goal_scorer_shots = { type = "word", default = "any", choices = { "any", "first_time" },
                          doc = "which of their shots" },
    reflexes = { type = "bool", default = true, doc = "Reflexes can cancel Goal scorer", clause = "COMP-SKILL-28",
                 off = false },
    recovery_foul_face = { type = "int", default = 1, min = 0, max = 6, doc = "highest face that fouls with Recovery" },
    recovery_scope = { type = "word", default = "rear_adjacent", choices = { "rear_adjacent", "everywhere" },
                       doc = "entries that Recovery helps" },
    save_always = { type = "bool", default = true, doc = "a purple keeper may be prepared for every declared shot",
                    clause = "COMP-SKILL-18", off = false },
    reflexes_min = { type = "int", default = 4, min = 1, max = 7, doc = "lowest face with which Reflexes cancel Goal scorer",
                     clause = "COMP-SKILL-28", off = 7 },
  },
}

-- The marker whom a pass with Assist has taken out (COMP-SKILL-03), or nil.
local function outplayed(ev, m)
  local assisted = m:param("assist") and ev.source == "pass" and has(ev.passer_skills, "assist")
  if assisted and (has(ev.skills, "green") or has(ev.skills, "red")) then return m:who("other") end
  return nil
end

-- COMP-SKILL-14, slide tackle: as far as the opponent ran to the ball, and down he goes.
local function slide_tackle(ev, m)
  local skill = m:param("slide_who") == "blue" and "blue" or nil
  return { who = "others", skill = skill, count = m:param("slide_max"), cells = ev.run, least = m:param("slide_exact") and ev.run or 0,
           pose = "lie", except = outplayed(ev, m), clause = "COMP-SKILL-14" }
end

-- COMP-SKILL-17, Block: the same, only forward (or on the spot), and he may stay on his feet.
local function block(ev, m)
  return { skill = "blue block", count = m:param("slide_max"), cells = ev.run, dirs = "front", pose = "stand",
           except = outplayed(ev, m), clause = "COMP-SKILL-17" }
end

function defence.on_ability(ev, m, next)
  local offer = next()
  if ev.moment == "first_time" and m:param("slide_max") > 0 then
    offer.slide = slide_tackle(ev, m)
    if m:param("block") then offer.slide_block = block(ev, m) end
  end
  return offer
end

-- COMP-SKILL-15, slide tackle: whoever slid gets up in his next phase and does nothing else in it.
local function gets_up()
  return { who = "slid", refused = true, clause = "COMP-SKILL-15" }
end

function defence.on_move_allowance(ev, m, may)
  may.slid = gets_up()
end

-- COMP-SKILL-16, Recovery: from behind only the lowest face is a foul.
local function recovery(ev, m, next)
  local face = m:param("recovery_foul_face")
  if ev.place == "rear" then return next({ foul_face = face }, "COMP-SKILL-16") end
  if m:param("recovery_scope") == "everywhere" then
    return m:roll("entry", m:param("duel_faces")) <= face and "foul" or "won", "COMP-SKILL-16"
  end
  return next()
end

function defence.on_duel(ev, m, next)
  if ev.kind == "entry" and m:param("recovery") and has(ev.by_skills, "recovery") then return recovery(ev, m, next) end
  return next()
end

-- COMP-SKILL-28, Reflexes: a die that can cancel Goal scorer.
local function reflexes(ev, m)
  return m:param("reflexes") and has(ev.keeper_skills, "reflexes") and m:roll("reflexes", 6) >= m:param("reflexes_min")
end

-- COMP-SKILL-06, Goal scorer: nobody keeps goal upright beyond the goal area against his shot from inside.
local function goal_scorer(ev, may)
  for name, grant in pairs(may) do
    if grant.pose ~= "lie" and not (grant.rod or grant.refused) then
      local own_cell = grant.cells == 0 and ev.keeper_at ~= "goal_area"
      if own_cell then grant.pose = "lie" else grant.zone = "own_goal_area" end
      grant.clause = "COMP-SKILL-06"
    end
  end
end

-- COMP-SKILL-18, save: a purple keeper may always be prepared. Where that is off nothing is left of what the base rules grant.
local function no_save(may)
  for name in pairs(may) do may[name] = nil end
  return "COMP-SKILL-15"                                                    -- any clause but the one that is off
end

function defence.on_save(ev, m, may)
  if not m:param("save_always") then return no_save(may) end
  local scorer = m:param("goal_scorer") and ev.from_area and has(ev.skills, "goal_scorer")
  local counts = m:param("goal_scorer_shots") == "any" or ev.first_time == "shot"
  if ev.penalty or not (scorer and counts) then return end
  if reflexes(ev, m) then
    for _, grant in pairs(may) do
      if grant.pose ~= "lie" then grant.clause = "COMP-SKILL-28" end
    end
  else
    goal_scorer(ev, may)
  end
end

return defence
