-- P2 and P3: who may move how far, and into whose cell.
local moves = {
  name = "base/moves", api = 1, requires = { "base/field" },
  doc = "Moves of attackers and defenders, long balls, crowded cells, entering the carrier's cell.",
  clauses = {
    "BASE-MOVE-01", "BASE-MOVE-02", "BASE-MOVE-03", "BASE-MOVE-04", "BASE-MOVE-07", "BASE-GK-08", "BASE-LONG-01",
    "BASE-LONG-03", "BASE-SETUP-10", "BASE-COD-11", "BASE-ENTER-01", "BASE-ENTER-02", "BASE-ENTER-03", "BASE-ENTER-05",
    "BASE-THROW-06",
  },
  params = {
    p2_allowance = { type = "int", default = 3, min = 0, max = 12, doc = "cells an attacker may move in P2",
                     clause = "BASE-MOVE-01", off = 0 },
    p3_allowance = { type = "word", default = "match_max", choices = { "match_max", "total", "flat3" },
                     doc = "defenders match the longest move of the attack, or all its cells together, or always move 3",
                     clause = "BASE-MOVE-02", off = "flat3" },
    p3_max = { type = "int", default = 3, min = 0, max = 12, doc = "most cells a defender may move in P3",
               clause = "BASE-MOVE-02" },
    shift_only_when_restricted = { type = "bool", default = true,
                                   doc = "a teammate makes room only when keeper and one other may move" },
    front_is = { type = "word", default = "towards_attacked_goal",
                 choices = { "towards_attacked_goal", "towards_own_goal" },
                 doc = "which neighbours of the carrier are his front ones", clause = "BASE-ENTER-02" },
    long_ball_from = { type = "int", default = 4, min = 1, max = 20,
                       doc = "cells of the nearest candidate from which a ball is long", clause = "BASE-LONG-01",
                       off = 20 },
    intercept_run_counts = { type = "bool", default = false,
                             doc = "an interceptor's run counts as movement of the turn it opens" },
  },
}

-- The number of cells a long ball of this turn gives, or nil.
local function long_ball(ev, m)
  return ev.nearest >= m:param("long_ball_from") and ev.run or nil
end

local function everybody(may, cells, clause)
  may.team = { who = "others", cells = cells, clause = clause }
  may.keeper = { who = "keeper", cells = cells, clause = clause == "BASE-LONG-03" and clause or "BASE-GK-08" }
  may.shift = { cells = 0, shift = true, clause = "BASE-MOVE-07" }
end

-- The attack moved nobody: the keeper and one other, one cell each. Either may step into a teammate's cell, who then
-- makes room; `option` keeps it at one other, whichever way he goes.
local function restricted(may)
  may.keeper = { who = "keeper", cells = 1, shift = true, clause = "BASE-MOVE-03" }
  may.keeper_in = { who = "keeper", cells = 1, push = "empty", into = "teammate", clause = "BASE-MOVE-04" }
  may.one = { who = "others", count = 1, option = 1, cells = 1, shift = true, clause = "BASE-MOVE-03" }
  may.one_in = { who = "others", count = 1, option = 2, cells = 1, push = "empty", into = "teammate",
                 clause = "BASE-MOVE-04" }
end

function moves.on_move_allowance(ev, m, may)
  local long = long_ball(ev, m)
  if ev.phase == 2 then
    everybody(may, long or m:param("p2_allowance"), long and "BASE-LONG-03" or "BASE-MOVE-01")
  elseif ev.movers == 0 then
    restricted(may)
  else
    local how, most = m:param("p3_allowance"), m:param("p3_max")
    local cells = how == "flat3" and most or math.min(how == "total" and ev.total or ev.longest, most)
    everybody(may, long or cells, long and "BASE-LONG-03" or "BASE-MOVE-02")
    if not m:param("shift_only_when_restricted") then
      may.room = { cells = long or cells, push = "empty", into = "teammate", clause = "BASE-MOVE-04" }
    end
  end
  if ev.crowd > 0 then
    may.crowd = { who = "crowd", cells = 1, forced = true, free = true, clause = "BASE-COD-11" }
  end
  if ev.wall > 0 then
    may.wall = { who = "wall", cells = 1, forced = true, free = true, clause = "BASE-SETUP-10" }
  end
end

-- A defender mostly stands between the carrier and the goal he attacks, so that is his front.
local function from_front(ev, m)
  if m:param("front_is") == "towards_own_goal" then return ev.from == "rear" end
  return ev.from == "front"
end

function moves.on_move(ev, m)
  if ev.cell_is == "throw_spot" then return "no", "BASE-THROW-06" end
  if not ev.first then return "no", "BASE-ENTER-01" end
  if from_front(ev, m) then return "free", "BASE-ENTER-02" end
  return "die", ev.from == "far" and "BASE-ENTER-05" or "BASE-ENTER-03"
end

return moves
