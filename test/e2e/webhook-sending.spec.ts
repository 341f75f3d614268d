import { setTimeout as sleep } from 'node:timers/promises';
import { SecretBox } from '../../src/record/reference/secrets/secret-box.js';
import { startApp, type RunningApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { Receiver } from '../support/receiver.js';
import type { CreatedWebhook, WebhookOwner, WebhookTables } from '../support/webhook-tables.js';
import { WebhookFixture } from '../support/webhook-fixture.js';

const CONFIG = { webhookAllowedNetworks: ['127.0.0.2'] };

describe('the sending of webhook deliveries', () => {
  let fixture: WebhookFixture;
  let app: RunningApp;
  let tables: WebhookTables;
  let owner: WebhookOwner;
  let receiver: Receiver;

  beforeAll(async () => {
    fixture = await WebhookFixture.open({ config: CONFIG });
    ({ app, tables } = fixture);
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    ({ owner, receiver } = await fixture.startReceiver());
  });
  afterEach(() => fixture.stopReceiver());

  describe('under load', () => {
    it('sends four at a time per webhook and ten per program', async () => {
      const open: (() => unknown)[] = [];
      receiver.respond = (response) => void open.push(() => response.writeHead(200).end());
      const webhooks: CreatedWebhook[] = [];
      for (let index = 0; index < 7; index += 1) webhooks.push(await tables.insertWebhook('production', owner, receiver.url(`/${index}`)));
      for (const { id } of webhooks) await tables.insertDeliveries('production', id, 8);
      await eventually('as many as may be are under way', () => open.length === 10);
      await fixture.runSender();
      expect(open).toHaveLength(10);
      const paths = receiver.received.map(({ path }) => path);
      for (const path of new Set(paths)) expect(paths.filter((each) => each === path).length).toBeLessThanOrEqual(4);
      receiver.respond = (response) => response.writeHead(200).end();
      open.forEach((respond) => respond());
      await eventually('all came', () => receiver.received.length === 56, 20_000);
    });

    it('does not delay a receiver while another hangs with 10,000 waiting', async () => {
      const hanging = await Receiver.start();
      hanging.respond = () => undefined;
      const hung = await tables.insertWebhook('production', owner, hanging.url());
      await tables.insertDeliveries('production', hung.id, 10_000);
      await eventually('it hangs', () => hanging.received.length === 4);
      const other = await tables.insertWebhook('production', await fixture.newOwner(), receiver.url());
      const delaysMs: number[] = [];
      for (let round = 1; round <= 10; round += 1) {
        const beganMs = performance.now();
        await tables.insertDeliveries('production', other.id);
        await eventually('it came', () => receiver.received.length === round);
        delaysMs.push(receiver.received.at(-1)!.atMs - beganMs);
      }
      // All ten arrived while the first four of the other receiver hang.
      expect(hanging.received).toHaveLength(4);
      expect((await tables.listDeliveries('production', hung.id)).filter(({ outcomes }) => outcomes.length > 0)).toEqual([]);
      process.stdout.write(`Delays beside a receiver that hangs: ${delaysMs.map(Math.round).join(', ')} ms\n`);
      await tables.rows('production', 'DELETE FROM webhook WHERE id = $1', [hung.id]);
      await hanging.stop();
    });

    it('sends to a failing receiver one at a time', async () => {
      receiver.respond = (response) => void setTimeout(() => response.writeHead(500).end(), 20);
      const webhook = await tables.insertWebhook('production', owner, receiver.url());
      await tables.rows('production', `UPDATE webhook SET failing_since = now() WHERE id = $1`, [webhook.id]);
      await tables.insertDeliveries('production', webhook.id, 12);
      await eventually('all came', () => receiver.received.length === 12);
      expect(receiver.mostAtOnce).toBe(1);
    });
  });

  describe('while deliveries may not be sent', () => {
    const keep = (keyId: number, change: string): Promise<unknown> =>
      tables.rows('production', `UPDATE gateway.api_key SET ${change} WHERE id = $1`, [keyId]);

    it('waits while the key is inactive, expired, or for another service or environment', async () => {
      const changes = [
        [`status = 'disabled'`, `status = 'active'`],
        [`services = ARRAY['auth-api']`, `services = ARRAY['events-api']`],
        [`environments = ARRAY['sandbox']`, `environments = ARRAY['production']`],
        [`expires_at = now() - interval '1 second'`, `expires_at = now() + interval '1 hour'`],
      ] as const;
      const kept = await Promise.all(changes.map(async ([without, withIt]) => ({ owner: await fixture.newOwner(), without, withIt })));
      for (const { owner: each, without } of kept) await keep(each.keyId, without);
      // Longer than grants are cached.
      await sleep(1100);
      const webhooks: CreatedWebhook[] = [];
      for (const [index, { owner: each }] of kept.entries()) {
        const webhook = await tables.insertWebhook('production', each, receiver.url(`/${index}`));
        await tables.insertDeliveries('production', webhook.id);
        webhooks.push(webhook);
      }
      await fixture.runSender();
      expect(receiver.received).toEqual([]);
      for (const webhook of webhooks)
        expect(await tables.getOnlyDelivery('production', webhook)).toMatchObject({ status: 'pending', attempts: 0, leased_until: null });
      expect(await app.parts.webhookSender.lagSeconds('production')).toBe(0);
      for (const { owner: each, withIt } of kept) await keep(each.keyId, withIt);
      for (const webhook of webhooks) await tables.waitForAttempt('production', webhook);
      expect(receiver.received.map(({ path }) => path).toSorted()).toEqual(['/0', '/1', '/2', '/3']);
    });

    it('waits for the end of a lease, and then sends again', async () => {
      const webhook = await tables.insertWebhook('production', owner, receiver.url());
      await tables.rows('production', `UPDATE webhook SET status = 'disabled', disabled_reason = 'OWNER' WHERE id = $1`, [webhook.id]);
      const ids = await tables.insertDeliveries('production', webhook.id, 2);
      await tables.rows('production', `UPDATE webhook_delivery SET leased_until = now() + interval '1 hour' WHERE id = $1`, [ids[0]]);
      await tables.rows('production', `UPDATE webhook_delivery SET leased_until = now() - interval '1 second' WHERE id = $1`, [ids[1]]);
      await tables.rows('production', `UPDATE webhook SET status = 'enabled', disabled_reason = NULL WHERE id = $1`, [webhook.id]);
      await eventually('one came', () => receiver.received.length === 1);
      await fixture.runSender();
      expect(receiver.received).toHaveLength(1);
      const [held, sent] = await tables.listDeliveries('production', webhook.id);
      expect([held!.attempts, sent!.attempts]).toEqual([0, 1]);
    });

    it('deletes them thirty days after they ended, with their attempts', async () => {
      const webhook = await tables.insertWebhook('production', owner, receiver.url());
      const [old, young] = await tables.insertDeliveries('production', webhook.id, 2);
      const allEnded = async (): Promise<boolean> =>
        (await tables.listDeliveries('production', webhook.id)).every(({ ended_at }) => ended_at !== null);
      await eventually('they ended', allEnded);
      await tables.rows('production', `UPDATE webhook_delivery SET ended_at = now() - interval '30 days 1 minute' WHERE id = $1`, [old]);
      expect(await app.parts.deliveryCleanup.cleanUp('production')).toBe(1);
      expect((await tables.listDeliveries('production', webhook.id)).map(({ id }) => id)).toEqual([young]);
      expect(await tables.rows('production', 'SELECT FROM webhook_attempt WHERE delivery_id = $1', [old])).toEqual([]);
    });

    it('waits while only other nodes have the key of the secret', async () => {
      const webhook = await tables.insertWebhook('production', owner, receiver.url());
      const secretOf = (box: { seal(text: string): Buffer }): Promise<unknown> =>
        tables.rows('production', 'UPDATE webhook SET secret = $2 WHERE id = $1', [webhook.id, box.seal(webhook.secret)]);
      await secretOf(new SecretBox([Buffer.alloc(32, 9)]));
      await tables.insertDeliveries('production', webhook.id);
      await fixture.runSender();
      expect(await tables.getOnlyDelivery('production', webhook)).toMatchObject({ status: 'pending', attempts: 0, leased_until: null });
      expect(await tables.getWebhook('production', webhook.id)).toMatchObject({ status: 'enabled', disabled_reason: null });
      const reason = 'webhooks: SECRETS_KEY is not the key of 1 webhooks of production';
      expect((await app.plain.get('/health/ready')).json()).toEqual({ status: 'degraded', reason });
      await secretOf(app.parts.secretBox);
      await tables.waitForAttempt('production', webhook);
      expect(receiver.received).toHaveLength(1);
      expect((await app.plain.get('/health/ready')).json()).toEqual({ status: 'ok' });
    });

    it('disables a webhook whose secret was damaged', async () => {
      const webhook = await tables.insertWebhook('production', owner, receiver.url());
      await tables.rows('production', 'UPDATE webhook SET secret = set_byte(secret, 40, 255 - get_byte(secret, 40)) WHERE id = $1', [
        webhook.id,
      ]);
      await tables.insertDeliveries('production', webhook.id);
      const isDisabled = async (): Promise<boolean> => (await tables.getWebhook('production', webhook.id)).status === 'disabled';
      await eventually('it is disabled', isDisabled);
      expect(await tables.getWebhook('production', webhook.id)).toMatchObject({ disabled_reason: 'SECRET_UNREADABLE' });
      await eventually('it is given back', async () => (await tables.getOnlyDelivery('production', webhook)).leased_until === null);
      expect(receiver.received).toEqual([]);
    });
  });

  describe('on several nodes', () => {
    let others: RunningApp[];
    beforeAll(async () => {
      others = [await startApp({ config: CONFIG, database: app.database }), await startApp({ config: CONFIG, database: app.database })];
    });
    afterAll(() => Promise.all(others.map((other) => other.stop())));

    it('sends four at a time in total, each once', async () => {
      receiver.respond = (response) => void setTimeout(() => response.writeHead(200).end(), 10);
      const working = new Set<RunningApp>();
      for (const node of [app, ...others]) node.parts.webhookSender.attempted.on('production', () => working.add(node));
      const webhook = await tables.insertWebhook('production', owner, receiver.url());
      await tables.insertDeliveries('production', webhook.id, 300);
      const timer = setInterval(() => [app, ...others].forEach(({ parts }) => void parts.webhookSender.job.run('production')), 5);
      // The failures explain missing deliveries.
      await eventually('all came', () => receiver.received.length >= 300, 45_000).catch(async () => {
        const states = `SELECT status, attempts, leased_until > now() AS is_leased, count(*)::int FROM webhook_delivery WHERE webhook_id = $1 GROUP BY 1, 2, 3`;
        expect(await tables.rows('production', states, [webhook.id])).toEqual([]);
      });
      clearInterval(timer);
      expect(receiver.mostAtOnce).toBe(4);
      expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(300);
      expect(receiver.received).toHaveLength(300);
      // Every node has work.
      expect(working.size).toBe(3);
    });

    it('continues on another node when one stops', async () => {
      const [leaving] = others as [RunningApp];
      await Promise.all([app, others[1]!].map(({ parts }) => parts.webhookSender.stop()));
      receiver.respond = () => undefined;
      const webhook = await tables.insertWebhook('production', owner, receiver.url());
      await tables.insertDeliveries('production', webhook.id, 2);
      void leaving.parts.webhookSender.job.run('production');
      await eventually('both hang', () => receiver.received.length === 2);
      await leaving.parts.webhookSender.stop();
      // The deliveries are released without an attempt, because its result is unknown.
      for (const row of await tables.listDeliveries('production', webhook.id))
        expect(row).toMatchObject({ status: 'pending', attempts: 0, leased_until: null, outcomes: [] });
    });
  });
});
