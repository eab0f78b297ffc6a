-- Who was sent off misses the next match of the tournament.
local suspensions = {
  name = "tournament/suspensions", api = 1, requires = { "base/team" },
  above = { "tournament/var" },                                             -- a void foul sends nobody off
  doc = "A player sent off misses the next match; the bench is then one shorter.",
  clauses = { "TOUR-SUSP-01", "TOUR-SUSP-02" },
  params = {
    suspension_matches = { type = "int", default = 1, min = 0, max = 9, doc = "matches that a player sent off misses",
                           clause = "TOUR-SUSP-01", off = 0 },
    suspended_bench = { type = "word", default = "shrinks", choices = { "shrinks", "full" },
                        doc = "whether a suspended player is missing, or may play all the same",
                        clause = "TOUR-SUSP-02", off = "full" },
  },
  state = { player = { banned = { type = "int", max = 9, doc = "matches he still has to miss" } } },
  carry = { "banned" },
}

-- TOUR-SUSP-01: by a red card or by a second yellow. Lies above everything that can still change the price of a foul.
function suspensions.on_foul(ev, m, foul)
  if foul.send_off and not foul.void and ev.offender then
    m:set("banned", m:param("suspension_matches"), ev.offender)
  end
end

-- TOUR-SUSP-02: he is missing, and his place on the bench with him. In place of an only keeper the reserve keeper
-- starts: the same token with nothing but the keeper's section (TOUR-SUB-05).
function suspensions.on_squad(ev, m)
  for _, player in ipairs(m:squad(ev.side)) do
    local left = m:get("banned", player.token)
    if left > 0 then
      if m:param("suspended_bench") == "shrinks" then m:absent(player.token, "red card", m:param("keeper_mark")) end
      m:set("banned", left - 1, player.token)                   -- this match is one of those he misses
    end
  end
end

return suspensions
