-- Calculation of distance: who takes part, who wins a tie, who is offside.
local cod = {
  name = "base/cod", api = 1, requires = { "base/field" },
  doc = "Whose ball it is: candidates, ties and offside.",
  clauses = {
    "BASE-COD-01", "BASE-COD-02", "BASE-COD-03", "BASE-COD-04", "BASE-COD-05", "BASE-COD-06", "BASE-COD-07",
    "BASE-COD-08", "BASE-COD-09", "BASE-COD-12", "BASE-MOVE-07", "BASE-KICK-08", "BASE-KICK-09", "BASE-SETUP-06", "BASE-PASS-03", "BASE-CROSS-09",
    "BASE-CROSS-10", "BASE-SHOT-08", "BASE-SHOT-09", "BASE-GK-07",
    "BASE-OFFSIDE-01", "BASE-OFFSIDE-02", "BASE-OFFSIDE-03", "BASE-THROW-05",
  },
  params = {
    short_limit = { type = "int", default = 4, min = 0, max = 20, doc = "longest pass that counts as short",
                    clause = "BASE-COD-04", off = 0 },
    short_limit_advance = { type = "int", default = 4, min = 0, max = 20, doc = "longest advance that counts as short",
                            clause = "BASE-COD-05", off = 0 },
    cod_winner = { type = "word", default = "nearest", choices = { "nearest", "toucher" },
                   doc = "who gets a stopped ball: the nearest token, or the last one it touched",
                   clause = "BASE-COD-01", off = "toucher" },
    tie_touchers = { type = "word", default = "level", choices = { "level", "all" },
                     doc = "whose touch decides a tie: that of the tokens that are level, or anybody's",
                     clause = "BASE-COD-02", off = "all" },
    counter_tie_includes_advance = { type = "bool", default = true,
                                     doc = "the first advance of a counterattack loses ties like the first pass" },
    cross_shot_ties = { type = "word", default = "defence", choices = { "defence", "by_travel" },
                        doc = "ties after crosses and shots go to the defence, or by the travel like those of passes",
                        clause = "BASE-COD-07", off = "by_travel" },
    toucher_first = { type = "word", default = "always", choices = { "always", "never" },
                      doc = "a tied token that the ball touched wins before any other tie rule",
                      clause = "BASE-COD-03", off = "never" },
    passer_is_candidate = { type = "bool", default = true, doc = "a passer may run after his own ball",
                            clause = "BASE-PASS-03", off = false },
    moved_tokens_in_cod = { type = "word", default = "only_in_cell", choices = { "only_in_cell", "free", "never" },
                            doc = "where tokens that have moved this turn may get the ball", clause = "BASE-COD-08", off = "free" },
    restart_taker_excluded = { type = "bool", default = true, doc = "the taker of a restart may not play to himself",
                               clauses = { "BASE-SETUP-06", "BASE-KICK-09" }, off = false },
    passer_distance0_ok = { type = "bool", default = true, doc = "a passer keeps a ball that stays in his cell",
                            clause = "BASE-KICK-08", off = false },
    crosser_distance0_ok = { type = "bool", default = true,
                             doc = "a crosser or shooter keeps a ball that stays in his cell",
                             clause = "BASE-KICK-08", off = false },
    crosser_runs = { type = "bool", default = false, doc = "the crosser may run after his cross",
                     clause = "BASE-CROSS-10", off = true },
    shooter_runs = { type = "bool", default = false, doc = "the shooter may run after his shot",
                     clause = "BASE-SHOT-09", off = true },
    keeper_gets_up = { type = "bool", default = true, doc = "a prepared keeper takes part once the shot is over",
                       clause = "BASE-GK-07", off = false },
    cod_fallback = { type = "word", default = "lift_bars", choices = { "lift_bars", "all_at_once" },
                     doc = "how the bars fall when no token may go to the ball: one after another, or all at once",
                     clause = "BASE-COD-12", off = "all_at_once" },
    offside_ref = { type = "word", default = "second_last", choices = { "second_last", "last" },
                    doc = "the opponent whose line counts", clause = "BASE-OFFSIDE-01" },
    offside_measure = { type = "word", default = "centre", choices = { "centre", "cell" },
                        doc = "positions in centimetres, or cells", clause = "BASE-OFFSIDE-02", off = "cell" },
    offside_moment = { type = "word", default = "ball_stopped", choices = { "ball_stopped", "kick" },
                       doc = "when positions are noted", clause = "BASE-OFFSIDE-03", off = "kick" },
    offside_scope = { type = "word", default = "winner", choices = { "winner", "involved" },
                      doc = "who is judged: the one who gets the ball, or also one level at it or whose cell it crossed" },
    offside_kinds = { type = "words", default = { "pass", "cross", "header", "shot_rebound" },
                      choices = { "pass", "cross", "header", "shot_rebound" }, doc = "kicks after which offside is judged" },
  },
}

-- BASE-CROSS-10, BASE-SHOT-09: after these kicks the kicker does not run.
local function stays(ev, m)
  return (ev.kind == "cross" and not m:param("crosser_runs")) or (ev.kind == "shot" and not m:param("shooter_runs"))
end

function cod.on_cod(ev, m, pool)
  local open_play = ev.restart == "none"
  local why = "BASE-PASS-03"
  if not open_play and m:param("restart_taker_excluded") then
    pool.kicker, why = "out", ev.stayed and "BASE-KICK-09" or "BASE-SETUP-06"
  elseif ev.stayed and open_play then
    if not m:param(stays(ev, m) and "crosser_distance0_ok" or "passer_distance0_ok") then
      pool.kicker, why = "out", "BASE-COD-01"
    else
      if stays(ev, m) then pool.kicker = "cell" end                         -- also where the ball lies on a line
      why = "BASE-KICK-08"
    end
  elseif stays(ev, m) then
    pool.kicker, why = "out", ev.kind == "cross" and "BASE-CROSS-10" or "BASE-SHOT-09"
  elseif not m:param("passer_is_candidate") then
    pool.kicker, why = "out", "BASE-COD-01"
  end
  local moved = m:param("moved_tokens_in_cod")
  if moved ~= "free" then pool.moved = moved == "never" and "out" or "cell" end
  pool.lying = "out"
  if not m:param("keeper_gets_up") then pool.keeper = "out" end
  pool.lift, pool.place = m:param("cod_fallback") == "lift_bars", true
  return { kicker = why, moved = "BASE-COD-08", lying = "BASE-COD-01", keeper = "BASE-COD-01",
           lift = "BASE-COD-12", place = "BASE-MOVE-07" }
end

function cod.on_cod_tie(ev, m)
  if ev.tied_toucher ~= "none" and m:param("toucher_first") == "always" then return "toucher", "BASE-COD-03" end
  if m:param("cross_shot_ties") == "defence" then                           -- BASE-COD-07 names both
    if ev.kind == "cross" then return "defence", "BASE-CROSS-09" end
    if ev.kind == "shot" then return "defence", "BASE-SHOT-08" end
  end
  local advance = ev.kind == "advance"
  if ev.counter and (not advance or m:param("counter_tie_includes_advance")) then return "defence", "BASE-COD-09" end
  local limit = ev.short_limit or m:param(advance and "short_limit_advance" or "short_limit")
  if ev.travel > limit then return "defence", "BASE-COD-06" end
  return "attack", advance and "BASE-COD-05" or "BASE-COD-04"
end

local KIND = { pass = "pass", advance = "pass", cross = "cross", shot = "shot_rebound" }
local NO_OFFSIDE = { corner = true, goal_kick = true }

function cod.on_offside(ev, m)
  if ev.restart == "throw_in" then return "onside", "BASE-THROW-05" end
  if NO_OFFSIDE[ev.restart] then return "onside", "BASE-OFFSIDE-01" end
  if ev.why == "crossed" or ev.why == "tied" then return "passive", "BASE-OFFSIDE-01" end      -- only who gets the ball
  local judged, this = false, ev.header and "header" or KIND[ev.kind]
  for _, kind in ipairs(m:param("offside_kinds")) do judged = judged or kind == this end
  local beyond = ev.half == "other" and ev.line > 0 and ev.ball > 0         -- level is onside
  return judged and beyond and "offside" or "onside", "BASE-OFFSIDE-01"
end

return cod
