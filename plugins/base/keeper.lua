-- The keeper before a shot.
local keeper = {
  name = "base/keeper", api = 1, requires = { "base/field" },
  doc = "How a keeper may be prepared when a shot is declared: the rod, or a place and a pose.",
  clauses = {
    "BASE-SKILL-09", "BASE-SHOT-03", "BASE-SHOT-05", "BASE-CROSS-06", "BASE-SETUP-11", "BASE-SETUP-12",
    "BASE-GK-01", "BASE-GK-02", "BASE-GK-03", "BASE-GK-04", "BASE-GK-05", "BASE-GK-06", "BASE-GK-09", "BASE-GK-10",
  },
  params = {
    gk_prep_cells = { type = "int", default = 2, min = 0, max = 5, doc = "cells a keeper may be moved by hand",
                      clause = "BASE-GK-04", off = 0 },
    gk_prep_may_enter = { type = "bool", default = false, doc = "the keeper may be put into the shooter's cell",
                          clause = "BASE-GK-10", off = true },
    gk_stand_dirs = { type = "word", default = "front", choices = { "front", "any" },
                      doc = "where a keeper may step and stay on his feet" },
    gk_enters_from_front = { type = "bool", default = false,
                             doc = "a keeper coming straight out may go into the shooter's cell" },
    rod_from_inside = { type = "bool", default = false, doc = "the rod also against shots from inside the area",
                        clause = "BASE-SHOT-05", off = true },
    rod_at_headers = { type = "bool", default = false, doc = "the rod also against headers",
                       clause = "BASE-CROSS-06", off = true },
    rod_and_hand = { type = "bool", default = false, doc = "where the rod is open the keeper may be positioned instead",
                     clause = "BASE-GK-09", off = true },
    penalty_prep = { type = "word", default = "on_line", choices = { "on_line", "rod_only" },
                     doc = "what a keeper may do at a penalty besides the rod", clause = "BASE-SETUP-12",
                     off = "rod_only" },
  },
}

-- Option B: without the rod, at most two cells; two cells, or one backwards, only lying.
local function by_hand(m, may)
  local cells = m:param("gk_prep_cells")
  local gap = m:param("gk_prep_may_enter") and 0 or 1
  if gap > 0 then may.enter = { who = "keeper", into = "carrier", refused = true, clause = "BASE-GK-10" } end
  may.farther = { who = "keeper", refused = true, clause = "BASE-GK-04" }
  may.stay = { who = "keeper", cells = 0, pose = "either", clause = "BASE-GK-06" }
  if cells < 1 then return end
  may.forward = { who = "keeper", cells = 1, least = 1, dirs = m:param("gk_stand_dirs"), pose = "either", gap = gap,
                  clause = "BASE-GK-06" }
  may.dive = { who = "keeper", cells = cells, least = 1, pose = "lie", gap = gap, clause = "BASE-GK-05" }
  if m:param("gk_enters_from_front") then
    may.close = { who = "keeper", cells = 1, least = 1, dirs = "front", into = "carrier", pose = "either",
                  clause = "BASE-GK-10" }
    may.close_dive = { who = "keeper", cells = cells, least = 1, dirs = "front", into = "carrier", pose = "lie",
                       clause = "BASE-GK-10" }
  end
end

function keeper.on_save(ev, m, may)
  if not ev.keeper then return end                                          -- BASE-SKILL-09
  if ev.penalty then
    may.rod = { who = "keeper", rod = true, clause = "BASE-SETUP-11" }
    if m:param("penalty_prep") == "on_line" then
      may.line = { who = "keeper", cells = 0, pose = "either", on_line = true, clause = "BASE-SETUP-12" }
    end
    return
  end
  local inside = ev.from_area and not m:param("rod_from_inside")
  local headed = ev.header and not m:param("rod_at_headers")
  if ev.keeper_at == "goal_area" and not inside and not headed then
    may.rod = { who = "keeper", rod = true, clause = "BASE-GK-02" }
    if not m:param("rod_and_hand") then
      may.hand = { who = "keeper", refused = true, clause = "BASE-GK-09" }
      return
    end
  else
    local clause = headed and "BASE-CROSS-06" or inside and "BASE-SHOT-05" or "BASE-GK-02"
    may.rod = { who = "keeper", rod = true, refused = true, clause = clause }
  end
  by_hand(m, may)
end

return keeper
