-- Phases 2 and 3: what this edition says beside the moves that it shares with the newer one.
local moves = {
  name = "classic/moves", api = 1, requires = { "base/moves" },
  doc = "The holder stays, a quick turn is answered quickly, and a defender may go into the holder's cell.",
  clauses = { "CLAS-MOVE-01", "CLAS-MOVE-02", "CLAS-MOVE-05", "CLAS-QUICK-03", "CLAS-ENTER-01", "CLAS-ENTER-02" },
  params = {
    holder_moves = { type = "int", default = 0, min = 0, max = 12, doc = "cells the holder may move in phase 2",
                     clause = "CLAS-MOVE-02", off = 3 },
    quick_reply = { type = "word", default = "quick", choices = { "quick", "team" },
                    doc = "what may answer a quick turn: the keeper and one other, or the whole team",
                    clause = "CLAS-QUICK-03", off = "team" },
    enter_ball_cell = { type = "bool", default = true, doc = "defenders may move into the holder's cell",
                        clause = "CLAS-ENTER-01", off = false },
  },
}

function moves.on_move_allowance(ev, m, may)
  if ev.phase == 2 and m:param("holder_moves") > 0 then
    may.holder = { who = "carrier", cells = m:param("holder_moves"), clause = "CLAS-MOVE-01" }
  elseif ev.phase == 3 and ev.movers == 0 and m:param("quick_reply") == "team" then
    may.team = { who = "others", cells = m:param("p3_max"), clause = "CLAS-MOVE-05" }
  end
end

function moves.on_move(ev, m, next)
  if ev.cell_is == "carrier" and not m:param("enter_ball_cell") then return "no", "CLAS-ENTER-02" end
  return next()
end

return moves
