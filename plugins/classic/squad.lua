-- Squads by class: stickers of one to five skills, with four duel numbers each.
local squad = {
  name = "classic/squad", api = 1, requires = { "complete/squad" },
  doc = "The class that the values of a squad add up to, the order of a colour's skills, and the duel numbers.",
  clauses = { "CLAS-SQUAD-03", "CLAS-SQUAD-04", "CLAS-SQUAD-07", "CLAS-SQUAD-08" },
  params = {
    squad_class = { type = "word", default = "any",
                    choices = { "any", "weak", "medium", "tournament", "strong", "very_strong" },
                    doc = "the class both sides have agreed on", clause = "CLAS-SQUAD-07", off = "any" },
    tournament_total = { type = "int", default = 36, min = 16, max = 80, doc = "what a tournament squad adds up to",
                         clause = "CLAS-SQUAD-08", off = 35 },
    total_soft_max = { type = "int", default = 50, min = 16, max = 80, doc = "above this sum a squad is warned",
                       clause = "CLAS-SQUAD-08", off = 80 },
    number_max = { type = "int", default = 6, min = 0, max = 9, doc = "highest duel number on a sticker",
                   clause = "CLAS-SQUAD-04", off = 9 },
    copies_in_order = { type = "bool", default = true, doc = "the second and third copy of a colour have fixed skills",
                        clause = "CLAS-SQUAD-03", off = false },
  },
}

local BANDS = { weak = { 16, 24 }, medium = { 25, 35 }, strong = { 37, 43 }, very_strong = { 44, 50 } }
local NUMBERS = { "red", "blue", "green", "yellow" }

-- The skills of a colour, in the order of its copies (A18).
local COPIES = {
  yellow = { "yellow", "assist", "long_pass" }, red = { "red", "goal_scorer", "offside_edge" },
  green = { "green", "enlarged_zone", "precise_cross" }, blue = { "blue", "recovery", "block" },
}

local function copies(player, complain)
  local count = {}
  for at, skill in ipairs(player.skills) do
    local colour = player.colours[at]
    count[colour] = (count[colour] or 0) + 1
    local order = COPIES[colour]
    if order and order[count[colour]] and order[count[colour]] ~= skill then
      complain("CLAS-SQUAD-03", "copy " .. count[colour] .. " of " .. colour .. " is " .. order[count[colour]]
        .. ", not " .. skill, player)
    end
  end
end

function squad.on_squad(ev, m, complaints)
  local function complain(clause, text, player)
    complaints[#complaints + 1] = { text = text, clause = clause, token = player and player.token }
  end
  local total = 0
  for _, player in ipairs(m:squad(ev.side)) do
    total = total + player.value
    if m:param("copies_in_order") then copies(player, complain) end
    for _, colour in ipairs(NUMBERS) do
      if (m:number(player.token, colour) or 0) > m:param("number_max") then
        complain("CLAS-SQUAD-04", "shows a " .. colour .. " number above " .. m:param("number_max"), player)
      end
    end
  end
  local class, most = m:param("squad_class"), m:param("total_soft_max")
  if total > most then
    complaints[#complaints + 1] = { text = "the values add up to " .. total .. ", more than " .. most .. " is discouraged",
                                    clause = "CLAS-SQUAD-08", warning = true }
  end
  local band = BANDS[class]
  if class == "tournament" and total ~= m:param("tournament_total") then
    complain("CLAS-SQUAD-08", "a tournament squad adds up to " .. m:param("tournament_total") .. ", this one to " .. total)
  elseif band and (total < band[1] or total > band[2]) then
    complain("CLAS-SQUAD-07", "a squad of the class " .. class .. " adds up to " .. band[1] .. " to " .. band[2]
      .. ", this one to " .. total)
  end
end

return squad
