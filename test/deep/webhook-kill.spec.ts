import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { startApp, type RunningApp } from '../support/app.js';
import { rounds, seedOf } from '../support/depth.js';
import { removeDataDir, temporaryDataDir, waitUntil } from '../support/embedded.js';
import { NodeProcess } from '../support/node-process.js';
import { buildServer } from '../support/process.js';
import { randomNumbers } from '../support/random.js';
import { Receiver } from '../support/receiver.js';
import { WebhookTables, type MadeWebhook } from '../support/webhook-tables.js';

jest.setTimeout(3_600_000);

const SEED = seedOf('WEBHOOK_SEED', 20_261_122);
const KILLS = rounds({ everyday: 3, deep: 50 });
const WEBHOOKS = 4;
const DELIVERIES_OF_EACH = 40;
const MOST_RUN_MS = 400;
/** A lease that a killed node leaves behind, and the time to work off what waits. */
const REST_MS = 120_000;

/** Kills of the node that sends, at any moment of it, while events go on coming. */
describe('A sender that is killed again and again', () => {
  const random = randomNumbers(SEED);
  let app: RunningApp;
  let tables: WebhookTables;
  let receiver: Receiver;
  let dataDir: string;

  beforeAll(async () => {
    await buildServer();
    dataDir = await temporaryDataDir();
    app = await startApp();
    // It makes the rows; the nodes that are killed send them.
    await app.parts.webhookSender.stop();
    tables = await WebhookTables.open(app.parts, app.database.url);
    receiver = await Receiver.start();
    receiver.respond = (response) => void setTimeout(() => response.writeHead(200).end(), random() * 30);
  });
  afterAll(async () => {
    await tables.close();
    await receiver.stop();
    await app.stop();
    await removeDataDir(dataDir);
  });

  const startNode = (): Promise<NodeProcess> =>
    NodeProcess.start({
      ...{ DATABASE_URL: app.database.url, DATA_DIR: dataDir, WEBHOOK_ALLOWED_NETWORKS: '127.0.0.2' },
      SECRETS_KEY: app.parts.config.secretsKeys[0]!.toString('base64'),
    });

  it(`loses nothing in ${KILLS} kills, and repeats under the same id`, async () => {
    const owner = await tables.owner('A1000');
    const webhooks: MadeWebhook[] = [];
    for (let index = 0; index < WEBHOOKS; index += 1) webhooks.push(await tables.webhook('production', owner, receiver.url(`/${index}`)));
    for (let kill = 1; kill <= KILLS; kill += 1) {
      for (const { id } of webhooks) await tables.deliveries('production', id, DELIVERIES_OF_EACH);
      const before = receiver.received.length;
      const node = await startNode();
      await waitUntil('it sends', () => receiver.received.length > before, 60_000);
      await sleep(random() * MOST_RUN_MS);
      await node.kill();
    }
    const last = await startNode();
    const pending = `SELECT FROM webhook_delivery WHERE status = 'pending'`;
    await waitUntil('nothing waits', async () => (await tables.rows('production', pending)).length === 0, REST_MS);
    await last.stop();

    const sent = KILLS * WEBHOOKS * DELIVERIES_OF_EACH;
    const keys = receiver.received.map(({ path, headers }) => `${path} ${String(headers['webhook-id'])}`);
    expect(new Set(keys).size).toBe(sent);
    for (const { headers, body } of receiver.received) expect((JSON.parse(body) as { id: string }).id).toBe(headers['webhook-id']);
    const repeated = keys.length - sent;
    // A kill leaves at most what was under way; of each webhook, four.
    expect(repeated).toBeLessThanOrEqual(KILLS * WEBHOOKS * 4);
    const statuses = await tables.rows('production', 'SELECT status, count(*)::int FROM webhook_delivery GROUP BY status');
    expect(statuses).toEqual([{ status: 'delivered', count: sent }]);
    process.stdout.write(`${KILLS} kills, ${sent} deliveries, ${repeated} came twice\n`);
  });
});
