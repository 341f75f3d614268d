import { readFile } from 'node:fs/promises';
import { Webhook } from 'standardwebhooks';
import { eventually } from '../support/eventually.js';
import { findFreePort } from '../support/program.js';
import type { NodeProcess } from '../support/node-process.js';
import { Receiver } from '../support/receiver.js';
import type { WebhookOwner, WebhookTables } from '../support/webhook-tables.js';
import { SendingNodes } from '../support/webhook-fixture.js';

/** A separate node, because the trusted authorities are fixed at the start of a process. */
describe('a node that sends to receivers with certificates', () => {
  let nodes: SendingNodes;
  let tables: WebhookTables;
  let node: NodeProcess;
  let adminPort: number;
  let tls: { cert: string; key: string };
  let owner: WebhookOwner;

  beforeAll(async () => {
    nodes = await SendingNodes.open();
    ({ tables } = nodes);
    adminPort = await findFreePort();
    const { tlsCertFile, tlsKeyFile } = nodes.app.parts.config;
    tls = { cert: await readFile(tlsCertFile!, 'utf8'), key: await readFile(tlsKeyFile!, 'utf8') };
    node = await nodes.start({
      NODE_EXTRA_CA_CERTS: tlsCertFile!,
      ADMIN_PORT: String(adminPort),
      // Nothing listens there: a proxy of the environment must not be used.
      HTTPS_PROXY: 'http://127.0.0.1:9',
      https_proxy: 'http://127.0.0.1:9',
      NODE_USE_ENV_PROXY: '1',
    });
    owner = await tables.createOwner('A1000');
  });
  afterAll(async () => {
    await node.stop();
    await nodes.close();
  });

  it.each(['127.0.0.1', 'localhost'])('delivers to %s, which the certificate names', async (host) => {
    const receiver = await Receiver.start('127.0.0.1', tls);
    const webhook = await tables.insertWebhook('production', owner, receiver.url('/', host));
    await tables.insertDeliveries('production', webhook.id);
    await eventually('it came', () => receiver.received.length === 1, 20_000);
    const { body, headers } = receiver.received[0]!;
    expect(new Webhook(webhook.secret).verify(body, headers as Record<string, string>)).toMatchObject({ type: 'policy.issued' });
    await receiver.stop();
  });

  it('refuses a certificate for another name', async () => {
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

  it('reports the result of attempts, and that a delivery is late', async () => {
    const metrics = (): Promise<string> => fetch(`http://127.0.0.1:${adminPort}/metrics`).then((response) => response.text());
    const webhook = await tables.insertWebhook('production', owner, 'https://agency.example/');
    // Another node holds the lease and never finishes.
    await tables.rows(
      'production',
      `INSERT INTO webhook_delivery (webhook_id, next_attempt_at, leased_until) VALUES ($1, now() - interval '301 seconds', now() + interval '1 hour')`,
      [webhook.id],
    );
    // Values are cached for two seconds.
    await eventually('it is late', async () => /^gateway_webhook_lag_seconds\{environment="production"\} 30\d/m.test(await metrics()));
    const attempts = [...(await metrics()).matchAll(/^(gateway_webhook_attempts_\w+(?:\{.*\})? \d+)$/gm)]
      .map(([, line]) => line)
      .toSorted();
    expect(attempts).toEqual([
      'gateway_webhook_attempts_total{environment="production",outcome="delivered"} 2',
      'gateway_webhook_attempts_total{environment="production",outcome="refused_address"} 1',
      'gateway_webhook_attempts_total{environment="production",outcome="tls"} 1',
      'gateway_webhook_attempts_underway 0',
    ]);
    expect(await metrics()).toMatch(/^gateway_webhook_lag_seconds\{environment="sandbox"\} 0$/m);
    const ready = await node.client.get('/health/ready');
    expect([ready.status, ready.json()]).toEqual([
      200,
      { status: 'degraded', reason: expect.stringMatching(/^webhooks: the oldest due delivery of production waits for 30\d s$/) as string },
    ]);
  });
});
