import { insertEvents, lastPosition } from './tables.mjs';
import { tell, until } from './tell.mjs';

const TARGET = 1.5;

/** Measures how fast the publisher publishes a tenth of the backlog, and all of it. */
export async function measureBacklog({ client, options }) {
  const perSecond = [];
  for (const size of [Math.ceil(options.backlog / 10), options.backlog]) {
    process.stderr.write(`${size} events …\n`);
    const before = await lastPosition(client);
    await insertEvents(client, [[null, size]]);
    await client.query('ANALYZE event');
    const startedMs = performance.now();
    await until(async () => (await lastPosition(client)) >= before + size);
    const seconds = (performance.now() - startedMs) / 1000;
    perSecond.push(size / seconds);
    tell(`backlog of ${size} events: published in ${seconds.toFixed(1)} s, ${(size / seconds).toFixed(0)} a second`);
  }
  const [small, large] = perSecond;
  tell(`  an event of the large one took ${(small / large).toFixed(2)} times the time`, small / large <= TARGET, `≤ ${TARGET}`);
}
