-- Whose turn comes next, when the match ends, and changes of pawns.
local turn = {
  name = "seven/turn", api = 1, requires = { "seven/team" },
  doc = "Turns, golden goal and goal limit, forfeit, substitution.",
  clauses = {
    "SEVEN-TURN-01", "SEVEN-TURN-06", "SEVEN-PASS-05", "SEVEN-PEN-10", "SEVEN-MODE-01", "SEVEN-MODE-02",
    "SEVEN-MODE-03", "SEVEN-MODE-04", "SEVEN-FORFEIT-01", "SEVEN-FORFEIT-02", "SEVEN-FORFEIT-03", "SEVEN-SUB-01",
    "SEVEN-SUB-02", "SEVEN-SUB-03", "SEVEN-SUB-04", "SEVEN-SUB-05", "SEVEN-SUB-06", "SEVEN-SUB-07", "SEVEN-SUB-08",
  },
  params = {
    mode = { type = "word", default = "golden_goal", choices = { "golden_goal", "goal_limit" },
             doc = "the first goal wins, or the first to reach the limit" },
    goal_limit = { type = "int", default = 3, min = 1, max = 20, doc = "goals that win a match with a goal limit",
                   clause = "SEVEN-MODE-03", off = 2 },
    reds_to_forfeit = { type = "int", default = 4, min = 1, max = 6, doc = "red cards that lose the match",
                        clause = "SEVEN-FORFEIT-01" },
    forfeit_score = { type = "int", default = 3, min = 0, max = 9, doc = "goals of a forfeited match",
                      clause = "SEVEN-FORFEIT-02", off = 0 },
    forfeit_first = { type = "bool", default = true, doc = "a forfeit comes before the penalty of the same action",
                      clause = "SEVEN-FORFEIT-03", off = false },
    substitutes = { type = "int", default = 1, min = 0, max = 5, doc = "changes of pawns in a match",
                    clause = "SEVEN-SUB-01", off = 0 },
    sub_in_stoppage = { type = "bool", default = false, doc = "pawns may be changed during a set-up or a penalty",
                        clause = "SEVEN-SUB-08", off = true },
    replace_expelled = { type = "bool", default = false, doc = "a substitute may come on for an expelled pawn",
                         clauses = { "SEVEN-SUB-03", "SEVEN-SUB-04" }, off = true },
    sub_takes_space = { type = "bool", default = true, doc = "a substitute takes the replaced pawn's space and ball",
                        clause = "SEVEN-SUB-05", off = false },
    replaced_returns = { type = "bool", default = false, doc = "a replaced pawn may come on again",
                         clause = "SEVEN-SUB-06", off = true },
    sub_inherits_cards = { type = "bool", default = false, doc = "cards go on with the substitute",
                           clause = "SEVEN-SUB-07", off = true },
  },
}

local PASSES = { pass = true, over = true, chain = true, kick = true }

function turn.on_phase_end(ev)
  if ev.act == "penalty" then return "turn", "SEVEN-PEN-10" end
  if ev.act == "steal" then return "turn", "SEVEN-TURN-06" end
  if PASSES[ev.act] then return "turn", "SEVEN-PASS-05" end
  return "turn", "SEVEN-TURN-01"
end

local function goal(ev, m)
  if m:param("mode") == "golden_goal" then return "end", "SEVEN-MODE-01" end
  local most = (ev.goals + math.abs(ev.lead)) / 2                           -- goals of the side that is ahead
  return most >= m:param("goal_limit") and "end" or "play", "SEVEN-MODE-02"
end

-- The side that is short of four pawns has lost.
local function sent_off(ev, m)
  local lost = ev.players <= m:param("starters") - m:param("reds_to_forfeit")
  if lost and (m:param("forfeit_first") or ev.restart ~= "penalty") then
    return ev.short_home and "away" or "home", "SEVEN-FORFEIT-01"
  end
  return "play", "SEVEN-FORFEIT-01"
end

function turn.on_clock(ev, m)
  if ev.question == "tick" then return 0, "SEVEN-MODE-04" end
  if ev.at == "goal" then return goal(ev, m) end
  if ev.at == "sent_off" then return sent_off(ev, m) end
  return "play", "SEVEN-MODE-04"                                            -- no clock and no draw
end

local WINDOW = { before = true, after = true }

function turn.on_substitution(ev, m, sub)
  if ev.stage == "may" and (WINDOW[ev.window] or m:param("sub_in_stoppage")) then
    sub.max = m:param("substitutes") - ev.used
  end
  return "SEVEN-SUB-02"
end

return turn
