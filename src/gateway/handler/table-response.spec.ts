import { setTimeout as sleep } from 'node:timers/promises';
import { applyReadingLimits } from './table-response.js';

const LONG = { longestMs: 10_000, longestPauseMs: 10_000 };

function createSource(): { parts: AsyncGenerator<number, void>; isClosed: () => boolean } {
  let closed = false;
  async function* parts(): AsyncGenerator<number, void> {
    try {
      for (const part of [1, 2, 3]) yield await Promise.resolve(part);
    } finally {
      closed = true;
    }
  }
  return { parts: parts(), isClosed: () => closed };
}

describe('a response that is read within limits', () => {
  it('delivers all parts and is not aborted later', async () => {
    const [ends, { parts }] = [new AbortController(), createSource()];
    const taken: number[] = [];
    for await (const part of applyReadingLimits(ends, { longestMs: 30, longestPauseMs: 20 }, parts)) taken.push(part);
    await sleep(60);
    expect([taken, ends.signal.aborted]).toEqual([[1, 2, 3], false]);
  });

  it.each([
    ['a pause is too long', { ...LONG, longestPauseMs: 10 }],
    ['all of it takes too long', { ...LONG, longestMs: 10 }],
  ])('is aborted when %s', async (_name, limits) => {
    const [ends, { parts, isClosed }] = [new AbortController(), createSource()];
    const reading = applyReadingLimits(ends, limits, parts);
    await reading.next();
    while (!ends.signal.aborted) await sleep(5);
    await reading.return();
    expect(isClosed()).toBe(true);
  });

  it('releases the remaining parts when the reader disconnects', async () => {
    const [ends, { parts, isClosed }] = [new AbortController(), createSource()];
    const reading = applyReadingLimits(ends, LONG, parts);
    await reading.next();
    await reading.return();
    expect([isClosed(), ends.signal.aborted]).toEqual([true, false]);
  });
});
