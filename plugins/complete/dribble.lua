-- Dribbling: an advance past an opponent is a duel, also past the keeper.
local dribble = {
  name = "complete/dribble", api = 1, requires = { "base/kick", "base/cod", "base/duels" },
  brings = { params = { packs = { "dribble" } } },
  doc = "Declared dribbles, their duels and fouls, going round the keeper, and how the beaten get up again.",
  clauses = {
    "COMP-DRIBBLE-01", "COMP-DRIBBLE-02", "COMP-DRIBBLE-03", "COMP-DRIBBLE-04", "COMP-DRIBBLE-05", "COMP-DRIBBLE-06",
    "COMP-DRIBBLE-07", "COMP-DRIBBLE-08", "COMP-DRIBBLE-09", "COMP-DRIBBLE-10", "COMP-DRIBBLE-11", "COMP-DRIBBLE-12",
    "COMP-DRIBBLE-13", "COMP-DRIBBLE-14", "COMP-DRIBBLE-15", "COMP-DRIBBLE-16",
  },
  params = {
    dribble_colours = { type = "words", default = { "yellow", "green", "red" }, choices = { "yellow", "green", "red", "blue", "grey", "black" },
                        doc = "colours whose sections help a dribbler (reconstructed)",
                        clause = "COMP-DRIBBLE-04", off = {} },
    defence_1v1_colours = { type = "words", default = { "blue" }, choices = { "yellow", "green", "red", "blue", "grey", "black" },
                            doc = "colours whose sections help his opponent (reconstructed)",
                            clause = "COMP-DRIBBLE-05", off = {} },
    gk_duel_colours = { type = "words", default = { "purple" }, choices = { "purple", "blue", "grey", "black" },
                        doc = "colours whose sections help a keeper (reconstructed)",
                        clause = "COMP-DRIBBLE-14", off = {} },
    dribble_step = { type = "int", default = 2, min = 0, max = 6, doc = "what each of these sections adds" },
    dribble_cap = { type = "int", default = 6, min = 0, max = 12, doc = "most that sections add" },
    gk_duel_cap = { type = "int", default = 4, min = 0, max = 12, doc = "most that a keeper's sections add" },
    dribble_foul_face = { type = "int", default = 1, min = 0, max = 6, doc = "highest natural face that is a foul of the defender",
                          clause = "COMP-DRIBBLE-07", off = 0 },
    dribble_loss = { type = "word", default = "ball_to_defender", choices = { "ball_to_defender", "cod", "ties" },
                     doc = "what a lost dribble costs: the ball, only the run after it, or only ties" },
    dribble_foul_spot = { type = "word", default = "offender", choices = { "offender", "victim" },
                          doc = "whose cell a foul in a dribble is placed in", clause = "COMP-DRIBBLE-09", off = "victim" },
    undeclared_advance = { type = "word", default = "kicker_excluded", choices = { "kicker_excluded", "ties", "allowed" },
                           doc = "what it costs to play past an opponent without saying so: the run, or ties" },
    dribble_opponents = { type = "word", default = "all", choices = { "all", "one" },
                          doc = "a dribble must beat everybody it is played past, or one, whom its coach names" },
    gk_dribble_needs_run = { type = "bool", default = false, doc = "only who ran to the ball can go round the keeper" },
    gk_dribble_zone = { type = "word", default = "area", choices = { "area", "anywhere" },
                        doc = "where he can be gone round" },
    beaten_lies = { type = "bool", default = true, doc = "a beaten opponent lies down", clause = "COMP-DRIBBLE-10",
                    off = false },
    gk_dribble_needs_adjacent = { type = "bool", default = true, doc = "only a keeper in or next to the cell can be gone round" },
    lying_gets_up = { type = "word", default = "next_phase", choices = { "next_phase", "never" },
                      doc = "when a lying token gets up", clause = "COMP-DRIBBLE-16", off = "never" },
  },
}

local AREA = { penalty_area = true, goal_area = true }

-- Declared beforehand, along the ground, past somebody in his cell or next to it.
function dribble.on_declare(ev, m, may)
  if ev.beaten then                                                         -- the keeper lies: shoot, nothing else
    for name in pairs(may) do may[name] = nil end
    may.shot = { technique = table.concat(m:param("shot_techniques"), " ") }
    return "COMP-DRIBBLE-15"
  end
  local plain = ev.restart == "none" and not ev.header and (ev.first_time == "none" or ev.first_time == "pass")
  if not plain then return end
  if ev.shared then
    may.dribble = { technique = "low", clause = "COMP-DRIBBLE-01" }
  elseif ev.guarded then
    may.dribble = { technique = "low", clause = "COMP-DRIBBLE-02" }
  end
end

-- Who played past an opponent without declaring it does not run after his ball; nor does he after a lost dribble.
function dribble.on_cod(ev, m, pool)
  if ev.dribble == "undeclared" and m:param("undeclared_advance") == "kicker_excluded" then
    pool.kicker = "out"
    return "COMP-DRIBBLE-03"
  elseif ev.dribble == "lost" and m:param("dribble_loss") ~= "ties" then
    pool.kicker = "out"
    return "COMP-DRIBBLE-06"
  elseif ev.dribble == "round" then
    pool.again = true                                                       -- although he ran to the ball before
    return "COMP-DRIBBLE-15"
  end
end

local function bonus(m, role, colours, cap)
  local sum = 0
  for _, colour in ipairs(m:param(colours)) do sum = sum + m:param("dribble_step") * m:skill(role, colour) end
  return math.min(sum, m:param(cap))
end

-- Die and sections of the dribbler against die and sections of the defender; only the higher total wins.
function dribble.on_duel(ev, m, next)
  if ev.kind ~= "dribble" and ev.kind ~= "gk_dribble" then return next() end
  local lost = m:param("dribble_loss") == "ball_to_defender" and "turnover" or "lost"
  if ev.kind == "gk_dribble" and not ev.outer then return lost, "COMP-DRIBBLE-13" end   -- the wrong side: no dice
  local faces = m:param("duel_faces")
  local attack, defence = m:roll("dribble", faces), m:roll("defence 1v1", faces)
  local keeper = m:keeps("against")                                         -- keepers have no blue
  local mine = attack + bonus(m, "by", "dribble_colours", "dribble_cap") + ev.bonus_by
  local his = defence + ev.bonus_against
    + (keeper and bonus(m, "against", "gk_duel_colours", "gk_duel_cap")
              or bonus(m, "against", "defence_1v1_colours", "dribble_cap"))
  m:totals(mine, his)
  if defence <= (ev.foul_face or m:param("dribble_foul_face")) then return "foul", "COMP-DRIBBLE-07" end
  if mine > his then
    if m:param("beaten_lies") then m:lay("against") end
    return "won", "COMP-DRIBBLE-06"
  end
  return lost, "COMP-DRIBBLE-06"
end

function dribble.on_ability(ev, m, next)
  local offer = next()
  if ev.moment == "after_duel" then                                         -- whatever the dice said
    offer.foul = { clause = "COMP-DRIBBLE-08" }
  elseif ev.moment == "keeper_ready" and ev.first_time == "shot" and has(ev.skills, "red") then
    local near = ev.keeper_near or not m:param("gk_dribble_needs_adjacent")
    local inside = AREA[ev.zone] or m:param("gk_dribble_zone") == "anywhere"
    local ran = ev.run > 0 or not m:param("gk_dribble_needs_run")
    if near and inside and ran then offer.dribble = { clause = "COMP-DRIBBLE-12" } end
  end
  return offer
end

-- A foul on purpose is cautioned, one by a low die is not; either is placed where the defender stands (COMP-DRIBBLE-09).
function dribble.on_foul(ev, m, foul)
  if ev.kind ~= "dribble" and ev.kind ~= "gk_dribble" then return end
  foul.spot = m:param("dribble_foul_spot")
  local why = ev.cause == "deliberate" and "COMP-DRIBBLE-08" or "COMP-DRIBBLE-07"
  if ev.cause == "deliberate" then
    foul.card, foul.cautions = "yellow", 1
    if ev.cautions >= 1 and m:param("second_yellow_red") then foul.card, foul.send_off = "red", true end
  end
  return { spot = why, card = why, cautions = why, send_off = why }
end

-- Whoever was beaten gets up in his side's next phase and does nothing else in it.
function dribble.on_move_allowance(ev, m, may)
  may.beaten = { who = "beaten", refused = true, clause = "COMP-DRIBBLE-11" }
end

-- Past the keeper and on the ball: the shot follows at once, and he does not prepare again.
function dribble.on_phase_end(ev, m, next)
  if ev.how == "dribble" and ev.kept and ev.phase == "p1" and not ev.asked then return "p1", "COMP-DRIBBLE-15" end
  return next()
end

function dribble.on_save(ev, m, may)
  if not ev.beaten then return end
  for name in pairs(may) do may[name] = nil end
  return "COMP-DRIBBLE-15"
end

return dribble
