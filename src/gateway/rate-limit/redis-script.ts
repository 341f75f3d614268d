/**
 * Common part. Sorted sets have the calls of all nodes, of all services and of each, by milliseconds of Redis's clock.
 * Once it was set back, `ahead` continues time from the latest call. KEYS: ahead, daily, all calls. ARGV: window and
 * day in milliseconds, 1 for a daily limit.
 */
const PRELUDE = `
local ahead, daily, all = KEYS[1], KEYS[2], KEYS[3]
local windowMs, dayMs, isLimitedPerDay = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3] == '1'
local time = redis.call('TIME')
local aheadMs = tonumber(redis.call('GET', ahead) or '0')
local nowMs = time[1] * 1000 + math.floor(time[2] / 1000) + aheadMs
local latest = redis.call('ZRANGE', all, -1, -1, 'WITHSCORES')[2]
if latest and tonumber(latest) > nowMs then
  aheadMs = aheadMs + latest - nowMs
  nowMs = tonumber(latest)
end
if aheadMs > 0 then redis.call('SET', ahead, aheadMs, 'PX', 2 * dayMs) end
local retainedMs = redis.call('EXISTS', daily) == 1 and dayMs or windowMs

local function settle(key)
  redis.call('ZREMRANGEBYSCORE', key, '-inf', nowMs - retainedMs)
  redis.call('PEXPIRE', key, isLimitedPerDay and dayMs or retainedMs)
end
`;

/**
 * Counts a call that fits all windows. More KEYS: a set for each window. More ARGV: id ('' only reads), span and limit
 * (-1: none) of each window. Returns of each window: calls, ms to wait, ms until the oldest call expires (-1: none).
 */
export const COUNT = `${PRELUDE}
local id, result, fits = ARGV[4], {}, true
for index = 4, #KEYS do
  local key, spanMs, limit = KEYS[index], tonumber(ARGV[2 * index - 3]), tonumber(ARGV[2 * index - 2])
  local fromMs = nowMs - math.min(spanMs, retainedMs) + 1
  local used, waitMs, freedMs = redis.call('ZCOUNT', key, fromMs, '+inf'), 0, -1
  if used > 0 then freedMs = redis.call('ZRANGEBYSCORE', key, fromMs, '+inf', 'WITHSCORES', 'LIMIT', 0, 1)[2] + spanMs - nowMs end
  if limit == 0 then
    waitMs = spanMs
  elseif limit > 0 and used >= limit then
    waitMs = redis.call('ZRANGE', key, -limit, -limit, 'WITHSCORES')[2] + spanMs - nowMs
  end
  fits = fits and waitMs == 0
  for _, number in ipairs({used, waitMs, freedMs}) do result[#result + 1] = number end
end
if id ~= '' and fits then
  for index = 4, #KEYS do
    redis.call('ZADD', KEYS[index], 'NX', nowMs, id)
    settle(KEYS[index])
  end
  if isLimitedPerDay then redis.call('SET', daily, 1, 'PX', dayMs) end
end
return result
`;

/** Adds calls counted by a node alone. Further KEYS: set of a service. Further ARGV: age and id of each. */
export const ADD_CALLS = `${PRELUDE}
if isLimitedPerDay then
  redis.call('SET', daily, 1, 'PX', dayMs)
  retainedMs = dayMs
end
for _, key in ipairs({all, KEYS[4]}) do
  for index = 4, #ARGV, 2 do redis.call('ZADD', key, 'NX', nowMs - ARGV[index], ARGV[index + 1]) end
  settle(key)
end
return 0
`;
