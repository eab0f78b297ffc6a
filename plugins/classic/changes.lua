-- Changes of player that must be made, and what they add to the half.
local changes = {
  name = "classic/changes", api = 1, requires = { "base/setup", "base/time", "tournament/substitutions" },
  doc = "Two changes from minute 60 on and one from minute 75 on; the reserve keeper's numbers.",
  clauses = { "CLAS-SUB-03", "CLAS-SUB-04", "CLAS-SUB-06", "CLAS-STOPPAGE-02" },
  params = {
    changes_at_60 = { type = "int", default = 2, min = 0, max = 5, doc = "changes each side must make from minute 60 on",
                      clause = "CLAS-SUB-03", off = 0 },
    changes_at_75 = { type = "int", default = 1, min = 0, max = 5, doc = "and from minute 75 on", clause = "CLAS-SUB-04",
                      off = 0 },
    reserve_number = { type = "int", default = 4, min = 0, max = 6, doc = "duel numbers of the reserve keeper",
                       clause = "CLAS-SUB-06", off = 0 },
  },
  state = {
    side = {
      paid_60 = { type = "int", max = 5, doc = "changes made of those due at minute 60" },
      paid_75 = { type = "int", max = 5, doc = "of those due at minute 75" },
      reserve = { type = "int", max = 32, doc = "the token of the reserve keeper" },
    },
    match = { counted = { type = "int", max = 20, lasts = "half", doc = "changes of this half that add time" } },
  },
}

-- Legs of the second half that are over: minute 60 is the first, minute 75 the second.
local function legs(m)
  if m:clock("half") < 2 then return 0 end
  return math.floor(m:clock("tick") / m:param("ticks_per_leg"))
end

local function made(ev, m, sub)
  local token = m:who("on")
  local side = m:team(token)
  local over = legs(m)
  if over >= 1 and m:get("paid_60", side) < m:param("changes_at_60") then
    m:set("paid_60", m:get("paid_60", side) + 1, side)
  elseif over >= 2 and m:get("paid_75", side) < m:param("changes_at_75") then
    m:set("paid_75", m:get("paid_75", side) + 1, side)
  end
  if ev.reserve then m:set("reserve", token, side) end
  local between = m:clock("tick") == 0 and ev.window == "setup"             -- before a half nothing is added
  if not between then m:set("counted", math.min(20, m:get("counted") + 1)) end
end

function changes.on_substitution(ev, m, sub)
  if ev.stage == "made" then return made(ev, m, sub) end
  local over = legs(m)
  local at_60 = over >= 1 and m:param("changes_at_60") - m:get("paid_60", ev.side) or 0
  local at_75 = over >= 2 and m:param("changes_at_75") - m:get("paid_75", ev.side) or 0
  local due = math.max(0, at_60) + math.max(0, at_75)
  if due > 0 and sub.max > 0 then
    sub.min = math.min(due, sub.max)
    return at_60 > 0 and "CLAS-SUB-03" or "CLAS-SUB-04"
  end
end

return changes
