-- Squads of one's own: 16 types, all different, worth 34 points.
local squad = {
  name = "complete/squad", api = 1, requires = { "base/team" },
  brings = {
    skills = {                                                              -- COMP-SQUAD-06: two more colours (L-13)
      "grey", "black",                                                      -- speed, header
      "yellow+assist", "yellow+long_pass", "red+goal_scorer", "red+offside_edge", "red+outside_shot",
      "green+enlarged_zone", "green+precise_cross", "blue+recovery", "blue+block", "purple+reflexes",
    },
    squad = "balanced", pool = "simulator-2024", params = { packs = { "custom_squad" } },
  },
  doc = "Which players a coach may pick, what they are worth and what they may cost together.",
  clauses = { "COMP-SQUAD-01", "COMP-SQUAD-02", "COMP-SQUAD-03", "COMP-SQUAD-04", "COMP-SQUAD-05", "COMP-SQUAD-06" },
  params = {
    player_pool = { type = "word", default = "open", choices = { "open", "published" },
                    doc = "whether self-made types are welcome, or only those of the pool", clause = "COMP-SQUAD-01" },
    value_max = { type = "int", default = 4, min = 1, max = 5, doc = "sections of the best player",
                  clause = "COMP-SQUAD-02" },
    budget = { type = "int", default = 34, min = 16, max = 64, doc = "what the 16 values add up to",
               clause = "COMP-SQUAD-03" },
    budget_mode = { type = "word", default = "exact", choices = { "exact", "at_most", "free" },
                    doc = "whether the budget must be spent to the last point, or does not matter", clause = "COMP-SQUAD-03" },
    unique_by = { type = "word", default = "multiset", choices = { "multiset", "list", "sticker" },
                  doc = "players are alike with the same sections, in the same order, or with the same numbers too",
                  clause = "COMP-SQUAD-04" },
    colour_max = { type = "int", default = 3, min = 1, max = 4, doc = "sections of one colour a player may have",
                   clause = "COMP-SQUAD-06" },
    once_colours = { type = "words", default = { "grey", "black" },
                     choices = { "yellow", "red", "green", "blue", "purple", "grey", "black", "black_x" },
                     doc = "colours that a player has at most once", clause = "COMP-SQUAD-06" },
    plus_requires_base = { type = "bool", default = true,
                           doc = "the first section of a colour is its basic skill", clause = "COMP-SQUAD-06" },
  },
}

-- COMP-SQUAD-02, -05: a type, published or self-made, is worth as many points as it has sections.
local function value(player, m, complain)
  local sections = #player.skills
  if sections < 1 or sections > m:param("value_max") then
    complain("COMP-SQUAD-02", "has " .. sections .. " sections, from 1 to " .. m:param("value_max") .. " are possible", player)
  end
  if player.value == sections then return end
  local text = "is worth " .. sections .. " with " .. sections .. " sections, the sheet says " .. player.value
  if player.published then
    complain("COMP-SQUAD-02", text, player)
  else
    complain("COMP-SQUAD-05", "is a self-made type and " .. text, player)
  end
end

-- COMP-SQUAD-06: first the basic skill of a colour, then its other skills, each once.
local function colours(player, m, complain)
  local count, seen, once = {}, {}, {}
  for _, colour in ipairs(m:param("once_colours")) do once[colour] = true end
  for place, skill in ipairs(player.skills) do
    local colour = player.colours[place]
    if m:param("plus_requires_base") and not count[colour] and skill ~= colour then
      complain("COMP-SQUAD-06", "has " .. skill .. " without " .. colour .. " before it", player)
    end
    if seen[skill] then complain("COMP-SQUAD-06", "has " .. skill .. " twice", player) end
    seen[skill] = true
    count[colour] = (count[colour] or 0) + 1
  end
  for colour, sections in pairs(count) do
    local most = once[colour] and 1 or m:param("colour_max")
    if sections > most then
      complain("COMP-SQUAD-06", "has " .. sections .. " sections of " .. colour .. ", at most " .. most .. " are possible", player)
    end
  end
end

-- What makes two players alike.
local function kind(player, m)
  local words = {}
  for place, skill in ipairs(player.skills) do words[place] = skill end
  if m:param("unique_by") ~= "list" then table.sort(words) end
  if m:param("unique_by") == "sticker" then
    for _, colour in ipairs({ "red", "blue", "green", "yellow" }) do words[#words + 1] = tostring(m:number(player.token, colour)) end
  end
  return table.concat(words, " ")
end

function squad.on_squad(ev, m, complaints)
  local function complain(clause, text, player)
    complaints[#complaints + 1] = { text = text, clause = clause, token = player and player.token }
  end
  local total, first = 0, {}
  for place, player in ipairs(m:squad(ev.side)) do
    if m:param("player_pool") == "published" and not player.published then
      complain("COMP-SQUAD-01", "is not of a published type: " .. table.concat(player.skills, ", "), player)
    end
    value(player, m, complain)
    colours(player, m, complain)
    total = total + player.value
    local own = kind(player, m)
    if first[own] then
      complain("COMP-SQUAD-04", "is the same type as number " .. first[own] .. ": " .. table.concat(player.skills, ", "), player)
    else
      first[own] = player.number
    end
  end
  local budget = m:param("budget")
  if m:param("budget_mode") == "free" then return end
  if total > budget or (total < budget and m:param("budget_mode") == "exact") then
    local by = total > budget and total - budget .. " too many" or budget - total .. " too few"
    complain("COMP-SQUAD-03", "the values add up to " .. total .. ", expected " .. budget .. " (" .. by .. ")")
  end
end

return squad
