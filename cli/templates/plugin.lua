-- NAME: the attack wins a tie for a ball that was crossed (the rule book gives it to the defence).
-- `touchline hooks` lists what else a plugin can decide; `touchline hooks on_cod_tie` explains this hook.
local p = {
  name = "NAME", api = 1, requires = { "base" },
  doc = "The attack wins ties for crosses.",
  clauses = { "HOUSE-FAMILY-01" },                -- a name for each ruling; replays show it when someone asks why
  params = {
    PARAM_on = { type = "bool", default = true, doc = "crosses favour the attack", clause = "HOUSE-FAMILY-01", off = false },
  },
}

function p.on_cod_tie(ev, m, next)                -- both sides are equally near: who gets the ball?
  if ev.kind == "cross" and m:param("PARAM_on") then
    return "attack", "HOUSE-FAMILY-01"
  end
  return next()                                   -- anything else: as the layers below decide
end

return p
