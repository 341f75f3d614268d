import { callJson } from '../product.mjs';
import { median } from '../report.mjs';
import { fillFeed } from './tables.mjs';
import { tell } from './tell.mjs';

export const FEED = '/events-api/resources/events';
const SMALL = 10_000;
const PAGES = 41;
const TARGET = 1.5;

/** Measures pages of 100 from the oldest event on, for an agent that owns every hundredth event. */
export async function measureFeed({ product: { url }, headers, client, options }) {
  const times = [];
  for (const size of [SMALL, options.events]) {
    process.stderr.write(`${size} events …\n`);
    await fillFeed(client, size);
    const pages = [];
    for (let page = 0; page < PAGES; page += 1) {
      const startedMs = performance.now();
      const { events } = await callJson(`${url}${FEED}?limit=100`, { headers });
      pages.push(performance.now() - startedMs);
      if (events.length !== 100) throw new Error(`A page of ${events.length} events`);
    }
    times.push(median(pages));
  }
  const [small, large] = times;
  const shown = `feed of 100 events: ${small.toFixed(1)} ms at ${SMALL}, ${large.toFixed(1)} ms at ${options.events}: ${(large / small).toFixed(2)} times`;
  tell(shown, large / small <= TARGET, `≤ ${TARGET}`);
}
