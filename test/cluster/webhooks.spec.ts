import { readFile } from 'node:fs/promises';
import { Webhook } from 'standardwebhooks';
import { startApp, type RunningApp } from '../support/app.js';
import { removeDataDir, temporaryDataDir, waitUntil } from '../support/embedded.js';
import { NodeProcess } from '../support/node-process.js';
import { buildServer } from '../support/process.js';
import { Receiver } from '../support/receiver.js';
import { WebhookTables, type WebhookOwner } from '../support/webhook-tables.js';

/** A node of its own: which authorities it trusts is fixed when a process starts. */
describe('A node that sends to receivers with certificates', () => {
  let app: RunningApp;
  let tables: WebhookTables;
  let node: NodeProcess;
  let dataDir: string;
  let tls: { cert: string; key: string };
  let owner: WebhookOwner;

  beforeAll(async () => {
    await buildServer();
    dataDir = await temporaryDataDir();
    app = await startApp();
    await app.parts.webhookSender.stop();
    tables = await WebhookTables.open(app.parts, app.database.url);
    const { tlsCertFile, tlsKeyFile, secretsKeys } = app.parts.config;
    tls = { cert: await readFile(tlsCertFile!, 'utf8'), key: await readFile(tlsKeyFile!, 'utf8') };
    node = await NodeProcess.start({
      ...{ DATABASE_URL: app.database.url, DATA_DIR: dataDir, WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8,::1' },
      ...{ SECRETS_KEY: secretsKeys[0]!.toString('base64'), NODE_EXTRA_CA_CERTS: tlsCertFile! },
      // Nobody is there: a proxy of the environment is not asked.
      ...{ HTTPS_PROXY: 'http://127.0.0.1:9', https_proxy: 'http://127.0.0.1:9', NODE_USE_ENV_PROXY: '1' },
    });
    owner = await tables.owner('A1000');
  });
  afterAll(async () => {
    await node.stop();
    await tables.close();
    await app.stop();
    await removeDataDir(dataDir);
  });

  it.each(['127.0.0.1', 'localhost'])('delivers to %s, which the certificate names', async (host) => {
    const receiver = await Receiver.start('127.0.0.1', tls);
    const webhook = await tables.webhook('production', owner, receiver.url('/', host));
    await tables.deliveries('production', webhook.id);
    await waitUntil('it came', () => receiver.received.length === 1, 20_000);
    const { body, headers } = receiver.received[0]!;
    expect(new Webhook(webhook.secret).verify(body, headers as Record<string, string>)).toMatchObject({ type: 'policy.issued' });
    await receiver.stop();
  });

  it('refuses a certificate of another name', async () => {
    const receiver = await Receiver.start('127.0.0.2', tls);
    const { delivery } = await tables.deliverTo(owner, receiver.url());
    expect(delivery).toMatchObject({ status: 'pending', outcomes: ['null tls'] });
    expect(receiver.received).toEqual([]);
    await receiver.stop();
  });

  it('never sends to its own ports', async () => {
    const { delivery } = await tables.deliverTo(owner, `http://127.0.0.1:${node.port}/`);
    expect(delivery.outcomes).toEqual(['null refused_address']);
  });
});
