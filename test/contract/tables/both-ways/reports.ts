import type { Call, Ways } from './way.js';

const OF_PERIOD = ['production', 'receipts', 'commissions', 'renewals', 'referrals'];
/** Reports of the books, for staff only. */
export const BOOK_REPORTS = ['tax', 'levies', 'receipts-by-class', 'mydata'];
export const DAY_REPORTS = ['receivables', 'unearned-premium'];
const PERIOD = 'from=2026-01-01&to=2027-01-01';

/** Builds the calls of reports at the end of a day. */
export function dayReports(path: string, by: Call['by']): Ways {
  return Object.fromEntries(
    DAY_REPORTS.map((name) => [`GET ${path}/${name}`, { done: [200, { by, query: 'on=2026-12-31' }], refused: ['400 -105', { by, query: 'on=31.12.2026' }] }]),
  );
}

/** Builds the calls of the reports below a path, with valid days and with days in the wrong order. */
export function reports(path: string, by: Call['by'] = 'agent', more: readonly string[] = []): Ways {
  const ways = [...OF_PERIOD, ...more].map((name) => [
    `GET ${path}/${name}`,
    { done: [200, { by, query: PERIOD }], refused: ['400 -105', { by, query: 'from=2026-02-01&to=2026-01-01' }] },
  ]);
  return {
    ...(Object.fromEntries(ways) as Ways),
    [`GET ${path}/enfia`]: { done: [200, { by, query: 'year=2026' }], refused: ['400 -105', { by, query: 'year=1821' }] },
  };
}
