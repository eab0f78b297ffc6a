-- Quick defence of the PRO rules: one of three options.
local quick = {
  name = "classic/quick", api = 1, requires = { "base/moves" },
  doc = "After a quick turn one player moves, or pushes a teammate on, or four shift inside their cells.",
  clauses = { "PRO-QUICK-01", "PRO-QUICK-02", "PRO-QUICK-04" },
  params = {
    sincro_players = { type = "int", default = 4, min = 0, max = 10, doc = "players who may shift inside their cells",
                       clause = "PRO-QUICK-04", off = 0 },
  },
}

function quick.on_move_allowance(ev, m, may)
  if ev.phase ~= 3 or ev.movers > 0 then return end
  may.keeper_in = nil                                                       -- his own step makes no room
  may.one = { who = "others", count = 1, option = 1, cells = 1, clause = "PRO-QUICK-02" }
  if m:param("sincro_players") > 0 then
    may.sincro = { who = "others", count = m:param("sincro_players"), option = 3, cells = 0, shift = true,
                   clause = "PRO-QUICK-04" }
  end
  return "PRO-QUICK-01"
end

return quick
