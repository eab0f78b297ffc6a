-- Squads: who may play, and how many must be left.
local team = {
  name = "base/team", api = 1,
  doc = "Squads of sixteen, one keeper, and what happens to a side that runs out of players.",
  clauses = {
    "BASE-TEAM-01", "BASE-TEAM-02", "BASE-TEAM-03", "BASE-TEAM-04", "BASE-TEAM-05", "BASE-TEAM-06", "BASE-TEAM-08",
  },
  params = {
    squad_size = { type = "int", default = 16, min = 11, max = 16, doc = "players on a squad sheet",
                   clause = "BASE-TEAM-01", off = 15 },
    starters = { type = "int", default = 11, min = 7, max = 11, doc = "players of a squad who begin on the pitch",
                 clause = "BASE-TEAM-01" },
    base_squad = { type = "words", default = { "purple", "blue", "yellow", "green", "red" },
                   choices = { "purple", "blue", "yellow", "green", "red" },
                   doc = "colours of the fixed squad, one section a player (reconstructed)",
                   clauses = { "BASE-TEAM-02", "BASE-TEAM-04" }, off = { "purple" } },
    base_squad_purple = { type = "int", default = 1, min = 0, max = 16, doc = "purple players of the fixed squad",
                          clause = "BASE-TEAM-02" },
    base_squad_blue = { type = "int", default = 5, min = 0, max = 16, doc = "blue players of the fixed squad",
                        clause = "BASE-TEAM-02" },
    base_squad_yellow = { type = "int", default = 4, min = 0, max = 16, doc = "yellow players of the fixed squad",
                          clause = "BASE-TEAM-02" },
    base_squad_green = { type = "int", default = 3, min = 0, max = 16, doc = "green players of the fixed squad",
                         clause = "BASE-TEAM-02" },
    base_squad_red = { type = "int", default = 3, min = 0, max = 16, doc = "red players of the fixed squad",
                       clause = "BASE-TEAM-02" },
    sections_max = { type = "int", default = 1, min = 1, max = 4, doc = "sections a player of the fixed squad has",
                     clause = "BASE-TEAM-03" },
    keepers_on_pitch_max = { type = "int", default = 1, min = 1, max = 11, doc = "keepers on the pitch at once",
                             clause = "BASE-TEAM-08", off = 11 },
    keeper_mark = { type = "word", default = "purple", choices = { "purple", "black_x" },
                    doc = "the section that makes a keeper" },
    packs = { type = "words", default = {}, choices = { "custom_squad", "dribble", "tackle_press", "all_skills" },
              doc = "packs of the COMPLETE regulation in play; a ruleset says which plugins each one adds",
              clauses = { "BASE-TEAM-05", "BASE-TEAM-06" } },
  },
}

local function fixed_squad(m, sheet, complain)
  local wanted, count = {}, {}
  for _, colour in ipairs(m:param("base_squad")) do wanted[colour] = m:param("base_squad_" .. colour) end
  for _, player in ipairs(sheet) do
    if #player.skills > m:param("sections_max") then                        -- BASE-TEAM-03: one type, one skill
      complain("BASE-TEAM-02", "has " .. #player.skills .. " skills; the fixed squad gives each one", player)
    end
    for _, skill in ipairs(player.skills) do
      count[skill] = (count[skill] or 0) + 1
      if not wanted[skill] then                                             -- BASE-TEAM-04: the five colours
        complain("BASE-TEAM-02", "the colour " .. skill .. " is not one of the fixed squad", player)
      end
    end
  end
  for colour, number in pairs(wanted) do
    if (count[colour] or 0) ~= number then
      complain("BASE-TEAM-02", "the fixed squad has " .. number .. " " .. colour .. ", this one " .. (count[colour] or 0))
    end
  end
end

-- Whether a pack of the COMPLETE regulation is in play.
local function in_play(m, pack)
  for _, there in ipairs(m:param("packs")) do
    if there == pack then return true end
  end
  return false
end

function team.on_squad(ev, m, complaints)
  local function complain(clause, text, player)
    complaints[#complaints + 1] = { text = text, clause = clause, token = player and player.token }
  end
  local size = m:param("squad_size")
  if ev.size ~= size then
    complain("BASE-TEAM-01", "a squad has " .. size .. " players, this one " .. ev.size)
  end
  local sheet, mark = m:squad(ev.side), m:param("keeper_mark")
  local keepers = 0
  for place, player in ipairs(sheet) do
    for at, skill in ipairs(player.skills) do
      if skill == mark and place <= m:param("starters") then keepers = keepers + 1 end
      if skill == mark and at > 1 then
        complain("BASE-TEAM-08", "keeps goal, so " .. mark .. " is his first section", player)
      end
    end
  end
  if keepers ~= 1 then
    complain("BASE-TEAM-08", "exactly one of the starters keeps goal, here " .. keepers .. " do")
  end
  if not in_play(m, "custom_squad") then fixed_squad(m, sheet, complain) end            -- BASE-TEAM-05, -06
end

function team.on_substitution(ev, m, sub)
  if ev.keepers > m:param("keepers_on_pitch_max") then
    sub.refused = true
    return "BASE-TEAM-08"
  end
end

return team
