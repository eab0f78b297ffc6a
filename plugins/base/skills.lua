-- First-touch skills and marking.
local skills = {
  name = "base/skills", api = 1, requires = { "base/kick" },
  doc = "What a receiver may do at once: yellow passes, green crosses, red shoots, unless blue marks him.",
  talents = { passer = "yellow", crosser = "green", shooter = "red", marker = "blue" },
  clauses = {
    "BASE-SKILL-01", "BASE-SKILL-02", "BASE-SKILL-03", "BASE-SKILL-04", "BASE-SKILL-05", "BASE-SKILL-06",
    "BASE-SKILL-07", "BASE-SKILL-08", "BASE-TURN-08", "BASE-TURN-09", "BASE-TACKLE-01",
  },
  params = {
    own_advance_triggers = { type = "bool", default = true, doc = "green and red also after the own advance",
                             clause = "BASE-TURN-08", off = false },
    max_kicks_per_p1 = { type = "int", default = 0, min = 0, max = 99, doc = "kicks in one P1 (0 = no bound)",
                         clause = "BASE-TURN-09", off = 1 },
    pass_once_per_player = { type = "bool", default = true, doc = "a player makes one first-touch pass in a turn at most",
                             clause = "BASE-SKILL-03", off = false },
    marking_check = { type = "word", default = "at_activation", choices = { "at_activation", "at_kick", "off" },
                      doc = "where a marker must be to cancel a skill", clause = "BASE-SKILL-08", off = "off" },
  },
}

local AREA = { penalty_area = true, goal_area = true }
local FROM_A_MATE = { pass = true, header = true, restart = true }

local function marked(ev, m)
  local check = m:param("marking_check")
  if check == "off" then return false end
  return has(check == "at_kick" and ev.other_before or ev.other_skills, "blue")
end

-- Yellow: a pass received without a step, once per turn and player.
local function passes(ev, m)
  if not (has(ev.skills, "yellow") and FROM_A_MATE[ev.source] and ev.run == 0) then return nil end
  if m:param("pass_once_per_player") and m:used("token", "pass") then
    return { refused = true, clause = "BASE-SKILL-03" }
  end
  return { clause = "BASE-SKILL-02" }
end

-- Green: the ball gained in the crossing zone.
local function crosses(ev, m)
  if not (has(ev.skills, "green") and ev.zone == "crossing") then return nil end
  if ev.source == "own" and not m:param("own_advance_triggers") then return nil end
  if ev.crosses >= m:param("crosses_per_turn") then return { refused = true, clause = "BASE-SKILL-05" } end
  return { clause = "BASE-SKILL-04" }
end

-- Red: the ball gained in the attacked penalty area.
local function shoots(ev, m)
  if not (has(ev.skills, "red") and AREA[ev.zone]) then return nil end
  if ev.source == "own" and not m:param("own_advance_triggers") then return nil end
  if ev.shots >= m:param("shots_per_turn") then return { refused = true, clause = "BASE-SKILL-07" } end
  return { clause = "BASE-SKILL-06" }
end

local function reception(ev, m)
  local limit = m:param("max_kicks_per_p1")
  if limit > 0 and ev.kicks >= limit then return {}, "BASE-TURN-09" end
  local offer = { pass = passes(ev, m), cross = crosses(ev, m), shot = shoots(ev, m) }
  if marked(ev, m) then
    for name in pairs(offer) do offer[name] = { refused = true, clause = "BASE-SKILL-08" } end
  end
  return offer, "BASE-SKILL-01"
end

function skills.on_ability(ev, m)
  if ev.moment == "reception" then return reception(ev, m) end
  if ev.moment == "in_ball_cell" then                                       -- the first one used, or nobody
    return { tackle = { refused = not ev.first, clause = "BASE-TACKLE-01" } }, "BASE-TACKLE-01"
  end
  return {}, "BASE-SKILL-01"
end

return skills
