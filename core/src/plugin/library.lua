-- The library a plugin sees, built from Luau's own before that is taken away.
-- Every function here is deterministic, bounded, or charges the step budget for the work it does.
local native = ...                       -- { spend = f(steps), math = { sin = … }, suggest = f(word, list) }

local error, type, select, tostring, next = error, type, select, tostring, next
local floor, huge = math.floor, math.huge
local spend, suggest = native.spend, native.suggest
local find, match, gmatch, gsub, rep, format = string.find, string.match, string.gmatch, string.gsub, string.rep, string.format
-- Under their global names they are the plugins' by the time they are called.
local byte, lower, upper, reverse = string.byte, string.lower, string.upper, string.reverse
local sort, insert, remove, concat, freeze = table.sort, table.insert, table.remove, table.concat, table.freeze

local TEXT, LIST = native.longest_text, 4096   -- longest text, longest handled list

local function text(value, what, level)
  if type(value) == "number" then value = tostring(value) end
  if type(value) ~= "string" then error(what .. " expects text, not " .. type(value), level + 1) end
  return value
end

-- A text that a function has made. Nobody can catch the error, so one that is too long is made only once.
local function made(value, what)
  if #value > TEXT then error(what .. " makes texts of at most " .. TEXT .. " bytes", 3) end
  return value
end

local function list(value, what)
  if type(value) ~= "table" then error(what .. " expects a table, not " .. type(value), 3) end
  if #value > LIST then error(what .. " handles lists of at most " .. LIST .. " entries", 3) end
  return #value
end

-- What plugins may iterate although it is not the table itself (the read-only `ev`): a function that gives the table.
local behind = setmetatable({}, { __mode = "k" })

local function before(a, b)
  local ta, tb = type(a), type(b)
  if ta ~= tb then return ta == "number" end
  return a < b
end

-- Sorted: numbers first, then texts; otherwise the order would depend on how the table came about.
local function sorted_pairs(t)
  if type(t) ~= "table" then error("pairs expects a table, not " .. type(t), 2) end
  if behind[t] then t = behind[t]() end
  local keys, n = {}, 0
  for key in next, t do
    local kind = type(key)
    if kind ~= "number" and kind ~= "string" then
      error("pairs has no fixed order for a key that is a " .. kind .. ": use numbers or texts as keys", 2)
    end
    n = n + 1
    keys[n] = key
  end
  if n > 1 then
    spend(n * 4)
    sort(keys, before)
  end
  local i = 0
  return function()
    while i < n do
      i = i + 1
      local value = t[keys[i]]
      if value ~= nil then return keys[i], value end
    end
    return nil
  end
end

local function step(t, i)
  i = i + 1
  local value = t[i]
  if value ~= nil then return i, value end
  return nil
end

local function safe_tostring(value)
  local kind = type(value)
  if kind == "table" or kind == "function" then return kind end   -- an address would differ from run to run
  return tostring(value)
end

local function safe_error(message, level)
  if type(message) ~= "string" and type(message) ~= "number" then
    message = "error was called with a " .. type(message) .. " instead of a text"
  end
  message = gsub(tostring(message), "%c", " ")
  if level == 0 then error(message, 2) end
  error(message, level == 2 and 3 or 2)
end

local function safe_assert(value, message, ...)
  if value then return value, message, ... end
  safe_error(message == nil and "assertion failed" or message, 2)
end

local function has(mask, skill)
  local weight = native.skills[skill]
  if not weight then
    error("no skill is called `" .. safe_tostring(skill) .. "`: " .. suggest(safe_tostring(skill), native.skill_names), 2)
  end
  if type(mask) ~= "number" then
    error("has(skills, name) expects a field such as ev.skills first, not " .. type(mask), 2)
  end
  return mask % (2 * weight) >= weight
end

-- `a .. b`, which plugins are compiled to: see check/join.rs.
local function join(...)
  local parts, length = { ... }, 0
  for i = 1, select("#", ...) do
    local part = parts[i]
    local kind = type(part)
    if kind ~= "string" and kind ~= "number" then
      local other = parts[i == 1 and 2 or i - 1]
      error("attempt to concatenate " .. (i == 1 and kind .. " with " .. type(other) or type(other) .. " with " .. kind), 2)
    end
    length = length + #tostring(part)
  end
  if length > TEXT then error("a text is at most " .. TEXT .. " bytes long", 2) end
  return concat(parts)
end

local safe_string = {
  byte = function(s, i, j)
    s = text(s, "string.byte", 2)
    if j ~= nil then spend(#s // 16) end
    return byte(s, i, j)
  end,
  char = string.char, len = string.len, sub = string.sub,
  lower = function(s) return lower(text(s, "string.lower", 2)) end,
  upper = function(s) return upper(text(s, "string.upper", 2)) end,
  reverse = function(s) return reverse(text(s, "string.reverse", 2)) end,
  rep = function(s, n)
    s = text(s, "string.rep", 2)
    if type(n) ~= "number" or n ~= n then error("string.rep expects a number of times", 2) end
    if n > 0 and #s * n > TEXT then error("string.rep makes texts of at most " .. TEXT .. " bytes", 2) end
    return rep(s, n)
  end,
  find = function(s, pattern, init, plain)
    s, pattern = text(s, "string.find", 2), text(pattern, "string.find", 2)
    spend(#s * #pattern // 1024)
    return find(s, pattern, init, plain)
  end,
  match = function(s, pattern, init)
    return match(text(s, "string.match", 2), text(pattern, "string.match", 2), init)
  end,
  gmatch = function(s, pattern) return gmatch(text(s, "string.gmatch", 2), text(pattern, "string.gmatch", 2)) end,
  gsub = function(s, pattern, with, n)
    s, pattern = text(s, "string.gsub", 2), text(pattern, "string.gsub", 2)
    if type(with) == "string" then spend(#s * #with // 1024) end
    local result, count = gsub(s, pattern, with, n)
    return made(result, "string.gsub"), count
  end,
  format = function(pattern, ...)
    pattern = text(pattern, "string.format", 2)
    for i = 1, select("#", ...) do
      local kind = type((select(i, ...)))
      if kind == "table" or kind == "function" then error("string.format cannot show a " .. kind, 2) end
    end
    local result = format(pattern, ...)
    spend(#result // 16)
    return made(result, "string.format")
  end,
}

local safe_table = {
  concat = function(t, separator, i, j)
    spend(list(t, "table.concat"))
    if type(i) == "number" and type(j) == "number" and j - i > LIST then
      error("table.concat joins at most " .. LIST .. " entries", 2)
    end
    return made(concat(t, separator, i, j), "table.concat")
  end,
  insert = function(t, ...)
    spend(list(t, "table.insert") // 16)
    return insert(t, ...)
  end,
  remove = function(t, at)
    spend(list(t, "table.remove") // 16)
    return remove(t, at)
  end,
  sort = function(t, order)
    spend(list(t, "table.sort") * 4)
    return sort(t, order)
  end,
}

local safe_math = {
  abs = math.abs, ceil = math.ceil, floor = floor, fmod = math.fmod, huge = huge, max = math.max, min = math.min,
  modf = math.modf, pi = math.pi, sqrt = math.sqrt, deg = math.deg, rad = math.rad,
}
for name, f in next, native.math do safe_math[name] = f end

return {
  globals = {
    __join = join, assert = safe_assert, error = safe_error, has = has, pairs = sorted_pairs, select = select, tonumber = tonumber,
    tostring = safe_tostring, type = type,
    ipairs = function(t)
      if type(t) ~= "table" then error("ipairs expects a table, not " .. type(t), 2) end
      return step, t, 0
    end,
    math = freeze(safe_math), string = freeze(safe_string), table = freeze(safe_table),
  },
  behind = behind,
}
