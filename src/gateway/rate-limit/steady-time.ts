import type { Clock } from '../../common/clock.js';

/** Distinguishes calls of the same millisecond. */
const STEP_MS = 1 / 2048;

/** Never runs backwards: after the clock is set back it continues from the latest moment. */
export class SteadyTime {
  private aheadMs = 0;
  private latestMs = -Infinity;
  private latestStamp = -Infinity;

  constructor(private readonly clock: Clock) {}

  nowMs(): number {
    const readMs = this.clock.now().getTime() + this.aheadMs;
    if (readMs < this.latestMs) this.aheadMs += this.latestMs - readMs;
    this.latestMs = Math.max(readMs, this.latestMs);
    return this.latestMs;
  }

  stamp(): number {
    this.latestStamp = Math.max(this.nowMs(), this.latestStamp + STEP_MS);
    return this.latestStamp;
  }

  toWallMs(steadyMs: number): number {
    return Math.floor(steadyMs) - this.aheadMs;
  }
}
