import autocannon from 'autocannon';

/**
 * The process that makes the load. A message describes one run, its answer is the result. `{id}` in the path stands for the next id of the
 * run's list, `{afm}` in the body for the tax number of a person whom nobody has sent before.
 */
const CONNECTIONS = 10;
const FIRST_AFM = 10_000_000;

let turns = 0;
let persons = 0;

process.on('message', async (run) => process.send(run === null ? {} : await load(run)));
process.on('disconnect', () => process.exit());

async function load({ url, seconds, request, ids }) {
  const { path, body } = request;
  const setupRequest = (sent) => ({
    ...sent,
    path: path.replace('{id}', () => ids[turns++ % ids.length]),
    body: body?.includes('{afm}') ? body.replaceAll('{afm}', nextAfm()) : body,
  });
  const { requests, latency, duration, non2xx, errors, timeouts } = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    requests: [{ ...request, setupRequest }],
  });
  return { requests: requests.total, seconds: duration, p50: latency.p50, p99: latency.p99, failed: non2xx + errors + timeouts };
}

/** Eight digits and their check digit. */
function nextAfm() {
  const digits = String(FIRST_AFM + persons++);
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * 2 ** (8 - index), 0);
  return digits + ((sum % 11) % 10);
}
