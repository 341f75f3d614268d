import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { getRounds, readSeed, createRandom } from '../support/depth.js';
import { eventually } from '../support/eventually.js';
import { Receiver } from '../support/receiver.js';
import type { CreatedWebhook, WebhookTables } from '../support/webhook-tables.js';
import { SendingNodes } from '../support/webhook-fixture.js';

jest.setTimeout(3_600_000);

const SEED = readSeed('WEBHOOK_SEED', 20_261_122);
const KILLS = getRounds({ everyday: 3, deep: 50 });
const WEBHOOKS = 4;
const DELIVERIES_OF_EACH = 40;
const MOST_RUN_MS = 400;
/** Time for the lease of a killed node to expire and for pending deliveries to be sent. */
const REST_MS = 120_000;

/** Kills the sending node at random moments while events arrive. */
describe('a sender of webhooks that is killed repeatedly', () => {
  const random = createRandom(SEED);
  let nodes: SendingNodes;
  let tables: WebhookTables;
  let receiver: Receiver;

  beforeAll(async () => {
    nodes = await SendingNodes.open();
    ({ tables } = nodes);
    receiver = await Receiver.start();
    receiver.respond = (response) => void setTimeout(() => response.writeHead(200).end(), random() * 30);
  });
  afterAll(async () => {
    await receiver.stop();
    await nodes.close();
  });

  it(`loses nothing in ${KILLS} kills, and repeats deliveries under the same id`, async () => {
    const owner = await tables.createOwner('A1000');
    const webhooks: CreatedWebhook[] = [];
    for (let index = 0; index < WEBHOOKS; index += 1)
      webhooks.push(await tables.insertWebhook('production', owner, receiver.url(`/${index}`)));
    for (let kill = 1; kill <= KILLS; kill += 1) {
      for (const { id } of webhooks) await tables.insertDeliveries('production', id, DELIVERIES_OF_EACH);
      const before = receiver.received.length;
      const node = await nodes.start();
      await eventually('it sends', () => receiver.received.length > before, 60_000);
      await sleep(random() * MOST_RUN_MS);
      await node.kill();
    }
    const last = await nodes.start();
    const pending = `SELECT FROM webhook_delivery WHERE status = 'pending'`;
    await eventually('nothing waits', async () => (await tables.rows('production', pending)).length === 0, REST_MS);
    await last.stop();

    const sent = KILLS * WEBHOOKS * DELIVERIES_OF_EACH;
    const keys = receiver.received.map(({ path, headers }) => `${path} ${String(headers['webhook-id'])}`);
    expect(new Set(keys).size).toBe(sent);
    for (const { headers, body } of receiver.received) expect((JSON.parse(body) as { id: string }).id).toBe(headers['webhook-id']);
    const repeated = keys.length - sent;
    // A kill repeats at most the running deliveries, four per webhook.
    expect(repeated).toBeLessThanOrEqual(KILLS * WEBHOOKS * 4);
    const statuses = await tables.rows('production', 'SELECT status, count(*)::int FROM webhook_delivery GROUP BY status');
    expect(statuses).toEqual([{ status: 'delivered', count: sent }]);
    process.stdout.write(`${KILLS} kills, ${sent} deliveries, ${repeated} came twice\n`);
  });
});
