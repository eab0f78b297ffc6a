-- Pawns, sides and numbers of the grid mechanics. The board itself is data: rulesets/boards/seven.yaml.
local team = {
  name = "seven/team", api = 1,
  doc = "Seven pawns a side, six of them on the pitch; what the grid mechanics needs to know.",
  clauses = { "SEVEN-MAT-02", "SEVEN-SETUP-01", "SEVEN-SETUP-02", "SEVEN-GOAL-06", "SEVEN-CARD-09", "SEVEN-MOVE-01",
              "SEVEN-TURN-02", "SEVEN-TURN-03", "SEVEN-MODE-04" },
  params = {
    pawns = { type = "int", default = 7, min = 1, max = 16, doc = "pawns of a side", clause = "SEVEN-MAT-02" },
    starters = { type = "int", default = 6, min = 1, max = 11, doc = "pawns of a side that start on the pitch",
                 clauses = { "SEVEN-SETUP-01", "SEVEN-SETUP-02" }, off = 5 },
    default_formation = { type = "word", default = "2-1-2", choices = { "2-1-2", "2-2-1", "3-1-1", "1-2-2", "3-2-0" },
                          doc = "the shape in which pawns wait for the first set-up" },
    actions_per_turn = { type = "int", default = 1, min = 1, max = 3, doc = "actions of a turn",
                         clauses = { "SEVEN-MOVE-01", "SEVEN-TURN-02" }, off = 2 },
    may_skip = { type = "bool", default = false, doc = "a turn may be skipped", clause = "SEVEN-TURN-03", off = true },
    expelled_return = { type = "bool", default = false, doc = "expelled pawns take part in later formations",
                        clause = "SEVEN-GOAL-06", off = true },
    goal_clears_cards = { type = "bool", default = false, doc = "cards are taken back after a goal",
                          clause = "SEVEN-CARD-09", off = true },
    max_turns = { type = "int", default = 400, min = 1, max = 20000,
                  doc = "turns after which an unattended match ends without a result (a guard, not a rule)",
                  clause = "SEVEN-MODE-04" },
    max_decisions = { type = "int", default = 20000, min = 100, max = 1000000,
                      doc = "decisions after which a match is abandoned (a guard of the engine, not a rule)" },
    ticks_per_half = { type = "int", default = 1, min = 1, max = 1, doc = "there is no clock", clause = "SEVEN-MODE-04" },
  },
}

function team.on_squad(ev, m, complaints)
  if ev.size ~= m:param("pawns") then
    complaints[#complaints + 1] = "a side has " .. m:param("pawns") .. " pawns, not " .. ev.size
    return "SEVEN-MAT-02"
  end
end

return team
