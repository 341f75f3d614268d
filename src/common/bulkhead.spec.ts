import { jest } from '@jest/globals';
import fc from 'fast-check';
import { Bulkhead, divide, type Holder } from './bulkhead.js';

const production = (owner: number) => ({ lane: 'production', owner }) as const;
const sandbox = (owner: number) => ({ lane: 'sandbox', owner }) as const;

function jobs(bulkhead: Bulkhead<'production'>) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (name: string, holder: Holder<'production'>): Promise<void> =>
    bulkhead.run(holder, () => {
      begun.push(name);
      return new Promise((resolve) => ends.set(name, resolve));
    });
  return { begun, start, end: (name: string) => ends.get(name)?.() };
}

const waitForSettling = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('Bulkhead', () => {
  it('refuses work beyond a lane or an owner’s share at once, without affecting other lanes', () => {
    const bulkhead = new Bulkhead({ lanes: { production: 3, sandbox: 3 }, ownerShare: 0.7 });
    bulkhead.enter(sandbox(1));
    const leave = bulkhead.enter(sandbox(1));
    expect(() => bulkhead.enter(sandbox(1))).toThrow('You already');
    bulkhead.enter(sandbox(2));
    expect(() => bulkhead.enter(sandbox(3))).toThrow('The service');
    expect(bulkhead.tryEnter(production(1), 2)).not.toBeNull();
    leave();
    leave();
    expect(bulkhead.usage).toEqual([
      { lane: 'production', size: 3, used: 2, waiting: 0 },
      { lane: 'sandbox', size: 3, used: 2, waiting: 0 },
    ]);
    expect(bulkhead.refusedCount).toBe(2);
  });

  it('serves waiting owners in turn, however many calls one of them sends', async () => {
    const bulkhead = new Bulkhead({ lanes: { production: 2 }, ownerShare: 0.5, waitMs: 60_000 });
    const { begun, start, end } = jobs(bulkhead);
    const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => start(name, production(name.charCodeAt(0))));
    await waitForSettling();
    for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) {
      end(name);
      await waitForSettling();
    }
    await Promise.all(all);
    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('refuses work that waited too long, and gives its place to the next', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    try {
      const bulkhead = new Bulkhead({ lanes: { production: 1 }, ownerShare: 1, waitMs: 1000 });
      const { begun, start, end } = jobs(bulkhead);
      const first = start('first', production(1));
      const late = expect(start('late', production(2))).rejects.toMatchObject({ code: '-2' });
      jest.advanceTimersByTime(999);
      const next = start('next', production(3));
      jest.advanceTimersByTime(1);
      await late;
      end('first');
      await first;
      await waitForSettling();
      end('next');
      await next;
      expect(begun).toEqual(['first', 'next']);
    } finally {
      jest.useRealTimers();
    }
  });

  it('releases the place when the work fails', async () => {
    const bulkhead = new Bulkhead({ lanes: { staff: 1 }, ownerShare: 1 });
    await expect(bulkhead.run({ lane: 'staff', owner: 1 }, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(bulkhead.usage[0]).toMatchObject({ used: 0 });
  });

  it('never exceeds a size or a share, and is empty once every place is released', async () => {
    const call = fc.record({ owner: fc.integer({ min: 1, max: 4 }), isProduction: fc.boolean(), turns: fc.integer({ min: 0, max: 5 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 40 }), fc.constantFrom(0.1, 0.5, 1), async (calls, ownerShare) => {
        const bulkhead = new Bulkhead({ lanes: { production: 4, sandbox: 2 }, ownerShare, waitMs: 60_000 });
        const held = new Map<string, number>();
        const work = async ({ owner, isProduction, turns }: (typeof calls)[number]): Promise<void> => {
          const name = `${isProduction} ${owner}`;
          await bulkhead.run(isProduction ? production(owner) : sandbox(owner), async () => {
            held.set(name, (held.get(name) ?? 0) + 1);
            expect(held.get(name)).toBeLessThanOrEqual(Math.max(1, Math.floor((isProduction ? 4 : 2) * ownerShare)));
            for (const { size, used } of bulkhead.usage) expect(used).toBeLessThanOrEqual(size);
            for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
            held.set(name, held.get(name)! - 1);
          });
        };
        await Promise.all(calls.map(work));
        expect(bulkhead.usage.map(({ used, waiting }) => [used, waiting])).toEqual([
          [0, 0],
          [0, 0],
        ]);
      }),
      { numRuns: 100 },
    );
  });
});

it.each<[number, object]>([
  [8, { production: 4, sandbox: 2, staff: 2 }],
  [10, { production: 5, sandbox: 2, staff: 2 }],
  [2, { production: 1, sandbox: 1, staff: 1 }],
])('divides %i units between production, sandbox and staff', (total, shares) => {
  expect(divide(total, 'production', 'sandbox', 'staff')).toEqual(shares);
});
