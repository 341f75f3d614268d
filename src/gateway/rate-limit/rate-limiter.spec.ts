import { Clock } from '../../common/clock.js';
import { readConfig } from '../../config/config.js';
import { RateLimiter } from './rate-limiter.js';

class SetClock extends Clock {
  ms = Date.parse('2026-11-20T10:00:00Z');
  now(): Date {
    return new Date(this.ms);
  }
}

const WINDOW_MS = 60_000;

describe('RateLimiter', () => {
  let clock: SetClock;
  const limiterOf = () => new RateLimiter(clock, readConfig({ RATE_LIMIT_PER_HOUR: '3', RATE_LIMIT_WINDOW_SECONDS: '60' }));

  beforeEach(() => {
    clock = new SetClock();
  });

  it('counts each program for itself, by its own limit or the default', () => {
    const limiter = limiterOf();
    for (const remaining of [2, 1, 0])
      expect(limiter.admit(1, null)).toEqual({ admitted: true, limit: 3, remaining, retryAfterSeconds: 0 });
    expect(limiter.admit(1, null)).toEqual({ admitted: false, limit: 3, remaining: 0, retryAfterSeconds: 60 });
    expect(limiter.admit(1, 5)).toMatchObject({ admitted: true, limit: 5, remaining: 1 });
    expect(limiter.admit(2, 1)).toMatchObject({ admitted: true, limit: 1, remaining: 0 });
  });

  it('neither frees nor blocks anybody longer when the clock is set back', () => {
    const limiter = limiterOf();
    limiter.admit(1, 1);
    clock.ms -= 3_600_000;
    expect(limiter.admit(1, 1)).toMatchObject({ admitted: false, retryAfterSeconds: 60 });
    clock.ms += WINDOW_MS - 1;
    expect(limiter.admit(1, 1).admitted).toBe(false);
    clock.ms += 1;
    expect(limiter.admit(1, 1).admitted).toBe(true);
  });

  it('forgets idle programs, and only those', () => {
    const limiter = limiterOf();
    limiter.admit(1, null);
    clock.ms += 30_000;
    limiter.admit(2, null);
    clock.ms += 30_000;
    limiter.dropIdle();
    expect(limiter.programs).toBe(1);
    expect(limiter.takeUnsaved(100)).toEqual([{ programId: 2, admittedMs: [clock.ms - 30_000] }]);
  });

  it('gives each admitted call out for saving once, in parts, the oldest first', () => {
    const limiter = limiterOf();
    const startMs = clock.ms;
    for (let call = 0; call < 4; call += 1, clock.ms += 1) limiter.admit(1, 4);
    limiter.admit(1, 4);
    limiter.admit(2, 4);
    expect(limiter.takeUnsaved(3)).toEqual([{ programId: 1, admittedMs: [startMs, startMs + 1, startMs + 2] }]);
    expect(limiter.takeUnsaved(3)).toEqual([
      { programId: 1, admittedMs: [startMs + 3] },
      { programId: 2, admittedMs: [startMs + 4] },
    ]);
    expect(limiter.takeUnsaved(3)).toEqual([]);
  });

  it('does not save what aged out while the database was down', () => {
    const limiter = limiterOf();
    limiter.admit(1, 10);
    limiter.admit(1, 10);
    clock.ms += WINDOW_MS;
    limiter.admit(1, 10);
    expect(limiter.takeUnsaved(100)).toEqual([{ programId: 1, admittedMs: [clock.ms] }]);
  });

  it('saves by the clock as it was set, so that another process reads the same moments', () => {
    const limiter = limiterOf();
    limiter.admit(1, null);
    clock.ms -= 10_000;
    clock.ms += 500;
    limiter.admit(1, null);
    expect(limiter.takeUnsaved(9)).toEqual([{ programId: 1, admittedMs: [clock.ms, clock.ms] }]);
  });

  it('takes over what still counts of a former process', () => {
    const limiter = limiterOf();
    limiter.restore([
      { programId: 1, admittedMs: [clock.ms - WINDOW_MS, clock.ms - 1000] },
      { programId: 1, admittedMs: [clock.ms - 5000, clock.ms + 9_000_000] },
      { programId: 2, admittedMs: [] },
    ]);
    expect(limiter.admit(1, 4)).toMatchObject({ admitted: true, remaining: 0 });
    expect(limiter.admit(1, 4)).toMatchObject({ admitted: false, retryAfterSeconds: 55 });
    expect(limiter.takeUnsaved(9)).toEqual([{ programId: 1, admittedMs: [clock.ms] }]);
    expect(limiter.windowStartMs()).toBe(clock.ms - WINDOW_MS);
  });
});
