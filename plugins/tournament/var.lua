-- VAR: penalties given for a foul in a duel of dice are looked at again.
local var = {
  name = "tournament/var", api = 1, requires = { "base/duels", "complete" },           -- the duels of dice
  doc = "A die may take a penalty back; the foul is then void and play goes on with a goal kick.",
  clauses = { "TOUR-VAR-01", "TOUR-VAR-02", "TOUR-VAR-03" },
  params = {
    var_scope = { type = "word", default = "duel_any", choices = { "duel_any", "unintentional", "any_die", "none" },
                  doc = "which fouls are checked: all of duels, not the deliberate ones, or those that any die decided",
                  clause = "TOUR-VAR-01", off = "none" },
    var_cancel_on = { type = "int", default = 6, min = 1, max = 7, doc = "lowest face that cancels; 7 = never",
                      clause = "TOUR-VAR-03", off = 1 },
  },
  state = { match = { checks = { type = "int", max = 99, doc = "penalties that were checked" } } },
}

local function checked(ev, m, foul)
  if foul.restart ~= "penalty" or foul.void then return false end
  local scope = m:param("var_scope")
  if scope == "any_die" and ev.cause == "entry" then return ev.place == "rear" end
  return (ev.cause == "duel" and scope ~= "none") or (ev.cause == "deliberate" and scope == "duel_any")
end

function var.on_foul(ev, m, foul)
  if not checked(ev, m, foul) then return end                               -- TOUR-VAR-01
  m:set("checks", math.min(99, m:get("checks") + 1))
  if m:roll("VAR", 6) < m:param("var_cancel_on") then return end            -- TOUR-VAR-03: it stands
  foul.void, foul.restart, foul.own = true, "goal_kick", true
  foul.card, foul.cautions, foul.send_off = nil, 0, false
  return "TOUR-VAR-02"
end

return var
