-- The numbers on the stickers, which decide duels in place of the skills.
local numbers = {
  name = "classic/numbers", api = 1, requires = { "complete/dribble", "complete/tackle", "classic/changes" },
  doc = "Red against blue in a dribble, green against yellow in a tackle.",
  clauses = { "CLAS-SQUAD-04", "CLAS-SQUAD-05" },
  params = {
    number_unprinted = { type = "int", default = 4, min = 0, max = 6, doc = "what a sticker without numbers counts",
                         clause = "CLAS-SQUAD-04" },
    number_dribble = { type = "word", default = "red", choices = { "red", "blue", "green", "yellow" },
                       doc = "colour of the number of a dribbler" },
    number_marking = { type = "word", default = "blue", choices = { "red", "blue", "green", "yellow" },
                       doc = "colour of the number against a dribble" },
    number_tackle = { type = "word", default = "green", choices = { "red", "blue", "green", "yellow" },
                      doc = "colour of the number of a tackler" },
    number_defence = { type = "word", default = "yellow", choices = { "red", "blue", "green", "yellow" },
                       doc = "colour of the number against a tackle" },
    skills_are_numbers = { type = "bool", default = false, doc = "a skill of its colour adds one to a number",
                           clause = "CLAS-SQUAD-05", off = true },
  },
}

local DRIBBLE = { by = "number_dribble", against = "number_marking" }
local PAIRS = { dribble = DRIBBLE, gk_dribble = DRIBBLE, tackle = { by = "number_tackle", against = "number_defence" } }

-- The reserve keeper has fours, whatever the sticker of his token says.
local function number(m, token, colour)
  if m:get("classic/changes.reserve", m:team(token)) == token then return m:param("reserve_number") end
  local printed = m:number(token, colour) or m:param("number_unprinted")
  return m:param("skills_are_numbers") and printed + m:skill(token, colour) or printed
end

function numbers.on_duel(ev, m, next)
  local pair = PAIRS[ev.kind]
  if not pair then return next() end
  return next({ bonus_by = ev.bonus_by + number(m, ev.by, m:param(pair.by)),
                bonus_against = ev.bonus_against + number(m, ev.against, m:param(pair.against)) }, "CLAS-SQUAD-04")
end

return numbers
