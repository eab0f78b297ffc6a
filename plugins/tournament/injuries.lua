-- Injuries: every foul may hurt. Stands above VAR (a void foul hurts nobody) and above the weather.
local injuries = {
  name = "tournament/injuries", api = 1, requires = { "base/duels", "base/team" },
  above = { "tournament/var", "tournament/weather" },
  doc = "A fouled player rolls: hurt once he keeps one skill, hurt twice he hardly moves and misses the next match.",
  clauses = { "TOUR-INJ-01", "TOUR-INJ-02", "TOUR-INJ-03", "TOUR-INJ-04" },
  params = {
    injury_dice = { type = "bool", default = true, doc = "the fouled player rolls a die", clause = "TOUR-INJ-01",
                    off = false },
    injury_max = { type = "int", default = 1, min = 0, max = 6, doc = "highest face that injures" },
    injured_sections = { type = "int", default = 1, min = 0, max = 4, doc = "sections that an injured player keeps",
                         clause = "TOUR-INJ-02", off = 4 },
    serious_at = { type = "int", default = 2, min = 1, max = 9, doc = "injuries in one match that make it serious",
                   clause = "TOUR-INJ-03", off = 9 },
    serious_cells = { type = "int", default = 1, min = 0, max = 11, doc = "cells a seriously injured player moves" },
    injury_ban = { type = "int", default = 1, min = 0, max = 9, doc = "matches that a serious injury costs",
                   clause = "TOUR-INJ-04", off = 0 },
  },
  state = { player = {
    injuries = { type = "int", max = 9, doc = "injuries in this match" },
    out = { type = "int", max = 9, doc = "matches that he misses after this one" },
  } },
  carry = { "out" },
}

function injuries.on_foul(ev, m, foul)
  local victim = ev.victim
  if not victim or foul.void or not m:param("injury_dice") then return end
  if m:roll("injury", 6) > math.max(foul.hurt, m:param("injury_max")) then return end     -- TOUR-INJ-01
  local count = math.min(9, m:get("injuries", victim) + 1)
  m:set("injuries", count, victim)
  m:active(victim, m:param("injured_sections"))                             -- TOUR-INJ-02
  if count < m:param("serious_at") then
    m:note("the fouled player is injured", "TOUR-INJ-01", victim)
    return
  end
  m:limit(victim, m:param("serious_cells"))                                 -- TOUR-INJ-03
  m:set("out", m:param("injury_ban"), victim)                               -- TOUR-INJ-04
  m:note("the fouled player is seriously injured", "TOUR-INJ-03", victim)
end

-- TOUR-INJ-04: this match is one of those he misses. In place of an only keeper the reserve keeper starts (TOUR-SUB-05).
function injuries.on_squad(ev, m)
  for _, player in ipairs(m:squad(ev.side)) do
    local left = m:get("out", player.token)
    if left > 0 then
      m:set("out", left - 1, player.token)
      if m:param("injury_ban") > 0 then m:absent(player.token, "serious injury", m:param("keeper_mark")) end
    end
  end
end

return injuries
