import type { CallResponse, CallDetailsResponse } from '../../src/services/auth/calls.dto.js';
import type { HttpResponse } from '../support/client.js';
import { queryDatabase } from '../support/embedded.js';
import { expectAllRefused, expectRefused } from '../support/expect-error.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { StaffClient } from '../support/staff-client.js';

const CALLS = 'auth-api/resources/calls';
const UNKNOWN = '01a1fd71-8a44-7b52-9f53-1f5f0a4f3b11';
const MAX_BYTES = 8192;
const MOST_WITHIN_A_SECOND = 200;

type Details = CallDetailsResponse;

let app: FireApp;
let agent: FireAgent;
let inProduction: FireAgent;
let other: FireAgent;
let admin: StaffClient;

beforeAll(async () => {
  app = await FireApp.start();
  ({ sandbox: agent, production: inProduction } = await app.createAgent({ code: 'A100' }));
  other = (await app.createAgent({ code: 'A200' })).sandbox;
  admin = await StaffClient.open(app.running, 'admin');
  // From here on rows are written only when the spec saves them.
  await app.running.parts.callLog.onApplicationShutdown();
});
afterAll(() => app.stop());
// After a minute refused calls have separate rows again.
beforeEach(() => app.clock.set(app.clock.now().getTime() + 60_000));

const idOf = ({ headers }: HttpResponse): string => String(headers['x-request-id']);
const find = ({ client, root }: FireAgent, id: string): Promise<HttpResponse> => client.get(`${root}/${CALLS}/${id}`);

/** Returns the logged call that led to the response. */
async function read(by: FireAgent, response: HttpResponse): Promise<Details> {
  await app.running.parts.callLog.save();
  return expectStatus(200, await find(by, idOf(response))).json<Details>();
}

describe('the exchange of a call in the sandbox', () => {
  it('has the headers and the bodies of the call, without key and token', async () => {
    const headers = { 'Accept-Language': 'en', 'Idempotency-Key': 'key-of-the-call', 'If-Match': '"1-el"' };
    const response = await agent.client.call('PUT', agent.path('9999999999'), { json: { note: 'x' }, headers });
    const { exchange, ...call } = await read(agent, response);
    expect(call).toMatchObject({ request_id: idOf(response), method: 'PUT', status: 400, error_code: '-300', environment: 'sandbox' });
    const named = Object.fromEntries(exchange!.headers.map(({ name, value }) => [name, value]));
    expect(named).toMatchObject({
      'accept-language': 'en',
      'content-type': expect.stringContaining('application/json') as string,
      'idempotency-key': 'key-of-the-call',
      'if-match': '"1-el"',
    });
    expect(exchange).toMatchObject({ request: { text: '{"note":"x"}', cut: false }, response: { text: response.text, cut: false } });
    const [row] = await queryDatabase<{ text: string }>(
      app.running.database.url,
      `SELECT exchange::text AS text FROM gateway.call_log WHERE request_id = '${idOf(response)}'`,
    );
    expect(row!.text).not.toContain(agent.access.apiKey);
    expect(row!.text).not.toContain('Bearer');
  });

  it('has the response of a success, of a list and of an error in other forms', async () => {
    const inserted = expectStatus(201, await agent.client.post(agent.path(), agent.body()));
    const begun = JSON.stringify(agent.body()).slice(0, 40);
    const { exchange } = await read(agent, inserted);
    expect(exchange!.request!.text.slice(0, 40)).toBe(begun);
    expect(inserted.text.startsWith(exchange!.response!.text.slice(0, 100))).toBe(true);
    const listed = expectStatus(200, await agent.client.get(agent.path()));
    expect((await read(agent, listed)).exchange).toMatchObject({
      request: null,
      response: { text: expect.stringContaining('[') as string },
    });
    const problem = await agent.client.get(agent.path('9999999999'), { headers: { Accept: 'application/problem+json' } });
    expect((await read(agent, problem)).exchange!.response!.text).toBe(problem.text);
  });

  it('hides the user-key and the token of a sign-in', async () => {
    const { apiKey, userKey } = agent.access;
    const client = app.running.client.withKey(apiKey);
    const response = expectStatus(201, await client.post('/dev/auth-api/resources/tokens', { 'user-key': userKey }));
    const { exchange } = await read(agent, response);
    expect(exchange!.request!.text).toBe('{"user-key":"•••"}');
    expect(exchange!.response!.text).toContain('"token":"•••"');
    expect(JSON.stringify(exchange)).not.toContain(response.json<{ token: string }>().token);
  });

  it('is cut after 8 kB, and says so', async () => {
    const response = await agent.client.put(agent.path('9999999999'), { note: 'α'.repeat(MAX_BYTES) });
    const { request } = (await read(agent, response)).exchange!;
    expect(request!.cut).toBe(true);
    expect(Buffer.byteLength(request!.text)).toBeLessThanOrEqual(MAX_BYTES);
    expect(request!.text).toMatch(/^\{"note":"α+$/);
  });

  it('is not in the list of calls', async () => {
    const response = await agent.client.get(agent.path('9999999999'));
    await app.running.parts.callLog.save();
    const [row] = (await agent.client.get(`/dev/${CALLS}?request_id=${idOf(response)}`)).json<CallResponse[]>();
    expect(row).toMatchObject({ request_id: idOf(response) });
    expect(row).not.toHaveProperty('exchange');
    const { items } = (await admin.get(`calls?requestId=${idOf(response)}`)).json<{ items: object[] }>();
    expect(items[0]).not.toHaveProperty('exchange');
  });

  it('is recorded for at most 200 calls within a second', async () => {
    await app.running.parts.callLog.save();
    for (let count = 0; count < MOST_WITHIN_A_SECOND; count++) await agent.client.get('/dev/parameters-api/prefectures');
    const last = await agent.client.get('/dev/parameters-api/prefectures');
    expect((await read(agent, last)).exchange).toBeNull();
    const next = await agent.client.get(agent.path('9999999999'));
    expect((await read(agent, next)).exchange).not.toBeNull();
  });
});

describe('a call in production', () => {
  it('has no exchange, neither in a response nor in the database', async () => {
    const response = await inProduction.client.put(inProduction.path('9999999999'), { note: 'x' });
    expect(await read(inProduction, response)).toMatchObject({ request_id: idOf(response), exchange: null });
    const recorded = `SELECT FROM gateway.call_log WHERE environment = 'production' AND exchange IS NOT NULL`;
    expect(await queryDatabase(app.running.database.url, recorded)).toEqual([]);
  });
});

describe('a logged call', () => {
  it('is shown to its own program in its environment and to administrators alone', async () => {
    const id = idOf(await agent.client.get(agent.path('9999999999')));
    await app.running.parts.callLog.save();
    expect((await find(agent, id)).status).toBe(200);
    expect(expectStatus(200, await admin.get(`calls/${id}`)).json()).toMatchObject({
      requestId: id,
      exchange: { response: { cut: false } },
    });
    const underwriter = await StaffClient.open(app.running, 'underwriter');
    const missing = { code: '-304' };
    await expectAllRefused(app, [
      [() => find(other, id), missing],
      [() => find(inProduction, id), missing],
      [() => find(agent, UNKNOWN), missing],
      [() => find(agent, 'x'), missing],
      [() => admin.get(`calls/${UNKNOWN}`), missing],
      [() => admin.get('calls/x'), missing],
    ]);
    await expectRefused(app, () => underwriter.get(`calls/${id}`), { status: 403, code: '-203' });
  });
});
