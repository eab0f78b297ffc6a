-- The clock of a tournament match.
local clock = {
  name = "tournament/clock", api = 1, requires = { "base/time" },
  doc = "Halves by the time referee, or by seventeen full turns; how long a turn should take.",
  clauses = { "TOUR-TIME-01", "TOUR-TIME-02", "TOUR-TIME-03", "TOUR-TIME-04" },
  params = {
    tour_half = { type = "word", default = "ticks", choices = { "ticks", "turns" },
                  doc = "what ends a half: the tick clock, or so many full turns", clause = "TOUR-TIME-02", off = "turns" },
    turns_per_half = { type = "int", default = 17, min = 1, max = 99, doc = "full turns of a half" },
    turn_seconds_attack = { type = "int", default = 40, min = 1, max = 999, doc = "seconds for P1 and P2, as advice",
                            clause = "TOUR-TIME-03" },
    turn_seconds_defence = { type = "int", default = 20, min = 1, max = 999, doc = "seconds for P3, as advice",
                             clause = "TOUR-TIME-03" },
  },
  state = { match = {
    turns = { type = "int", max = 99, lasts = "half", doc = "full turns of this half" },
    attack_moved = { type = "bool", lasts = "turn", doc = "the attack has moved in this turn" },
  } },
}

-- A full turn is one in which both sides moved.
local function count(ev, m)
  if ev.at == "p2" and ev.moved then m:set("attack_moved", true) end
  if ev.at == "p3" and ev.moved and m:get("attack_moved") then m:set("turns", math.min(99, m:get("turns") + 1)) end
end

function clock.on_clock(ev, m, next)
  if m:param("tour_half") == "ticks" then return next() end
  if ev.question == "tick" then
    count(ev, m)
    return next()
  end
  if ev.at == "sent_off" or ev.extra > m:param("injury_turn_cap") then return next() end    -- no half goes on for ever
  if ev.at ~= "turn" or m:get("turns") < m:param("turns_per_half") then return "play", "TOUR-TIME-02" end
  return ev.half == 1 and "half" or "end", "TOUR-TIME-02"
end

return clock
