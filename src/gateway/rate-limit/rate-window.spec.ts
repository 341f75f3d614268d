import { RateWindow } from './rate-window.js';

const WINDOW_MS = 3_600_000;
const DAY_MS = 86_400_000;
const START_MS = Date.parse('2026-11-20T10:00:00Z');

function windowOf(...timesMs: readonly number[]): RateWindow {
  const window = new RateWindow(WINDOW_MS, DAY_MS);
  for (const atMs of timesMs) {
    window.advance(atMs);
    window.push();
  }
  return window;
}

describe('RateWindow', () => {
  it('holds a call for exactly the window and says when it ages out', () => {
    const window = windowOf(START_MS, START_MS + 1);
    window.advance(START_MS + 2);
    expect(window.waitMs(2)).toBe(WINDOW_MS - 2);
    expect(window.waitMs(3)).toBe(0);
    expect(window.freedInMs()).toBe(WINDOW_MS - 2);
    window.advance(START_MS + WINDOW_MS - 1);
    expect([window.count, window.waitMs(2)]).toEqual([2, 1]);
    window.advance(START_MS + WINDOW_MS);
    expect([window.count, window.waitMs(2), window.waitMs(1)]).toEqual([1, 0, 1]);
    window.advance(START_MS + WINDOW_MS + 1);
    expect([window.count, window.freedInMs()]).toEqual([0, null]);
  });

  it('waits for as many calls as are beyond a limit that was lowered', () => {
    const window = windowOf(...[0, 1000, 2000, 3000, 4000].map((ms) => START_MS + ms));
    window.advance(START_MS + 5000);
    expect([5, 4, 3, 2, 1].map((limit) => window.waitMs(limit))).toEqual([0, 1000, 2000, 3000, 4000].map((ms) => WINDOW_MS - 5000 + ms));
    expect(window.waitMs(0)).toBe(WINDOW_MS);
  });

  it('keeps the older calls of a day on demand, and lets them go when they are no longer asked for', () => {
    const window = windowOf(START_MS);
    window.advance(START_MS + WINDOW_MS, true);
    window.push();
    expect([window.count, window.longCount]).toEqual([1, 2]);
    expect(window.longWaitMs(2)).toBe(DAY_MS - WINDOW_MS);
    expect(window.longWaitMs(1)).toBe(DAY_MS);
    expect(window.longFreedInMs()).toBe(DAY_MS - WINDOW_MS);
    window.advance(START_MS + DAY_MS, true);
    expect([window.count, window.longCount, window.longWaitMs(2)]).toEqual([0, 1, 0]);
    window.advance(START_MS + DAY_MS);
    expect([window.count, window.longCount, window.longFreedInMs()]).toEqual([0, 0, null]);
  });

  it('holds less than 8 bytes per call, while it fills and while it empties', () => {
    const window = new RateWindow(1000);
    for (let call = 0; call < 10_000; call += 1) {
      window.advance(START_MS + Math.floor(call / 100));
      window.push();
      if (window.count > 8) expect(window.bytes).toBeLessThanOrEqual(8 * window.count);
    }
    for (let ms = 0; ms <= 99; ms += 1) {
      window.advance(START_MS + 1000 + ms);
      if (window.count > 8) expect(window.bytes).toBeLessThanOrEqual(8 * window.count);
    }
    expect([window.count, window.bytes]).toEqual([0, 32]);
  });

  it('costs the same per call however many it holds', () => {
    const costOf = (calls: number): number => {
      const window = new RateWindow(calls);
      const startedMs = performance.now();
      // A full window slides on: each step lets one call go and takes one.
      for (let ms = 0; ms < 4_000_000; ms += 1) {
        window.advance(START_MS + ms);
        window.push();
      }
      return performance.now() - startedMs;
    };
    costOf(1000);
    expect(costOf(1_000_000)).toBeLessThan(8 * costOf(1000));
  });

  it('keeps its count across the wrap of the 32-bit residues and a silence of months', () => {
    const wrap = Math.ceil(START_MS / 2 ** 32) * 2 ** 32;
    const window = windowOf(wrap - 1, wrap + 1);
    expect(window.count).toBe(2);
    expect(window.times(2, 2)).toEqual([wrap - 1, wrap + 1]);
    // 2^32 ms later the residues are the same; only the calls are long gone.
    window.advance(wrap + 2 ** 32);
    expect(window.count).toBe(0);
  });

  it('gives its calls back in parts and counts those since a moment', () => {
    const window = windowOf(START_MS, START_MS + 5, START_MS + 9);
    expect(window.times(3, 2)).toEqual([START_MS, START_MS + 5]);
    expect(window.times(1, 5)).toEqual([START_MS + 9]);
    expect(window.times(99, 99)).toHaveLength(3);
    expect([-1, 0, 4, 5, 8, 9].map((ms) => window.countSince(START_MS + ms))).toEqual([3, 2, 2, 1, 1, 0]);
  });

  it('stays at the latest time seen', () => {
    const window = windowOf(START_MS + 1000);
    window.advance(START_MS);
    expect(window.freedInMs()).toBe(WINDOW_MS);
  });

  it('rejects windows that its residues could not tell apart, and a long one that is shorter', () => {
    expect(() => new RateWindow(2 ** 31 + 1)).toThrow(RangeError);
    expect(() => new RateWindow(0)).toThrow(RangeError);
    expect(() => new RateWindow(1000, 999)).toThrow(RangeError);
  });
});
