import { ask, cpuSeconds, cpuSecondsOfFamily, residentMb } from './servers.mjs';

const WARM_UP_SECONDS = 1;
/** Default number of connections. */
export const CONNECTIONS = 10;
const MEMORY_EVERY_MS = 50;

/**
 * Loads the sides in turn, round by round, after a warm-up. A side is a running server (`child`, `url`) with its
 * `request` and the `ids` for the path; `postgresPid` is its database, `allocates` tells whether it counts allocations.
 * Returns the results of each side and round, and the memory growth of the first side.
 */
export async function measureRounds(load, sides, { pairs, seconds, connections }) {
  const [{ child }] = sides;
  const beforeMb = residentMb(child);
  let peakMb = beforeMb;
  const watch = setInterval(() => (peakMb = Math.max(peakMb, residentMb(child))), MEMORY_EVERY_MS);
  try {
    const rounds = await loadInTurn(load, sides, { pairs, seconds, connections });
    return { rounds, growthMb: peakMb - beforeMb };
  } finally {
    clearInterval(watch);
  }
}

/** Combines a server with its request; a server without ids uses the product's. */
export function sideOf({ name, request }, server, { bodies, ids }) {
  const { headers = { 'Content-Type': 'application/json' } } = server;
  const pools = { ...ids, ...server.ids };
  return { ...server, name, request: { ...request, headers, body: bodies[request.body] }, ids: pools[request.ids] ?? [] };
}

/** Measures the service's own time per call (p99) with one call at a time, so that no call waits for another. */
export async function measureAlone(load, side, seconds) {
  return (await measure(load, { ...side, ownTime: true, connections: 1 }, seconds)).ownP99Ms;
}

async function loadInTurn(load, sides, { pairs, seconds, connections }) {
  // Only the rounds are judged, because a slow case may not finish a call here.
  for (const { url, request, ids, callers } of sides)
    await ask(load, { url, request, ids, callers, seconds: WARM_UP_SECONDS, connections });
  const rounds = [];
  for (let round = 0; round < pairs; round += 1) {
    const results = {};
    // The order alternates, so that no side always follows the same other one.
    for (const side of round % 2 === 0 ? sides : sides.toReversed())
      results[side.name] = await measure(load, { ...side, connections }, seconds);
    rounds.push(results);
  }
  return rounds;
}

/**
 * Returns why the calls of a run cannot be measured, or null. A timeout is a failed call. `callMs` is the known
 * duration of a call.
 */
export function findFlaw({ requests, failed, seconds, callMs = null }) {
  if (requests === 0 && callMs !== null)
    return `no call finished within ${seconds} s; one takes ${(callMs / 1000).toFixed(1)} s, so --seconds must be ${secondsFor(callMs)} or more`;
  if (requests === 0) return `no call finished within ${seconds} s (${failed} failed); --seconds must be longer`;
  return failed > 0 ? `${failed} calls failed, ${requests} finished` : null;
}

/** Returns the time that a case needs when its slowest calls fill more than half of the given time; otherwise null. */
export function findTooShort(name, rounds, seconds) {
  const slowestMs = Math.max(...rounds.flatMap((round) => Object.values(round).map(({ p99Ms }) => p99Ms)));
  const needed = secondsFor(slowestMs);
  return needed > seconds ? { name, slowestMs, needed } : null;
}

/** Returns the seconds in which each connection finishes at least two calls. */
function secondsFor(callMs) {
  return Math.ceil((2 * callMs) / 1000);
}

async function measure(
  load,
  { name, child, url, request, ids, callers, ownTime, connections, postgresPid = NaN, allocates = false },
  seconds,
) {
  if (allocates) await ask(child, { allocations: 'begin' });
  const [cpuBefore, postgresCpuBefore] = [cpuSeconds(child), cpuSecondsOfFamily(postgresPid)];
  const run = { url, request, ids, callers, seconds, ownTime, connections };
  const { requests, failed, p50, p99, seconds: lasted, ...own } = await ask(load, run);
  // Possibly no call ends before the load stops.
  const callMs = requests + failed === 0 ? (await ask(load, { ...run, amount: connections })).p50 || null : null;
  const flaw = findFlaw({ requests, failed, seconds, callMs });
  if (flaw !== null) throw new Error(`${flaw}: ${request.method} ${request.path} of ${name}`);
  const cpuPerThousand = ((cpuSeconds(child) - cpuBefore) / requests) * 1000;
  const postgresCpuPerThousand = ((cpuSecondsOfFamily(postgresPid) - postgresCpuBefore) / requests) * 1000;
  const allocatedBytes = allocates ? (await ask(child, { allocations: 'end' })).allocatedBytes : NaN;
  const costs = { cpuPerThousand, postgresCpuPerThousand, allocatedKb: allocatedBytes / requests / 1024 };
  const ownTimes = { ownP99Ms: own.ownP99, gatewayP50Ms: own.gatewayP50, gatewayP99Ms: own.gatewayP99 };
  return { perSecond: requests / lasted, p50Ms: p50, p99Ms: p99, ...ownTimes, ...costs, residentMb: residentMb(child) };
}
