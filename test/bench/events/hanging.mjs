import { setTimeout as sleep } from 'node:timers/promises';
import { authorize } from '../product.mjs';
import { BenchReceiver, makeWebhook } from './bench-receiver.mjs';
import { AGENTS, insertEvents } from './tables.mjs';
import { tell, until } from './tell.mjs';

const ROUNDS = 30;
const BETWEEN_ROUNDS_MS = 150;
const TARGET_MS = 1_000;

/**
 * Measures the delay of each delivery to one webhook, alone and next to one of another agent whose receiver hangs. The
 * first event is written in one transaction with, and after, all those for the hanging receiver.
 */
export async function measureHanging({ product, headers, client, options }) {
  const otherHeaders = await authorize(product, ({ secondAgent }) => secondAgent);
  const receiver = await BenchReceiver.start();
  const remove = await makeWebhook(product, otherHeaders, receiver.url);
  const alone = await delays(client, receiver, []);
  const hanging = await BenchReceiver.start({ hangs: true });
  const removeHanging = await makeWebhook(product, headers, hanging.url);
  const beside = await delays(client, receiver, [[AGENTS[0], options.hanging]]);
  if (hanging.times.length === 0) throw new Error('Nothing came to the receiver that hangs');
  for (const [name, times] of Object.entries({ alone: alone, [`beside one that hangs with ${options.hanging} waiting`]: beside }))
    tell(
      `deliveries to a webhook ${name}: the first after ${times[0].toFixed(0)} ms, the slowest after ${Math.max(...times).toFixed(0)} ms`,
    );
  const addedMs = Math.max(...beside) - Math.max(...alone);
  tell(`  the neighbour adds ${addedMs.toFixed(0)} ms to the slowest`, addedMs <= TARGET_MS, `≤ ${TARGET_MS} ms`);
  await removeHanging();
  await remove();
  hanging.stop();
  receiver.stop();
}

async function delays(client, receiver, neighbours) {
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = receiver.times.length;
    await insertEvents(client, [...(round === 0 ? neighbours : []), [AGENTS[1], 1]]);
    const committedMs = performance.now();
    await until(() => receiver.times.length > before);
    times.push(receiver.times[before] - committedMs);
    await sleep(BETWEEN_ROUNDS_MS * Math.random());
  }
  return times;
}
