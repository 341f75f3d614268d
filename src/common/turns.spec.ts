import { toJsonLists, mapInTurns } from './turns.js';

const busyMs = (ms: number): void => {
  for (const endsMs = performance.now() + ms; performance.now() < endsMs;);
};

it('a long loop lets other work run between the items of a list', async () => {
  let others = 0;
  const ticking = setInterval(() => (others += 1), 1);
  const results = await mapInTurns([1, 2, 3, 4, 5, 6], (item, index) => {
    busyMs(11);
    return item * 10 + index;
  });
  clearInterval(ticking);
  expect(results).toEqual([10, 21, 32, 43, 54, 65]);
  expect(others).toBeGreaterThan(3);
});

it.each([
  ['a list', Array.from({ length: 60 }, (_, index) => ({ index, text: 'ά"' }))],
  [
    'a list in an object',
    { items: Array.from({ length: 60 }, (_, index) => (index === 3 ? undefined : index)), total: 60, none: undefined },
  ],
])('a long JSON text is written as JSON.stringify writes %s', async (_, value) => {
  expect(await toJsonLists(value)).toBe(JSON.stringify(value));
});

it.each([[[]], [{ items: [1, 2] }], [{}]])('a short value is left to be serialised at once: %j', (value) => {
  expect(toJsonLists(value)).toBeNull();
});
