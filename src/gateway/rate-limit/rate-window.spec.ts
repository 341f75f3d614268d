import fc from 'fast-check';
import { RateWindow } from './rate-window.js';

const WINDOW_MS = 3_600_000;
const START_MS = Date.parse('2026-11-20T10:00:00Z');

/** The rule as written: all admitted times, counted anew at every call. */
class PlainList {
  readonly admitted: number[] = [];

  constructor(private readonly windowMs: number) {}

  within(nowMs: number): number[] {
    return this.admitted.filter((at) => at > nowMs - this.windowMs && at <= nowMs);
  }

  admit(nowMs: number, limit: number): { admitted: boolean; remaining: number; retryAfterSeconds: number } {
    if (this.within(nowMs).length < limit) {
      this.admitted.push(nowMs);
      return { admitted: true, remaining: limit - this.within(nowMs).length, retryAfterSeconds: 0 };
    }
    // The first whole second at which this very call would be admitted, found by trying.
    let seconds = 1;
    while (this.within(nowMs + seconds * 1000).length >= limit) seconds += 1;
    return { admitted: false, remaining: 0, retryAfterSeconds: seconds };
  }
}

describe('RateWindow', () => {
  it('admits exactly the limit and says when the oldest call ages out', () => {
    const window = new RateWindow(WINDOW_MS);
    expect(window.admit(START_MS, 2)).toEqual({ admitted: true, limit: 2, remaining: 1, retryAfterSeconds: 0 });
    expect(window.admit(START_MS + 1, 2)).toEqual({ admitted: true, limit: 2, remaining: 0, retryAfterSeconds: 0 });
    expect(window.admit(START_MS + 2, 2)).toEqual({ admitted: false, limit: 2, remaining: 0, retryAfterSeconds: 3600 });
    expect(window.admit(START_MS + WINDOW_MS - 1, 2)).toMatchObject({ admitted: false, retryAfterSeconds: 1 });
    expect(window.admit(START_MS + WINDOW_MS, 2)).toMatchObject({ admitted: true, remaining: 0 });
    expect(window.admit(START_MS + WINDOW_MS, 2)).toMatchObject({ admitted: false, retryAfterSeconds: 1 });
    expect(window.admit(START_MS + WINDOW_MS + 1, 2)).toMatchObject({ admitted: true });
  });

  it('ignores the turn of the clock hour', () => {
    const window = new RateWindow(WINDOW_MS);
    const beforeTheHour = Date.parse('2026-11-20T10:59:59.999Z');
    expect(window.admit(beforeTheHour, 1).admitted).toBe(true);
    expect(window.admit(beforeTheHour + 1, 1).admitted).toBe(false);
  });

  it('frees a program at once when its limit is raised, and refuses at once when it is lowered', () => {
    const window = new RateWindow(WINDOW_MS);
    for (let call = 0; call < 5; call += 1) window.admit(START_MS + call * 1000, 5);
    expect(window.admit(START_MS + 5000, 5).admitted).toBe(false);
    expect(window.admit(START_MS + 5000, 7)).toMatchObject({ admitted: true, limit: 7, remaining: 1 });
    // Six calls stand; under a limit of 3 the fourth oldest, at second 3, has to go as well.
    expect(window.admit(START_MS + 5000, 3)).toEqual({ admitted: false, limit: 3, remaining: 0, retryAfterSeconds: 3598 });
  });

  it('does not let refused calls prolong the block', () => {
    const window = new RateWindow(WINDOW_MS);
    window.admit(START_MS, 1);
    for (let call = 1; call < 3600; call += 1) expect(window.admit(START_MS + call * 1000, 1).admitted).toBe(false);
    expect(window.admit(START_MS + WINDOW_MS, 1).admitted).toBe(true);
  });

  it('counts a time that ran backwards as the latest seen', () => {
    const window = new RateWindow(WINDOW_MS);
    window.admit(START_MS, 1);
    expect(window.admit(START_MS - WINDOW_MS * 2, 1)).toMatchObject({ admitted: false, retryAfterSeconds: 3600 });
  });

  it('holds at most 16 bytes per admitted call, while it fills and while it empties', () => {
    const window = new RateWindow(1000);
    for (let call = 0; call < 10_000; call += 1) {
      window.admit(START_MS + Math.floor(call / 100), 100_000);
      if (window.count > 16) expect(window.bytes).toBeLessThanOrEqual(16 * window.count);
    }
    for (let ms = 0; ms <= 99; ms += 1) {
      window.isIdle(START_MS + 1000 + ms);
      if (window.count > 16) expect(window.bytes).toBeLessThanOrEqual(16 * window.count);
    }
    expect(window.count).toBe(0);
    expect(window.bytes).toBe(64);
  });

  it('keeps its count across the wrap of the 32-bit residues and a silence of months', () => {
    const wrap = Math.ceil(START_MS / 2 ** 32) * 2 ** 32;
    const window = new RateWindow(WINDOW_MS);
    expect(window.admit(wrap - 1, 2).admitted).toBe(true);
    expect(window.admit(wrap + 1, 2).admitted).toBe(true);
    expect(window.admit(wrap + 2, 2).admitted).toBe(false);
    expect(window.times(2, 2)).toEqual([wrap - 1, wrap + 1]);
    // 2^32 ms later the residues are the same; only the calls are long gone.
    expect(window.admit(wrap + 2 ** 32, 1)).toMatchObject({ admitted: true, remaining: 0 });
  });

  it('restores the calls of a former process and gives them back in parts', () => {
    const window = new RateWindow(WINDOW_MS);
    for (const at of [START_MS, START_MS + 5, START_MS + 9]) window.restore(at);
    expect(window.admit(START_MS + 10, 3)).toMatchObject({ admitted: false, retryAfterSeconds: 3600 });
    expect(window.times(3, 2)).toEqual([START_MS, START_MS + 5]);
    expect(window.times(1, 5)).toEqual([START_MS + 9]);
    expect(window.times(99, 99)).toHaveLength(3);
    expect(window.isIdle(START_MS + WINDOW_MS + 8)).toBe(false);
    expect(window.isIdle(START_MS + WINDOW_MS + 9)).toBe(true);
  });

  it('never admits under a limit of zero', () => {
    expect(new RateWindow(1500).admit(START_MS, 0)).toEqual({ admitted: false, limit: 0, remaining: 0, retryAfterSeconds: 2 });
  });

  it('rejects a window that its residues could not tell apart', () => {
    expect(() => new RateWindow(2 ** 31 + 1)).toThrow(RangeError);
    expect(() => new RateWindow(0)).toThrow(RangeError);
  });

  it('decides like a plain list of times for any schedule and changing limits', () => {
    const step = fc.record({
      waitMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 4000 })),
      calls: fc.integer({ min: 1, max: 8 }),
      limit: fc.integer({ min: 1, max: 25 }),
    });
    const schedule = fc.record({ windowMs: fc.integer({ min: 1, max: 5000 }), steps: fc.array(step, { minLength: 1, maxLength: 60 }) });
    fc.assert(
      fc.property(schedule, ({ windowMs, steps }) => {
        const window = new RateWindow(windowMs);
        const list = new PlainList(windowMs);
        let nowMs = START_MS;
        for (const { waitMs, calls, limit } of steps) {
          nowMs += waitMs;
          for (let call = 0; call < calls; call += 1) expect(window.admit(nowMs, limit)).toEqual({ limit, ...list.admit(nowMs, limit) });
          expect(window.times(window.count, window.count)).toEqual(list.within(nowMs));
        }
      }),
      { numRuns: 300 },
    );
  });
});
