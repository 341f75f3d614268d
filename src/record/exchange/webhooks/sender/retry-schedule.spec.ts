import { calculateNextWaitMs, retryAfterMs } from './retry-schedule.js';

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];

describe('the wait for the next attempt', () => {
  const production = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR), null];

  it('follows the contract', () => {
    expect(production.map((_, index) => calculateNextWaitMs('production', index + 1, 0, 0))).toEqual(production);
    expect([1, 2, 3, 4, 5, 6].map((attempts) => calculateNextWaitMs('sandbox', attempts, 0, 0))).toEqual([
      ...production.slice(0, 4),
      null,
      null,
    ]);
  });

  it('is up to a tenth longer', () => {
    expect(calculateNextWaitMs('production', 2, 0, 1)).toBe(330 * SECOND);
    for (let round = 0; round < 1000; round += 1) {
      const waitMs = calculateNextWaitMs('production', 1)!;
      expect(waitMs >= 5000 && waitMs <= 5500).toBe(true);
    }
  });

  it('is the time that the receiver asks for when that is longer, up to a day', () => {
    expect(calculateNextWaitMs('production', 1, HOUR, 0)).toBe(HOUR);
    expect(calculateNextWaitMs('production', 4, HOUR, 0)).toBe(2 * HOUR);
    expect(calculateNextWaitMs('production', 1, 400 * DAY, 0)).toBe(DAY);
    expect(calculateNextWaitMs('production', 10, HOUR, 0)).toBeNull();
    expect(calculateNextWaitMs('sandbox', 5, HOUR, 0)).toBeNull();
  });
});

describe('the parser of Retry-After', () => {
  const now = Date.parse('2026-11-22T10:00:00Z');

  it.each<[string | undefined, number]>([
    [undefined, 0],
    ['', 0],
    ['0', 0],
    ['120', 120_000],
    [' 120 ', 120_000],
    ['9999999999', 9_999_999_999_000],
    ['99999999999', 0],
    ['-5', 0],
    ['1.5', 0],
    ['1e3', 0],
    ['soon', 0],
    ['Sun, 22 Nov 2026 10:05:00 GMT', 300_000],
    ['Sun, 22 Nov 2026 09:00:00 GMT', 0],
    ['Sun, 22 Nov 2026 10:05:00', 0],
    ['2026-11-22T10:05:00Z', 0],
    ['x GMT', 0],
  ])('reads %j as %i', (header, expected) => expect(retryAfterMs(header, now)).toBe(expected));
});
