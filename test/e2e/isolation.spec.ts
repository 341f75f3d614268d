import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENVIRONMENTS, type Environment } from '../../src/common/environment.js';
import { PACKAGE_ROOT } from '../../src/common/package-root.js';
import type { EventListResponse } from '../../src/services/events/event.dto.js';
import type { HttpResponse } from '../support/client.js';
import { expectStatus, FireApp, type FireAgent, type FireEntity } from '../support/fire-app.js';
import { buildPartyBody } from '../support/party-client.js';
import { testAgent } from '../support/record-fixtures.js';
import { expectAllRefused, expectError, expectRefused } from '../support/expect-error.js';
import { type SignupResult, signUp } from '../support/signup.js';
import { WebhookClient } from '../support/webhook-client.js';

let app: FireApp;
let agents: Record<Environment, FireAgent>;
let others: Record<Environment, FireAgent>;
let supervisors: Record<Environment, FireAgent>;

beforeAll(async () => {
  app = await FireApp.start();
  agents = await app.createAgent({ code: 'A100' });
  others = await app.createAgent({ code: 'A200' });
  supervisors = await app.createAgent({ code: 'S300' }, ['A100']);
});
afterAll(() => app.stop());

interface Route {
  readonly id: string;
  readonly method: string;
  readonly path: string;
}

/** Every route of the contract with the id of a fire application. */
const ROUTES: readonly Route[] = readFileSync(join(PACKAGE_ROOT, 'test/contract/tables/routes.tsv'), 'utf8')
  .split('\n')
  .map((line) => line.split('\t'))
  .map(([id = '', method = '', path = '']) => ({ id, method, path }))
  .filter(({ id, path }) => /^(fire|collection|common|docs)\./.test(id) && path.includes('{id}'));

const PLACES: Readonly<Record<string, string>> = { '{object_id}': '1', '{claim_id}': '1', '{co_owner_id}': '1', '{bank_id}': '011' };

/** Query parameters that a route requires before it checks the id. */
const QUERIES: Readonly<Record<string, string>> = {
  'docs.insert': '?file_name=a.png&mime_type=image/png&category_id=2',
  'docs.update': '?category_id=2',
  'docs.update.post': '?category_id=2',
};

function call(
  agent: Pick<FireAgent, 'client' | 'root'>,
  { id: route, method, path }: Route,
  id: number | string,
  body?: unknown,
): Promise<HttpResponse> {
  const filled = path.replace('{id}', String(id)).replace(/\{\w+\}/g, (place) => PLACES[place] ?? '1');
  return agent.client.call(
    method,
    `${agent.root}${filled}${QUERIES[route] ?? ''}`,
    method === 'GET' || method === 'DELETE' ? {} : { json: body ?? {} },
  );
}

/** Selects the parts of a response that a caller can compare. */
const getFace = ({ status, text, headers }: HttpResponse): unknown => {
  const { date, 'x-request-id': requestId, 'x-ratelimit-remaining': remaining, ratelimit, 'server-timing': timing, ...same } = headers;
  return {
    status,
    text,
    names: Object.keys(headers).sort(),
    same,
    varying: [date, requestId, remaining, ratelimit, timing].map((value) => typeof value),
  };
};

const MALFORMED = ['abc', '12345678901', '0', '-1', '1e3', '%2e%2e', '%2E', '01', '1.0', '+1', '%20', '1%00', '%D9%A3', '1%2F2', "1'--"];

describe.each(ENVIRONMENTS)('an id that does not belong to the agent, in %s', (environment) => {
  let foreign: FireEntity;
  let elsewhere: FireEntity;

  beforeAll(async () => {
    foreign = await others[environment].insertIn('45');
    const there = agents[environment === 'production' ? 'sandbox' : 'production'];
    // An id that exists only in the other environment.
    do elsewhere = await there.insertIn('45', { 'client.last_name': `Not in ${environment}`, 'client.afm': '090000045' });
    while (elsewhere.id <= foreign.id);
  });

  it.each(ROUTES.map((route) => [route.id, route] as const))(
    '%s returns the same error for another agent’s, a missing and a malformed id',
    async (_id, route) => {
      const agent = agents[environment];
      const before = await app.readFingerprint();
      const missing = await call(agent, route, '9999999999');
      expectError(missing, { code: '-300' });
      expect(missing.text).not.toMatch(/\d{4,}/);
      for (const id of [foreign.id, elsewhere.id, ...MALFORMED]) {
        const response = await call(agent, route, id);
        expect([id, getFace(response)]).toEqual([id, getFace(missing)]);
      }
      expect(await app.readFingerprint()).toEqual(before);
    },
  );

  it('is tested on all routes of the fire line, collection, receipts and documents', async () => {
    for (const route of ROUTES) expect([route.id, (await call(agents[environment], route, 'abc')).status]).toEqual([route.id, 400]);
  });

  it('is refused for an update with a complete body as well', async () => {
    const agent = agents[environment];
    const update = ROUTES.find(({ id }) => id === 'fire.update')!;
    const [missing, mine] = [await call(agent, update, '9999999999', agent.body()), await call(agent, update, foreign.id, agent.body())];
    expect(getFace(mine)).toEqual(getFace(missing));
    expectError(mine, { code: '-300' });
  });

  it('is not found by a search, for another agent or the other environment', async () => {
    const own = await agents[environment].insert();
    const rows = (await agents[environment].client.get(`${agents[environment].path()}?limit=500`)).json<FireEntity[]>();
    expect(rows.map(({ id }) => id)).toContain(own.id);
    expect(new Set(rows.map(({ agent_code }) => agent_code))).toEqual(new Set(['A100']));
    expect(rows.map(({ client }) => client.last_name)).not.toContain(`Not in ${environment}`);
  });

  it('is not found in the request log of another program or the other environment', async () => {
    const there = environment === 'production' ? 'sandbox' : 'production';
    const calls = [agents[environment], agents[there], others[environment]].map((agent) => agent.client.get(agent.path()));
    const [own, elsewhere, strangers] = (await Promise.all(calls)).map(({ headers }) => String(headers['x-request-id']));
    await app.running.parts.callLog.save();
    const log = `${agents[environment].root}/auth-api/resources/calls?limit=500`;
    const rows = (await agents[environment].client.get(log)).json<
      { request_id: string; agent_code: string | null; environment: string }[]
    >();
    const ids = rows.map(({ request_id: id }) => id);
    expect([own, elsewhere, strangers].map((id) => ids.includes(id!))).toEqual([true, false, false]);
    expect(new Set(rows.map((row) => row.agent_code))).toEqual(new Set(['A100', null]));
    expect(new Set(rows.map((row) => row.environment))).toEqual(new Set([environment]));
    for (const id of [elsewhere, strangers]) expect((await agents[environment].client.get(`${log}&request_id=${id}`)).json()).toEqual([]);
  });

  it('is not found in the feed for events of another agent or the other environment', async () => {
    await agents[environment].insert();
    for (const one of ENVIRONMENTS) await app.publishEvents(one);
    const own = await listEvents(agents[environment]);
    expect(new Set(own.map(({ data }) => data.agent_code))).toEqual(new Set(['A100']));
    const [foreigner] = await listEvents(others[environment]);
    const [stranger] = await listEvents(agents[environment === 'production' ? 'sandbox' : 'production']);
    const { client, root } = agents[environment];
    const missing = await client.get(`${root}/events-api/resources/events/evt_999999999_00000000`);
    expectError(missing, { code: '-308' });
    for (const id of [foreigner!.id, stranger!.id, ...MALFORMED]) {
      const response = await client.get(`${root}/events-api/resources/events/${id}`);
      expect([id, getFace(response)]).toEqual([id, getFace(missing)]);
    }
  });

  it('is not reached by its token in the other environment', async () => {
    const { client } = agents[environment];
    const path = environment === 'production' ? '/dev/fire-api/rsc/applications' : '/fire-api/rsc/applications';
    for (const response of [await client.get(path), await client.post(path, agents[environment].body())]) {
      expect([response.status, response.json()]).toEqual([401, expect.objectContaining({ status: 'ERROR', error: '-201' })]);
      expect(response.headers['x-error']).toBeUndefined();
    }
  });

  it('is not reached by its token with the key of another program', async () => {
    const stranger = app.running.client.withKey(others[environment].access.apiKey);
    const token = String((await tokenAnswer(agents[environment])).headers['authorization']);
    const path = agents[environment].path();
    expect((await stranger.get(path, { headers: { Authorization: token } })).status).toBe(401);
    expect(
      (await app.running.client.withKey(agents[environment].access.apiKey).get(path, { headers: { Authorization: token } })).status,
    ).toBe(200);
  });
});

describe('a supervisor', () => {
  let policy: FireEntity;
  let own: FireEntity;
  let supervisor: FireAgent;

  beforeAll(async () => {
    supervisor = supervisors.production;
    policy = await agents.production.insertIn('50');
    own = await supervisor.insert();
  });

  it('reads the applications of its delegates, their receipts and documents', async () => {
    expect(await supervisor.get(policy.id)).toEqual(policy);
    for (const path of [`common-api/policy/applications/${policy.id}/receipts`, `docs-api/policy/applications/${policy.id}/documents`])
      expect(expectStatus(200, await supervisor.client.get(`/${path}`)).json<unknown[]>()).not.toEqual([]);
    const found = (await supervisor.client.get(`${supervisor.path()}?limit=500`)).json<FireEntity[]>();
    expect(new Set(found.map(({ agent_code }) => agent_code))).toEqual(new Set(['A100', 'S300']));
    expect(found[0]).toEqual(own);
  });

  it('does not read an agent that is no delegate', async () => {
    const foreign = await others.production.insert();
    await expectRefused(app, () => supervisor.client.get(supervisor.path(foreign.id)), { code: '-300' });
  });

  it.each(['update', 'calc', 'edit', 'prepay', 'DELETE', 'charge', 'request_approval', 'send_for_acceptance'])(
    'does not act for a delegate: %s',
    async (action) => {
      for (const status of ['01', '25', '45'] as const) {
        const { id } = await agents.production.insertIn(status);
        const act = (): Promise<HttpResponse> =>
          action === 'update' ? supervisor.put(id, agents.production.body()) : supervisor.act(id, action);
        await expectRefused(app, act, { status: 403, code: '-202' });
      }
    },
  );

  it('acts with a token of the delegate, and then reads only that agent', async () => {
    const acting = await (await app.createAgent({ code: 'S400' }, ['A100', 'A200'])).production.renewToken('A100');
    const { id } = await agents.production.insertIn('01');
    expect((await acting.act(id, 'prepay')).status).toBe(205);
    const inserted = await acting.insert();
    expect(inserted.agent_code).toBe('A100');
    expect(await agents.production.get(inserted.id)).toEqual(inserted);
    const [transition] = await app.query(
      'production',
      `SELECT agent_code, key_prefix FROM status_transition WHERE application_id = $1 AND action = 'prepay'`,
      [id],
    );
    expect(transition).toEqual({ agent_code: 'A100', key_prefix: acting.access.apiKey.slice(0, 6) });
    const foreign = await others.production.insert();
    await expectRefused(app, () => acting.client.get(acting.path(foreign.id)), { code: '-300' });
    const found = (await acting.client.get(`${acting.path()}?limit=500`)).json<FireEntity[]>();
    expect(new Set(found.map(({ agent_code }) => agent_code))).toEqual(new Set(['A100']));
  });

  it('does not see webhooks of its delegates, nor does another agent', async () => {
    const { id } = await new WebhookClient(agents.production).create();
    for (const agent of [supervisor, others.production, supervisors.sandbox]) {
      const owner = new WebhookClient(agent);
      expect(await owner.list()).toEqual([]);
      await expectRefused(app, () => agent.client.get(owner.path(id)), { code: '-308' });
      await expectRefused(app, () => owner.update(id, { status: 'disabled' }), { code: '-308' });
    }
  });

  it.each(['A200', 'NOBODY', 'a100'])('gets no token for %s', async (agentCode) => {
    const response = await tokenAnswer(supervisor, agentCode);
    expectError(response, { status: 403, code: '-202' });
  });
});

describe('an agent of production alone', () => {
  it('writes nothing in the sandbox', async () => {
    await app.running.parts.agents.create({ environment: 'production', at: app.clock.now() }, testAgent({ code: 'P500' }));
    const { production, sandbox } = await app.createAgent({ code: 'S500' }, ['P500']);
    await sandbox.renewToken('P500');
    const json = { category: 'MOTOR-CLAIMS', subject: 'Ερώτηση', body: 'Πότε;' };
    const calls = [
      () => sandbox.post(sandbox.body()),
      () => sandbox.client.post('/dev/parties-api/resources/parties', buildPartyBody()),
      () => sandbox.client.post('/dev/service-requests-api/resources/srs', json),
    ];
    await expectAllRefused(
      app,
      calls.map((one) => [one, { status: 403, code: '-202' }]),
    );
    await production.renewToken('P500');
    expectStatus(201, await production.post(production.body()));
  });
});

describe('an agent that signed up', () => {
  let me: SignupResult;
  let foreign: FireEntity;

  beforeAll(async () => {
    me = await signUp(app.running);
    foreign = await others.sandbox.insertIn('45');
    await app.publishEvents('sandbox');
  });

  it('reaches another agent’s application by no route, and changes nothing of it', async () => {
    const agent = { client: me.caller, root: '/dev' };
    const before = await app.readFingerprint();
    for (const route of ROUTES) {
      const [missing, theirs] = [await call(agent, route, '9999999999'), await call(agent, route, foreign.id)];
      expect([route.id, getFace(theirs)]).toEqual([route.id, getFace(missing)]);
      expectError(theirs, { code: '-300' });
    }
    expect(await app.readFingerprint()).toEqual(before);
  });

  it('lists nothing of others', async () => {
    const rows = async (path: string): Promise<unknown> => expectStatus(200, await me.caller.get(`/dev/${path}`)).json();
    expect(await rows('fire-api/rsc/applications?limit=500')).toEqual([]);
    expect(await rows('mtr-api/resources/applications')).toMatchObject({ applications: [], total: 0 });
    expect(await rows('parties-api/resources/parties')).toEqual([]);
    expect(await rows('events-api/resources/events')).toMatchObject({ events: [] });
    expect(await rows('events-api/resources/webhooks')).toEqual([]);
    const { id } = await new WebhookClient(others.sandbox).create();
    expectError(await me.caller.get(`/dev/events-api/resources/webhooks/${id}`), { code: '-308' });
  });

  it('gets no token of another agent, and none with another’s user-key', async () => {
    const ask = (request: object): Promise<HttpResponse> =>
      app.running.client.withKey(me.apiKey).post('/dev/auth-api/resources/tokens', request);
    expectError(await ask({ 'user-key': me.userKey, 'agent-code': 'A200' }), { status: 403, code: '-202' });
    const response = await ask({ 'user-key': others.sandbox.access.userKey });
    expect([response.status, response.json()['error']]).toEqual([401, '-201']);
  });
});

async function listEvents({ client, root }: FireAgent): Promise<EventListResponse['events']> {
  return expectStatus(200, await client.get(`${root}/events-api/resources/events?limit=500`)).json<EventListResponse>().events;
}

function tokenAnswer({ access, root }: FireAgent, agentCode?: string): Promise<HttpResponse> {
  const request = { 'user-key': access.userKey, 'agent-code': agentCode };
  return app.running.client.withKey(access.apiKey).post(`${root}/auth-api/resources/tokens`, request);
}
