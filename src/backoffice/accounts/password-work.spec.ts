import { jest } from '@jest/globals';
import { PasswordWork } from './password-work.js';

jest.setTimeout(60_000);

describe('PasswordWork', () => {
  it('checks right and wrong passwords, and leaves the event loop alone', async () => {
    const work = new PasswordWork();
    const stored = await work.hash('four wooden horses sang');
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 5);
    const answers = await Promise.all([
      work.verify('four wooden horses sang', stored),
      work.verify('other', stored),
      work.verify('other', null),
    ]);
    clearInterval(timer);
    expect(answers).toEqual([true, false, false]);
    expect(turns).toBeGreaterThan(10);
  });

  it('lets a bounded number wait, and goes on after them', async () => {
    const work = new PasswordWork();
    const results = await Promise.allSettled(Array.from({ length: 70 }, () => work.verify('x', 'scrypt$8$8$1$AAAA$AAAA')));
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(8);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: '-2' } });
    expect(await work.verify('x', 'scrypt$8$8$1$AAAA$AAAA')).toBe(false);
  });
});
