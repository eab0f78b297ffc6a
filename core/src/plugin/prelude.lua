-- The trusted half of the host inside the VM: fills `ev`, walks the layers, checks what they return, and writes the
-- answer into the mailbox, a buffer of numbers that Rust reads without a further call.
local buffer, table, error, type, next, setmetatable, math, ipairs, tostring, select =
  buffer, table, error, type, next, setmetatable, math, ipairs, tostring, select
local readf64, writef64 = buffer.readf64, buffer.writef64
local clone, freeze, concat, sort = table.clone, table.freeze, table.concat, table.sort
local floor = math.floor

return function(host)
  -- host: box, at (offsets), hooks, layers, clauses (id → name), muted (set of ids), zones, cards, skills, grant
  --       fields, behind, suggest
  local box, at, suggest = host.box, host.at, host.suggest
  local muted, clause_name = host.muted, host.clauses
  local NIL = host.none          -- FILL, from Rust, is in front of this file: per hook, what reads the facts into `ev`
  local AT_KIND, AT_VALUE, AT_CLAUSE, AT_AUTHOR, AT_LAYER = at.kind, at.value, at.clause, at.author, at.layer
  local AT_CHANGE_COUNT, AT_GRANT_COUNT, AT_RECORD = at.change_count, at.grant_count, at.record
  local AT_READ_COUNT, AT_READS = at.read_count, at.reads
  local changes, grants = 0, 0
  local call, reads = 0, 0       -- the running call, and the facts it has read so far

  -- A problem with what a layer returned: Rust adds the plugin, the hook and where the function stands.
  local function fail(layer, message)
    error("\1" .. layer .. "\1" .. message, 0)
  end

  local function show(value)
    if type(value) == "string" then return "`" .. value .. "`" end
    if type(value) == "table" or type(value) == "function" then return "a " .. type(value) end
    return tostring(value)
  end

  local function name_of(value)
    return type(value) == "string" and value or type(value)
  end

  -- The id of a clause that a layer names for what it did.
  local function clause_id(layer, clause, what)
    local id = host.layers[layer + 1].clauses[clause]
    if id then return id end
    if clause == nil then
      fail(layer, what .. " names no clause: every ruling names the clause it comes from, `return answer, \"MY-RULE-01\"`")
    end
    local known = host.layers[layer + 1].clause_list
    fail(layer, what .. " names the clause " .. show(clause) .. ", which the plugin does not declare in `clauses`: "
      .. suggest(name_of(clause), known))
  end

  local function note_change(field, id, layer, code)
    if changes >= at.max_changes then fail(layer, "too many changes in one answer") end
    local o = at.changes + changes * at.change_size
    writef64(box, o, field)
    writef64(box, o + 8, id)
    writef64(box, o + 16, layer)
    writef64(box, o + 24, code)
    changes = changes + 1
  end

  -- Names in a text, such as "blue yellow", as a sum of weights.
  local function weigh(f, text)
    if type(text) ~= "string" then return nil end
    local sum = f.sums[text]
    if sum then return sum end
    sum = 0
    local seen = {}
    for word in string.gmatch(text, "%S+") do
      local weight = f.weights[word]
      if not weight then return nil, word end
      if not seen[word] then sum = sum + weight end
      seen[word] = true
    end
    f.sums[text] = sum
    return sum
  end

  -- A scalar as a number, or nil and the word that is wrong.
  local function encode(f, value)
    if f.map then return f.map[value] end
    if f.weights then return weigh(f, value) end
    if type(value) ~= "number" or value ~= value then return nil end
    if value < f.min or value > f.max then return nil end
    if f.whole and floor(value) ~= value then return nil end
    return value
  end

  local function wrong(layer, what, f, value, word)
    local message = what .. " is " .. show(value) .. ", expected " .. f.expected
    if f.list and type(value) == "string" then message = message .. "; " .. suggest(word or value, f.list) end
    fail(layer, message)
  end

  -- ev ------------------------------------------------------------------------------------------------------------

  -- A reused table behind a read-only face, which notes what a call reads: an answer is remembered with that. Reading
  -- a field that the hook does not have is an error.
  local function facts(hook)
    local known = hook.fact_index
    local values, read_in = {}, {}
    local function note_read(field, place)
      if read_in[field] == call then return end
      read_in[field] = call
      writef64(box, AT_READS + reads * 8, place - 1)
      reads = reads + 1
      writef64(box, AT_READ_COUNT, reads)
    end
    local face = setmetatable({}, {
      __index = function(_, field)
        local place = known[field]
        if not place then
          error("ev has no field `" .. name_of(field) .. "` in " .. hook.name .. ": "
            .. suggest(name_of(field), hook.fact_names), 2)
        end
        note_read(field, place)
        return values[field]
      end,
      __newindex = function(_, field)
        error("ev is read-only: change facts for the layers below with next({ " .. name_of(field)
          .. " = value }, clause)", 2)
      end,
    })
    freeze(face)
    host.behind[face] = function()
      for place, field in ipairs(hook.fact_names) do note_read(field, place) end
      return values
    end
    return values, face
  end

  -- Rule hooks ------------------------------------------------------------------------------------------------------

  -- Puts changed facts in place for the layers below; returns what has to be put back.
  local function replace_facts(hook, values, layer, changed, clause)
    if type(changed) ~= "table" then fail(layer, "next expects a table of changed facts, not " .. show(changed)) end
    local id = clause_id(layer, clause, "next({…})")
    if muted[id] then return nil end
    local old = {}
    for field, value in next, changed do
      local index = hook.fact_index[field]
      if not index then
        fail(layer, "next changes " .. show(field) .. ", which is no fact of " .. hook.name .. ": "
          .. suggest(name_of(field), hook.fact_names))
      end
      local f = hook.facts[index]
      local code, word = encode(f, value)
      if code == nil then wrong(layer, "next changes `" .. field .. "`: it", f, value, word) end
      old[field] = values[field]
      note_change(index - 1, id, layer, code)
    end
    for field, value in next, changed do values[field] = value end
    return old
  end

  local function restore_facts(hook, values, changed, old)
    for field in next, changed do values[field] = old[field] end
  end

  -- One layer of a chain that answers with a word or a number.
  local function word_layer(hook, values, face, layer, f, m, lower)
    local codes, own = hook.words, host.layers[layer + 1].clauses
    local called, low, low_clause, low_layer
    local function ask_below(changed, clause)
      local old = changed ~= nil and replace_facts(hook, values, layer, changed, clause) or nil
      low, low_clause, low_layer = lower()
      called = true
      writef64(box, AT_LAYER, layer)
      if old then restore_facts(hook, values, changed, old) end
      return low, clause_name[low_clause]
    end
    return function()
      called = false
      writef64(box, AT_LAYER, layer)
      local answer, clause = f(face, m, ask_below)
      if called and answer == low and (clause == nil or clause == clause_name[low_clause]) then
        return low, low_clause, low_layer
      end
      if answer == nil then
        fail(layer, "returned nothing: return an answer and its clause, or `return next()`")
      end
      if codes[answer] == nil and not (hook.most and type(answer) == "number" and floor(answer) == answer
          and answer >= 0 and answer <= hook.most) then
        local message = "answered " .. show(answer) .. ", expected one of " .. concat(hook.word_list, ", ")
        if hook.most then message = message .. " or a whole number from 0 to " .. hook.most end
        if type(answer) == "string" then message = message .. "; " .. suggest(answer, hook.word_list) end
        fail(layer, message)
      end
      local id = own[clause] or clause_id(layer, clause, "the answer " .. show(answer))
      if muted[id] then
        if called then return low, low_clause, low_layer end
        return lower()
      end
      return answer, id, layer
    end
  end

  local function nobody() return nil, nil, nil end

  -- Grants ------------------------------------------------------------------------------------------------------------

  -- A held grant: { given = true or a copy of the table, clause = id, layer = n, codes = { field, number, … } }.
  local function same(given, held)
    if given == held then return true end
    if type(given) ~= "table" or type(held) ~= "table" then return false end
    for field, value in next, given do
      if held[field] ~= value then return false end
    end
    for field in next, held do
      if given[field] == nil then return false end
    end
    return true
  end

  local function codes_of(layer, name, given)
    local codes = {}
    if given == true then return codes end
    local fields, n = host.grant_fields, 0
    for field, value in next, given do
      if field ~= "clause" then
        local f = fields[field]
        if not f then
          fail(layer, "the grant `" .. name .. "` has a field " .. show(field) .. ": "
            .. suggest(name_of(field), host.grant_names))
        end
        local code, word = encode(f, value)
        if code == nil then wrong(layer, "`" .. field .. "` of the grant `" .. name .. "`", f, value, word) end
        codes[n + 1], codes[n + 2] = f.place, code
        n = n + 2
      end
    end
    return codes
  end

  local function copy(given)
    if given == true then return true end
    return clone(given)
  end

  -- The place of a grant's name in the hook's list. An offer may come in variants: `step_front` and `step_back` are both `step`.
  local function offer_place(hook, name)
    local place = hook.grant_index[name]
    if place or hook.answer ~= "offers" then return place end
    return hook.grant_index[string.match(name, "^(%a+)_")]
  end

  -- Compares the table-valued fields of `value` with what is held, and blames the layer for every difference.
  -- Returns what is held afterwards (a new table if anything changed) and the last clause that changed something.
  local function settle(hook, layer, value, held, clause, scalar)
    local names, result, last = hook.grant_index, held, nil
    local declared = host.layers[layer + 1].clauses
    for name, given in next, value do
      if not (scalar and scalar[name]) then
        if type(name) ~= "string" then fail(layer, "a grant has a name, not " .. show(name)) end
        if names and not offer_place(hook, name) then
          fail(layer, "`" .. name .. "` cannot be granted here: " .. suggest(name, hook.grant_list))
        end
        if given ~= true and type(given) ~= "table" then
          local message = "`" .. name .. "` is " .. show(given) .. ", expected a grant such as { cells = 3 }"
          if scalar then message = message .. ", or a field of the value; " .. suggest(name, hook.field_list) end
          fail(layer, message)
        end
        local old = held[name]
        if not (old and same(given, old.given)) then
          local own = given ~= true and given.clause or nil
          if own ~= nil and old and old.given ~= true and old.given.clause == own then own = nil end
          if own == nil then
            if type(clause) == "table" then own = clause[name] else own = clause end
          end
          local codes = codes_of(layer, name, given)
          local id = declared[own] or clause_id(layer, own, "the grant `" .. name .. "`")
          if muted[id] then
            value[name] = old and copy(old.given) or nil
          else
            if result == held then result = clone(held) end
            result[name] = { given = copy(given), clause = id, layer = layer, codes = codes }
            last = id
          end
        end
      end
    end
    for name, old in next, held do
      if value[name] == nil then
        local own = clause
        if type(clause) == "table" then own = clause[name] end
        local id = declared[own] or clause_id(layer, own, "taking away the grant `" .. name .. "`")
        if muted[id] then
          value[name] = copy(old.given)
        else
          if result == held then result = clone(held) end
          result[name] = nil
          last = id
        end
      end
    end
    return result, last
  end

  -- Writes the held grants to the mailbox: fixed names in their order, free names sorted.
  local function write_grants(hook, layer, held)
    local order, n, fixed = hook.grant_list, 0, hook.grant_index
    if not order or hook.answer == "offers" then
      order = {}
      for name in next, held do
        n = n + 1
        order[n] = name
      end
      if n > 1 then sort(order) end
    end
    local o = at.grants
    grants = 0
    for _, name in ipairs(order) do
      local grant = held[name]
      if grant then
        if grants >= at.max_grants then fail(grant.layer, "more than " .. at.max_grants .. " grants in one answer") end
        local codes = grant.codes
        writef64(box, o, fixed and offer_place(hook, name) or 0)
        writef64(box, o + 8, grant.clause)
        writef64(box, o + 16, grant.layer)
        writef64(box, o + 24, #codes / 2)
        o = o + 32
        for i = 1, #codes do
          writef64(box, o, codes[i])
          o = o + 8
        end
        grants = grants + 1
      end
    end
    writef64(box, AT_GRANT_COUNT, grants)
  end

  local EMPTY = freeze({})

  -- One layer of a chain that answers with a table of offers.
  local function offer_layer(hook, values, face, layer, f, m, lower)
    local called, low, low_clause, low_layer
    local function ask_below(changed, clause)
      local old = changed ~= nil and replace_facts(hook, values, layer, changed, clause) or nil
      low, low_clause, low_layer = lower()
      called = true
      writef64(box, AT_LAYER, layer)
      if old then restore_facts(hook, values, changed, old) end
      local offers = {}
      for name, grant in next, low do offers[name] = copy(grant.given) end
      return offers, clause_name[low_clause]
    end
    return function()
      called = false
      writef64(box, AT_LAYER, layer)
      local offers, clause = f(face, m, ask_below)
      if type(offers) ~= "table" then
        fail(layer, "answered " .. show(offers) .. ", expected a table of offers ({} for none), or `return next()`")
      end
      local base = called and low or EMPTY
      if called and clause ~= nil and clause == clause_name[low_clause]
        and not host.layers[layer + 1].clauses[clause] then clause = nil end
      local own = clause ~= nil and host.layers[layer + 1].clauses[clause] or nil
      if own and muted[own] and not called then return lower() end
      if not called then offers = clone(offers) end
      local result, last = settle(hook, layer, offers, base, clause, nil)
      if last then return result, last, layer end
      if called then return low, low_clause, low_layer end
      if clause ~= nil then return result, clause_id(layer, clause, "the answer"), layer end
      return result, nil, layer
    end
  end

  local function no_offers() return EMPTY, nil, nil end

  local function begin(fill)
    fill()
    changes, reads, call = 0, 0, call + 1
  end

  -- Building a hook ---------------------------------------------------------------------------------------------------

  local function rule(hook, fill, values, face)
    local offers = hook.answer == "offers"
    local chain = offers and no_offers or nobody
    for _, step in ipairs(hook.layers) do              -- bottom first, so the last one made is asked first
      local m = host.layers[step.layer + 1].m
      chain = (offers and offer_layer or word_layer)(hook, values, face, step.layer, step.f, m, chain)
    end
    local codes = hook.words
    return function()
      begin(fill)
      local answer, id, layer = chain()
      if offers then
        writef64(box, AT_KIND, 3)
        write_grants(hook, layer or 0, answer)
      elseif answer == nil then
        writef64(box, AT_KIND, 0)
      else
        local code = codes[answer]
        writef64(box, AT_KIND, code and 1 or 2)
        writef64(box, AT_VALUE, code or answer)
      end
      writef64(box, AT_CLAUSE, id or -1)
      writef64(box, AT_AUTHOR, layer or 0)
      writef64(box, AT_CHANGE_COUNT, changes)
    end
  end

  local function modify(hook, fill, values, face)
    local fields, scalar, layers = hook.fields, hook.field_index, hook.layers
    local count = #fields
    local with_grants = hook.answer == "value" and hook.grants
    return function()
      begin(fill)
      local value, before = clone(hook.defaults), {}
      for i = 1, count do
        before[i] = value[fields[i].name]
        writef64(box, AT_RECORD + (i - 1) * 8, fields[i].default)
      end
      local held, last, author = EMPTY, nil, 0
      for i = 1, #layers do
        local layer = layers[i].layer
        writef64(box, AT_LAYER, layer)
        local clause = layers[i].f(face, host.layers[layer + 1].m, value)
        if clause ~= nil and type(clause) ~= "table" then clause_id(layer, clause, "the answer") end
        for j = 1, count do
          local f = fields[j]
          local now = value[f.name]
          if now ~= before[j] then
            local code = encode(f, now)
            if code == nil and now == nil then code = f.none end
            if code == nil then wrong(layer, "`" .. f.name .. "`", f, now) end
            local own = clause
            if type(clause) == "table" then own = clause[f.name] end
            local id = host.layers[layer + 1].clauses[own] or clause_id(layer, own, "the change of `" .. f.name .. "`")
            if muted[id] then
              value[f.name] = before[j]
            else
              before[j] = now
              writef64(box, AT_RECORD + (j - 1) * 8, code)
              note_change(j - 1, id, layer, code)
              last, author = id, layer
            end
          end
        end
        if with_grants then
          local changed
          held, changed = settle(hook, layer, value, held, clause, scalar)
          if changed then last, author = changed, layer end
        else
          for name in next, value do
            if not scalar[name] then
              fail(layer, "the value has no field " .. show(name) .. ": " .. suggest(name_of(name), hook.field_list))
            end
          end
        end
      end
      writef64(box, AT_KIND, 3)
      write_grants(hook, author, held)
      writef64(box, AT_CLAUSE, last or -1)
      writef64(box, AT_AUTHOR, author)
      writef64(box, AT_CHANGE_COUNT, changes)
    end
  end

  -- One complaint: a text, or a table with the text, the token it is about and the clause it rests on.
  local function complaint(layer, entry, place, clause)
    if type(entry) == "string" then entry = { text = entry } end
    local says = type(entry) == "table" and entry.text
    if type(says) ~= "string" then
      fail(layer, "complaints are a list of texts or of { text, token, clause, warning }, entry " .. place .. " is " .. show(entry))
    end
    local token = entry.token
    if token ~= nil and not (type(token) == "number" and token >= 1 and token <= 32 and token % 1 == 0) then
      fail(layer, "the token of complaint " .. place .. " is a number from 1 to 32, not " .. show(token))
    end
    if entry.warning ~= nil and type(entry.warning) ~= "boolean" then
      fail(layer, "the warning of complaint " .. place .. " is true or false, not " .. show(entry.warning))
    end
    return { says, token or 0, clause_id(layer, entry.clause or clause, "the complaint") or -1, entry.warning == true, layer }
  end

  -- on_squad: a list of complaints. A layer sees those below it as texts and adds its own after them.
  local function complain(hook, fill, values, face)
    return function()
      begin(fill)
      local held, last, author = {}, nil, 0
      for _, step in ipairs(hook.layers) do
        local list, origin = {}, {}
        for i, below in ipairs(held) do
          local says = below[1]
          list[i] = says
          origin[says] = origin[says] or { taken = 0 }           -- several may say the same of different players
          origin[says][#origin[says] + 1] = below
        end
        local seen = clone(list)
        writef64(box, AT_LAYER, step.layer)
        local clause = step.f(face, host.layers[step.layer + 1].m, list)
        if not same(list, seen) then
          local n = 0
          for _ in next, list do n = n + 1 end
          if n > 64 then fail(step.layer, "more than 64 complaints") end
          -- A muted layer takes nothing off the list either.
          local silent = clause ~= nil and muted[clause_id(step.layer, clause, "the complaint")]
          local kept = silent and clone(held) or {}
          for i = 1, n do
            local twins = origin[list[i]]
            local below = twins and twins[twins.taken + 1]
            if below then
              twins.taken = twins.taken + 1
              if not silent then kept[#kept + 1] = below end
            else
              local own = complaint(step.layer, list[i], i, clause)
              if not muted[own[3]] then
                kept[#kept + 1] = own
                last, author = own[3], step.layer
              end
            end
          end
          held = kept
        end
      end
      writef64(box, AT_KIND, 4)
      writef64(box, AT_CLAUSE, last or -1)
      writef64(box, AT_AUTHOR, author)
      writef64(box, AT_CHANGE_COUNT, 0)
      return held
    end
  end

  local function notify(hook, fill, values, face)
    return function()
      begin(fill)
      for _, step in ipairs(hook.layers) do
        writef64(box, AT_LAYER, step.layer)
        step.f(face, host.layers[step.layer + 1].m)
      end
      writef64(box, AT_KIND, 4)
      writef64(box, AT_CLAUSE, -1)
      writef64(box, AT_AUTHOR, 0)
      writef64(box, AT_CHANGE_COUNT, 0)
    end
  end

  -- m: the methods Rust gives, `param`, and an error for anything else.
  for _, layer in ipairs(host.layers) do
    local methods, params = layer.methods, layer.params
    function methods.param(_, name)
      local value = params[name]
      if value == nil then error("there is no parameter `" .. name_of(name) .. "`: " .. layer.no_param(name_of(name)), 2) end
      return value
    end
    layer.m = freeze(setmetatable(methods, {
      __index = function(_, name)
        error("m has no method `" .. name_of(name) .. "`: " .. suggest(name_of(name), host.methods), 2)
      end,
    }))
  end

  local entries = {}
  for index, hook in next, host.hooks do
    local values, face = facts(hook)
    local fill = FILL[hook.name](values, box, NIL, hook.word_tables)
    local make = hook.mode == "rule" and rule or hook.mode == "notify" and notify
      or hook.answer == "complaints" and complain or modify
    entries[index] = make(hook, fill, values, face)
  end
  return entries
end
