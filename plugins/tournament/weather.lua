-- Weather: a die before the match.
local weather = {
  name = "tournament/weather", api = 1, requires = { "base/cod", "base/team" },
  doc = "Bad weather shortens what counts as a short pass and makes fouls hurt more.",
  clauses = { "TOUR-WEATHER-01", "TOUR-WEATHER-02", "TOUR-WEATHER-03" },
  params = {
    bad_weather_max = { type = "int", default = 2, min = 0, max = 6, doc = "highest face that brings bad weather",
                        clause = "TOUR-WEATHER-01", off = 0 },
    short_limit_bad = { type = "int", default = 3, min = 0, max = 20, doc = "longest short pass in bad weather" },
    short_limit_bad_yellow = { type = "int", default = 4, min = 0, max = 20, doc = "the same for a yellow player" },
    bad_weather_advance = { type = "bool", default = false, doc = "bad weather shortens advances too" },
    injury_max_bad = { type = "int", default = 2, min = 0, max = 6, doc = "highest face that injures in bad weather" },
  },
  state = { match = { sky = { type = "enum", words = { "clear", "bad" }, doc = "what the weather die brought" } } },
}

function weather.on_match_start(ev, m, next)
  local bad = m:roll("weather", 6) <= m:param("bad_weather_max")            -- TOUR-WEATHER-01
  if bad then
    m:set("sky", "bad")
    m:note("bad weather", "TOUR-WEATHER-01")
  end
  return next()
end

-- The one extra cell of a yellow player comes with the pack of all skills (COMP-SKILL-02).
local function keeps_extra_cell(ev, m)
  for _, pack in ipairs(m:param("packs")) do
    if pack == "all_skills" then return has(ev.skills, "yellow") end
  end
  return false
end

function weather.on_cod_tie(ev, m, next)
  local counts = ev.kind == "pass" or (ev.kind == "advance" and m:param("bad_weather_advance"))
  if not counts or m:get("sky") ~= "bad" then return next() end
  local limit = m:param(keeps_extra_cell(ev, m) and "short_limit_bad_yellow" or "short_limit_bad")
  return next({ short_limit = limit }, "TOUR-WEATHER-02")
end

-- The layers above roll for the injury.
function weather.on_foul(ev, m, foul)
  if m:get("sky") ~= "bad" then return end
  foul.hurt = math.max(foul.hurt, m:param("injury_max_bad"))
  return "TOUR-WEATHER-03"
end

return weather
