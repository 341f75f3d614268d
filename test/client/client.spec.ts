import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import {
  createGatewayClient,
  GatewayFailure,
  type GatewayClient,
  type GatewayOptions,
  listAll,
  readEventPages,
  unwrap,
  verifyWebhook,
} from '../../clients/typescript/src/index.js';
import { fetchDescribed } from '../support/described/assert-described.js';
import { type FireAgent, FireApp } from '../support/fire-app.js';
import { Receiver } from '../support/receiver.js';
import { WebhookClient } from '../support/webhook-client.js';

const PAUSE_MS = 20;
const HALF_AN_HOUR_MS = 1_800_000;
const APPLICATIONS = '/fire-api/rsc/applications';

let app: FireApp;
let agent: FireAgent;
/** Requests of the clients, with the number of the attempt that each belongs to. */
let sent: Request[];

beforeAll(async () => {
  app = await FireApp.start({ webhookAllowedNetworks: ['127.0.0.0/8'] }, [], true);
});
afterAll(() => app.stop());
beforeEach(async () => {
  sent = [];
  agent = (await app.createAgent({ code: `C${randomUUID().slice(0, 8)}` })).sandbox;
});

/** Sends a call over HTTP like a proxy that terminated TLS. */
async function send(request: Request): Promise<Response> {
  request.headers.set('X-Forwarded-Proto', 'https');
  sent.push(request);
  return fetchDescribed(request);
}

function createClient(options: Partial<GatewayOptions> = {}): GatewayClient {
  const { apiKey, userKey } = agent.access;
  const url = `http://127.0.0.1:${app.running.ports.port}`;
  return createGatewayClient({ url, apiKey, userKey, fetch: send, ...options, retries: { pauseMs: PAUSE_MS, ...options.retries } });
}

const listAttempts = (path: string): Request[] => sent.filter(({ url }) => url.endsWith(path));
const insert = (client: GatewayClient, headers: Record<string, string> = {}) =>
  client.POST(APPLICATIONS, { body: agent.body() as never, headers });

async function countApplications(): Promise<number> {
  const [row] = await app.query<{ count: number }>('sandbox', 'SELECT count(*)::int AS count FROM application WHERE agent_code = $1', [
    agent.access.agentCode,
  ]);
  return row?.count ?? -1;
}

describe('a write of the client', () => {
  it.each(['429', '503', 'timeout'] as const)('is carried out once when its first attempts end with %s', async (status) => {
    const violation = { status, count: 2, route: `POST ${APPLICATIONS}` };
    unwrap(await createClient().POST('/test-api/resources/faults', { body: violation }));
    const inserted = await insert(createClient());
    expect([inserted.response.status, unwrap(inserted).status_code]).toEqual([201, '01']);
    const attempts = listAttempts(APPLICATIONS);
    // The response that was cut off is stored, so the second attempt gets it.
    expect(attempts).toHaveLength(status === 'timeout' ? 2 : 3);
    expect(new Set(attempts.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
    expect(inserted.response.headers.get('Idempotency-Replayed')).toBe(status === 'timeout' ? 'true' : null);
    expect(await countApplications()).toBe(1);
  });

  it.each([
    ['before the request has arrived', async () => Promise.reject(new TypeError('fetch failed'))],
    [
      'after the gateway has carried it out',
      async (request: Request) => {
        await (await send(request)).body?.cancel();
        throw new TypeError('terminated');
      },
    ],
  ] as const)('is carried out once when the connection is lost %s', async (_, lose) => {
    let isLost = false;
    const client = createClient({
      fetch: (request) => {
        if (isLost || !request.url.endsWith(APPLICATIONS)) return send(request);
        isLost = true;
        return lose(request);
      },
    });
    expect(unwrap(await insert(client)).status_code).toBe('01');
    expect([isLost, await countApplications()]).toEqual([true, 1]);
  });

  it('is not repeated when it is refused, and the failure has code, path and number of the call', async () => {
    const body = { fire_application: { ...(agent.body() as { fire_application: object }).fire_application, start_date: 'soon' } };
    const result = await createClient().POST(APPLICATIONS, { body: body as never });
    const failure = await Promise.resolve(result)
      .then(unwrap)
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(GatewayFailure);
    expect(failure).toMatchObject({ status: 400, code: '-104', requestId: result.response.headers.get('X-Request-Id') });
    expect((failure as GatewayFailure).details.map(({ path }) => path)).toEqual(['fire_application.start_date']);
    expect([listAttempts(APPLICATIONS).length, await countApplications()]).toEqual([1, 0]);
  });

  it('ends with the last response when the gateway stays unavailable, and may be repeated later with its key', async () => {
    const violation = { status: '503', count: 2, route: `POST ${APPLICATIONS}` } as const;
    unwrap(await createClient().POST('/test-api/resources/faults', { body: violation }));
    const key = { 'Idempotency-Key': randomUUID() };
    const refused = await insert(createClient({ retries: { attempts: 2 } }), key);
    expect([refused.response.status, await countApplications()]).toEqual([503, 0]);
    const { id } = unwrap(await insert(createClient(), key));
    expect([unwrap(await insert(createClient(), key)).id, await countApplications()]).toEqual([id, 1]);
  });

  it('is stopped after the timeout of an attempt', async () => {
    const never = (request: Request): Promise<Response> =>
      new Promise((_, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason as Error));
      });
    await expect(insert(createClient({ timeoutMs: 10, fetch: never, retries: { attempts: 2 } }))).rejects.toThrow(/timeout/);
    expect(await countApplications()).toBe(0);
  });
});

describe('the token of the client', () => {
  it('is requested once for simultaneous calls, and again when the gateway refuses it', async () => {
    const client = createClient();
    const call = () => client.GET(APPLICATIONS, {});
    for (const result of await Promise.all([call(), call(), call()])) expect(unwrap(result)).toEqual([]);
    expect(listAttempts('/tokens')).toHaveLength(1);
    app.clock.set(app.clock.now().getTime() + HALF_AN_HOUR_MS);
    expect(unwrap(await call())).toEqual([]);
    expect(listAttempts('/tokens')).toHaveLength(2);
  });

  it('is not requested again and again for a user-key that is refused', async () => {
    await expect(createClient({ userKey: 'x'.repeat(40) }).GET(APPLICATIONS, {})).rejects.toMatchObject({ status: 401 });
    expect(sent).toHaveLength(1);
  });
});

describe('the pages of a list', () => {
  it('are read to the end, each item once', async () => {
    for (let count = 0; count < 5; count += 1) await agent.insert();
    const client = createClient();
    for (const limit of [1, 2, 5, 100]) {
      const ids: number[] = [];
      for await (const { id } of listAll((query) => client.GET(APPLICATIONS, { params: { query } }), limit)) ids.push(id);
      expect([limit, ids.length, new Set(ids).size]).toEqual([limit, 5, 5]);
    }
    expect(listAttempts(`${APPLICATIONS}?start=1&limit=2`)).toHaveLength(1);
  });

  it('end with the failure of a page', async () => {
    const items = listAll(() => createClient().GET(APPLICATIONS, { params: { query: { start: 0, limit: 1 } } }));
    await expect(items.next()).rejects.toMatchObject({ status: 400, code: '-105' });
  });
});

describe('the pages of events', () => {
  it('contain each event once, and continue after a stored cursor', async () => {
    const first = await agent.insert();
    const second = await agent.insert();
    await app.publishEvents('sandbox');
    const pages = readEventPages(createClient(), { wait: 0 });
    const { value: page } = await pages.next();
    expect(page?.events.map(({ data }) => data['application_id'])).toEqual([first.id, second.id]);
    const third = await agent.insert();
    await app.publishEvents('sandbox');
    const types = 'application.status_changed';
    const next = await readEventPages(createClient(), { wait: 0, types, ...(page && { after: page.next }) }).next();
    expect(next.value?.events.map(({ data }) => data['application_id'])).toEqual([third.id]);
  });

  it('wait for an event, and end with the signal', async () => {
    const ending = new AbortController();
    const pages = readEventPages(createClient(), { wait: 5, signal: ending.signal });
    const waiting = pages.next();
    const { id } = await agent.insert();
    await app.publishEvents('sandbox');
    expect((await waiting).value?.events).toMatchObject([{ data: { application_id: id } }]);
    const rest = pages.next();
    ending.abort();
    await expect(rest).rejects.toThrow(/abort/i);
  });

  it('continue with the oldest stored event when those after the cursor were deleted by age', async () => {
    const { id } = await agent.insert();
    await app.publishEvents('sandbox');
    const { value: page } = await readEventPages(createClient(), { wait: 0 }).next();
    const stale = 'stale-cursor';
    const oldest = `${new URL(sent[0]!.url).origin}/dev/events-api/resources/events`;
    const client = createClient({
      fetch: (request) =>
        request.url.includes(stale)
          ? Promise.resolve(new Response('{}', { status: 410, headers: { Link: `<${oldest}?after=>; rel="next"` } }))
          : send(request),
    });
    expect(page?.events).toHaveLength(1);
    const next = await readEventPages(client, { after: stale, wait: 0 }).next();
    expect(next.value?.events).toMatchObject([{ data: { application_id: id } }]);
  });
});

describe('a received webhook', () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const body = JSON.stringify({ id: 'evt_1_0000000a', type: 'policy.issued', timestamp: '2026-12-01T09:30:00+02:00', data: {} });
  const sign = (text: string, at = new Date()): Record<string, string> => ({
    'webhook-id': 'evt_1_0000000a',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('evt_1_0000000a', at, text),
  });

  it('is verified as the gateway sends it', async () => {
    const receiver = await Receiver.start('127.0.0.1');
    try {
      const { id, secret: issued } = await new WebhookClient(agent).create({ url: receiver.url() });
      await new WebhookClient(agent).sendTest(id);
      while (receiver.received.length === 0) await app.running.parts.webhookSender.job.run('sandbox');
      const [delivery] = receiver.received;
      expect(verifyWebhook(issued, delivery!.body, delivery!.headers)).toEqual(JSON.parse(delivery!.body));
      expect(() => verifyWebhook(secret, delivery!.body, delivery!.headers)).toThrow(/signature/);
    } finally {
      await receiver.stop();
    }
  });

  it.each<[string, string, Record<string, string>]>([
    ['with another byte', body.replace('policy', 'Policy'), sign(body)],
    ['with an old timestamp', body, sign(body, new Date(Date.now() - 600_000))],
    ['without headers', body, {}],
    ['that is signed but no event', '[]', sign('[]')],
  ])('%s is refused', (_, text, headers) => {
    expect(() => verifyWebhook(secret, text, headers)).toThrow();
    expect(verifyWebhook(secret, body, sign(body)).type).toBe('policy.issued');
  });
});
