import { Clock } from '../../common/clock.js';
import { SteadyTime } from './steady-time.js';

class SetClock extends Clock {
  constructor(public ms: number) {
    super();
  }
  now(): Date {
    return new Date(this.ms);
  }
}

describe('SteadyTime', () => {
  it('follows the clock while it runs forwards', () => {
    const clock = new SetClock(1000);
    const time = new SteadyTime(clock);
    expect(time.nowMs()).toBe(1000);
    clock.ms = 5000;
    expect(time.nowMs()).toBe(5000);
    expect(time.toWallMs(4000)).toBe(4000);
  });

  it('continues at the pace of the clock when it is set back', () => {
    const clock = new SetClock(10_000);
    const time = new SteadyTime(clock);
    time.nowMs();
    clock.ms = 4000;
    expect(time.nowMs()).toBe(10_000);
    clock.ms = 4500;
    expect(time.nowMs()).toBe(10_500);
    clock.ms = 20_000;
    expect(time.nowMs()).toBe(26_000);
    // A call at 10.5 s was made when the clock, as set now, showed 4.5 s.
    expect(time.toWallMs(10_500)).toBe(4500);
  });

  it('gives each call of a millisecond a different stamp, in order', () => {
    const clock = new SetClock(Date.parse('2026-11-20T10:00:00Z'));
    const time = new SteadyTime(clock);
    const stamps = Array.from({ length: 2000 }, () => time.stamp());
    expect(stamps.every((stamp, index) => index === 0 || stamp > stamps[index - 1]!)).toBe(true);
    expect(new Set(stamps.map((stamp) => time.toWallMs(stamp)))).toEqual(new Set([clock.ms]));
    clock.ms += 1;
    expect(time.stamp()).toBe(clock.ms);
  });
});
