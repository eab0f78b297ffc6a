-- From phase to phase.
local turn = {
  name = "base/turn", api = 1,
  doc = "Which phase follows, and when the other side begins a counterattack.",
  clauses = {
    "BASE-TURN-01", "BASE-TURN-02", "BASE-TURN-03", "BASE-TURN-04", "BASE-TURN-05", "BASE-TURN-06", "BASE-TURN-10",
    "BASE-TACKLE-02", "BASE-THROW-04",
  },
  params = {
    p3_side = { type = "word", default = "defence", choices = { "defence", "attack" }, doc = "the side that moves in P3",
                clause = "BASE-TURN-02", off = "attack" },
  },
}

function turn.on_phase_end(ev)
  if ev.how == "tackle" and not ev.kept then return "counter", "BASE-TACKLE-02" end
  if not ev.kept then return "counter", "BASE-TURN-06" end
  if ev.restart == "throw_in" and ev.phase == "p1" then return "p2", "BASE-THROW-04" end
  if ev.restart == "throw_in" and ev.phase == "p3" then return "turn", "BASE-THROW-04" end
  if ev.phase == "p1" then
    if not ev.asked then return "offer", "BASE-TURN-03" end
    if ev.replay then return "p1", "BASE-TURN-04" end
    return "p2", "BASE-TURN-05"
  end
  if ev.phase == "p2" then return "p3", "BASE-TURN-01" end                  -- P3 is the other team's: BASE-TURN-02
  return "turn", "BASE-TURN-10"
end

return turn
