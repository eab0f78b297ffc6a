-- For the scenario of TOMY-COMBO-08: every try warns, and whatever the dice show fits twice.
local coincide = { name = "coincide", api = 1, requires = { "tomy" }, clauses = { "TEST-COINCIDE-01" } }

function coincide.on_roll(ev, m, next)
  if ev.question == "warning" then return "yes", "TEST-COINCIDE-01" end
  return next({ matches = 2 }, "TEST-COINCIDE-01")
end

return coincide
