import { Clock } from '../../common/clock.js';
import { AddressLimiter, toNetwork, getSite } from './address-limiter.js';

class TestClock extends Clock {
  nowMs = 1_000_000;

  now(): Date {
    return new Date(this.nowMs);
  }
}

describe('networkOf', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2'],
    ['2001:db8::9', '2001:db8:0:0'],
    ['2001:db8:1:2::', '2001:db8:1:2'],
    ['::1', '0:0:0:0'],
    ['::', '0:0:0:0'],
    [null, 'nowhere'],
  ])('maps the address %s to the network %s', (address, network) => {
    expect(toNetwork(address)).toBe(network);
  });
});

describe('siteOf', () => {
  it.each([
    ['192.0.2.7', '192.0.2'],
    ['2001:0db8:0001:2::9', '2001:db8:1'],
    ['2001:db8::9', '2001:db8:0'],
    [null, 'nowhere'],
  ])('maps the address %s to the site %s', (address, site) => {
    expect(getSite(address)).toBe(site);
  });
});

describe('AddressLimiter', () => {
  it('admits the burst and then one call per interval, does not count refused calls, and recovers fully with time', () => {
    const clock = new TestClock();
    const limiter = new AddressLimiter(clock, { burst: 3, intervalMs: 1_500 });
    const calls = (count: number, address = '192.0.2.1'): number[] => Array.from({ length: count }, () => limiter.admit(address));
    expect(calls(6)).toEqual([0, 0, 0, 2, 2, 2]);
    expect(calls(1, '192.0.2.2')).toEqual([0]);
    clock.nowMs += 1_499;
    expect(calls(1)).toEqual([1]);
    clock.nowMs += 1;
    expect(calls(2)).toEqual([0, 2]);
    clock.nowMs += 60_000;
    expect(calls(4)).toEqual([0, 0, 0, 2]);
  });

  it('remembers a bounded number of addresses', () => {
    const clock = new TestClock();
    const limiter = new AddressLimiter(clock, { burst: 1, intervalMs: 1_000 });
    expect(limiter.admit('192.0.2.1')).toBe(0);
    for (let index = 0; index < 50_000; index += 1) limiter.admit(`10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`);
    expect(limiter.admit('10.0.195.79')).toBe(1);
    // The least recent address was forgotten.
    expect(limiter.admit('192.0.2.1')).toBe(0);
  });
});
