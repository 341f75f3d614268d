import { Clock } from '../../common/clock.js';
import { readConfig } from '../../config/config.js';
import { SharedLimits } from '../../store/redis/shared-limits.js';
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
  it('admits the burst and then one call per interval, does not count refused calls, and recovers fully with time', async () => {
    const clock = new TestClock();
    const limiter = new AddressLimiter('test', { burst: 3, intervalMs: 1_500 }, clock, new SharedLimits(readConfig({})));
    const calls = (count: number, address = '192.0.2.1'): Promise<number[]> =>
      Promise.all(Array.from({ length: count }, () => limiter.admit(address)));
    expect(await calls(6)).toEqual([0, 0, 0, 2, 2, 2]);
    expect(await calls(1, '192.0.2.2')).toEqual([0]);
    clock.nowMs += 1_499;
    expect(await calls(1)).toEqual([1]);
    clock.nowMs += 1;
    expect(await calls(2)).toEqual([0, 2]);
    clock.nowMs += 60_000;
    expect(await calls(4)).toEqual([0, 0, 0, 2]);
  });

  it('remembers a bounded number of addresses', async () => {
    const clock = new TestClock();
    const limiter = new AddressLimiter('test', { burst: 1, intervalMs: 1_000 }, clock, new SharedLimits(readConfig({})));
    expect(await limiter.admit('192.0.2.1')).toBe(0);
    for (let index = 0; index < 50_000; index += 1) await limiter.admit(`10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`);
    expect(await limiter.admit('10.0.195.79')).toBe(1);
    expect(await limiter.admit('192.0.2.1')).toBe(0);
  });
});
