/** Each script uses one key and the clock of Redis. */
const NOW = `
local time = redis.call('TIME')
local nowMs = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/** Claims a place in a set of held places, whose scores are the ends of their leases. ARGV: id, limit, lease in ms. */
export const CLAIM = `${NOW}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', nowMs)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call('ZADD', KEYS[1], nowMs + ARGV[3], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1
`;

/** Renews the leases of held places, and adds those that were claimed without Redis. ARGV: lease in ms, ids. */
export const RENEW = `${NOW}
for index = 2, #ARGV do redis.call('ZADD', KEYS[1], nowMs + ARGV[1], ARGV[index]) end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1
`;

/** Returns 0, or ms to wait. Value: moment at which the whole burst is free. ARGV: burst, interval in ms. */
export const ADMIT = `${NOW}
local burst, intervalMs = tonumber(ARGV[1]), tonumber(ARGV[2])
local freshAtMs = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), nowMs) + intervalMs
local waitMs = freshAtMs - nowMs - burst * intervalMs
if waitMs > 0 then return waitMs end
redis.call('SET', KEYS[1], freshAtMs, 'PX', freshAtMs - nowMs)
return 0
`;
