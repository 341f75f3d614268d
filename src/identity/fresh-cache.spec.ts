import { Clock } from '../common/clock.js';
import { FreshCache } from './fresh-cache.js';

class SetClock extends Clock {
  ms = 1_000_000;
  now(): Date {
    return new Date(this.ms);
  }
}

class Answers {
  readonly asked: string[] = [];
  private readonly waiting: { resolve: (value: { is: string } | undefined) => void; reject: (error: Error) => void }[] = [];

  readonly lookUp = (key: string): Promise<{ is: string } | undefined> => {
    this.asked.push(key);
    return new Promise((resolve, reject) => this.waiting.push({ resolve, reject }));
  };

  async answer(is: string | undefined): Promise<void> {
    this.waiting.shift()?.resolve(is === undefined ? undefined : { is });
    await new Promise(setImmediate);
  }

  async fail(): Promise<void> {
    this.waiting.shift()?.reject(new Error('gone'));
    await new Promise(setImmediate);
  }
}

describe('FreshCache', () => {
  let clock: SetClock;
  let responses: Answers;
  let cache: FreshCache<{ is: string }>;

  beforeEach(() => {
    clock = new SetClock();
    responses = new Answers();
    cache = new FreshCache(clock, 3, responses.lookUp);
  });

  async function filled(is: string): Promise<void> {
    const first = cache.get('k');
    await responses.answer(is);
    expect(await first).toEqual({ is });
  }

  it('serves an entry younger than a second without a look-up', async () => {
    await filled('active');
    clock.ms += 999;
    expect(await cache.get('k')).toEqual({ is: 'active' });
    expect(responses.asked).toHaveLength(1);
  });

  it('serves a confirmed entry without a look-up, however old it is', async () => {
    await filled('active');
    clock.ms += 60_000;
    cache.confirm(clock.ms);
    clock.ms += 999;
    expect(await cache.get('k')).toEqual({ is: 'active' });
    expect(responses.asked).toHaveLength(1);
    clock.ms += 801;
    const late = cache.get('k');
    await responses.answer('disabled');
    expect(await late).toEqual({ is: 'disabled' });
  });

  it('forgets everything, including entries being looked up', async () => {
    await filled('active');
    const other = cache.get('other');
    cache.clear();
    await responses.answer('found before');
    expect(await other).toEqual({ is: 'found before' });
    cache.confirm(clock.ms);
    expect(cache.size).toBe(0);
    const again = cache.get('k');
    await responses.answer('disabled');
    expect(await again).toEqual({ is: 'disabled' });
    expect(responses.asked).toEqual(['k', 'other', 'k']);
  });

  it('serves an older entry during one background look-up, and its result afterwards', async () => {
    await filled('active');
    clock.ms += 1000;
    expect(await cache.get('k')).toEqual({ is: 'active' });
    expect(await cache.get('k')).toEqual({ is: 'active' });
    expect(responses.asked).toHaveLength(2);
    await responses.answer('disabled');
    expect(await cache.get('k')).toEqual({ is: 'disabled' });
    expect(responses.asked).toHaveLength(2);
  });

  it('never serves an entry of 1.8 seconds: all callers wait for one look-up', async () => {
    await filled('active');
    clock.ms += 1800;
    const waiting = Promise.all([cache.get('k'), cache.get('k'), cache.get('k')]);
    expect(responses.asked).toHaveLength(2);
    await responses.answer('disabled');
    expect(await waiting).toEqual([{ is: 'disabled' }, { is: 'disabled' }, { is: 'disabled' }]);
  });

  it('dates an entry by the start of its look-up, not by its end', async () => {
    const slow = cache.get('k');
    clock.ms += 1700;
    await responses.answer('active');
    await slow;
    clock.ms += 100;
    const next = cache.get('k');
    expect(responses.asked).toHaveLength(2);
    await responses.answer('disabled');
    expect(await next).toEqual({ is: 'disabled' });
  });

  it('does not join a look-up that has hung for more than a second', async () => {
    const hanging = cache.get('k');
    clock.ms += 1000;
    const next = cache.get('k');
    expect(responses.asked).toHaveLength(2);
    await responses.answer('old');
    await responses.answer('new');
    expect(await hanging).toEqual({ is: 'old' });
    expect(await next).toEqual({ is: 'new' });
    expect(await cache.get('k')).toEqual({ is: 'new' });
  });

  it('ignores the result of a look-up that a later one overtook', async () => {
    const held: ((value: { is: string }) => void)[] = [];
    cache = new FreshCache(clock, 3, () => new Promise((resolve) => held.push(resolve)));
    const slow = cache.get('k');
    clock.ms += 1000;
    const quick = cache.get('k');
    held[1]?.({ is: 'new' });
    await quick;
    held[0]?.({ is: 'old' });
    await slow;
    expect(await cache.get('k')).toEqual({ is: 'new' });
  });

  it('continues after a failed background look-up, and fails once the entry is stale', async () => {
    await filled('active');
    clock.ms += 1200;
    expect(await cache.get('k')).toEqual({ is: 'active' });
    await responses.fail();
    clock.ms += 600;
    const stale = cache.get('k');
    const failed = expect(stale).rejects.toThrow('gone');
    await responses.fail();
    await failed;
    const again = cache.get('k');
    await responses.answer('active');
    expect(await again).toEqual({ is: 'active' });
  });

  it('does not trust an entry with a time in the future', async () => {
    await filled('active');
    clock.ms -= 5000;
    const next = cache.get('k');
    await responses.answer('disabled');
    expect(await next).toEqual({ is: 'disabled' });
  });

  it('forgets a deleted entry and stores no unknown key', async () => {
    await filled('active');
    clock.ms += 1800;
    const gone = cache.get('k');
    await responses.answer(undefined);
    expect(await gone).toBeUndefined();
    expect(cache.size).toBe(0);
  });

  it('stores at most its capacity and drops the least recently used entries', async () => {
    for (const key of ['a', 'b', 'c', 'd']) {
      const found = cache.get(key);
      await responses.answer(key);
      await found;
    }
    expect(cache.size).toBe(3);
    void cache.get('a');
    expect(responses.asked.at(-1)).toBe('a');
    expect(responses.asked).toHaveLength(5);
    await cache.get('d');
    expect(responses.asked).toHaveLength(5);
  });
});
