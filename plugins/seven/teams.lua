-- Team play: three players a side take its turns in rotation and may not coach each other.
local teams = {
  name = "seven/teams", api = 1, requires = { "seven/turn" },
  doc = "Rotation of the players of a side, and what coaching costs.",
  clauses = { "SEVEN-TEAMS-01", "SEVEN-TEAMS-02", "SEVEN-TEAMS-03", "SEVEN-TEAMS-04", "SEVEN-TEAMS-05", "SEVEN-TEAMS-06",
              "SEVEN-PEN-02" },
  params = {
    team_size = { type = "int", default = 1, min = 1, max = 3, doc = "players of a side: 1 against 1, or teams of 3",
                  clauses = { "SEVEN-TEAMS-01", "SEVEN-TEAMS-02" } },
    coaching_penalty = { type = "bool", default = true, doc = "repeated coaching is a penalty", clause = "SEVEN-PEN-02",
                         off = false },
  },
  state = { side = { player = { type = "int", max = 3, default = 1 }, coached = { type = "int", max = 99 } } },
}

function teams.on_declare(ev, m, may)
  if m:param("team_size") > 1 then may.report = { clause = "SEVEN-TEAMS-04" } end
end

-- The turn of a side is over: its next player is due.
function teams.on_phase_end(ev, m, next)
  if m:param("team_size") == 1 then return next() end
  m:set("player", m:get("player", ev.side) % m:param("team_size") + 1, ev.side)
  if ev.act == "report" then return "turn", "SEVEN-TEAMS-05" end
  local answer = next()
  return answer, ev.act == "penalty" and "SEVEN-PEN-10" or "SEVEN-TEAMS-03"
end

function teams.on_foul(ev, m, foul)
  if ev.cause ~= "coaching" then return end
  local before = m:get("coached", ev.side)
  m:set("coached", before + 1, ev.side)
  local penalty = before > 0 and m:param("coaching_penalty")
  foul.lose_turn, foul.restart = true, penalty and "penalty" or "none"
  return { lose_turn = "SEVEN-TEAMS-04", restart = penalty and "SEVEN-TEAMS-06" or "SEVEN-TEAMS-05" }
end

return teams
