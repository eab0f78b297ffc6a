-- Sliding: anybody may, and one may also just stand in the way.
local slide = {
  name = "classic/slide", api = 1, requires = { "complete/skills_defence" },
  doc = "Against a quick cross or shot one defender slides, or shifts inside his own cell on his feet.",
  clauses = { "CLAS-SLIDE-01", "CLAS-SLIDE-02" },
  params = {
    slide_into = { type = "words", default = { "cross", "shot" }, choices = { "cross", "shot" },
                   doc = "quick kicks that the defence may oppose", clause = "CLAS-SLIDE-01", off = {} },
  },
}

local function opposed(ev, m)
  for _, kick in ipairs(m:param("slide_into")) do
    if kick == ev.first_time then return true end
  end
  return false
end

function slide.on_ability(ev, m, next)
  if ev.moment == "first_time" and not opposed(ev, m) then return {}, "CLAS-SLIDE-02" end
  local offer = next()
  if ev.moment == "first_time" and m:param("slide_max") > 0 then
    offer.slide_stay = { who = "others", count = m:param("slide_max"), cells = 0, pose = "stand",
                         clause = "CLAS-SLIDE-02" }
  end
  return offer
end

return slide
