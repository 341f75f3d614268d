import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import type { Environment } from '../../src/common/environment.js';
import type { RunningApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { findFreePort } from '../support/program.js';
import { readOutbox } from '../support/outbox.js';
import { Receiver, type Received } from '../support/receiver.js';
import type { DeliveryRow, CreatedWebhook, WebhookOwner, WebhookTables } from '../support/webhook-tables.js';
import { WebhookFixture } from '../support/webhook-fixture.js';

const NAMES = new Map<string, readonly string[] | (() => readonly string[])>();
const lookedUp: string[] = [];
const GIGABYTES_10 = 10 * 1024 ** 3;

interface Slow {
  readonly receiver: Receiver;
  readonly webhook: CreatedWebhook;
}

describe('the deliveries of webhooks', () => {
  let fixture: WebhookFixture;
  let app: RunningApp;
  let tables: WebhookTables;
  let owner: WebhookOwner;
  let receiver: Receiver;
  /** Slow deliveries, which run during other tests. */
  const slow = {} as Record<'hanging' | 'recovering', Slow>;

  beforeAll(async () => {
    // Only one address of this machine is allowed; receivers of other specs and the names below use others.
    const config = { webhookAllowedNetworks: ['127.0.0.2'], publicUrl: 'https://gateway.example' };
    fixture = await WebhookFixture.open({ config, addressesOf });
    ({ app, tables } = fixture);
    slow.hanging = await startSlow(() => undefined);
    slow.recovering = await startSlow((response, { receiver }) => response.writeHead(receiver.received.length === 1 ? 503 : 200).end());
  });
  afterAll(async () => {
    await Promise.all(Object.values(slow).map((each) => each.receiver.stop()));
    await fixture.close();
  });
  beforeEach(async () => {
    ({ owner, receiver } = await fixture.startReceiver());
  });
  afterEach(() => fixture.stopReceiver());

  async function startSlow(respond: (response: ServerResponse, slow: Slow) => unknown): Promise<Slow> {
    const started = await Receiver.start();
    const webhook = await tables.insertWebhook('production', await fixture.newOwner(), started.url());
    started.respond = (response) => respond(response, { receiver: started, webhook });
    await tables.insertDeliveries('production', webhook.id);
    return { receiver: started, webhook };
  }

  async function addressesOf(host: string): Promise<readonly string[]> {
    lookedUp.push(host);
    const found = NAMES.get(host) ?? (/^[\d.]+$|:/.test(host) ? [host] : []);
    return Promise.resolve(typeof found === 'function' ? found() : found);
  }

  const only = (environment: Environment, webhook: CreatedWebhook): Promise<DeliveryRow> => tables.getOnlyDelivery(environment, webhook);
  const deliverTo = (url: string): ReturnType<WebhookTables['deliverTo']> => tables.deliverTo(owner, url);

  const verify = (secret: string, { body, headers }: Received): unknown =>
    new Webhook(secret).verify(body, headers as Record<string, string>);

  /** Returns the whole seconds until the next attempt. */
  const waitSeconds = ({ next_attempt_at: next }: DeliveryRow): number => ((next?.getTime() ?? NaN) - Date.now()) / 1000;

  describe('to a receiver that accepts', () => {
    it.each(['production', 'sandbox'] as const)('contain the events of %s, signed', async (environment) => {
      const webhook = await tables.insertWebhook(environment, owner, receiver.url('/hook?a=b'));
      await tables.insertDeliveries(environment, webhook.id, 3);
      await eventually('all came', () => receiver.received.length === 3);
      const events = receiver.received.map((received) => verify(webhook.secret, received));
      expect(events).toContainEqual({
        id: expect.stringMatching(/^evt_\d+_[0-9a-f]{8}$/) as string,
        type: 'policy.issued',
        timestamp: '2026-12-01T09:30:00+02:00',
        data: { agent_code: owner.agentCode, application_id: 2, policy_no: 'P2', renewal_of: null },
      });
      for (const { path, headers } of receiver.received) {
        expect(path).toBe('/hook?a=b');
        expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'user-agent': 'insurance-gateway-webhooks' });
        expect(Object.keys(headers).sort()).toEqual(
          [
            'connection',
            'content-length',
            'content-type',
            'host',
            'user-agent',
            'webhook-id',
            'webhook-signature',
            'webhook-timestamp',
          ].sort(),
        );
      }
      const allWritten = async (): Promise<boolean> =>
        (await tables.listDeliveries(environment, webhook.id)).every(({ ended_at }) => ended_at !== null);
      await eventually('all are written', allWritten);
      for (const row of await tables.listDeliveries(environment, webhook.id))
        expect(row).toMatchObject({ status: 'delivered', attempts: 1, next_attempt_at: null, leased_until: null, outcomes: ['204 null'] });
      expect(await tables.getWebhook(environment, webhook.id)).toMatchObject({ status: 'enabled', failing_since: null });
      expect((await tables.getWebhook(environment, webhook.id)).last_success_at).not.toBeNull();
    });

    it('include a separate test delivery', async () => {
      const webhook = await tables.insertWebhook('production', owner, receiver.url());
      const [made] = await tables.rows<{ id: number }>(
        'production',
        'INSERT INTO webhook_delivery (webhook_id, next_attempt_at) VALUES ($1, clock_timestamp()) RETURNING id::int',
        [webhook.id],
      );
      await tables.waitForAttempt('production', webhook);
      expect(verify(webhook.secret, receiver.received[0]!)).toEqual({
        id: `evt_test_${made!.id}`,
        type: 'webhook.test',
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[23]:00$/) as string,
        data: { agent_code: owner.agentCode },
      });
    });

    it('have both signatures during a rotation', async () => {
      const webhook = await tables.insertWebhook('production', owner, receiver.url());
      const next = tables.createSecret();
      const deliver = async (): Promise<Received> => {
        const before = receiver.received.length;
        await tables.insertDeliveries('production', webhook.id);
        await eventually('it came', () => receiver.received.length === before + 1);
        return receiver.received.at(-1)!;
      };
      const rotate = (until: string): Promise<unknown> =>
        tables.rows(
          'production',
          `UPDATE webhook SET secret = $2, former_secret = $3, former_secret_until = clock_timestamp() + $4::interval WHERE id = $1`,
          [webhook.id, app.parts.secretBox.seal(next), app.parts.secretBox.seal(webhook.secret), until],
        );
      const before = await deliver();
      expect(() => verify(webhook.secret, before)).not.toThrow();
      expect(() => verify(next, before)).toThrow('No matching signature');
      await rotate('1 minute');
      const during = await deliver();
      expect(() => verify(webhook.secret, during)).not.toThrow();
      expect(() => verify(next, during)).not.toThrow();
      await rotate('-1 second');
      const after = await deliver();
      expect(() => verify(webhook.secret, after)).toThrow('No matching signature');
      expect(() => verify(next, after)).not.toThrow();
      expect(() => verify(next, { ...after, body: after.body.replace('P1', 'P2') })).toThrow('No matching signature');
      const headers = { ...after.headers, 'webhook-timestamp': String(Number(after.headers['webhook-timestamp']) - 301) };
      expect(() => verify(next, { ...after, headers })).toThrow('too old');
    });
  });

  describe('to a receiver that does not accept', () => {
    const cases: [string, (receiver: Receiver) => void, string][] = [
      ['500', (r) => (r.respond = (response) => response.writeHead(500).end('secrets of the network')), '500 status'],
      ['a redirect', (r) => (r.respond = (response) => response.writeHead(302, { Location: r.url('/other') }).end()), '302 status'],
      ['304', (r) => (r.respond = (response) => response.writeHead(304).end()), '304 status'],
      [
        'an upgrade',
        (r) => (r.respond = (response) => response.socket!.end('HTTP/1.1 101 Up\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n')),
        'null closed',
      ],
      ['nothing, and closes', (r) => (r.respond = (response) => response.destroy()), 'null closed'],
      ['half a head', (r) => (r.respond = (response) => response.socket!.end('HTTP/1.1 200 OK\r\nA: b\r\n')), 'null closed'],
      ['what is not HTTP', (r) => (r.respond = (response) => response.socket!.end('220 smtp.example\r\n')), 'null not_http'],
      [
        'a head without end',
        (r) => (r.respond = (response) => response.socket!.write(`HTTP/1.1 200 OK\r\n${`A: ${'b'.repeat(99)}\r\n`.repeat(400)}`)),
        'null not_http',
      ],
    ];
    it.each(cases)('are tried again after %s', async (_, prepare, outcome) => {
      prepare(receiver);
      const { webhook, delivery } = await deliverTo(receiver.url());
      expect(delivery).toMatchObject({ status: 'pending', attempts: 1, leased_until: null, ended_at: null, outcomes: [outcome] });
      expect(waitSeconds(delivery)).toBeLessThanOrEqual(5.5);
      expect(await tables.getWebhook('production', webhook.id)).toMatchObject({ status: 'enabled', last_success_at: null });
      expect((await tables.getWebhook('production', webhook.id)).failing_since).not.toBeNull();
      expect(receiver.received.map(({ path }) => path)).toEqual(['/hook']);
    });

    it('do not read a body without end', async () => {
      let written = 0;
      receiver.respond = (response) => {
        response.writeHead(200, { 'Content-Length': String(GIGABYTES_10) });
        const part = Buffer.alloc(64 * 1024, 'x');
        const more = (): void => {
          while (!response.destroyed && written < GIGABYTES_10) {
            written += part.length;
            if (!response.write(part)) return void response.once('drain', more);
          }
        };
        more();
      };
      const { delivery } = await deliverTo(receiver.url());
      expect(delivery).toMatchObject({ status: 'delivered', outcomes: ['200 null'] });
      const after = written;
      await sleep(200);
      // Only what fits into the buffers of the system leaves the receiver.
      expect(written).toBe(after);
      expect(written).toBeLessThan(16 * 1024 * 1024);
    });

    it('refuse an untrusted certificate', async () => {
      const { tlsCertFile, tlsKeyFile } = app.parts.config;
      const tls = { cert: await readFile(tlsCertFile!, 'utf8'), key: await readFile(tlsKeyFile!, 'utf8') };
      const secure = await Receiver.start('127.0.0.2', tls);
      const { delivery } = await deliverTo(secure.url());
      expect(delivery).toMatchObject({ status: 'pending', outcomes: ['null tls'] });
      expect(secure.received).toEqual([]);
      await secure.stop();
      expect((await deliverTo(receiver.url().replace('http:', 'https:'))).delivery.outcomes).toEqual(['null tls']);
    });

    it('report a missing server and an unknown name', async () => {
      expect((await deliverTo(`http://127.0.0.2:${await findFreePort()}/`)).delivery.outcomes).toEqual(['null connect']);
      expect((await deliverTo('https://nobody.example/')).delivery.outcomes).toEqual(['null dns']);
    });

    it('wait as long as the receiver asks', async () => {
      receiver.respond = (response) => response.writeHead(429, { 'Retry-After': '3600' }).end();
      const { delivery } = await deliverTo(receiver.url());
      expect(Math.round(waitSeconds(delivery) / 60)).toBe(60);
      receiver.respond = (response) => response.writeHead(503, { 'Retry-After': '9999999' }).end();
      const { delivery: longer } = await deliverTo(receiver.url());
      expect(Math.round(waitSeconds(longer) / 3600)).toBe(24);
    });

    it.each([
      ['production', 10],
      ['sandbox', 5],
    ] as const)('end after the last attempt, in %s the %ith', async (environment, last) => {
      receiver.respond = (response) => response.writeHead(500).end();
      const webhook = await tables.insertWebhook(environment, owner, receiver.url());
      const [id] = await tables.insertDeliveries(environment, webhook.id);
      for (let attempts = 1; attempts <= last; attempts += 1) {
        const made = async (): Promise<boolean> => (await only(environment, webhook)).attempts === attempts;
        await eventually('the attempt is written', made);
        await tables.rows(environment, `UPDATE webhook_delivery SET next_attempt_at = now() WHERE id = $1 AND status = 'pending'`, [id]);
        void app.parts.webhookSender.job.run(environment);
      }
      expect(await only(environment, webhook)).toMatchObject({ status: 'failed', next_attempt_at: null });
      expect(receiver.received).toHaveLength(last);
    });

    it('disable a webhook whose receiver is gone', async () => {
      receiver.respond = (response) => response.writeHead(410).end();
      const { webhook, delivery } = await deliverTo(receiver.url());
      expect(delivery).toMatchObject({ status: 'failed', outcomes: ['410 status'] });
      expect(await tables.getWebhook('production', webhook.id)).toMatchObject({ status: 'disabled', disabled_reason: 'GONE' });
      await tables.insertDeliveries('production', webhook.id);
      await fixture.runSender();
      expect(receiver.received).toHaveLength(1);
    });

    it('disable a webhook that fails for five days, and mail its owner once', async () => {
      receiver.respond = (response) => response.writeHead(500).end();
      const webhook = await tables.insertWebhook('production', owner, receiver.url());
      await tables.rows('production', `UPDATE webhook SET failing_since = now() - interval '5 days 1 minute' WHERE id = $1`, [webhook.id]);
      await tables.insertDeliveries('production', webhook.id, 3);
      const isDisabled = async (): Promise<boolean> => (await tables.getWebhook('production', webhook.id)).status === 'disabled';
      await eventually('it is disabled', isDisabled);
      expect(await tables.getWebhook('production', webhook.id)).toMatchObject({ disabled_reason: 'FAILING' });
      const mails = async (): Promise<string[]> =>
        (await readOutbox(app.parts.config.dataDir)).filter(({ to }) => to.includes(owner.email)).map(({ text }) => text);
      const isReported = async (): Promise<boolean> => {
        void app.parts.webhookNotices.job.run('production');
        const due = 'SELECT FROM webhook WHERE id = $1 AND notice_due_at IS NOT NULL';
        return (await tables.rows('production', due, [webhook.id])).length === 0;
      };
      await eventually('its owner is told', isReported);
      expect(await mails()).toEqual([expect.stringContaining(receiver.url())]);
      // State of a node that ended before it knew that the mail was sent.
      await tables.rows('production', 'UPDATE webhook SET notice_due_at = now() WHERE id = $1', [webhook.id]);
      await eventually('its owner is told by another one', isReported);
      expect(await mails()).toHaveLength(2);
    });
  });

  describe('to forbidden addresses', () => {
    let everywhere: Receiver;
    beforeEach(async () => (everywhere = await Receiver.start('0.0.0.0')));
    afterEach(() => everywhere.stop());

    it.each(['127.0.0.1', '169.254.169.254', '::1', '::ffff:10.0.0.1', '::ffff:127.0.0.1', '64:ff9b::7f00:1', '10.0.0.1', '0.0.0.0'])(
      'refuse a name that resolves to %s',
      async (address) => {
        NAMES.set('inside.example', [address]);
        const { delivery } = await deliverTo(everywhere.url('/', 'inside.example').replace('http:', 'https:'));
        expect(delivery).toMatchObject({ status: 'pending', attempts: 1, outcomes: ['null refused_address'] });
        expect((await deliverTo(everywhere.url('/', 'inside.example'))).delivery.outcomes).toEqual(['null refused_address']);
        expect(everywhere.connectionCount).toBe(0);
      },
    );

    it.each([
      'http://127.0.0.1:4000/',
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://gateway.example/',
      'https://127.0.0.2:80/',
      'http://8.8.8.8:4000/',
    ])('refuse %s although it is stored', async (url) => {
      expect((await deliverTo(url)).delivery.outcomes).toEqual(['null refused_address']);
    });

    it('refuse the ports of this program', async () => {
      for (const port of [app.ports.port, app.ports.httpsPort])
        expect((await deliverTo(`https://127.0.0.2:${port}/`)).delivery.outcomes).toEqual(['null refused_address']);
    });

    it('use the permitted ones of several addresses', async () => {
      NAMES.set('several.example', ['127.0.0.1', '127.0.0.2', '::1']);
      expect((await deliverTo(receiver.url('/', 'several.example'))).delivery.outcomes).toEqual(['204 null']);
    });

    it('connect to the checked address, whatever the name resolves to next time', async () => {
      const responses = [['127.0.0.2'], ['127.0.0.1'], ['127.0.0.1']];
      NAMES.set('turning.example', () => responses.shift() ?? []);
      expect((await deliverTo(everywhere.url('/', 'turning.example'))).delivery.outcomes).toEqual(['204 null']);
      // The name was resolved once, so a second look-up could not return another address.
      expect(lookedUp.filter((host) => host === 'turning.example')).toHaveLength(1);
      expect((await deliverTo(everywhere.url('/', 'turning.example'))).delivery.outcomes).toEqual(['null refused_address']);
      expect(everywhere.connectionCount).toBe(1);
    });
  });

  describe('to a slow receiver', () => {
    it('succeed at a later attempt, under the same id', async () => {
      const { receiver: recovering, webhook } = slow.recovering;
      await eventually('it is delivered', async () => (await only('production', webhook)).status === 'delivered', 15_000);
      expect((await only('production', webhook)).outcomes).toEqual(['503 status', '200 null']);
      expect(new Set(recovering.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
      expect(recovering.received).toHaveLength(2);
      for (const received of recovering.received) expect(() => verify(webhook.secret, received)).not.toThrow();
      expect(await tables.getWebhook('production', webhook.id)).toMatchObject({ failing_since: null });
    });

    it('abort a receiver that hangs after the timeout', async () => {
      const { webhook } = slow.hanging;
      await eventually('it is given up', async () => (await only('production', webhook)).outcomes.length > 0, 25_000);
      const { status, outcomes } = await only('production', webhook);
      expect([status, outcomes[0]]).toEqual(['pending', 'null timeout']);
    });
  });
});
