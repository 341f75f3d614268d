/**
 * The counts of all nodes in Redis or Valkey, one script per call, so that whatever the nodes ask at the same time is decided one after the
 * other and by one clock: Redis's own.
 *
 * Per program: a list `all` of the calls within the window, a list `day` of the older ones while a limit per day is set, and a list per
 * service; oldest first, as milliseconds modulo 2^31, which a list packs in 6 bytes. A call that ages out of `all` moves to `day` while
 * `daily` is there. `ahead` is there after Redis's clock was set back: the program's time goes on from its latest call.
 */
const PRELUDE = `
local WRAP = 2147483648
local CHUNK = 1000
local windowMs, dayMs = tonumber(ARGV[1]), tonumber(ARGV[2])
local all, day, daily, aheadKey = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local time = redis.call('TIME')
local clockMs = time[1] * 1000 + math.floor(time[2] / 1000)
local aheadMs = tonumber(redis.call('GET', aheadKey) or '0')
local nowMs = clockMs + aheadMs

local function whole(number) return string.format('%.0f', number) end

local function ageAt(key, index)
  local at = redis.call('LINDEX', key, index)
  if not at then return nil end
  local age = (nowMs - at) % WRAP
  if age >= WRAP / 2 then age = age - WRAP end
  return age
end

local newestAge = ageAt(all, -1)
if newestAge and newestAge < 0 then
  aheadMs = aheadMs - newestAge
  nowMs = nowMs - newestAge
  redis.call('SET', aheadKey, whole(aheadMs), 'PX', whole(2 * dayMs))
end

local function isAged(key, index, spanMs)
  local age = ageAt(key, index)
  return age ~= nil and age >= spanMs
end

-- How many of the oldest calls have aged out: in steps that double, then by halves, for there is one of them as a rule and may be a million.
local function agedCount(key, spanMs)
  if not isAged(key, 0, spanMs) then return 0 end
  local aged, beyond = 1, 2
  while isAged(key, beyond - 1, spanMs) do aged, beyond = beyond, beyond * 2 end
  beyond = math.min(beyond, redis.call('LLEN', key) + 1)
  while beyond - aged > 1 do
    local middle = math.floor((aged + beyond) / 2)
    if isAged(key, middle - 1, spanMs) then aged = middle else beyond = middle end
  end
  return aged
end

local function push(key, times)
  for from = 1, #times, CHUNK do
    redis.call('RPUSH', key, unpack(times, from, math.min(from + CHUNK - 1, #times)))
  end
end

local function dropAged(key, spanMs, heir)
  local count = agedCount(key, spanMs)
  if count == 0 then return end
  if heir then
    for from = 0, count - 1, CHUNK do
      push(heir, redis.call('LRANGE', key, from, math.min(from + CHUNK, count) - 1))
    end
  end
  redis.call('LTRIM', key, count, -1)
  if heir then redis.call('PEXPIRE', heir, whole(dayMs)) end
end

-- A day's calls are held under a limit per day, and as long as a call under one was admitted in the last day.
local function settle(service, isLimitedPerDay)
  local keepsDay = isLimitedPerDay or redis.call('EXISTS', daily) == 1
  dropAged(all, windowMs, keepsDay and day)
  if keepsDay then dropAged(day, dayMs) end
  dropAged(service, windowMs)
  return keepsDay
end

local function expire(service, keepsDay, isLimitedPerDay)
  redis.call('PEXPIRE', all, whole(keepsDay and dayMs or windowMs))
  redis.call('PEXPIRE', service, whole(windowMs))
  if isLimitedPerDay then redis.call('SET', daily, 1, 'PX', whole(dayMs)) end
  if aheadMs > 0 then redis.call('PEXPIRE', aheadKey, whole(2 * dayMs)) end
end
`;

/**
 * KEYS: all, day, daily, ahead, service, last. ARGV: window, day, limit per window, per day, per service (−1: none).
 * Returns for each of the three limits how many calls were counted before this one and how many milliseconds one has to wait.
 */
export const ADMIT = `${PRELUDE}
local service, last = KEYS[5], KEYS[6]
local perHour, perDay, perService = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local keepsDay = settle(service, perDay >= 0)

local function waitMs(key, index, spanMs)
  local age = ageAt(key, index)
  return age and spanMs - age or spanMs
end

local hourUsed = redis.call('LLEN', all)
local hourWait = hourUsed >= perHour and waitMs(all, hourUsed - perHour, windowMs) or 0
local dayUsed, dayWait = 0, 0
if perDay >= 0 then
  local older = redis.call('LLEN', day)
  dayUsed = older + hourUsed
  local index = dayUsed - perDay
  if index >= older then dayWait = waitMs(all, index - older, dayMs) elseif index >= 0 then dayWait = waitMs(day, index, dayMs) end
  if index < 0 then dayWait = 0 end
end
local serviceUsed = redis.call('LLEN', service)
local serviceWait = perService >= 0 and serviceUsed >= perService and waitMs(service, serviceUsed - perService, windowMs) or 0

if hourWait == 0 and dayWait == 0 and serviceWait == 0 then
  local at = whole(nowMs % WRAP)
  redis.call('RPUSH', all, at)
  redis.call('RPUSH', service, at)
  redis.call('SET', last, whole(clockMs), 'PX', whole(2 * dayMs))
  expire(service, keepsDay, perDay >= 0)
end
return {hourUsed, hourWait, dayUsed, dayWait, serviceUsed, serviceWait}
`;

/**
 * KEYS: all, day, daily, ahead, free, services. ARGV: window, day, milliseconds between two calls outside the quota (0: this is none).
 * Returns how long the program has to wait for such a call, then for window, day and each service how many calls are counted and in how
 * many milliseconds the oldest is freed (−1: none). Changes no count.
 */
export const LOOK = `${PRELUDE}
local freeMs = tonumber(ARGV[3])
local waitMs = 0
if freeMs > 0 and not redis.call('SET', KEYS[5], 1, 'NX', 'PX', freeMs) then waitMs = math.max(1, redis.call('PTTL', KEYS[5])) end

local function counted(key, spanMs)
  local aged = agedCount(key, spanMs)
  local age = ageAt(key, aged)
  return redis.call('LLEN', key) - aged, age and spanMs - age or -1
end

local hourUsed, hourFreed = counted(all, windowMs)
local older, olderFreed = counted(day, dayMs)
-- What has aged out of the window since the last call still stands in its list; it belongs to the day.
local inList, inListFreed = counted(all, dayMs)
local answer = {waitMs, hourUsed, hourFreed, older + inList, older > 0 and olderFreed or inListFreed}
for index = 6, #KEYS do
  local used, freed = counted(KEYS[index], windowMs)
  answer[#answer + 1] = used
  answer[#answer + 1] = freed
end
return answer
`;

/**
 * KEYS: all, day, daily, ahead, service, batch. ARGV: window, day, whether the calls count for a day (1 or 0), then their ages in milliseconds, the
 * oldest first. Puts the calls that a node counted alone into their places, once per batch.
 */
export const MERGE = `${PRELUDE}
local service = KEYS[5]
local isLimitedPerDay = ARGV[3] == '1'
if not redis.call('SET', KEYS[6], 1, 'NX', 'PX', whole(dayMs)) then return 0 end
local keepsDay = settle(service, isLimitedPerDay)

local function insert(key, ages)
  if #ages == 0 then return end
  local later = {}
  local age = ageAt(key, -1)
  while age and age < ages[1] do
    later[#later + 1] = age
    redis.call('RPOP', key)
    age = ageAt(key, -1)
  end
  local times, mine, other = {}, 1, #later
  while mine <= #ages or other >= 1 do
    local age
    if other < 1 or (mine <= #ages and ages[mine] >= later[other]) then
      age, mine = ages[mine], mine + 1
    else
      age, other = later[other], other - 1
    end
    times[#times + 1] = whole((nowMs - age) % WRAP)
  end
  push(key, times)
end

local recent, older = {}, {}
for index = 4, #ARGV do
  local age = tonumber(ARGV[index])
  if age < windowMs then recent[#recent + 1] = age elseif keepsDay and age < dayMs then older[#older + 1] = age end
end
insert(day, older)
if #older > 0 then redis.call('PEXPIRE', day, whole(dayMs)) end
insert(all, recent)
insert(service, recent)
expire(service, keepsDay, isLimitedPerDay)
return #recent + #older
`;

/**
 * KEYS: run, last. A server that comes back after a crash may have lost its latest calls, but none before them: the first node that finds it
 * again notes until when it knows everything. Returns how many milliseconds ago that was.
 */
export const JOIN = `
local time = redis.call('TIME')
local clockMs = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('SET', KEYS[1], redis.call('GET', KEYS[2]) or '0', 'NX', 'PX', ARGV[1])
return string.format('%.0f', clockMs - redis.call('GET', KEYS[1]))
`;
