import type { Clock } from '../../common/clock.js';

/**
 * Milliseconds that never run backwards. When the wall clock is set back, time goes on from the latest moment seen at the clock's pace:
 * calls counted before the step age out after one window of real time, neither sooner (they would not count) nor later (the caller
 * would stay blocked for as long as the step was).
 */
export class SteadyTime {
  private aheadMs = 0;
  private latestMs = -Infinity;

  constructor(private readonly clock: Clock) {}

  nowMs(): number {
    const readMs = this.clock.now().getTime() + this.aheadMs;
    if (readMs < this.latestMs) this.aheadMs += this.latestMs - readMs;
    this.latestMs = Math.max(readMs, this.latestMs);
    return this.latestMs;
  }

  /** The same moment by the wall clock as it stands now: what other processes can read. */
  toWallMs(steadyMs: number): number {
    return steadyMs - this.aheadMs;
  }
}
