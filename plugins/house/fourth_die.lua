-- For the dice game: whoever has missed twice gets one die more for the last try.
local fourth = { name = "house/fourth_die", api = 1, requires = { "tomy/throws" }, clauses = { "FOURTH-01" } }

function fourth.on_kick(ev, m, throw)
  if ev.tries ~= 2 then return end
  throw.dice = 1
  return { dice = "FOURTH-01" }
end

return fourth
