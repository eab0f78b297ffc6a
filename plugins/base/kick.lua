-- P1: what may be done with the ball, and what becomes of it.
local kick = {
  name = "base/kick", api = 1, requires = { "base/field" },
  doc = "Pass, cross and shot: when they may be declared, how they are struck, what follows from where the ball goes.",
  clauses = {
    "BASE-KICK-01", "BASE-KICK-02", "BASE-KICK-03", "BASE-KICK-04", "BASE-KICK-05", "BASE-KICK-06",
    "BASE-KICK-07", "BASE-KICK-10", "BASE-KICK-11", "BASE-KICK-12", "BASE-PASS-01", "BASE-PASS-02",
    "BASE-CROSS-01", "BASE-CROSS-02", "BASE-CROSS-03", "BASE-CROSS-04", "BASE-CROSS-05", "BASE-CROSS-07",
    "BASE-CROSS-08", "BASE-SHOT-01", "BASE-SHOT-02", "BASE-SHOT-04", "BASE-SHOT-06", "BASE-SHOT-07", "BASE-SHOT-10",
    "BASE-SETUP-14", "BASE-THROW-05", "BASE-TURN-07", "BASE-SKILL-02", "BASE-SKILL-04", "BASE-SKILL-06",
  },
  params = {
    kick_reach = { type = "number", default = 99, min = 0, max = 99, doc = "longest kick in cells",
                   clause = "BASE-KICK-01" },
    pass_allows_lift = { type = "bool", default = false, doc = "a pass in open play may be lifted",
                         clause = "BASE-PASS-01", off = true },
    restart_allows_lift = { type = "bool", default = true, doc = "free kicks, corners and goal kicks may be lifted",
                            clauses = { "BASE-SETUP-14", "BASE-KICK-05" }, off = false },
    pass_techniques = { type = "words", default = { "low" }, choices = { "low", "lifted", "head" },
                        doc = "how a pass is struck", clause = "BASE-KICK-04", off = { "head" } },
    cross_techniques = { type = "words", default = { "low", "lifted" }, choices = { "low", "lifted", "head" },
                         doc = "how a cross is struck", clause = "BASE-CROSS-02", off = { "low" } },
    shot_techniques = { type = "words", default = { "low", "lifted" }, choices = { "low", "lifted", "head" },
                        doc = "how a shot is struck", clause = "BASE-SHOT-04", off = { "low" } },
    header_techniques = { type = "words", default = { "head" }, choices = { "low", "lifted", "head" },
                          doc = "how a header is struck", clause = "BASE-CROSS-04", off = { "low" } },
    gk_hands = { type = "word", default = "optional", choices = { "optional", "never" },
                 doc = "a keeper in his area may play the ball by hand", clause = "BASE-KICK-06", off = "never" },
    gk_backpass_hands = { type = "bool", default = false,
                          doc = "the keeper plays by hand also after a teammate's foot pass or throw-in, or his own kick",
                          clause = "BASE-KICK-06", off = true },
    crosses_per_turn = { type = "int", default = 1, min = 0, max = 9, doc = "crosses a team may declare in a turn",
                         clause = "BASE-CROSS-07", off = 9 },
    shots_per_turn = { type = "int", default = 1, min = 0, max = 9, doc = "shots a team may declare in a turn",
                       clause = "BASE-SHOT-02", off = 9 },
    p_kick_knockover = { type = "number", default = 0, min = 0, max = 1,
                         doc = "chance that a low or lifted kick knocks an opponent in the cell over" },
    p_header_knockover = { type = "number", default = 0, min = 0, max = 1,
                           doc = "chance that a header knocks an opponent in the cell over" },
    p_header_overrun = { type = "number", default = 0, min = 0, max = 1,
                         doc = "chance that a heading token rolls beyond the next cell" },
    goal_requires_declared_shot = { type = "bool", default = true, doc = "only declared shots score",
                                    clause = "BASE-SHOT-10", off = false },
  },
}

local SHOOTING = { shooting = true, penalty_area = true, goal_area = true }

local function techniques(m, name)
  return table.concat(m:param(name), " ")
end

-- The keeper may take the ball into his hands in his own area, unless his own side's feet gave it to him.
local function by_hand(ev, m)
  if not ev.keeper or m:param("gk_hands") == "never" then return false end
  if ev.zone ~= "own_penalty_area" and ev.zone ~= "own_goal_area" then return false end
  local from_feet = ev.source == "pass" or ev.source == "own" or ev.source == "restart"
  return m:param("gk_backpass_hands") or not (ev.from_mate and from_feet)
end

local function offer_cross(ev, m, may, clause)
  if ev.zone ~= "crossing" then
    may.cross = { refused = true, clause = "BASE-CROSS-01" }
  elseif ev.crosses >= m:param("crosses_per_turn") then
    may.cross = { refused = true, clause = "BASE-CROSS-07" }
  else
    may.cross = { technique = techniques(m, "cross_techniques"), clause = clause }
  end
end

local function offer_shot(ev, m, may, clause)
  local from_midfield = ev.band == "midfield" and ev.keeper_out
  if not (SHOOTING[ev.zone] or from_midfield) then
    may.shot = { refused = true, clause = "BASE-SHOT-01" }
  elseif ev.shots >= m:param("shots_per_turn") then
    may.shot = { refused = true, clause = "BASE-SHOT-02" }
  else
    may.shot = { technique = techniques(m, "shot_techniques"), clause = from_midfield and "BASE-SHOT-06" or clause }
  end
end

local function header(ev, m, may)
  may.pass = { technique = techniques(m, "header_techniques"), clause = "BASE-CROSS-05" }
  if not SHOOTING[ev.zone] then return end
  if ev.shots >= m:param("shots_per_turn") then
    may.shot = { refused = true, clause = "BASE-SHOT-02" }
  else
    may.shot = { technique = techniques(m, "header_techniques"), clause = "BASE-CROSS-05" }
  end
end

local function restart(ev, m, may)
  if ev.restart == "throw_in" then
    may.pass = { technique = "head", clause = "BASE-THROW-05" }
    return
  elseif ev.restart == "penalty" then
    may.shot = { technique = techniques(m, "shot_techniques"), clause = "BASE-SETUP-14" }
    return
  end
  local lifts = ev.restart ~= "kick_off" and m:param("restart_allows_lift")
  may.pass = { technique = lifts and "low lifted" or "low", clause = "BASE-SETUP-14" }
  if ev.restart == "free_kick" or ev.restart == "corner" then offer_cross(ev, m, may, "BASE-SETUP-14") end
  if ev.restart ~= "goal_kick" then offer_shot(ev, m, may, "BASE-SETUP-14") end
end

function kick.on_declare(ev, m, may)
  if ev.header then return header(ev, m, may) end
  if ev.restart ~= "none" then return restart(ev, m, may) end
  if ev.first_time == "cross" then return offer_cross(ev, m, may, "BASE-SKILL-04") end
  if ev.first_time == "shot" then return offer_shot(ev, m, may, "BASE-SKILL-06") end
  may.pass = { technique = techniques(m, "pass_techniques"),
               clause = ev.first_time == "pass" and "BASE-SKILL-02" or "BASE-KICK-03" }
  may.hands = { technique = "head", refused = not by_hand(ev, m), clause = "BASE-KICK-06" }
  may.lift = { technique = "lifted", refused = not m:param("pass_allows_lift"), clause = "BASE-PASS-01" }
  if ev.first_time == "pass" then return end
  offer_cross(ev, m, may, "BASE-CROSS-01")
  offer_shot(ev, m, may, "BASE-SHOT-01")
end

function kick.on_kick(ev, m, hand)
  hand.reach = m:param("kick_reach")
  hand.put_back = true
  if ev.technique == "head" then
    hand.knock, hand.tumble = m:param("p_header_knockover"), m:param("p_header_overrun")
  else
    hand.knock = m:param("p_kick_knockover")
  end
  return { reach = "BASE-KICK-01", knock = ev.technique == "head" and "BASE-KICK-11" or "BASE-KICK-10",
           tumble = "BASE-KICK-12", put_back = "BASE-KICK-07" }
end

-- The parts of a kick are settled in one order: a foul of the hand, a header of the cross, the lines, then the distance.
function kick.on_flight(ev, m)
  if ev.knocked ~= "none" then
    if ev.knocked == "tumble" then return "foul", "BASE-KICK-12" end
    if ev.technique ~= "head" then return "foul", "BASE-KICK-10" end
    if ev.knocked ~= "keeper" then return "foul", "BASE-KICK-11" end
  end
  if ev.kind == "cross" and ev.first ~= "none" then
    local hands = ev.first_is_keeper and ev.first == "defence" and m:param("gk_hands") ~= "never"
    if hands then return "claim", "BASE-CROSS-03" end
    return "header", "BASE-CROSS-03"
  end
  if ev.exit == "own_net" then return "own_goal", "BASE-SHOT-10" end
  if ev.exit == "net" and (ev.declared or not m:param("goal_requires_declared_shot")) then
    return "goal", "BASE-SHOT-10"
  end
  if ev.exit == "net" then return ev.last == "defence" and "corner" or "goal_kick", "BASE-SHOT-10" end
  if ev.exit == "touch" then return "throw_in", "BASE-TURN-07" end
  if ev.exit == "byline" then
    local corner = (ev.last == "defence") ~= ev.own_end
    return corner and "corner" or "goal_kick", "BASE-TURN-07"
  end
  if ev.kind == "cross" then return "cod", "BASE-CROSS-08" end
  if ev.kind == "shot" then return "cod", "BASE-SHOT-07" end
  if ev.restart ~= "none" then return "cod", "BASE-KICK-02" end
  return "cod", "BASE-PASS-02"
end

return kick
