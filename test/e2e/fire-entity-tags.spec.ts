import type { HttpResponse } from '../support/client.js';
import { expectStatus, FireApp, getHistory, type FireAgent, type FireEntity } from '../support/fire-app.js';
import { buildAnotherObject, buildChildPath, buildChild, getObject, buildObjectsPath } from '../support/fire-children.js';
import { buildFullFireBody } from '../support/fire.js';
import { expectAllRefused, expectRefused } from '../support/expect-error.js';

let app: FireApp;
let agent: FireAgent;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).production;
});
afterAll(() => app.stop());

const STRONG = /^"[\x21\x23-\x7e]+"$/;
const getTag = (response: HttpResponse): string => String(response.headers.etag);
const tagNow = async (id: number): Promise<string> => getTag(await agent.client.get(agent.path(id)));
const read = (id: number, headers: Record<string, string>): Promise<HttpResponse> => agent.client.get(agent.path(id), { headers });

/** A call that changes an application, with `If-Match` when it is given. */
type Change = (entity: FireEntity, ifMatch?: string) => Promise<HttpResponse>;
const header = (ifMatch?: string): { headers: Record<string, string> } => ({
  headers: ifMatch === undefined ? {} : { 'If-Match': ifMatch },
});
const put = (rest: string): Change => {
  return ({ id }, ifMatch) => agent.client.call('PUT', agent.path(`${id}/${rest}`), header(ifMatch));
};

/** Calls that change an application in 25 and leave it there, or move it on. */
const CHANGES: Readonly<Record<string, Change>> = {
  update: (entity, tag) => agent.client.put(agent.path(entity.id), { fire_application: entity }, header(tag)),
  calc: put('calc'),
  'insert object': ({ id }, tag) =>
    agent.client.post(buildObjectsPath(agent, id), { objects_insured: [buildAnotherObject(agent)] }, header(tag)),
  'update object': (entity, tag) =>
    agent.client.put(
      buildObjectsPath(agent, entity.id, `/${getObject(entity).object_id}`),
      { objects_insured: { square_meters: 91 } },
      header(tag),
    ),
  'insert claim': (entity, tag) =>
    agent.client.post(
      buildChildPath(agent, entity, 'claims_history'),
      { claims_history: [buildChild(agent, 'claims_history')] },
      header(tag),
    ),
  'update claim': (entity, tag) =>
    agent.client.put(buildChildPath(agent, entity, 'claims_history', 0), { claims_history: { claim_amount: 9 } }, header(tag)),
  'delete claim': (entity, tag) => agent.client.delete(buildChildPath(agent, entity, 'claims_history', 0), header(tag)),
  'insert co-owner': (entity, tag) =>
    agent.client.post(buildChildPath(agent, entity, 'co-owners'), { 'co-owners': [buildChild(agent, 'co-owners')] }, header(tag)),
  'delete co-owner': (entity, tag) => agent.client.delete(buildChildPath(agent, entity, 'co-owners', 0), header(tag)),
  'insert loan': (entity, tag) =>
    agent.client.post(
      buildChildPath(agent, entity, 'mortgages_loans'),
      { mortgages_loans: [buildChild(agent, 'mortgages_loans')] },
      header(tag),
    ),
  'update loan': (entity, tag) =>
    agent.client.put(buildChildPath(agent, entity, 'mortgages_loans', 0), { mortgages_loans: { amount_loan: 9 } }, header(tag)),
  'delete loan': (entity, tag) => agent.client.delete(buildChildPath(agent, entity, 'mortgages_loans', 0), header(tag)),
  'delete object': (entity, tag) => agent.client.delete(buildObjectsPath(agent, entity.id, `/${getObject(entity).object_id}`), header(tag)),
  request_approval: put('request_approval'),
  cancel: ({ id }, tag) => agent.client.delete(agent.path(id), header(tag)),
};
/** Calls that change an application in 01. */
const CHANGES_OF_CALCULATED: Readonly<Record<string, Change>> = {
  edit: put('edit'),
  send_for_acceptance: put('send_for_acceptance'),
  prepay: put('prepay'),
};

const createReferred = (): Promise<FireEntity> => agent.insert(buildFullFireBody(app.clock.today()));

async function expectGuarded(change: Change, insert: () => Promise<FireEntity>): Promise<void> {
  const entity = await insert();
  const before = await tagNow(entity.id);
  await expectRefused(app, () => change(entity, '"0"'), { status: 412, code: '-402' });
  const response = await change(entity, before);
  expect([response.status < 300, response.text.includes('ERROR')]).toEqual([true, false]);
  expect(getTag(response)).toMatch(STRONG);
  expect(getTag(response)).not.toBe(before);
  expect(getTag(response)).toBe(await tagNow(entity.id));
  expect((await getHistory(agent, entity.id)).version).toBe(entity.version + 1);
}

describe('a change honours If-Match and returns the new ETag', () => {
  it.each(Object.entries(CHANGES))('changes the tag of a new application: %s', (_, change) => expectGuarded(change, createReferred));
  it.each(Object.entries(CHANGES_OF_CALCULATED))('changes the tag of a calculated application: %s', (_, change) =>
    expectGuarded(change, () => agent.insert()),
  );
  it('changes the tag by a charge', async () => {
    const insert = async (): Promise<FireEntity> => {
      const { id } = await agent.insert();
      expectStatus(205, await agent.act(id, 'prepay'));
      return agent.get(id);
    };
    const charge: Change = ({ id }, tag) =>
      agent.client.put(`${agent.root}/collection-api/applications/${id}/charge`, undefined, header(tag));
    await expectGuarded(charge, insert);
  }, 60_000);
});

describe('the entity tag of an application', () => {
  it('is strong, the same on insert and retrieve, and changes only with the application', async () => {
    const response = expectStatus(201, await agent.post(agent.body()));
    const { id } = response.json<FireEntity>();
    const first = await agent.client.get(agent.path(id));
    expect(getTag(first)).toMatch(STRONG);
    expect([getTag(response), getTag(await agent.client.get(agent.path(id)))]).toEqual([getTag(first), getTag(first)]);
    expect(first.headers['cache-control']).toBe('private, no-cache');
    expect(String(first.headers['access-control-expose-headers'])).toContain('ETag');
  });

  it('differs by language like the response, and each tag guards the same version', async () => {
    const { id } = await createReferred();
    const greek = getTag(await read(id, { 'Accept-Language': 'el' }));
    const english = getTag(await read(id, { 'Accept-Language': 'en' }));
    expect(greek).not.toBe(english);
    expectStatus(200, await read(id, { 'Accept-Language': 'en', 'If-None-Match': greek }));
    expectStatus(
      200,
      await agent.client.call('PUT', agent.path(`${id}/calc`), { headers: { 'Accept-Language': 'el', 'If-Match': english } }),
    );
  });

  it('is absent on refusals', async () => {
    const { id } = await agent.insert();
    const response = await agent.act(id, 'calc');
    expect([response.status, response.headers.etag]).toEqual([400, undefined]);
  });
});

describe('If-None-Match on retrieve', () => {
  it.each<[string, (tag: string) => string]>([
    ['the tag', (tag) => tag],
    ['the weak tag', (tag) => `W/${tag}`],
    ['a list', (tag) => `"x", ${tag},"y"`],
    ['*', () => '*'],
  ])('returns 304 without a body for %s', async (_, headerOf) => {
    const { id } = await agent.insert();
    const tag = await tagNow(id);
    for (const method of ['GET', 'HEAD']) {
      const response = await agent.client.call(method, agent.path(id), { headers: { 'If-None-Match': headerOf(tag) } });
      expect([response.status, response.bytes.length, getTag(response)]).toEqual([304, 0, tag]);
      expect(response.headers['x-ratelimit-limit']).toBeDefined();
    }
  });

  it('returns 200 for another tag, and for the old one after a change', async () => {
    const { id } = await agent.insert();
    const tag = await tagNow(id);
    for (const value of ['"x"', tag.slice(1, -1), '', 'W/']) expectStatus(200, await read(id, { 'If-None-Match': value }));
    expectStatus(200, await agent.act(id, 'edit'));
    expectStatus(200, await read(id, { 'If-None-Match': tag }));
  });

  it('has no effect on a missing application', async () => {
    const other = (await app.createAgent({ code: 'B300' })).production;
    const { id } = await agent.insert();
    const headers = { 'If-None-Match': '*' };
    await expectRefused(app, () => other.client.get(agent.path(id), { headers }), { code: '-300' });
  });
});

describe('If-Match', () => {
  it.each<[string, (tag: string) => string]>([
    ['the tag', (tag) => tag],
    ['the bare version', () => '"1"'],
    ['a list', (tag) => `"x",  ${tag} , W/"y"`],
    ['*', () => ' * '],
  ])('with %s allows the change', async (_, headerOf) => {
    const { id } = await createReferred();
    const response = await agent.client.call('PUT', agent.path(`${id}/calc`), header(headerOf(await tagNow(id))));
    expectStatus(200, response);
  });

  it('never matches weakly, another version, or an invalid tag', async () => {
    const { id } = await createReferred();
    const old = await tagNow(id);
    expectStatus(200, await agent.act(id, 'calc'));
    const tag = await tagNow(id);
    const values = [old, `W/${tag}`, '"x"', '"1"', `"${tag}"`, tag.slice(1, -1), '"*"', 'W/*', '', `W/${tag}, "x"`];
    const responses = await expectAllRefused(
      app,
      values.map((value) => [() => agent.client.call('PUT', agent.path(`${id}/calc`), header(value)), { status: 412, code: '-402' }]),
    );
    for (const { headers } of responses) expect(headers.etag).toBeUndefined();
  });

  it('is checked after missing or forbidden applications, and before the body', async () => {
    const { id } = await agent.insert();
    const entity = await createReferred();
    await expectAllRefused(app, [
      [() => agent.client.call('PUT', agent.path('999999999/calc'), header('"0"')), { code: '-300' }],
      [() => agent.client.call('PUT', agent.path(`${id}/calc`), header('"0"')), { code: '-400' }],
      [() => agent.client.put(agent.path(entity.id), { x: 1 }, header('"0"')), { status: 412, code: '-402' }],
    ]);
  });

  it('returns 205 for a repeated request_approval with the current version, and 412 with another', async () => {
    const { id } = await createReferred();
    const tag = await tagNow(id);
    const path = agent.path(`${id}/request_approval`);
    const responses = await Promise.all(Array.from({ length: 4 }, () => agent.client.call('PUT', path, header(tag))));
    expect(responses.map(({ status }) => status).sort()).toEqual([205, 412, 412, 412]);
    expectStatus(205, await agent.client.call('GET', path, header(await tagNow(id))));
    expect((await getHistory(agent, id)).transitions).toHaveLength(2);
  });

  it('allows one of several callers with the same version', async () => {
    const entity = await createReferred();
    const tag = await tagNow(entity.id);
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, at) => {
        const fields = { client: { city: `Πόλη ${at}` }, insured: {} };
        return agent.client.put(agent.path(entity.id), { fire_application: fields }, header(tag));
      }),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412, 412]);
    const winner = responses.find(({ status }) => status === 200)?.json<FireEntity>();
    expect((await agent.get(entity.id)).client.city).toBe(winner?.client.city);
  });
});
