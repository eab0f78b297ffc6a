-- Formations in three steps.
local setup = {
  name = "classic/setup", api = 1, requires = { "base/setup" },
  doc = "The kicking side places six or seven, the other side everybody, the kicking side the rest in its own half.",
  clauses = { "CLAS-SETUP-04", "CLAS-SETUP-06" },
  params = {
    first_batch_min = { type = "int", default = 6, min = 1, max = 10, doc = "outfield players placed first, at least",
                        clause = "CLAS-SETUP-04", off = 1 },
    first_batch_max = { type = "int", default = 7, min = 1, max = 11, doc = "and at most (11: all at once)",
                        clause = "CLAS-SETUP-04", off = 11 },
  },
}

function setup.on_setup(ev, m, step)
  if ev.restart == "kick_off" or step.act == "approach" then return end     -- a kick-off is placed side by side
  local batch = m:param("first_batch_max")
  if ev.step == 1 and step.act == "place" then
    step.min, step.max = m:param("first_batch_min"), batch
    return "CLAS-SETUP-04"
  elseif ev.step == 3 and batch < 11 then
    step.who, step.act = "attack", "place"
    step.rest = { zone = "own_half", clause = "CLAS-SETUP-06" }
    return "CLAS-SETUP-06"
  end
end

return setup
