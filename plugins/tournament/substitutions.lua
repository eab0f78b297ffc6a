-- Substitutions of a tournament match, and the reserve keeper.
local substitutions = {
  name = "tournament/substitutions", api = 1, requires = { "base/setup" },
  doc = "Five changes, none of them forced, and a reserve keeper for one who was sent off.",
  clauses = { "TOUR-SUB-01", "TOUR-SUB-02", "TOUR-SUB-03", "TOUR-SUB-04", "TOUR-SUB-05" },
  params = {
    tour_changes = { type = "int", default = 5, min = 0, max = 5, doc = "changes that a side may make",
                     clause = "TOUR-SUB-01" },
    forced_changes = { type = "int", default = 0, min = 0, max = 5, doc = "changes that a side must make",
                       clause = "TOUR-SUB-03", off = 1 },
    reserve_gk = { type = "words", default = { "purple" }, choices = { "purple", "black_x", "reflexes", "yellow", "grey", "black" },
                   doc = "sections of the reserve keeper (reconstructed)", clause = "TOUR-SUB-05", off = {} },
  },
}

function substitutions.on_substitution(ev, m, sub)
  local left = math.max(0, m:param("tour_changes") - ev.used)
  if ev.stage == "may" then
    sub.max = math.min(sub.max, left)
    sub.min = math.min(sub.max, m:param("forced_changes"))
    sub.reserve_keeper = ev.keeper_off and left > 0
    return { max = "TOUR-SUB-01", min = "TOUR-SUB-01", reserve_keeper = "TOUR-SUB-04" }
  end
  if ev.reserve then
    m:sections(m:who("on"), table.concat(m:param("reserve_gk"), " "))       -- TOUR-SUB-05: the same token, another man
  end
  sub.max = left + 1                                                        -- this one was of so many
  return { max = ev.window == "throw_in" and "TOUR-SUB-02" or "TOUR-SUB-01" }
end

return substitutions
