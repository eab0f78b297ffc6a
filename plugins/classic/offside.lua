-- Offside of players who have a part in play without getting the ball.
local offside = {
  name = "classic/offside", api = 1, requires = { "base/cod" },
  doc = "Offside is passive only if the ball does not cross his cell and he is not level for it.",
  clauses = { "CLAS-OFFSIDE-03" },
}

function offside.on_offside(ev, m, next)
  if ev.why == "crossed" or ev.why == "tied" then return next({ why = "gets" }, "CLAS-OFFSIDE-03") end
  return next()
end

return offside
