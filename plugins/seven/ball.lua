-- The ball: passes, kicks, long passes, chains and what becomes of them.
local ball = {
  name = "seven/ball", api = 1, requires = { "seven/team", "seven/moves" },
  doc = "What the carrier may do with the ball, how far it goes, and what scores.",
  clauses = {
    "SEVEN-TURN-04", "SEVEN-TURN-05", "SEVEN-PASS-01", "SEVEN-PASS-02", "SEVEN-PASS-03", "SEVEN-PASS-04",
    "SEVEN-KICK-01", "SEVEN-KICK-02", "SEVEN-KICK-03", "SEVEN-KICK-04", "SEVEN-KICK-05", "SEVEN-KICK-06",
    "SEVEN-KICK-07", "SEVEN-KICK-08", "SEVEN-KICK-11", "SEVEN-KICK-12", "SEVEN-OVER-01", "SEVEN-OVER-02",
    "SEVEN-OVER-03", "SEVEN-OVER-04", "SEVEN-OVER-05", "SEVEN-CHAIN-01", "SEVEN-CHAIN-02", "SEVEN-CHAIN-03",
    "SEVEN-CHAIN-04", "SEVEN-CHAIN-05", "SEVEN-GOAL-01", "SEVEN-GOAL-02", "SEVEN-KEEP-04",
  },
  params = {
    pass_range = { type = "int", default = 2, min = 1, max = 12, doc = "spaces of a pass", clause = "SEVEN-PASS-02" },
    kick_range = { type = "int", default = 2, min = 1, max = 12, doc = "spaces of a kick", clause = "SEVEN-KICK-02" },
    over_range = { type = "int", default = 99, min = 1, max = 99, doc = "spaces of a long pass",
                   clause = "SEVEN-OVER-03", off = 2 },
    chain_range = { type = "int", default = 2, min = 1, max = 12, doc = "spaces of each hop of a chain",
                    clause = "SEVEN-CHAIN-02" },
    pass_over = { type = "bool", default = true, doc = "pawns in between do not stop a pass", clause = "SEVEN-PASS-03",
                  off = false },
    pass_to_opponent = { type = "bool", default = false, doc = "the ball may be passed to an opponent",
                         clause = "SEVEN-PASS-04", off = true },
    kick_over = { type = "bool", default = true, doc = "a kick onto a space needs no clear line",
                  clause = "SEVEN-KICK-05", off = false },
    shot_clear = { type = "bool", default = true, doc = "a shot needs every space in between empty",
                   clause = "SEVEN-KICK-03", off = false },
    shot_oblique = { type = "bool", default = true, doc = "oblique lines have two spaces in between",
                     clause = "SEVEN-KICK-04", off = false },
    blocked_target = { type = "bool", default = true, doc = "X spaces are out of reach for the ball",
                       clause = "SEVEN-KICK-06", off = false },
    blocked_line = { type = "bool", default = true, doc = "no shot crosses an X space or leaves the board",
                     clause = "SEVEN-KICK-08", off = false },
    own_goal = { type = "bool", default = false, doc = "the ball may be kicked into the own goal",
                 clause = "SEVEN-KICK-12", off = true },
    kick_scores = { type = "bool", default = true, doc = "a kick into the goal scores", clause = "SEVEN-GOAL-02",
                    off = false },
    keeper_saves = { type = "bool", default = false, doc = "the keeper saves every shot", clause = "SEVEN-KEEP-04",
                     off = true },
    over_middle = { type = "bool", default = true, doc = "the middle row counts for a long pass",
                    clause = "SEVEN-OVER-02", off = false },
    over_goal = { type = "bool", default = false, doc = "a long pass may go into a goal", clause = "SEVEN-OVER-04",
                  off = true },
    chain_over = { type = "bool", default = false, doc = "a chain may begin with a long pass",
                   clause = "SEVEN-CHAIN-03", off = true },
    chain_kick = { type = "bool", default = false, doc = "a chain may end on an empty space",
                   clause = "SEVEN-CHAIN-04", off = true },
    chain_again = { type = "bool", default = false, doc = "a pawn may have the ball twice in a chain",
                    clause = "SEVEN-CHAIN-05", off = true },
  },
}

-- A long pass stays in the half of its long-pass space, the middle row included.
local function long_pass(ev, m, blocked)
  local own = ev.zone == "own_long_pass"
  local half = (own and "own_" or "") .. (m:param("over_middle") and "half_and_middle" or "half")
  local goal = m:param("over_goal")
  return { into = goal and "anything" or "unopposed", zone = not goal and half or nil, not_zone = blocked,
           clause = own and "SEVEN-OVER-01" or "SEVEN-OVER-05" }
end

local function shot(ev, m)
  local on_x = ev.zone == "blocked" or ev.zone == "own_blocked"
  if on_x and not m:param("blocked_scores") then return { refused = true, clause = "SEVEN-KICK-07" } end
  local line = not m:param("shot_clear") and "any" or m:param("shot_oblique") and "empty" or "aligned"
  return { into = m:param("own_goal") and "goals" or "goal", through = line,
           avoid = m:param("blocked_line") and "blocked" or nil, clause = "SEVEN-KICK-01" }
end

function ball.on_declare(ev, m, may)
  if ev.ball ~= "own" then                                                  -- the one on the ball's space is the carrier
    local nothing = { refused = true, clause = "SEVEN-TURN-04" }
    may.pass, may.kick, may.shot, may.over, may.chain = nothing, nothing, nothing, nothing, nothing
    return
  end
  local blocked = m:param("blocked_target") and "blocked" or nil
  may.pass = { into = m:param("pass_to_opponent") and "pawn" or "teammate", not_zone = blocked,
               through = m:param("pass_over") and "any" or "empty", clause = "SEVEN-PASS-01" }
  may.kick = { into = "empty", not_zone = blocked, through = m:param("kick_over") and "any" or "empty",
               clause = "SEVEN-KICK-01" }
  may.shot = shot(ev, m)
  may.chain = { hops = true, into = m:param("chain_kick") and "unopposed" or "teammate", not_zone = blocked,
                again = m:param("chain_again"), clause = "SEVEN-CHAIN-01" }
  if ev.zone == "long_pass" or ev.zone == "own_long_pass" then may.over = long_pass(ev, m, blocked) end
end

local RANGE = {
  pass = { "pass_range", "SEVEN-PASS-02" }, kick = { "kick_range", "SEVEN-KICK-02" },
  shot = { "kick_range", "SEVEN-KICK-02" }, over = { "over_range", "SEVEN-OVER-01" },
  chain = { "chain_range", "SEVEN-CHAIN-02" },
}

function ball.on_kick(ev, m, kick)
  local range = RANGE[ev.kind]
  if not range then return end
  kick.reach = m:param(range[1])
  local long = ev.zone == "long_pass" or ev.zone == "own_long_pass"
  if ev.kind == "chain" and long and m:param("chain_over") then kick.reach = m:param("over_range") end
  return range[2]
end

function ball.on_flight(ev, m)
  if ev.exit == "own_net" then return "own_goal", "SEVEN-KICK-12" end
  if ev.exit == "net" then
    if ev.kind == "advance" then return "goal", "SEVEN-GOAL-01" end         -- carried in
    if m:param("keeper_saves") then return "claim", "SEVEN-KEEP-04" end
    return m:param("kick_scores") and "goal" or "miss", "SEVEN-KICK-11"
  end
  if ev.kind == "kick" then return "miss", "SEVEN-TURN-05" end               -- it lies loose and belongs to nobody
  return "precise", "SEVEN-PASS-01"
end

return ball
