import { randomUUID } from 'node:crypto';
import { ENVIRONMENTS, type Environment } from '../../src/common/environment.js';
import { SecretBox } from '../../src/record/reference/secrets/secret-box.js';
import type { DeliveryDetailsResponse, DeliveryResponse } from '../../src/services/events/webhook.dto.js';
import { createClientOfAnotherProgram } from '../support/agent-access.js';
import type { HttpResponse } from '../support/client.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { sendKeyed } from '../support/idempotency.js';
import { expectAllRefused, expectViolations, expectRefused } from '../support/expect-error.js';
import { type IssuedWebhook, RECEIVER, WebhookClient } from '../support/webhook-client.js';

let app: FireApp;
let agents: Record<Environment, FireAgent>;
let owners: Record<Environment, WebhookClient>;
let box: SecretBox;

beforeAll(async () => {
  app = await FireApp.start();
  agents = await app.createAgent({ code: 'A100' });
  owners = { production: new WebhookClient(agents.production), sandbox: new WebhookClient(agents.sandbox) };
  box = new SecretBox(app.running.database.config.secretsKeys);
});
afterAll(() => app.stop());

const INSTANT = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/) as string;
const SECRET = expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) as string;
const MALFORMED = ['abc', '0', '-1', '12345678901', '1.0', '%20', "1'--"];
const getCode = (response: HttpResponse): string =>
  response.status < 300 ? String(response.status) : response.json<{ error: string }>().error;

describe.each(ENVIRONMENTS)('the webhooks of an agent in %s', (environment) => {
  let owner: WebhookClient;
  beforeAll(() => {
    owner = owners[environment];
  });
  beforeEach(() => owner.deleteAll());

  async function rowOf(id: number): Promise<Record<string, unknown>> {
    const [row] = await app.query(environment, 'SELECT * FROM webhook WHERE id = $1', [id]);
    return row as Record<string, unknown>;
  }

  async function set(id: number, assignments: string): Promise<void> {
    await app.query(environment, `UPDATE webhook SET ${assignments} WHERE id = $1`, [id]);
  }

  it('are created with a secret that is shown once and stored encrypted', async () => {
    const response = expectStatus(
      201,
      await owner.post({ types: ['receipt.paid', 'policy.issued', 'receipt.paid'], description: ' ERP ' }),
    );
    const { secret, ...webhook } = response.json<IssuedWebhook>();
    expect({ secret, ...webhook }).toEqual({
      id: webhook.id,
      url: RECEIVER,
      types: ['policy.issued', 'receipt.paid'],
      description: 'ERP',
      status: 'enabled',
      disabled_reason: null,
      created_at: INSTANT,
      last_success_at: null,
      failing_since: null,
      secret: SECRET,
    });
    expect(Math.abs(Date.parse(webhook.created_at) - Date.now())).toBeLessThan(60_000);
    expect(response.headers['location']).toMatch(new RegExp(`^https://[^/]+${owner.path(webhook.id)}$`));
    expect(response.headers['cache-control']).toBe('no-store');
    const read = await owner.client.get(owner.path(webhook.id));
    expect(read.json()).toEqual(webhook);
    expect(await owner.list()).toEqual([webhook]);
    const row = await rowOf(webhook.id);
    expect(box.open(row.secret as Buffer)).toBe(secret);
    expect(row).toMatchObject({ agent_code: 'A100', former_secret: null, former_secret_until: null });
    expect((await owner.create()).secret).not.toBe(secret);
  });

  it.each<[string, object, ...[string, string][]]>([
    ['no address', { url: null }, ['url', '-101']],
    ['an address that is none', { url: 'agency.example/hook' }, ['url', '-102']],
    ['http', { url: 'http://agency.example/hook' }, ['url', '-102']],
    ['a user in the address', { url: 'https://user:pw@agency.example/hook' }, ['url', '-102']],
    ['a low port', { url: 'https://agency.example:25/hook' }, ['url', '-102']],
    ['an address of the metadata service', { url: 'https://169.254.169.254/hook' }, ['url', '-102']],
    ['a private address', { url: 'https://[::ffff:10.0.0.1]/hook' }, ['url', '-102']],
    ['an address too long', { url: `https://agency.example/${'a'.repeat(2030)}` }, ['url', '-102']],
    ['a number for an address', { url: 7 }, ['url', '-102']],
    ['an unknown type', { types: ['policy.issued', 'moon.full'] }, ['types[1]', '-102']],
    ['types that are no list', { types: 'policy.issued' }, ['types', '-102']],
    ['too many types', { types: Array.from({ length: 51 }, () => 'policy.issued') }, ['types', '-102']],
    ['a description too long', { description: 'α'.repeat(201) }, ['description', '-102']],
    ['an address of nobody, and more', { url: 'https://10.0.0.1/', types: ['moon.full'] }, ['url', '-102'], ['types[0]', '-102']],
    ['all of it wrong', { url: ' ', types: [1], description: 'a\u0000' }, ['url', '-101'], ['types[0]', '-102'], ['description', '-102']],
  ])('are refused with %s', async (_name, changes, ...violations) => {
    await expectViolations(app, () => owner.post(changes), ...violations);
    const { id } = await owner.create();
    const ofChange = violations.filter(([, code]) => code !== '-101');
    if (ofChange.length > 0) await expectViolations(app, () => owner.update(id, changes), ...ofChange);
  });

  it('are refused for the address and not for its port, if the address is private', async () => {
    const response = await expectViolations(app, () => owner.post({ url: 'https://localhost/x' }), ['url', '-102']);
    expect(response.json<{ message: string }>().message).toMatch(/^Η διεύθυνση είναι ιδιωτική ή δεσμευμένη/);
  });

  it('are changed only in the fields that are sent', async () => {
    const { secret, ...made } = await owner.create({ types: ['policy.issued'], description: 'ERP' });
    const url = 'https://agency.example:8443/other';
    expect(expectStatus(200, await owner.update(made.id, { url })).json()).toEqual({ ...made, url });
    expect(expectStatus(200, await owner.update(made.id, { types: [] })).json()).toEqual({ ...made, url, types: [] });
    expect(expectStatus(200, await owner.update(made.id, { description: null })).json()).toMatchObject({ description: null });
    expect(expectStatus(200, await owner.update(made.id, made)).json()).toEqual(made);
    expect(await owner.get(made.id)).toEqual(made);
    expect(box.open((await rowOf(made.id)).secret as Buffer)).toBe(secret);
    await expectViolations(app, () => owner.update(made.id, { status: 'paused' }), ['status', '-102']);
  });

  it('are disabled by their owner, and enabled again without the waiting deliveries', async () => {
    const { id } = await owner.create();
    const delivery = expectStatus(202, await owner.sendTest(id)).json<DeliveryResponse>();
    expect(expectStatus(200, await owner.update(id, { status: 'disabled' })).json()).toMatchObject({ disabled_reason: 'OWNER' });
    await set(id, `failing_since = clock_timestamp()`);
    for (const call of [
      () => owner.sendTest(id),
      () => owner.resend(delivery.id),
      () => owner.resendPeriod(id, '2026-11-20', '2026-11-21'),
    ])
      await expectRefused(app, call, { code: '-400' });
    expect(await owner.listDeliveries(id)).toEqual([delivery]);
    expectStatus(200, await owner.update(id, { status: 'enabled' }));
    expect(await owner.get(id)).toMatchObject({ status: 'enabled', disabled_reason: null, failing_since: null });
    expect(await owner.listDeliveries(id)).toMatchObject([{ id: delivery.id, status: 'failed', next_attempt_at: null, ended_at: INSTANT }]);
    expectStatus(202, await owner.resend(delivery.id));
    expect(await owner.listDeliveries(id)).toMatchObject([{ id: delivery.id, status: 'pending', ended_at: null }]);
    // Enabling an enabled webhook sends waiting deliveries.
    expectStatus(200, await owner.update(id, { status: 'enabled' }));
    expect(await owner.listDeliveries(id)).toMatchObject([{ id: delivery.id, status: 'pending' }]);
  });

  it.each(['GONE', 'FAILING'])('keep the reason %s until they are enabled', async (reason) => {
    const { id } = await owner.create();
    await set(id, `status = 'disabled', disabled_reason = '${reason}', failing_since = clock_timestamp()`);
    expect(await owner.get(id)).toMatchObject({ status: 'disabled', disabled_reason: reason, failing_since: INSTANT });
    expectStatus(200, await owner.update(id, { status: 'disabled', description: 'off' }));
    expect(await owner.get(id)).toMatchObject({ disabled_reason: reason, failing_since: INSTANT });
    expectStatus(200, await owner.update(id, { status: 'enabled' }));
    expect(await owner.get(id)).toMatchObject({ status: 'enabled', disabled_reason: null, failing_since: null });
  });

  it('are deleted with their deliveries', async () => {
    await app.running.parts.deliveryCleanup.cleanUp(environment);
    const { id } = await owner.create();
    const delivery = expectStatus(202, await owner.sendTest(id)).json<DeliveryResponse>();
    const { id: other } = await owner.create();
    expectStatus(204, await owner.client.delete(owner.path(id)));
    expect((await owner.list()).map((webhook) => webhook.id)).toEqual([other]);
    for (const path of [owner.path(id), owner.path(id, 'deliveries'), owner.deliveryPath(delivery.id)])
      await expectRefused(app, () => owner.client.get(path), { code: '-308' });
    await expectRefused(app, () => owner.client.delete(owner.path(id)), { code: '-308' });
    // The cleanup deletes many deliveries in parts.
    expect(await rowOf(id)).toMatchObject({ status: 'disabled', secret: Buffer.alloc(0), former_secret: null });
    await app.query(
      environment,
      `INSERT INTO webhook_delivery (webhook_id, status, ended_at) SELECT $1, 'failed', clock_timestamp() FROM generate_series(1, 2500)`,
      [id],
    );
    expect(await app.running.parts.deliveryCleanup.cleanUp(environment)).toBe(2501);
    expect(await app.query(environment, 'SELECT FROM webhook WHERE id = $1', [id])).toEqual([]);
    expect((await owner.list()).map((webhook) => webhook.id)).toEqual([other]);
  });

  it('are limited to ten per agent and program, also for simultaneous calls', async () => {
    const elsewhere = new WebhookClient(owner.agent, await createClientOfAnotherProgram(owner.agent, 'A100'));
    const calls = Array.from({ length: 16 }, (_, index) => (index % 8 === 7 ? elsewhere : owner).post());
    expect((await Promise.all(calls)).map(getCode).toSorted()).toEqual([
      ...Array<string>(4).fill('-405'),
      ...Array<string>(12).fill('201'),
    ]);
    expect([(await owner.list()).length, (await elsewhere.list()).length]).toEqual([10, 2]);
    await expectRefused(app, () => owner.post(), { code: '-405' });
    const [first] = await owner.list();
    expectStatus(204, await owner.client.delete(owner.path(first!.id)));
    await owner.create();
    await elsewhere.deleteAll();
  });

  it('get a new secret, and the previous one also signs for a day', async () => {
    const { secret: first, ...webhook } = await owner.create();
    const rotate = async (): Promise<string> => {
      const response = expectStatus(200, await owner.client.post(owner.path(webhook.id, 'rotate')));
      expect(response.headers['cache-control']).toBe('no-store');
      expect(response.json()).toEqual({ ...webhook, secret: SECRET });
      return response.json<IssuedWebhook>().secret;
    };
    const second = await rotate();
    const kept = async (): Promise<unknown[]> => {
      const { secret, former_secret: previous, former_secret_until: until } = await rowOf(webhook.id);
      return [box.open(secret as Buffer), box.open(previous as Buffer), Math.round(((until as Date).getTime() - Date.now()) / 3_600_000)];
    };
    expect(await kept()).toEqual([second, first, 24]);
    const third = await rotate();
    expect(await kept()).toEqual([third, second, 24]);
    expect(await owner.get(webhook.id)).toEqual(webhook);
  });

  it('are distinguishable from missing ones only for their owner', async () => {
    const { id } = await owner.create();
    const delivery = expectStatus(202, await owner.sendTest(id)).json<DeliveryResponse>();
    const stranger = new WebhookClient(owner.agent, await createClientOfAnotherProgram(owner.agent, 'A100'));
    const { client } = stranger;
    const callsOf = (webhook: number | string, one: number | string): (() => Promise<HttpResponse>)[] => [
      () => client.get(stranger.path(webhook)),
      () => client.put(stranger.path(webhook), { description: 'mine' }),
      () => client.delete(stranger.path(webhook)),
      () => client.post(stranger.path(webhook, 'rotate')),
      () => client.post(stranger.path(webhook, 'test')),
      () => client.post(stranger.path(webhook, 'resend'), { from: '2026-11-20', to: '2026-11-21' }),
      () => client.get(stranger.path(webhook, 'deliveries')),
      () => client.get(stranger.deliveryPath(one)),
      () => client.post(stranger.deliveryPath(one, 'resend')),
    ];
    const calls = [[id, delivery.id] as const, [999_999, 999_999] as const, ...MALFORMED.map((text) => [text, text] as const)].flatMap(
      ([webhook, one]) => callsOf(webhook, one),
    );
    const responses = await expectAllRefused(
      app,
      calls.map((call) => [call, { code: '-308' }]),
    );
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect(await stranger.list()).toEqual([]);
  });

  describe('the deliveries of a webhook', () => {
    it('include tests: ten an hour, also for simultaneous calls', async () => {
      const { id } = await owner.create();
      const response = expectStatus(202, await owner.sendTest(id));
      const delivery = response.json<DeliveryResponse>();
      expect(delivery).toEqual({
        id: delivery.id,
        webhook_id: id,
        event_id: null,
        type: 'webhook.test',
        status: 'pending',
        attempt_count: 0,
        next_attempt_at: INSTANT,
        created_at: INSTANT,
        ended_at: null,
      });
      expect(response.headers['location']).toMatch(new RegExp(`^https://[^/]+${owner.deliveryPath(delivery.id)}$`));
      const responses = await Promise.all(Array.from({ length: 14 }, () => owner.sendTest(id)));
      expect(responses.map(getCode).toSorted()).toEqual([...Array<string>(5).fill('-405'), ...Array<string>(9).fill('202')]);
      await expectRefused(app, () => owner.sendTest(id), { code: '-405' });
      expect((await owner.listDeliveries(id)).length).toBe(10);
      await set(id, `tested_at = tested_at[2:10] || (clock_timestamp() - interval '61 minutes')`);
      expectStatus(202, await owner.sendTest(id));
      await expectRefused(app, () => owner.sendTest(id), { code: '-405' });
      // Each webhook has a separate limit of ten.
      expectStatus(202, await owner.sendTest((await owner.create()).id));
    });

    it('are listed newest first, by status, with total and links, and read with their attempts', async () => {
      const { id } = await owner.create();
      const ids: number[] = [];
      for (let made = 0; made < 3; made++) ids.push(expectStatus(202, await owner.sendTest(id)).json<DeliveryResponse>().id);
      const [first, second, third] = ids as [number, number, number];
      await owner.endDelivery(second, 'failed', 2);
      await app.query(
        environment,
        `INSERT INTO webhook_attempt (delivery_id, at, status, failure, duration_ms) VALUES
         ($1, '2026-11-20T08:00:00Z', 500, 'status', 12), ($1, '2026-11-20T08:00:05Z', NULL, 'timeout', 15000)`,
        [second],
      );
      expect((await owner.listDeliveries(id)).map((delivery) => delivery.id)).toEqual([third, second, first]);
      expect((await owner.listDeliveries(id, '?status=failed')).map((delivery) => delivery.id)).toEqual([second]);
      const page = await owner.client.get(`${owner.path(id, 'deliveries')}?start=2&limit=1`);
      expect(page.json<DeliveryResponse[]>().map((delivery) => delivery.id)).toEqual([second]);
      expect(page.headers['x-total-count']).toBe('3');
      expect(page.headers['link']).toContain('start=3&limit=1>; rel="next"');
      const read = expectStatus(200, await owner.client.get(owner.deliveryPath(second))).json<DeliveryDetailsResponse>();
      expect(read).toMatchObject({ id: second, status: 'failed', attempt_count: 2, next_attempt_at: null, ended_at: INSTANT });
      expect(read.attempts).toEqual([
        { at: '2026-11-20T08:00:00.000Z', status: 500, failure: 'status', duration_ms: 12 },
        { at: '2026-11-20T08:00:05.000Z', status: null, failure: 'timeout', duration_ms: 15_000 },
      ]);
      for (const [query, field] of [
        ['?status=lost', 'status'],
        ['?limit=501', 'limit'],
        ['?start=0', 'start'],
      ] as const)
        await expectViolations(app, () => owner.client.get(owner.path(id, 'deliveries') + query), [field, '-105']);
    });

    it('are sent again from the first attempt, ten times an hour, and a running one is left alone', async () => {
      const { id } = await owner.create();
      const { id: delivery } = expectStatus(202, await owner.sendTest(id)).json<DeliveryResponse>();
      await owner.endDelivery(delivery, 'failed', 10);
      const again = expectStatus(202, await owner.resend(delivery));
      expect(again.json()).toMatchObject({ id: delivery, status: 'pending', attempt_count: 0, next_attempt_at: INSTANT, ended_at: null });
      await owner.endDelivery(delivery, 'delivered');
      expectStatus(202, await owner.resend(delivery));
      await app.query(
        environment,
        `UPDATE webhook_delivery SET attempts = 3, next_attempt_at = '2030-01-01Z', leased_until = clock_timestamp() + interval '1 minute' WHERE id = $1`,
        [delivery],
      );
      expect(expectStatus(202, await owner.resend(delivery)).json()).toMatchObject({
        attempt_count: 3,
        next_attempt_at: '2030-01-01T00:00:00.000Z',
      });
      for (let calls = 3; calls < 10; calls++) expectStatus(202, await owner.resend(delivery));
      await expectRefused(app, () => owner.resend(delivery), { code: '-405' });
      await expectRefused(app, () => owner.resendPeriod(id, '2026-11-20', '2026-11-21'), { code: '-405' });
      // Tests have a separate limit.
      expectStatus(202, await owner.sendTest(id));
    });

    it('are repeated for a period: the agent’s published events of the webhook’s types, also from before it existed', async () => {
      const stranger = new WebhookClient((await app.createAgent({ code: `B${Date.now()}` }))[environment]);
      await stranger.listPublishedEvents((await stranger.agent.insert()).id);
      const from = new Date(Date.now() - 3_600_000);
      const events = await owner.listPublishedEvents((await owner.agent.insertIn('50')).id);
      await owner.agent.insert();
      const to = new Date(Date.now() + 60_000);
      const { id } = await owner.create({ types: ['policy.issued', 'receipt.paid'] });
      const wanted = events.filter(({ type }) => type === 'policy.issued' || type === 'receipt.paid');
      expect(wanted.length).toBeGreaterThan(1);
      const response = expectStatus(202, await owner.resendPeriod(id, from, to));
      expect(response.json()).toEqual({ deliveries: wanted.length });
      expect(response.headers['location']).toMatch(new RegExp(`^https://[^/]+${owner.path(id, 'deliveries')}$`));
      const listed = await owner.listDeliveries(id);
      expect(listed.map(({ event_id: event, type }) => [Number(event?.split('_')[1]), type])).toEqual(
        wanted.toReversed().map((event) => [event.id, event.type]),
      );
      for (const delivery of listed) await owner.endDelivery(delivery.id, 'delivered');
      expect(expectStatus(202, await owner.resendPeriod(id, from, to)).json()).toEqual({ deliveries: wanted.length });
      const again = await owner.listDeliveries(id);
      expect(again.map((delivery) => [delivery.id, delivery.status])).toEqual(listed.map((delivery) => [delivery.id, 'pending']));
      expect(expectStatus(202, await owner.resendPeriod(id, '2020-01-01', '2020-01-02')).json()).toEqual({ deliveries: 0 });
    });

    it('are not repeated for a period that is invalid, too long, or has too many events', async () => {
      const { id } = await owner.create();
      const resend = (from: unknown, to: unknown) => () => owner.client.post(owner.path(id, 'resend'), { from, to });
      await expectViolations(app, resend(null, null), ['from', '-101'], ['to', '-101']);
      await expectViolations(app, resend('yesterday', 7), ['from', '-104'], ['to', '-102']);
      for (const [from, to] of [
        ['2026-11-21', '2026-11-20'],
        ['2026-11-20', '2026-11-20'],
        ['2026-11-13T00:00:00Z', '2026-11-20T00:00:01Z'],
      ])
        await expectViolations(app, resend(from, to), ['to', '-102']);
      expectStatus(202, await resend('2026-11-13T00:00:00Z', '2026-11-20T00:00:00Z')());
      await app.query(
        environment,
        `INSERT INTO event (type, at, recorded_at, agent_code, data)
         SELECT 'policy.expired', '2025-01-01Z', '2025-01-01Z', 'A100', '{}' FROM generate_series(1, 10001)`,
      );
      await app.publishEvents(environment);
      await expectViolations(app, resend('2024-12-31', '2025-01-02'), ['to', '-102']);
      expect(await owner.listDeliveries(id)).toEqual([]);
    });
  });

  it('are created and rotated once with an Idempotency-Key, and the cached response has no secret', async () => {
    const key = randomUUID();
    const write = { method: 'POST', path: owner.path(), options: { json: { url: RECEIVER } } } as const;
    const first = expectStatus(201, await sendKeyed(owner, write, key));
    const { secret, ...webhook } = first.json<IssuedWebhook>();
    const again = expectStatus(201, await sendKeyed(owner, write, key));
    expect([again.headers['idempotency-replayed'], again.headers['location']]).toEqual(['true', first.headers['location']]);
    expect(again.json()).toEqual(webhook);
    expect((await owner.list()).map(({ id }) => id)).toEqual([webhook.id]);

    const rotate = { method: 'POST', path: owner.path(webhook.id, 'rotate') } as const;
    const keyOfRotation = randomUUID();
    const rotated = expectStatus(200, await sendKeyed(owner, rotate, keyOfRotation)).json<IssuedWebhook>();
    expect(expectStatus(200, await sendKeyed(owner, rotate, keyOfRotation)).json()).toEqual(webhook);
    expect(box.open((await rowOf(webhook.id)).secret as Buffer)).toBe(rotated.secret);

    const test = { method: 'POST', path: owner.path(webhook.id, 'test') } as const;
    const keyOfTest = randomUUID();
    const tested = expectStatus(202, await sendKeyed(owner, test, keyOfTest));
    expect((await sendKeyed(owner, test, keyOfTest)).text).toBe(tested.text);
    expect((await owner.listDeliveries(webhook.id)).length).toBe(1);

    const kept = await app.query<{ body: Buffer }>(environment, 'SELECT body FROM kept_answer');
    const bodies = kept.map(({ body }) => body.toString('utf8')).join('\n');
    expect(bodies).toContain(RECEIVER);
    expect(bodies).not.toContain('whsec_');
    expect([secret, rotated.secret].some((one) => bodies.includes(one))).toBe(false);
  });

  it('require a token, and a key with the grant', async () => {
    const { client } = app.running;
    expect((await client.withKey(owner.agent.access.apiKey).get(owner.path())).status).toBe(401);
    const ungranted = await app.running.parts.store.transaction('gateway', async (tx) => {
      const programId = await app.running.parts.apiKeys.createProgram(tx, { name: 'Without events', owner: 'test' });
      const terms = { name: 'test', status: 'active', services: ['fire-api'], environments: ENVIRONMENTS, ipAddresses: [] } as const;
      return app.running.parts.apiKeys.createKey(tx, programId, { ...terms, ratePerHour: 1000, ratePerDay: null, serviceRates: {} });
    });
    const refused = await client.withKey(ungranted.apiKey).get(owner.path());
    expect([refused.status, refused.json<{ error: { code: string } }>().error.code]).toEqual([403, 'API_KEY_UNAUTHORIZED']);
  });
});
