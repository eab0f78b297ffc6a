-- The time referees: ticks, injury time, the end of a half, and forfeit.
local time = {
  name = "base/time", api = 1, requires = { "base/team" },
  doc = "What moves the clock and what ends a half or the match.",
  clauses = {
    "BASE-TIME-01", "BASE-TIME-02", "BASE-TIME-03", "BASE-TIME-04", "BASE-TIME-05", "BASE-TIME-06", "BASE-TIME-07",
    "BASE-TIME-08", "BASE-TIME-09", "BASE-TIME-10", "BASE-TIME-11", "BASE-TIME-12", "BASE-SETUP-03", "BASE-TEAM-07",
  },
  params = {
    start_tick = { type = "int", default = 0, min = 0, max = 33, doc = "where the referee stands at the start of a half",
                   clause = "BASE-TIME-01", off = 1 },
    ticks_per_leg = { type = "int", default = 11, min = 1, max = 60, doc = "ticks along one touchline",
                      clause = "BASE-TIME-06", off = 22 },
    minutes_per_leg = { type = "int", default = 15, min = 1, max = 90, doc = "minutes that the ticks along one touchline stand for",
                        clause = "BASE-TIME-06" },
    legs_per_half = { type = "int", default = 3, min = 1, max = 4, doc = "legs of a half",
                      clause = "BASE-TIME-07", off = 1 },
    foul_phase_ticks = { type = "bool", default = false, doc = "a P3 cut short by a foul ticks too",
                         clause = "BASE-TIME-05", off = true },
    half_end_check = { type = "word", default = "end_of_turn", choices = { "end_of_turn", "at_once" },
                       doc = "when the end of a half is looked at", clause = "BASE-TIME-08" },
    injury_zone = { type = "word", default = "possessor", choices = { "possessor", "physical", "none" },
                    doc = "what keeps a half alive: the owner's attacking zone, or just the place of the ball", clause = "BASE-TIME-09", off = "none" },
    tickless_turn_cap = { type = "int", default = 6, min = 0, max = 99,
                          doc = "turns without a tick that make one (0 = off)", clause = "BASE-TIME-11", off = 0 },
    injury_turn_cap = { type = "int", default = 6, min = 0, max = 99, doc = "turns of injury time",
                        clause = "BASE-TIME-12", off = 99 },
    min_players = { type = "int", default = 7, min = 1, max = 11, doc = "a side with fewer loses the match",
                    clause = "BASE-TEAM-07", off = 1 },
    forfeit_score = { type = "int", default = 3, min = 0, max = 9, doc = "goals of a forfeited match",
                      clause = "BASE-TEAM-07" },
  },
  state = { match = { injury_zone_of = { type = "enum", words = { "nobody", "home", "away" }, lasts = "half",
                                         doc = "the team in whose attacking zone injury time goes on" } } },
}

local function half_length(m)
  return m:param("ticks_per_leg") * m:param("legs_per_half")
end

local function tick(ev, m)
  if ev.at == "setup" then return 0, "BASE-SETUP-03" end
  if ev.tick >= half_length(m) then return 0, "BASE-TIME-07" end
  if ev.at == "turn" then
    local cap = m:param("tickless_turn_cap")
    if cap > 0 and ev.idle >= cap then return 1, "BASE-TIME-11" end
    return 0, "BASE-TIME-04"
  end
  if ev.cut and (ev.lost or not m:param("foul_phase_ticks")) then return 0, "BASE-TIME-05" end
  if not ev.moved then return 0, "BASE-TIME-04" end
  return 1, ev.at == "p2" and "BASE-TIME-02" or "BASE-TIME-03"
end

local STOPPAGE = { out = true, foul = true, goal = true }
local STILL_PLAYED = { corner = true, throw_in = true, free_kick = true }

local OTHER = { home = "away", away = "home" }

-- Whether the ball still lies in the zone in which injury time found it, whoever has it now.
local function still_there(ev, m)
  local attacked_by = ev.ball_zone == "attack" and ev.side or ev.ball_zone == "defence" and OTHER[ev.side] or "nobody"
  if ev.extra == 0 and ev.ball_zone ~= "attack" then return false end
  if ev.extra == 0 or m:get("injury_zone_of") == "nobody" then m:set("injury_zone_of", attacked_by) end
  return attacked_by ~= "nobody" and attacked_by == m:get("injury_zone_of")
end

-- Whether the ball is where injury time goes on.
local function attacking(ev, m)
  local zone = m:param("injury_zone")
  if zone == "physical" then return still_there(ev, m) end
  if ev.lost and ev.extra > 0 then return false end                         -- the ball has left the zone of the side that had it
  return zone ~= "none" and ev.ball_zone == "attack"
end

local function over(ev, clause)
  return ev.half == 1 and "half" or "end", clause
end

local function on_pitch(m, side)
  local count = 0
  for _, player in ipairs(m:squad(side)) do
    if player.status == "pitch" then count = count + 1 end
  end
  return count
end

local function whistle(ev, m)
  if ev.at == "sent_off" or ev.at == "start" then
    local least = m:param("min_players")
    if ev.players >= least then return "play", "BASE-TEAM-07" end
    if on_pitch(m, "home") < least and on_pitch(m, "away") < least then return "end", "BASE-TEAM-07" end
    return ev.short_home and "away" or "home", "BASE-TEAM-07"
  end
  if ev.tick < half_length(m) then return "play", "BASE-TIME-08" end
  local cap = m:param("injury_turn_cap")
  local goes_on = attacking(ev, m)
  if STOPPAGE[ev.at] then
    if ev.restart == "penalty" and ev.extra <= cap then return "play", "BASE-TIME-10" end
    if ev.extra >= cap then return over(ev, "BASE-TIME-12") end
    if STILL_PLAYED[ev.restart] and ev.ball_zone == "attack" then return "play", "BASE-TIME-10" end
    return over(ev, "BASE-TIME-09")
  end
  if ev.extra > cap then return over(ev, "BASE-TIME-12") end                -- only a last penalty gets this far
  if ev.at == "turn" then
    if ev.extra >= cap then return over(ev, "BASE-TIME-12") end
    if goes_on then return "play", "BASE-TIME-09" end
    return over(ev, ev.extra == 0 and "BASE-TIME-08" or "BASE-TIME-09")
  end
  if ev.at == "cod" and ev.extra > 0 and not goes_on then return over(ev, "BASE-TIME-09") end
  local at_once = m:param("half_end_check") == "at_once" and (ev.at == "p2" or ev.at == "p3")
  if at_once and ev.extra == 0 and not goes_on then return over(ev, "BASE-TIME-08") end
  return "play", "BASE-TIME-09"
end

function time.on_clock(ev, m)
  if ev.question == "tick" then return tick(ev, m) end
  return whistle(ev, m)
end

return time
