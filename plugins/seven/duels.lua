-- Stealing, cards, and the penalty game.
local duels = {
  name = "seven/duels", api = 1, requires = { "seven/team" },
  doc = "Who may steal, what a diagonal steal costs, and how a penalty is settled.",
  clauses = {
    "SEVEN-STEAL-01", "SEVEN-STEAL-02", "SEVEN-STEAL-03", "SEVEN-STEAL-04", "SEVEN-STEAL-05", "SEVEN-STEAL-06",
    "SEVEN-STEAL-07", "SEVEN-STEAL-08", "SEVEN-STEAL-09", "SEVEN-STEAL-10", "SEVEN-CARD-01", "SEVEN-CARD-02",
    "SEVEN-CARD-03", "SEVEN-CARD-04", "SEVEN-CARD-05", "SEVEN-CARD-06", "SEVEN-CARD-07", "SEVEN-CARD-08",
    "SEVEN-PEN-01", "SEVEN-PEN-04", "SEVEN-PEN-06", "SEVEN-PEN-07",
  },
  params = {
    steal_range = { type = "int", default = 1, min = 1, max = 12, doc = "spaces from which the carrier can be robbed",
                    clause = "SEVEN-STEAL-10", off = 2 },
    thief_takes_space = { type = "bool", default = true, doc = "the thief takes the robbed pawn's space",
                          clause = "SEVEN-STEAL-02", off = false },
    robbed_swaps = { type = "bool", default = true, doc = "the robbed pawn goes to the thief's former space",
                     clause = "SEVEN-STEAL-03", off = false },
    robbed_banned = { type = "bool", default = true, doc = "a robbed pawn may not steal in its team's next turn",
                      clause = "SEVEN-STEAL-04", off = false },
    penalties = { type = "bool", default = true, doc = "a diagonal steal in the own penalty area is a penalty",
                  clause = "SEVEN-PEN-01", off = false },
    penalty_and_card = { type = "bool", default = true, doc = "a penalty comes in addition to the card",
                         clause = "SEVEN-STEAL-08", off = false },
    penalty_replaces_ball = { type = "bool", default = true, doc = "a penalty is given although the thief is sent off",
                              clause = "SEVEN-CARD-07", off = false },
    ball_after_red = { type = "word", default = "loose", choices = { "loose", "robbed" },
                       doc = "where the ball stays when the thief is sent off", clause = "SEVEN-CARD-06",
                       off = "robbed" },
    penalty_choices = { type = "int", default = 3, min = 2, max = 3, doc = "numbers that both sides choose from",
                        clause = "SEVEN-PEN-04", off = 2 },
  },
}

function duels.on_declare(ev, m, may)
  if ev.ball ~= "other" then
    may.steal = { refused = true, clause = "SEVEN-STEAL-10" }               -- a loose ball is collected by moving
    return
  end
  local banned = m:param("robbed_banned") and ev.robbed or nil
  may.steal = { cells = m:param("steal_range"), dirs = "straight", except = banned, clause = "SEVEN-STEAL-01" }
  may.lunge = { cells = m:param("steal_range"), dirs = "diagonal", except = banned, clause = "SEVEN-STEAL-06" }
end

function duels.on_duel(ev, m, next)
  if ev.kind == "penalty" then
    if ev.pick_by ~= ev.pick_against then return "won", "SEVEN-PEN-06" end
    return "lost", "SEVEN-PEN-07"
  elseif ev.kind == "steal" then
    if ev.place == "diagonal" then return "foul", "SEVEN-STEAL-06" end      -- it succeeds all the same
    if m:cautions(ev.by) > 0 then return "won", "SEVEN-CARD-08" end
    return "won", "SEVEN-STEAL-05"
  end
  return next()
end

-- A yellow, or a red for a pawn that has one; a penalty in the own penalty area.
function duels.on_foul(ev, m, foul)
  if ev.cause ~= "steal" then return end
  local second = ev.cautions >= 1
  local penalty = ev.in_area and m:param("penalties")
  if penalty and second and not m:param("penalty_replaces_ball") then penalty = false end
  foul.restart = penalty and "penalty" or "none"
  if not penalty or m:param("penalty_and_card") then
    foul.card, foul.cautions = second and "red" or "yellow", 1
    foul.send_off = second
  end
  foul.spot = m:param("ball_after_red") == "loose" and "offender" or "victim"
  return {
    restart = penalty and "SEVEN-STEAL-07" or "SEVEN-STEAL-09", card = second and "SEVEN-CARD-05" or "SEVEN-CARD-01",
    cautions = second and "SEVEN-CARD-03" or "SEVEN-CARD-02", send_off = "SEVEN-CARD-04", spot = "SEVEN-CARD-04",
  }
end

return duels
