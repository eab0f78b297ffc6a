-- Sliding: anybody may, and one may also just stand in the way.
local slide = {
  name = "classic/slide", api = 1, requires = { "complete/skills_defence" },
  doc = "Against a quick cross or shot one defender slides, or shifts inside his own cell on his feet.",
  clauses = { "CLAS-SLIDE-02" },
}

function slide.on_ability(ev, m, next)
  local offer = next()
  if ev.moment == "first_time" and m:param("slide_max") > 0 then
    offer.slide_stay = { who = "others", count = m:param("slide_max"), cells = 0, pose = "stand",
                         clause = "CLAS-SLIDE-02" }
  end
  return offer
end

return slide
