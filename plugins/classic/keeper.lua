-- The keeper takes the ball up.
local keeper = {
  name = "classic/keeper", api = 1, requires = { "base/turn", "base/moves", "base/kick" },
  doc = "Ball in hand: he holds it, moves with it, cannot be reached, and puts it down for his next kick.",
  clauses = { "CLAS-GK-05", "CLAS-GK-07", "CLAS-GK-08", "CLAS-GK-09", "CLAS-GK-10" },
  params = {
    gk_hold = { type = "bool", default = true, doc = "a keeper in his area may take the ball in his hands",
                clause = "CLAS-GK-07", off = false },
    gk_carry = { type = "int", default = 3, min = 0, max = 12, doc = "cells he may carry it, inside his area",
                 clause = "CLAS-GK-08", off = 0 },
  },
  state = { side = { held = { type = "int", max = 60000, doc = "the turn in which its keeper holds the ball" } } },
}

local OWN_AREA = { own_penalty_area = true, own_goal_area = true }
local FEET = { pass = true, own = true, restart = true }

-- The last kick was a foot's or a throw of his own side, and no opponent has touched the ball since.
local function back_pass(ev, m)
  local passer, token = m:who("passer"), m:who("token")
  return passer and m:team(passer) == m:team(token) and FEET[ev.source] and not ev.deflected
end

function keeper.on_ability(ev, m, next)
  local offer = next()
  if ev.moment == "reception" and m:param("gk_hold") and OWN_AREA[ev.zone] then
    local token = m:who("token")
    if token == m:keeper("attack") then
      offer.hold = { refused = back_pass(ev, m) or false, clause = "CLAS-GK-07" }
    end
  elseif ev.moment == "in_ball_cell" and m:get("held", "attack") == m:clock("turn") then
    offer.tackle = { refused = true, clause = "CLAS-GK-10" }
  end
  return offer
end

function keeper.on_phase_end(ev, m, next)
  local carrier = m:who("carrier")
  if ev.phase ~= "p1" or ev.restart ~= "none" or not carrier then return next() end
  if ev.asked and ev.in_hand and m:used(carrier, "hold") then
    m:set("held", m:clock("turn") + (ev.kept and 0 or 1), "attack")
    return "p2", "CLAS-GK-08"                                               -- no kick: his side moves at once
  end
  local has_it = not ev.kept and not ev.asked and (ev.how == "cod" or ev.how == "save")
  if has_it and m:param("gk_hold") and carrier == m:keeper("attack") then return "offer", "CLAS-GK-07" end
  return next()
end

function keeper.on_move_allowance(ev, m, may)
  if ev.phase == 2 and ev.in_hand and m:param("gk_carry") > 0 then
    may.carry = { who = "carrier", cells = m:param("gk_carry"), zone = "own_penalty_area", clause = "CLAS-GK-08" }
  end
end

-- Before a shot he may go into the shooter's cell from any side; only through the front cells does it cost nothing.
function keeper.on_save(ev, m, may)
  for _, name in ipairs({ "close", "close_dive" }) do
    if may[name] then may[name].dirs = "any" end
  end
  return "CLAS-GK-05"
end

function keeper.on_move(ev, m, next)
  if ev.cell_is == "shooter" then
    if ev.from == "front" or ev.from == "through" then return "free", "CLAS-GK-05" end
    return next({ cell_is = "carrier", first = true }, "CLAS-GK-05")        -- from behind: CLAS-ENTER-04, -05
  end
  if ev.in_hand and ev.cell_is == "carrier" then return "no", "CLAS-GK-10" end
  return next()
end

-- Put down for a turn of its own the ball is played with the feet.
function keeper.on_declare(ev, m, may)
  if not ev.in_hand or m:get("held", "attack") + 1 ~= m:clock("turn") then return end
  if ev.restart == "none" and may.pass and not ev.header then
    may.pass, may.hands, may.lift = { technique = "low" }, nil, nil
    return "CLAS-GK-09"
  end
end

return keeper
