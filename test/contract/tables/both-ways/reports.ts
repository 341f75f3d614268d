import type { Call, Ways } from './way.js';

const OF_PERIOD = ['production', 'receipts', 'commissions', 'renewals', 'referrals'];
const PERIOD = 'from=2026-01-01&to=2027-01-01';

/** Builds the calls of the reports below a path, with valid days and with days in the wrong order. */
export function reports(path: string, by: Call['by'] = 'agent'): Ways {
  const ways = OF_PERIOD.map((name) => [
    `GET ${path}/${name}`,
    { done: [200, { by, query: PERIOD }], refused: ['400 -105', { by, query: 'from=2026-02-01&to=2026-01-01' }] },
  ]);
  return {
    ...(Object.fromEntries(ways) as Ways),
    [`GET ${path}/enfia`]: { done: [200, { by, query: 'year=2026' }], refused: ['400 -105', { by, query: 'year=1821' }] },
  };
}
