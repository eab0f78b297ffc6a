-- Skills on the ball: passing (yellow), shooting (red), crossing (green), and marking (blue) against them.
local skills = {
  name = "complete/skills", api = 1, requires = { "base/kick", "base/cod", "base/skills" },
  brings = {
    skills = { "yellow+assist", "yellow+long_pass", "red+outside_shot", "green+enlarged_zone" },
    params = { packs = { "all_skills" } },
  },
  talents = { assists = "assist", long_passer = "long_pass" },
  doc = "First-touch skills and what marks them off, longer short passes, shots from outside, a wider crossing zone.",
  clauses = {
    "COMP-SKILL-01", "COMP-SKILL-02", "COMP-SKILL-03", "COMP-SKILL-04", "COMP-SKILL-05", "COMP-SKILL-08",
    "COMP-SKILL-10", "COMP-SKILL-13", "COMP-SKILL-19", "COMP-SKILL-20",
  },
  params = {
    short_limit_yellow = { type = "int", default = 5, min = 0, max = 20, doc = "longest short pass of a yellow player",
                           clause = "COMP-SKILL-02", off = 4 },
    long_pass = { type = "bool", default = true, doc = "players with Long pass win ties of long passes",
                  clauses = { "COMP-SKILL-04", "COMP-SKILL-19" }, off = false },
    enlarged_zone = { type = "bool", default = true, doc = "players with it cross from next to the crossing zone",
                      clause = "COMP-SKILL-10", off = false },
    outside_shot = { type = "bool", default = true, doc = "players with it shoot first time from the attacking zone",
                     clause = "COMP-SKILL-20", off = false },
    assist = { type = "bool", default = true, doc = "a pass with Assist takes the receiver's marker out of play",
               clause = "COMP-SKILL-03", off = false },
  },
}

-- COMP-SKILL-03, Assist: the receiver owns green or red and the ball comes from a mate with Assist.
local function assisted(ev, m)
  return m:param("assist") and ev.source == "pass" and has(ev.passer_skills, "assist")
    and (has(ev.skills, "green") or has(ev.skills, "red"))
end

-- COMP-SKILL-13, Marking: a blue opponent in his cell, unless the pass took him out.
local function marked(ev, m)
  local check = m:param("marking_check")
  if check == "off" or assisted(ev, m) then return false end
  return has(check == "at_kick" and ev.other_before or ev.other_skills, "blue")
end

local function from_outside(ev, m)
  return m:param("outside_shot") and has(ev.skills, "outside_shot") and ev.band == "attack"
end

local function beside_the_zone(ev, m)
  return m:param("enlarged_zone") and has(ev.skills, "green") and has(ev.skills, "enlarged_zone") and ev.near_crossing and ev.zone ~= "crossing"
end

-- COMP-SKILL-20, Shot from outside: he came to the ball by moving.
local function outside_shot(ev, m, offer)
  if offer.shot or not from_outside(ev, m) or ev.run < 1 then return end
  offer.shot = { refused = ev.shots >= m:param("shots_per_turn"), clause = "COMP-SKILL-20" }
end

-- COMP-SKILL-10, Enlarged crossing zone: next to the zone is as good as in it.
local function enlarged_zone(ev, m, offer)
  if offer.cross or not beside_the_zone(ev, m) then return end
  offer.cross = { refused = ev.crosses >= m:param("crosses_per_turn"), clause = "COMP-SKILL-10" }
end

-- COMP-SKILL-01, -05, -08: the three first touches as in the base regulation, under their own clauses.
local FIRST_TOUCH = { pass = "COMP-SKILL-01", shot = "COMP-SKILL-05", cross = "COMP-SKILL-08" }

local function first_touch(offer)
  for name, clause in pairs(FIRST_TOUCH) do
    if offer[name] and not offer[name].refused then offer[name] = { clause = clause } end
  end
end

function skills.on_ability(ev, m, next)
  if ev.moment ~= "reception" then return next() end
  local offer
  if assisted(ev, m) then
    offer = next({ other_skills = 0, other_before = 0 }, "COMP-SKILL-03")
  else
    offer = next()
  end
  local limit = m:param("max_kicks_per_p1")
  if limit > 0 and ev.kicks >= limit then return offer end
  first_touch(offer)
  if ev.source ~= "own" or m:param("own_advance_triggers") then
    outside_shot(ev, m, offer)
    enlarged_zone(ev, m, offer)
  end
  if marked(ev, m) then
    for name in pairs(offer) do offer[name] = { refused = true, clause = "COMP-SKILL-13" } end
  end
  return offer
end

function skills.on_declare(ev, m, may)
  if ev.header then return end
  local plain = ev.restart == "none" or ev.restart == "free_kick"
  if plain and beside_the_zone(ev, m) and (ev.first_time == "none" or ev.first_time == "cross") then
    if ev.crosses >= m:param("crosses_per_turn") then
      may.cross = { refused = true, clause = "COMP-SKILL-10" }
    else
      may.cross = { technique = table.concat(m:param("cross_techniques"), " "), clause = "COMP-SKILL-10" }
    end
  end
  local too_far = not may.shot or (may.shot.refused and ev.shots < m:param("shots_per_turn"))
  if ev.first_time == "shot" and too_far and from_outside(ev, m) then
    may.shot = { technique = table.concat(m:param("shot_techniques"), " "), clause = "COMP-SKILL-20" }
  end
end

-- COMP-SKILL-02, Yellow: his pass is short up to five cells. Bad weather, above, knows its own limits.
local function short_limit(ev, m)
  return m:param(has(ev.skills, "yellow") and "short_limit_yellow" or "short_limit")
end

-- COMP-SKILL-04, Long pass: beyond his limit a pass is as good as a short one.
-- COMP-SKILL-19, Long pass: so a tie that nobody's touch decides goes to his mate.
local function long_pass(ev, next)
  local answer = next({ short_limit = ev.travel }, "COMP-SKILL-04")
  if answer == "attack" then return answer, "COMP-SKILL-19" end
  return answer
end

function skills.on_cod_tie(ev, m, next)
  if ev.kind ~= "pass" then return next() end
  local limit = ev.short_limit or short_limit(ev, m)
  if m:param("long_pass") and has(ev.skills, "long_pass") and ev.travel > limit then return long_pass(ev, next) end
  if has(ev.skills, "yellow") and not ev.short_limit then return next({ short_limit = limit }, "COMP-SKILL-02") end
  return next()
end

return skills
