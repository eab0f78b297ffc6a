-- Squads of a tournament: the same sixteen from the first match to the last, worth 34, all different, in two kits.
local squad = {
  name = "tournament/squad", api = 1, requires = { "complete/squad" },
  doc = "What a squad must be to enter a tournament, and that it stays as it was entered.",
  clauses = { "TOUR-SQUAD-01", "TOUR-SQUAD-02", "TOUR-SQUAD-03", "TOUR-SQUAD-04" },
  params = {
    tour_budget = { type = "int", default = 34, min = 16, max = 64, doc = "what the 16 values of a tournament add up to",
                    clause = "TOUR-SQUAD-02" },
    dark_kit = { type = "int", default = 127, min = 0, max = 255, doc = "how bright the dark kit is at most (reconstructed)",
                 clause = "TOUR-SQUAD-04" },
    light_kit = { type = "int", default = 160, min = 0, max = 255, doc = "how bright the light kit is at least (reconstructed)",
                  clause = "TOUR-SQUAD-04" },
  },
  state = { side = { sheet = { type = "int", max = 65521, doc = "what the entered squad adds up to, 0 before the first match" } } },
  carry = { "sheet" },
}

-- A number that changes with any player of a sheet.
local function mark(sheet)
  local sum = 7
  for _, player in ipairs(sheet) do
    local text = player.number .. " " .. table.concat(player.skills, " ") .. ";"
    for i = 1, #text do sum = (sum * 31 + string.byte(text, i)) % 65521 end
  end
  return sum + 1
end

-- The sections of a player in one order: what makes two players the same.
local function kind(player)
  local words = {}
  for place, skill in ipairs(player.skills) do words[place] = skill end
  table.sort(words)
  return table.concat(words, " ")
end

function squad.on_squad(ev, m, complaints)
  local function complain(clause, text, player)
    complaints[#complaints + 1] = { text = text, clause = clause, token = player and player.token }
  end
  local sheet = m:squad(ev.side)
  local entered, now = m:get("sheet", ev.side), mark(sheet)
  if entered ~= 0 and entered ~= now then
    complain("TOUR-SQUAD-01", "this is not the squad that entered the tournament: the same players are kept to its end")
  end
  m:set("sheet", now, ev.side)

  local total, first = 0, {}
  for _, player in ipairs(sheet) do
    total = total + player.value
    local own = kind(player)
    -- Where the order of sections makes a difference elsewhere, it makes none here.
    if first[own] and m:param("unique_by") ~= "multiset" then
      complain("TOUR-SQUAD-03", "has the same abilities as number " .. first[own] .. ": " .. own, player)
    end
    first[own] = first[own] or player.number
  end
  local budget = m:param("tour_budget")                         -- TOUR-SQUAD-02: whatever is played for elsewhere
  local told = m:param("budget") == budget and m:param("budget_mode") == "exact"
  if total ~= budget and not told then
    complain("TOUR-SQUAD-02", "the values add up to " .. total .. ", a tournament asks for " .. budget)
  end

  local dark, light = math.min(ev.bright_home, ev.bright_away), math.max(ev.bright_home, ev.bright_away)
  if dark > m:param("dark_kit") or light < m:param("light_kit") then
    complain("TOUR-SQUAD-04", "one kit is dark and one is light: the brightness of these is " .. dark .. " and " .. light
      .. ", of 0 for black to 255 for white; at most " .. m:param("dark_kit") .. " and at least " .. m:param("light_kit")
      .. " are asked for")
  end
end

return squad
