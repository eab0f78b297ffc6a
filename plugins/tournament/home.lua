-- Home advantage, in competitions that use one.
local home = {
  name = "tournament/home", api = 1, requires = { "base/duels" },
  doc = "Three times a match the home team adds 2 to its die in a duel, announced before the roll; it also picks its uniform first.",
  clauses = { "TOUR-HOME-01", "TOUR-HOME-02", "TOUR-HOME-03", "TOUR-HOME-04" },
  params = {
    home_advantage = { type = "bool", default = true, doc = "the competition uses a home advantage",
                       clause = "TOUR-HOME-01", off = true },
    home_picks_first = { type = "bool", default = true, doc = "the home team picks its uniform, the visitors adapt",
                         clause = "TOUR-HOME-02", off = false },
    home_uniform = { type = "word", default = "dark", choices = { "dark", "light" }, doc = "the uniform it picks" },
    home_uses = { type = "int", default = 3, min = 0, max = 99, doc = "duels of a match in which it may add to its die" },
    home_bonus = { type = "int", default = 2, min = 0, max = 6, doc = "what it adds" },
  },
  state = {
    match = { uses = { type = "int", max = 99, doc = "bonuses that were announced" } },
    side = { uniform = { type = "enum", words = { "any", "dark", "light" }, doc = "what the side wears" } },
  },
}

local OTHER = { dark = "light", light = "dark" }

function home.on_match_start(ev, m, next)
  if m:param("home_advantage") and m:param("home_picks_first") then         -- TOUR-HOME-02
    local pick = m:param("home_uniform")
    m:set("uniform", pick, "home")
    m:set("uniform", OTHER[pick], "away")
    m:note("the home team plays in " .. pick .. ", the visitors in " .. OTHER[pick])
  end
  return next()
end

-- Before the dice of a dribble or a tackle, with the ball or without it. Other dice are no duels.
function home.on_ability(ev, m, next)
  local offer = next()
  if ev.moment == "before_duel" and ev.home and m:param("home_advantage") and m:get("uses") < m:param("home_uses") then
    offer.bonus = { clause = "TOUR-HOME-04" }
  end
  return offer
end

-- Announced is spent, whatever the dice say. The natural face still decides fouls.
function home.on_duel(ev, m, next)
  if ev.announced == "none" then return next() end
  m:set("uses", m:get("uses") + 1)
  local by, against = ev.bonus_by, ev.bonus_against
  if ev.announced == "by" then by = by + m:param("home_bonus") else against = against + m:param("home_bonus") end
  return next({ bonus_by = by, bonus_against = against }, "TOUR-HOME-03")
end

return home
