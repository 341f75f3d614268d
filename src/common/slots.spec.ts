import { jest } from '@jest/globals';
import { Slots } from './slots.js';

/** Work that ends on demand. */
function job() {
  let end = (): void => undefined;
  const done = new Promise<void>((resolve) => (end = resolve));
  return { end, run: jest.fn(() => done) };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('lets so many work at a time, the others in order', async () => {
  const slots = new Slots(2, 1000);
  const jobs = [job(), job(), job(), job()];
  const all = jobs.map(({ run }) => slots.run(run));
  const begun = () => jobs.map(({ run }) => run.mock.calls.length);
  await Promise.resolve();
  expect(begun()).toEqual([1, 1, 0, 0]);
  jobs[1]!.end();
  await all[1];
  expect(begun()).toEqual([1, 1, 1, 0]);
  jobs[0]!.end();
  jobs[2]!.end();
  jobs[3]!.end();
  await Promise.all(all);
  expect(begun()).toEqual([1, 1, 1, 1]);
});

it('refuses what gets no slot in time, and gives the slot to the next', async () => {
  const slots = new Slots(1, 1000);
  const [first, late, next] = [job(), job(), job()];
  const running = slots.run(first.run);
  const refused = expect(slots.run(late.run)).rejects.toMatchObject({ code: '-2' });
  jest.advanceTimersByTime(1000);
  await refused;
  const waiting = slots.run(next.run);
  first.end();
  next.end();
  await Promise.all([running, waiting]);
  expect([late.run.mock.calls.length, next.run.mock.calls.length]).toEqual([0, 1]);
});

it('gives a slot back when the work fails', async () => {
  const slots = new Slots(1, 1000);
  await expect(slots.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  await expect(slots.run(() => Promise.resolve('done'))).resolves.toBe('done');
});
