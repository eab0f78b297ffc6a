-- Warnings and red cards. A team keeps its cards together.
local cards = {
  name = "tomy/cards", api = 1, requires = { "tomy/throws" },
  doc = "Yellow, red, and what cancels them.",
  clauses = {
    "TOMY-MATERIAL-03", "TOMY-SERIES-04", "TOMY-WARN-02", "TOMY-WARN-03", "TOMY-WARN-04", "TOMY-WARN-05", "TOMY-WARN-01",
    "TOMY-RED-01", "TOMY-RED-05", "TOMY-RED-06",
  },
  params = {
    warnings_for_red = { type = "int", default = 2, min = 1, max = 9, doc = "warnings that make a red card",
                         clause = "TOMY-WARN-04", off = 3 },
    both_red_cancel = { type = "bool", default = true, doc = "red cards of both sides in one round cancel out",
                        clause = "TOMY-RED-05", off = false },
    kept_after_both_red = { type = "int", default = 1, min = 0, max = 1, doc = "warnings each keeps then",
                            clause = "TOMY-RED-06", off = 0 },
  },
  state = { side = { red_in = { type = "int", max = 9999 } } },            -- round of the last red card, 0 for none
}

local function round(m)
  return 1000 * m:clock("half") + m:clock("tick")
end

function cards.on_foul(ev, m, foul)
  local warned = ev.side == "attack" and "TOMY-WARN-01" or "TOMY-WARN-02"
  foul.cautions = 1
  local red = m:param("warnings_for_red")
  if ev.cautions >= red then                                   -- a red card is still to be served
    foul.void = true
    return { cautions = warned, void = "TOMY-WARN-05" }
  end
  if ev.cautions + 1 < red then
    foul.card = "yellow"
    return { cautions = warned, card = "TOMY-WARN-03" }
  end
  foul.card = "red"
  local other = ev.side == "attack" and "defence" or "attack"
  if m:param("both_red_cancel") and m:get("red_in", other) == round(m) then
    local kept = m:param("kept_after_both_red")                -- TOMY-RED-06
    m:caution("attack", kept)
    m:caution("defence", kept)
    m:suspend(other, 0)                                        -- neither is suspended
    m:set("red_in", 0, other)
    foul.cautions = 0
    return "TOMY-RED-05"
  end
  m:set("red_in", round(m), ev.side)
  foul.lose_turn = true
  return { cautions = warned, card = "TOMY-WARN-04", lose_turn = "TOMY-RED-01" }
end

return cards
