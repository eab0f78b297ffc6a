-- Quick defence of the PRO rules: one of three options.
local quick = {
  name = "classic/quick", api = 1, requires = { "base/moves" },
  doc = "After a quick turn one player moves, or pushes a teammate on, or four shift inside their cells.",
  clauses = { "PRO-QUICK-01", "PRO-QUICK-02", "PRO-QUICK-04" },
  params = {
    quick_options = { type = "words", default = { "one_on_one", "shift", "sincro" },
                      choices = { "one_on_one", "shift", "sincro" }, doc = "what the defence may choose from",
                      clause = "PRO-QUICK-01", off = { "one_on_one" } },
    sincro_players = { type = "int", default = 4, min = 0, max = 10, doc = "players who may shift inside their cells",
                       clause = "PRO-QUICK-04", off = 0 },
  },
}

local function open(m, option)
  for _, name in ipairs(m:param("quick_options")) do
    if name == option then return true end
  end
  return false
end

function quick.on_move_allowance(ev, m, may)
  if ev.phase ~= 3 or ev.movers > 0 then return end
  may.keeper_in = nil                                                       -- his own step makes no room
  if not open(m, "shift") then may.one_in = nil end
  may.one = open(m, "one_on_one") and { who = "others", count = 1, option = 1, cells = 1, clause = "PRO-QUICK-02" } or nil
  if open(m, "sincro") and m:param("sincro_players") > 0 then
    may.sincro = { who = "others", count = m:param("sincro_players"), option = 3, cells = 0, shift = true,
                   clause = "PRO-QUICK-04" }
  end
  return "PRO-QUICK-01"
end

return quick
