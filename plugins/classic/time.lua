-- The clock: ticks for phase 3 and for formations, stoppage time, and which restarts are still taken.
local time = {
  name = "classic/time", api = 1, requires = { "base/time", "classic/changes", "classic/duels" },
  doc = "What moves the referee here, what goals and changes add to a half, and how it ends.",
  clauses = {
    "CLAS-TIME-02", "CLAS-TIME-03", "CLAS-TIME-06", "CLAS-TIME-07", "CLAS-TIME-08", "CLAS-STOPPAGE-01",
    "CLAS-STOPPAGE-02", "CLAS-STOPPAGE-03",
  },
  params = {
    formation_ticks = { type = "int", default = 1, min = 0, max = 3, doc = "ticks of a formation", clause = "CLAS-TIME-03",
                        off = 0 },
    idle_defence_stops_clock = { type = "bool", default = true,
                                 doc = "after a quick turn a defence that moves nobody stops the clock",
                                 clause = "CLAS-TIME-08", off = false },
    stoppage_per_goal = { type = "int", default = 1, min = 0, max = 5, doc = "ticks that a goal adds to its half",
                          clause = "CLAS-STOPPAGE-01", off = 0 },
    stoppage_per_change = { type = "int", default = 1, min = 0, max = 5, doc = "ticks that a change of player adds",
                            clause = "CLAS-STOPPAGE-02", off = 0 },
    stoppage_max = { type = "int", default = 5, min = 0, max = 33, doc = "most that is added to a half",
                     clause = "CLAS-STOPPAGE-03", off = 33 },
  },
  state = { match = {
    fixed = { type = "bool", lasts = "half", doc = "the stoppage time of this half is fixed" },
    added = { type = "int", max = 99, lasts = "half", doc = "stoppage time in ticks" },
    up = { type = "bool", lasts = "half", doc = "time is up" },
    before = { type = "int", max = 255, lasts = "half", doc = "turns of the stoppage time itself" },
  } },
}

local STOPPAGE = { out = true, foul = true, goal = true }
local TAKEN = { free_kick = true, penalty = true }

local function tick(ev, m, next)
  if ev.at == "p2" then return 0, "CLAS-TIME-02" end
  if ev.at == "p3" then
    if ev.cut then return 0, "CLAS-TIME-02" end
    local idle = ev.quick and not ev.moved and not m:get("classic/duels.tried")
    if idle and m:param("idle_defence_stops_clock") then return 0, "CLAS-TIME-08" end
    return 1, "CLAS-TIME-02"
  end
  if ev.at == "award" then                                                  -- a throw-in is no formation
    return ev.restart ~= "throw_in" and m:param("formation_ticks") or 0, "CLAS-TIME-03"
  elseif ev.at == "setup" then                                              -- unless a change makes it one
    return ev.restart == "throw_in" and m:param("formation_ticks") or 0, "CLAS-TIME-03"
  end
  return next({ tick = math.max(0, ev.tick - m:get("added")) }, "CLAS-STOPPAGE-01")
end

-- Goals and changes of the half, fixed when its ordinary time is over.
local function stoppage(ev, m)
  local goals = ev.goals * m:param("stoppage_per_goal")
  local changes = m:get("classic/changes.counted") * m:param("stoppage_per_change")
  return math.min(goals + changes, m:param("stoppage_max"))
end

local function whistle(ev, m, next)
  local length = m:param("ticks_per_leg") * m:param("legs_per_half")
  if ev.tick < length or ev.at == "sent_off" or ev.at == "start" then return next() end
  if not m:get("fixed") then
    m:set("fixed", true)
    m:set("added", stoppage(ev, m))
  end
  local shown = ev.tick - m:get("added")
  if shown < length then return next({ tick = shown }, "CLAS-STOPPAGE-01") end
  if not m:get("up") then
    m:set("up", true)
    m:set("before", math.min(255, ev.extra))
  end
  local extra = ev.extra - m:get("before")
  if STOPPAGE[ev.at] and extra < m:param("injury_turn_cap") then
    if TAKEN[ev.restart] then return "play", "CLAS-TIME-06" end
    return ev.half == 1 and "half" or "end", "CLAS-TIME-07"
  end
  return next({ tick = shown, extra = extra }, "CLAS-STOPPAGE-01")
end

function time.on_clock(ev, m, next)
  if ev.question == "whistle" then return whistle(ev, m, next) end
  return tick(ev, m, next)
end

return time
