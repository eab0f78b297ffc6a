-- For the square board: a pass goes one space further than the rule book lets it.
local legs = { name = "house/long_legs", api = 1, requires = { "seven/ball" }, clauses = { "LEGS-01" } }

function legs.on_kick(ev, m, kick)
  if ev.kind ~= "pass" then return end
  kick.reach = kick.reach + 1
  return { reach = "LEGS-01" }
end

return legs
