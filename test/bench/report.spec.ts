// @ts-expect-error The benchmark has no types.
import { findFlaw as findFlawOf, findTooShort as findTooShortOf } from './measure.mjs';
// @ts-expect-error The benchmark has no types.
import { renderReport as renderReportOf } from './report.mjs';

const findFlaw = findFlawOf as (run: { requests: number; failed: number; seconds: number; callMs?: number }) => string | null;
const findTooShort = findTooShortOf as (name: string, rounds: readonly object[], seconds: number) => object | null;
const renderReport = renderReportOf as (result: object) => string;

it.each([
  [{ requests: 0, failed: 0, seconds: 1 }, 'no call finished within 1 s (0 failed); --seconds must be longer'],
  [{ requests: 0, failed: 0, seconds: 1, callMs: 2_100 }, 'no call finished within 1 s; one takes 2.1 s, so --seconds must be 5 or more'],
  [{ requests: 0, failed: 3, seconds: 2 }, 'no call finished within 2 s (3 failed); --seconds must be longer'],
  [{ requests: 7, failed: 2, seconds: 3 }, '2 calls failed, 7 finished'],
  [{ requests: 7, failed: 0, seconds: 3 }, null],
])('the bench judges the run %j', (run, flaw) => {
  expect(findFlaw(run)).toBe(flaw);
});

const MEASURED = { perSecond: 120, p50Ms: 1, p99Ms: 2, cpuPerThousand: 3, postgresCpuPerThousand: 4, allocatedKb: 5, residentMb: 150 };
const RUN = { node: 'v24', pairs: 1, seconds: 1, start: { firstSeconds: 9, nextSeconds: 2 } };

it('the report contains the other cases when one is left out, and names that one with the reason', () => {
  const cases = [{ name: 'retrieve', product: MEASURED, baselines: [], own: null, growthMb: 1, maxGrowthMb: null }];
  const leftOut = [{ name: 'upload', reason: 'no call finished within 1 s' }];
  const report = renderReport({ ...RUN, memory: { idleMb: 100, loadedMb: 150, afterMb: 120 }, cases, leftOut });
  expect(report).toContain('| retrieve | product | 120 | 1 | 2 |');
  expect(report).toContain('| memory, highest after load | 150 MB | |');
  expect(report.endsWith('\nLeft out: upload: no call finished within 1 s\n')).toBe(true);
});

it('the report contains start and memory when every case is left out', () => {
  const leftOut = [{ name: 'upload', reason: 'no call finished within 1 s' }];
  const report = renderReport({ ...RUN, memory: { idleMb: 100, loadedMb: NaN, afterMb: 120 }, cases: [], leftOut });
  expect(report).toContain('| memory, idle | 100 MB |');
  expect(report).not.toContain('NaN');
});

it('the report gives the seconds that a case needs whose calls filled more than half of its time', () => {
  const rounds = [{ product: { p99Ms: 900 }, 'express-pg': { p99Ms: 2_100 } }, { product: { p99Ms: 1_200 } }];
  expect(findTooShort('upload', rounds, 5)).toBeNull();
  const tooShort = [findTooShort('upload', rounds, 3)];
  const report = renderReport({ ...RUN, memory: { idleMb: 100, loadedMb: 150, afterMb: 120 }, cases: [], leftOut: [], tooShort });
  expect(report.endsWith('\nToo short: upload: calls take up to 2.1 s, its row needs --seconds 5 or more\n')).toBe(true);
});
