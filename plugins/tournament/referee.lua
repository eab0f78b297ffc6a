-- The type of referee: a die before the match.
local referee = {
  name = "tournament/referee", api = 1, requires = { "base/duels", "complete" },
  above = { "tournament/weather" },                                         -- his die is rolled first (TOUR-WEATHER-01)
  doc = "A strict referee whistles for a 2 where others do for a 1.",
  clauses = { "TOUR-REF-01", "TOUR-REF-02" },
  params = {
    strict_max = { type = "int", default = 2, min = 0, max = 6, doc = "highest face that sends a strict referee",
                   clause = "TOUR-REF-01", off = 6 },
    strict_foul_face = { type = "int", default = 2, min = 1, max = 6, doc = "highest natural face that fouls under him" },
  },
  state = { match = { strict = { type = "bool", doc = "the referee is strict" } } },
}

function referee.on_match_start(ev, m, next)
  if m:roll("referee", 6) <= m:param("strict_max") then                     -- TOUR-REF-01: otherwise nothing changes
    m:set("strict", true)
    m:note("a strict referee", "TOUR-REF-01")
  end
  return next()
end

local DICE = { tackle = true, dribble = true, gk_dribble = true }           -- entries are no duels of dice

function referee.on_duel(ev, m, next)
  if not DICE[ev.kind] or not m:get("strict") then return next() end
  return next({ foul_face = m:param("strict_foul_face") }, "TOUR-REF-02")
end

return referee
