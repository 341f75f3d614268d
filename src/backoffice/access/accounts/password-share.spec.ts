import { jest } from '@jest/globals';
import { Bulkheads } from '../../../config/bulkheads.js';
import { readConfig } from '../../../config/config.js';
import { hashPassword, isPassword } from './passwords.js';
import { toPasswordHolder, toPlace } from './sign-in-backoff.service.js';

jest.setTimeout(60_000);

const NOWHERE = toPasswordHolder(toPlace(null, null));

function jobs({ passwords }: Bulkheads) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (name: string, address: string, deviceId: number | null = null): Promise<string> =>
    passwords.run(toPasswordHolder(toPlace(address, deviceId)), () => {
      begun.push(name);
      return new Promise((resolve) => ends.set(name, () => resolve(name)));
    });
  const end = async (name: string): Promise<void> => {
    while (!ends.has(name)) await new Promise(setImmediate);
    ends.get(name)?.();
  };
  return { begun, start, end };
}

describe('the hashing of passwords', () => {
  it('checks right and wrong passwords without blocking the event loop', async () => {
    const { passwords } = new Bulkheads(readConfig({}));
    const stored = await passwords.run(NOWHERE, () => hashPassword('four wooden horses sang'));
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 5);
    const verify = (password: string, hash: string | null) => passwords.run(NOWHERE, () => isPassword(password, hash));
    const responses = await Promise.all([verify('four wooden horses sang', stored), verify('other', stored), verify('other', null)]);
    clearInterval(timer);
    expect(responses).toEqual([true, false, false]);
    expect(turns).toBeGreaterThan(10);
  });

  it('gives a caller from another address the next turn, however many calls one address sends', async () => {
    const { begun, start, end } = jobs(new Bulkheads(readConfig({})));
    const strangers = Array.from({ length: 60 }, (_, index) => start(`stranger ${index + 1}`, `2001:db8:1:2::${index + 1}`));
    const owners = [start('owner', '192.0.2.1'), start('other owner', '192.0.2.2')];
    expect(begun).toEqual(['stranger 1', 'stranger 2']);
    await end('stranger 2');
    await strangers[1];
    await end('owner');
    await owners[0];
    await end('other owner');
    await owners[1];
    await new Promise(setImmediate);
    expect(begun).toEqual(['stranger 1', 'stranger 2', 'owner', 'other owner', 'stranger 3']);
    for (let index = 1; index <= 60; index += 1) {
      await end(`stranger ${index}`);
      await strangers[index - 1];
    }
    expect(begun).toHaveLength(62);
  });

  it('keeps a turn for known devices, however many addresses strangers use', async () => {
    const { begun, start, end } = jobs(new Bulkheads(readConfig({})));
    const strangers = Array.from({ length: 20 }, (_, index) => start(`stranger ${index + 1}`, `192.0.2.${index + 1}`));
    const owners = [start('owner', '192.0.2.1', 7), start('other owner', '192.0.2.2', 8)];
    expect(begun).toEqual(['stranger 1', 'stranger 2', 'owner']);
    await end('owner');
    await owners[0];
    await new Promise(setImmediate);
    expect(begun).toEqual(['stranger 1', 'stranger 2', 'owner', 'other owner']);
    await end('other owner');
    await owners[1];
    for (let index = 1; index <= 20; index += 1) {
      await end(`stranger ${index}`);
      await strangers[index - 1];
    }
  });

  it('refuses a call that gets no slot within five seconds, and serves later ones', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    try {
      const { begun, start, end } = jobs(new Bulkheads(readConfig({})));
      const running = [start('one', '192.0.2.1'), start('two', '192.0.2.1')];
      const late = [start('three', '192.0.2.1'), start('four', '192.0.2.2')].map((job) =>
        expect(job).rejects.toMatchObject({ code: '-2' }),
      );
      jest.advanceTimersByTime(4_999);
      const next = start('five', '192.0.2.2');
      jest.advanceTimersByTime(1);
      await Promise.all(late);
      await end('one');
      await end('two');
      await Promise.all(running);
      await end('five');
      await next;
      expect(begun).toEqual(['one', 'two', 'five']);
    } finally {
      jest.useRealTimers();
    }
  });
});
