-- Offside of players who have a part in play without getting the ball.
local offside = {
  name = "classic/offside", api = 1, requires = { "base/cod" },
  doc = "Offside is passive only if the ball does not cross his cell and he is not level for it.",
  clauses = { "CLAS-OFFSIDE-03", "CLAS-OFFSIDE-04" },
  params = {
    offside_told = { type = "bool", default = true, clause = "CLAS-OFFSIDE-04", off = false,
                     doc = "who stands offside is said before the defenders move or are placed" },
  },
}

function offside.on_offside(ev, m, next)
  if ev.why == "asked" then                                                 -- settled beforehand, and no offence
    return next() == "offside" and "passive" or "onside", "CLAS-OFFSIDE-04"
  end
  if ev.why == "crossed" or ev.why == "tied" then return next({ why = "gets" }, "CLAS-OFFSIDE-03") end
  return next()
end

return offside
