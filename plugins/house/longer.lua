-- A pass of five cells is still short: more of the level balls go to the side that passed.
local longer = { name = "house/longer", api = 1, requires = { "base/cod" }, clauses = { "LONGER-01" } }

function longer.on_cod_tie(ev, m, next)
  return next({ short_limit = 5 }, "LONGER-01")
end

return longer
