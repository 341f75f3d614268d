import { measureBacklog } from './events/backlog.mjs';
import { measureCallLog } from './events/call-log.mjs';
import { measureDeliveries } from './events/deliveries.mjs';
import { measureFeed } from './events/feed.mjs';
import { measureHanging } from './events/hanging.mjs';
import { measureWaiting, WAITING_OF_PROGRAM } from './events/waiting.mjs';
import { measureCharges, measureInserts } from './events/writes.mjs';
import { onProduct } from './on-product.mjs';
import { readOptions } from './options.mjs';
import { databaseUrlOf } from './product.mjs';
import { seedKeys } from './seed-keys.mjs';
import { forkHelper } from './servers.mjs';

/**
 * `npm run bench:events` measures the cost of events, webhooks and the request log, part by part:
 * - `insert`, `charge`: with the triggers that write events and without them, in turns;
 * - `call-log`: the cheapest call and one that reads, with the request log and without it, in turns;
 * - `feed`: a page of the feed with 10,000 events and with `--events`;
 * - `waiting`: the memory of waiting calls, and the time until all of them have an event;
 * - `deliveries`: deliveries per second to one webhook and to twenty;
 * - `hanging`: the delay that a hanging receiver with waiting events causes to another one;
 * - `backlog`: the publisher's speed with many waiting events, and with a tenth of them.
 * All parts together take some ten minutes and 2 GB of temporary disk space.
 */
const PARTS = {
  insert: measureInserts,
  charge: measureCharges,
  'call-log': measureCallLog,
  waiting: measureWaiting,
  deliveries: measureDeliveries,
  hanging: measureHanging,
  feed: measureFeed,
  backlog: measureBacklog,
};
const SIZES = { charges: 60, waiting: 500, deliveries: 4_000, hanging: 10_000, events: 1_000_000, backlog: 1_000_000 };
/** Allows two processes on one embedded server, and receivers on this machine. */
const VARIABLES = { DATABASE_POOL_SIZE: '16', WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1' };

const options = readOptions(Object.keys(PARTS), SIZES);
await onProduct(async (context) => {
  const programs = Math.max(2, Math.ceil(options.waiting / WAITING_OF_PROGRAM));
  const callers = await seedKeys(databaseUrlOf(context.product), { keys: programs, tokens: programs });
  const { child: load } = await forkHelper('./load.mjs', null);
  for (const name of options.only) {
    process.stderr.write(`${name} …\n`);
    await PARTS[name]({ ...context, callers, load, options });
  }
}, VARIABLES);
