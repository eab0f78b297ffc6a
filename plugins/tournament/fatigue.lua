-- Fatigue: late in the match skills fade, and fresh players help the whole team.
local fatigue = {
  name = "tournament/fatigue", api = 1, requires = { "base/time" },
  doc = "From minute 60 a team has as many skills a player as it has made changes, and one more.",
  clauses = { "TOUR-FATIGUE-01", "TOUR-FATIGUE-02", "TOUR-FATIGUE-03", "TOUR-FATIGUE-04", "TOUR-FATIGUE-05" },
  params = {
    fatigue_minute = { type = "int", default = 60, min = 0, max = 999, doc = "minute from which teams are tired",
                       clause = "TOUR-FATIGUE-01", off = 999 },
    tired_sections = { type = "int", default = 1, min = 0, max = 4, doc = "sections that count without a change" },
    tired_sections_1 = { type = "int", default = 2, min = 0, max = 4, doc = "with one change made",
                         clause = "TOUR-FATIGUE-03", off = 1 },
    tired_sections_2 = { type = "int", default = 3, min = 0, max = 4, doc = "with two",
                         clause = "TOUR-FATIGUE-04", off = 1 },
    tired_sections_3 = { type = "int", default = 4, min = 0, max = 4, doc = "with three or more",
                         clause = "TOUR-FATIGUE-05", off = 1 },
  },
  state = {
    match = { tired = { type = "bool", doc = "the teams are tired" } },
    side = { changes = { type = "int", max = 9, doc = "changes of player so far" } },
  },
}

local SECTIONS = { "tired_sections_1", "tired_sections_2", "tired_sections_3" }

-- An injured player keeps his own, lower limit: the smaller of the two counts.
local function tire(m, side)
  local changes = math.min(m:get("changes", side), 3)
  m:active(side, m:param(SECTIONS[changes] or "tired_sections"))
end

local function minute(ev, m)
  local leg = m:param("minutes_per_leg")
  return (ev.half - 1) * leg * m:param("legs_per_half") + math.floor(ev.tick * leg / m:param("ticks_per_leg"))
end

function fatigue.on_clock(ev, m, next)
  if ev.question == "whistle" and not m:get("tired") and minute(ev, m) >= m:param("fatigue_minute") then
    m:set("tired", true)                                                    -- TOUR-FATIGUE-01
    tire(m, "home")
    tire(m, "away")
    m:note("the teams are tired", "TOUR-FATIGUE-01")
  end
  return next()
end

function fatigue.on_substitution(ev, m, sub)
  if ev.stage ~= "made" then return end
  local team = m:team(m:who("on"))
  m:set("changes", math.min(9, ev.used), team)                              -- TOUR-FATIGUE-03 … -05: all since kick-off
  if m:get("tired") then tire(m, team) end
end

return fatigue
