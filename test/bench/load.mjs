import autocannon from 'autocannon';

/**
 * The process that makes the load. A message describes one run, its response is the result. `{id}` in the path is
 * replaced by the next id of the run's list, `{afm}` in the body by an unused tax number. `callers` are sets of headers
 * that take turns. `amount` is a number of calls instead of a time.
 */
const FILE_BYTES = 2_900_000;
const FIRST_AFM = 10_000_000;

let turns = 0;
let persons = 0;

process.on('message', async (run) => process.send(run === null ? {} : await load(run)));
process.on('disconnect', () => process.exit());

async function load({ url, seconds, amount, connections, request, ids, callers, ownTime }) {
  const { path, file, ...sent } = request;
  if (file) Object.assign(sent, { body: fileOf(FILE_BYTES), headers: { ...sent.headers, 'Content-Type': file } });
  const { body } = sent;
  const times = { gateway: [], service: [] };
  const setupRequest = (next) => ({
    ...next,
    headers: callers === undefined ? next.headers : { ...next.headers, ...callers[turns % callers.length] },
    path: path.replace('{id}', () => ids[turns++ % ids.length]),
    body: typeof body === 'string' && body.includes('{afm}') ? body.replaceAll('{afm}', nextAfm()) : body,
  });
  const { requests, latency, duration, non2xx, errors, timeouts } = await autocannon({
    url,
    connections,
    ...(amount === undefined ? { duration: seconds } : { amount }),
    requests: [{ ...sent, path, setupRequest, ...(ownTime ? { onResponse: (_, __, ___, headers) => note(times, headers) } : {}) }],
  });
  return {
    requests: requests.total,
    seconds: duration,
    p50: latency.p50,
    p99: latency.p99,
    failed: non2xx + errors + timeouts,
    ownP99: quantile(times.service, 0.99),
    gatewayP50: quantile(times.gateway, 0.5),
    gatewayP99: quantile(times.gateway, 0.99),
  };
}

/** Records the times of gateway and service in `Server-Timing`. */
function note(times, headers) {
  const timing = headers['server-timing'] ?? headers['Server-Timing'] ?? '';
  for (const [, part, ms] of timing.matchAll(/(gateway|service);dur=([\d.]+)/g)) times[part].push(Number(ms));
}

function quantile(values, share) {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null;
}

/** Builds a file that is recognized as a PDF. */
function fileOf(bytes) {
  const file = Buffer.alloc(bytes, 'content');
  file.write('%PDF-1.7\n');
  return file;
}

/** Returns the next tax number of eight digits and a check digit. */
function nextAfm() {
  const digits = String(FIRST_AFM + persons++);
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * 2 ** (8 - index), 0);
  return digits + ((sum % 11) % 10);
}
