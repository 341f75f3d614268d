import { toLocalDate, type LocalDate } from '../../src/common/athens.js';
import { Clock } from '../../src/common/clock.js';

const DAY_MS = 24 * 3_600_000;

/** A clock that moves only when the spec sets it. */
export class ManualClock extends Clock {
  private time: Date;

  constructor(time: Date | string) {
    super();
    this.time = new Date(time);
  }

  now(): Date {
    return new Date(this.time);
  }

  /** Returns the date in Athens. */
  today(): LocalDate {
    return toLocalDate(this.time);
  }

  set(time: Date | string | number): void {
    this.time = new Date(time);
  }

  advanceDays(days: number): void {
    this.time = new Date(this.time.getTime() + days * DAY_MS);
  }
}
