import { workInLanes } from './lanes.js';

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('works on as many keys at the same time as there are lanes, and on each key in order', async () => {
  const events: string[] = [];
  let [running, most] = [0, 0];
  await workInLanes(['a1', 'b1', 'a2', 'c1', 'b2'], { lanes: 2, keyOf: (item) => item.charAt(0) }, async (item) => {
    running += 1;
    most = Math.max(most, running);
    await nextTurn();
    events.push(item);
    running -= 1;
  });
  expect(most).toBe(2);
  expect([...events].sort()).toEqual(['a1', 'a2', 'b1', 'b2', 'c1']);
  for (const key of ['a', 'b']) expect(events.indexOf(`${key}1`)).toBeLessThan(events.indexOf(`${key}2`));
});

it('ends with the error of an item', async () => {
  const work = workInLanes([1, 2], { lanes: 1, keyOf: (item) => item }, () => Promise.reject(new Error('fails')));
  await expect(work).rejects.toThrow('fails');
});
