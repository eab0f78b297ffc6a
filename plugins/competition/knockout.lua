-- Matches that must have a winner: extra time, then penalties. On top of any ruleset played on a pitch.
local knockout = {
  name = "competition/knockout", api = 1,
  doc = "A level match goes into extra time and is then decided by penalties; each can be left out.",
  clauses = {
    "CUP-EXTRA-01", "CUP-EXTRA-02", "CUP-EXTRA-03",
    "CUP-SHOOT-01", "CUP-SHOOT-02", "CUP-SHOOT-03", "CUP-SHOOT-04", "CUP-SHOOT-05", "CUP-SHOOT-06", "CUP-SHOOT-07",
  },
  params = {
    extra_time = { type = "bool", default = true, doc = "a level match goes into extra time", clause = "CUP-EXTRA-01",
                   off = false },
    extra_legs = { type = "int", default = 1, min = 1, max = 3, doc = "legs of each half of extra time",
                   clause = "CUP-EXTRA-02", off = 3 },
    shootout = { type = "bool", default = true, doc = "penalties decide what is still level", clause = "CUP-SHOOT-01",
                 off = false },
    shootout_kicks = { type = "int", default = 5, min = 1, max = 11, doc = "penalties of each side before sudden death",
                       clause = "CUP-SHOOT-02", off = 1 },
    shootout_max_pairs = { type = "int", default = 20, min = 1, max = 99, doc = "pairs of sudden death before a coin is tossed",
                           clause = "CUP-SHOOT-07", off = 99 },
    shootout_everybody = { type = "bool", default = true, doc = "nobody takes a second penalty before all took one",
                           clause = "CUP-SHOOT-05", off = false },
  },
  state = { match = { first = { type = "enum", words = { "nobody", "home", "away" }, doc = "who takes the first penalty" } } },
}

local OTHER = { home = "away", away = "home" }

-- The regulation would end the match here: does it go on?
local function after(ev, m, clause)
  if ev.lead ~= 0 and ev.half ~= 3 then return "end", clause end
  if ev.half == 2 and m:param("extra_time") then return "extra", "CUP-EXTRA-01" end
  if ev.half == 3 then return "extra", "CUP-EXTRA-03" end                   -- both halves are played, whoever leads
  if m:param("shootout") then return "shootout", "CUP-SHOOT-01" end
  return "end", clause
end

local function next_kick(m)
  if m:get("first") == "nobody" then
    m:set("first", m:roll("first penalty", 2) == 1 and "home" or "away")
  end
  local home, home_taken = m:shootout("home")
  local away, away_taken = m:shootout("away")
  local kicks = m:param("shootout_kicks")
  if home_taken <= kicks and away_taken <= kicks then
    local beyond = home > away + kicks - away_taken or away > home + kicks - home_taken
    if beyond then return "end", "CUP-SHOOT-03" end
  elseif home_taken == away_taken and home ~= away then
    return "end", "CUP-SHOOT-04"
  elseif home_taken == away_taken and home_taken >= kicks + m:param("shootout_max_pairs") then
    return m:roll("coin", 2) == 1 and "coin_home" or "coin_away", "CUP-SHOOT-07"
  end
  local first = m:get("first")
  return home_taken == away_taken and first or OTHER[first], "CUP-SHOOT-02"
end

function knockout.on_clock(ev, m, next)
  if ev.at == "shootout" then return next_kick(m) end
  local answer, clause = next()
  if answer == "end" then return after(ev, m, clause) end
  return answer, clause
end

function knockout.on_substitution(ev, m, sub)
  if m:shootout("home") and sub.max > 0 then
    sub.max = 0
    return "CUP-SHOOT-06"
  end
end

return knockout
