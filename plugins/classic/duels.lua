-- What is different about dribbles and tackles: where a low die is a foul, and what a lost tackle costs.
local duels = {
  name = "classic/duels", api = 1, requires = { "complete/dribble", "complete/tackle" },
  doc = "Natural ones are fouls near goal only; who lost a tackle is beaten without dice in the next turn.",
  clauses = { "CLAS-DRIBBLE-06", "CLAS-DRIBBLE-07", "CLAS-DRIBBLE-08", "CLAS-TACKLE-04", "CLAS-TACKLE-05" },
  params = {
    dribble_foul_zones = { type = "words", default = { "attack" }, choices = { "defence", "midfield", "attack" },
                           doc = "thirds, seen by the dribbler, in which a low die is a foul", clause = "CLAS-DRIBBLE-07",
                           off = { "defence", "midfield", "attack" } },
    tackle_foul_zones = { type = "words", default = { "attack" }, choices = { "defence", "midfield", "attack" },
                          doc = "the same for tackles, seen by the carrier", clause = "CLAS-TACKLE-05",
                          off = { "defence", "midfield", "attack" } },
  },
  state = { match = {
    loser = { type = "int", max = 32, doc = "who lost the last tackle" },
    lost_in = { type = "int", max = 60000, doc = "the turn in which he did" },
    tried = { type = "bool", lasts = "turn", doc = "a tackle was tried in this turn" },
  } },
}

local function within(m, zones, band)
  for _, zone in ipairs(m:param(zones)) do
    if zone == band then return true end
  end
  return false
end

local function tackle(ev, m, next)
  m:set("tried", true)
  local answer, clause
  if within(m, "tackle_foul_zones", ev.band) then
    answer, clause = next()
  else
    answer, clause = next({ foul_face = 0 }, "CLAS-TACKLE-05")
  end
  if answer == "lost" then
    m:set("loser", ev.by)
    m:set("lost_in", m:clock("turn"))
  end
  return answer, clause
end

function duels.on_duel(ev, m, next)
  if ev.kind == "tackle" then return tackle(ev, m, next) end
  if ev.kind ~= "dribble" and ev.kind ~= "gk_dribble" then return next() end
  if m:get("loser") == ev.against and m:get("lost_in") + 1 == m:clock("turn") then
    m:lay(ev.against)                                                       -- no dice, so no foul either
    return "won", "CLAS-TACKLE-04"
  end
  if within(m, "dribble_foul_zones", ev.band) then return next() end
  return next({ foul_face = 0 }, "CLAS-DRIBBLE-07")
end

-- Who borrowed red for his quick shot may go round the keeper like one who owns it.
function duels.on_ability(ev, m, next)
  local offer = next()
  local near = ev.keeper_near or not m:param("gk_dribble_needs_adjacent")
  local ran = ev.run > 0 or not m:param("gk_dribble_needs_run")
  if ev.moment == "keeper_ready" and ev.first_time == "shot" and near and ran then
    offer.dribble = { clause = "CLAS-DRIBBLE-08" }
  end
  return offer
end

-- An opponent who was not beaten, or never taken on, stays in the run for the ball and wins a tie with the dribbler.
function duels.on_cod_tie(ev, m, next)
  local past = ev.dribble == "lost" or ev.dribble == "undeclared"
  if past and ev.kind == "advance" and next() == "attack" then return "opponent", "CLAS-DRIBBLE-06" end
  return next()
end

return duels
