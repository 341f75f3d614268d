import { BenchReceiver, makeWebhook } from './bench-receiver.mjs';
import { AGENTS, insertEvents } from './tables.mjs';
import { tell, until } from './tell.mjs';

const WEBHOOKS_OF_PROGRAM = 10;

/** Measures deliveries to one receiver: from one webhook, and from twenty of two programs. */
export async function measureDeliveries({ product, headers, callers, client, options }) {
  for (const webhooks of [1, 2 * WEBHOOKS_OF_PROGRAM]) {
    const receiver = await BenchReceiver.start();
    const made = [];
    for (let index = 0; index < webhooks; index += 1) {
      const caller = callers[Math.floor(index / WEBHOOKS_OF_PROGRAM)];
      made.push(await makeWebhook(product, { ...headers, ...caller }, receiver.url));
    }
    const events = Math.ceil(options.deliveries / webhooks);
    await insertEvents(client, [[AGENTS[0], events]]);
    const committedMs = performance.now();
    await until(() => receiver.times.length >= events * webhooks);
    const [first, last] = [receiver.times[0], receiver.times.at(-1)];
    const perSecond = ((receiver.times.length - 1) * 1000) / (last - first);
    const shown = `${receiver.times.length} in ${((last - first) / 1000).toFixed(1)} s, the first ${(first - committedMs).toFixed(0)} ms after its event`;
    tell(`deliveries to ${webhooks} webhook${webhooks === 1 ? '' : 's'}: ${perSecond.toFixed(0)} a second (${shown})`);
    for (const remove of made) await remove();
    receiver.stop();
  }
}
