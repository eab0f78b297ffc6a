-- The frame of a game: who begins, halves, extra time, the shoot-out, and how many matches make a game.
local game = {
  name = "tomy/game", api = 1,
  doc = "Halves of six rounds, extra time, the shoot-out, and the series of two or three matches.",
  clauses = {
    "TOMY-MATCH-01", "TOMY-MATCH-02", "TOMY-MATCH-05", "TOMY-HALF-01", "TOMY-HALF-02", "TOMY-EXTRA-01", "TOMY-EXTRA-02",
    "TOMY-SHOOTOUT-01", "TOMY-SHOOTOUT-02", "TOMY-SHOOTOUT-03", "TOMY-SERIES-01", "TOMY-SERIES-02", "TOMY-SERIES-03",
    "TOMY-TOURNAMENT-01",
  },
  params = {
    halves = { type = "int", default = 2, min = 1, max = 2, doc = "halves of a match", clause = "TOMY-MATCH-01", off = 1 },
    rounds_per_half = { type = "int", default = 6, min = 1, max = 40, doc = "turns of each side in a half",
                        clause = "TOMY-HALF-01", off = 5 },
    half_time_pardon = { type = "bool", default = false, doc = "cards and suspensions are forgotten at half-time",
                         clause = "TOMY-HALF-02", off = true },
    extra_rounds = { type = "int", default = 2, min = 1, max = 40, doc = "turns of each side in extra time",
                     clause = "TOMY-EXTRA-02", off = 1 },
    shootout_pairs = { type = "int", default = 5, min = 1, max = 40, doc = "throws of each side in a shoot-out",
                       clause = "TOMY-SHOOTOUT-02", off = 4 },
    series_wins = { type = "int", default = 2, min = 1, max = 9, doc = "matches to win for the game",
                    clause = "TOMY-SERIES-01", off = 1 },
    series_matches = { type = "int", default = 3, min = 1, max = 17, doc = "matches of a game at most",
                       clause = "TOMY-SERIES-02", off = 2 },
    series_all_played = { type = "bool", default = false, doc = "the last match is played even when all is decided",
                          clause = "TOMY-SERIES-03", off = true },
    tie_wins = { type = "int", default = 2, min = 1, max = 9, doc = "matches to win for a tie of a tournament",
                 clause = "TOMY-TOURNAMENT-01", off = 1 },
    max_decisions = { type = "int", default = 20000, min = 100, max = 1000000,
                      doc = "the engine gives a match up after so many decisions" },
  },
  state = { side = { began = { type = "bool" } } },
  carry = { "began" },
}

local SHOOTOUT = 4

function game.on_match_start(ev, m)
  local home, away = m:get("began", "home"), m:get("began", "away")
  local first
  if ev.leg == 2 and home ~= away then                         -- the return leg: the other one
    first = home and "away" or "home"
  else
    first = m:roll("toss", 2) == 1 and "home" or "away"
  end
  m:set("began", first == "home", "home")
  m:set("began", first == "away", "away")
  return first, "TOMY-MATCH-02"
end

-- The end of extra time or of the last half.
local function level(ev)
  if ev.lead ~= 0 then return "end", "TOMY-MATCH-05" end
  if ev.half < 3 then return "extra", "TOMY-EXTRA-01" end
  return "shootout", "TOMY-SHOOTOUT-01"
end

local function shootout(ev, m)
  if ev.tick < m:param("shootout_pairs") then return "play", "TOMY-SHOOTOUT-02" end
  if ev.shootout == 0 then return "play", "TOMY-SHOOTOUT-03" end
  return "end", ev.tick == m:param("shootout_pairs") and "TOMY-SHOOTOUT-02" or "TOMY-SHOOTOUT-03"
end

function game.on_clock(ev, m)
  if ev.question == "tick" then
    return ev.last and 1 or 0, "TOMY-HALF-01"
  end
  if not ev.last then return "play", "TOMY-HALF-01" end        -- a round is a turn of each
  if ev.half == SHOOTOUT then return shootout(ev, m) end
  if ev.half == 3 then
    if ev.tick < m:param("extra_rounds") then return "play", "TOMY-EXTRA-02" end
    return level(ev)
  end
  if ev.tick < m:param("rounds_per_half") then return "play", "TOMY-HALF-01" end
  if ev.half >= m:param("halves") then return level(ev) end
  if m:param("half_time_pardon") then
    for _, side in ipairs({ "home", "away" }) do
      m:caution(side, 0)
      m:suspend(side, 0)
    end
  end
  return "half", "TOMY-MATCH-01"
end

return game
