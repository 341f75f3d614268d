import type { HttpResponse } from '../support/client.js';
import { expectStatus, FireApp, getHistory, type FireAgent, type FireEntity } from '../support/fire-app.js';
import { COMPANY, buildFullFireBody, OTHER_AFMS, type FireObjectInput } from '../support/fire.js';
import {
  buildAnotherObject,
  buildChildPath,
  listChildren,
  CHILD_ID_FIELDS,
  CHILD_LISTS,
  buildChild,
  getObject,
  buildObjectsPath,
  type Child,
  type ChildList,
} from '../support/fire-children.js';
import type { Changes } from '../support/json-changes.js';
import { expectAllRefused, expectError, expectRefused } from '../support/expect-error.js';
import { Status } from '../../src/record/core/applications/status.js';

let app: FireApp;
let agent: FireAgent;
let other: FireAgent;
let supervisor: FireAgent;
let application: FireEntity;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).production;
  other = (await app.createAgent({ code: 'A200' })).production;
  supervisor = (await app.createAgent({ code: 'S300' }, ['A100'])).production;
});
afterAll(() => app.stop());

/** Two objects, the first with two claims, two co-owners and two loans; in status 25, where children may change. */
beforeEach(async () => {
  const body = buildFullFireBody(app.clock.today());
  body.fire_application.objects_insured.push(another());
  application = await agent.insert(body);
});

const buildPath = (rest = '', id: number | string = application.id): string => buildObjectsPath(agent, id, rest);
const objectId = (at = 0): number => Number(getObject(application, at).object_id);
const childAt = (list: ChildList, at?: number): string => buildChildPath(agent, application, list, at);
const another = (changes: Changes = {}): FireObjectInput => buildAnotherObject(agent, changes);
const child = (list: ChildList): Child => buildChild(agent, list);

/** Returns the price of the same objects inserted in one call. */
async function priceOfWhole({ objects_insured: objects }: FireEntity): Promise<unknown> {
  const { pricing } = await agent.insert(agent.body({ objects_insured: objects, 'client.job_code': '2310' }));
  return pricing;
}

/** Reads the application after a change and expects a new version with the same price as one insert. */
async function after(expected: (objects: FireEntity['objects_insured']) => unknown): Promise<FireEntity> {
  const now = await agent.get(application.id);
  const { objects_insured: objects, pricing, messages, version, updated_at: updatedAt, status_code, status_title, ...rest } = now;
  expect(version).toBe(application.version + 1);
  expect(withoutEnfia(objects)).toEqual(withoutEnfia(expected(application.objects_insured) as FireEntity['objects_insured']));
  expect(application).toMatchObject(rest);
  expect(pricing).toEqual(await priceOfWhole(now));
  expect((await getHistory(agent, now.id)).transitions.at(-1)).toBe(`${application.status_code} update ${status_code}`);
  expect([messages.length > 0, status_title.length > 0, updatedAt.length]).toEqual([status_code !== '01', true, 19]);
  return now;
}

/** Reads the resource named by `Location`. */
async function located(response: HttpResponse): Promise<unknown> {
  const { pathname } = new URL(String(response.headers.location));
  return expectStatus(200, await agent.client.get(pathname)).json();
}

function withoutEnfia(objects: FireEntity['objects_insured']): unknown[] {
  return objects.map(({ enfia_eligible: _, ...object }) => object);
}

describe('insured objects', () => {
  it('are inserted one at a time with 201, Location, the object with its id, and a price for three', async () => {
    const response = await agent.client.post(buildPath(), {
      objects_insured: [another({ building_year: 1990, building_year_piping: 2010 })],
    });
    const inserted = expectStatus(201, response).json<Child>();
    const now = await after((objects) => [...objects, inserted]);
    expect(getObject(now, 2)).toEqual(inserted);
    expect(inserted).toMatchObject({ city: 'Πάτρα', building_year: 1990, claims_history: [], 'co-owners': [], mortgages_loans: [] });
    expect(new URL(String(response.headers.location)).pathname).toBe(buildPath(`/${String(inserted['object_id'])}`));
    expect(await located(response)).toEqual(inserted);
    expect(now.pricing!.gross).toBeGreaterThan(application.pricing!.gross);
  });

  it('are inserted several at a time as an array, and ids sent are replaced', async () => {
    const sent = [
      another({ object_id: objectId() }),
      another({ claims_history: [{ claim_id: 1, claim_date: '2025-01-01', claim_amount: 1 }] }),
    ];
    const response = await agent.client.post(buildPath(), { objects_insured: sent });
    const inserted = expectStatus(201, response).json<FireEntity['objects_insured']>();
    await after((objects) => [...objects, ...inserted]);
    expect(inserted).toHaveLength(2);
    expect(new Set([...application.objects_insured, ...inserted].map((object) => object.object_id)).size).toBe(4);
    expect(inserted[1]?.claims_history?.[0]?.claim_id).toBeGreaterThan(1);
    expect(new URL(String(response.headers.location)).pathname).toBe(buildPath(`/${inserted[0]?.object_id}`));
    expect(await located(response)).toEqual(inserted[0]);
  });

  it('are updated: omitted fields stay, children and their ids too', async () => {
    const change = { square_meters: 120, building_floors: [0, 1, 2, 3] };
    const response = await agent.client.put(buildPath(`/${objectId()}`), { objects_insured: change });
    const updated = expectStatus(200, response).json<Child>();
    expect(updated).toEqual({ ...getObject(application), ...change });
    await after(([first, second]) => [{ ...first, ...change }, second]);
  });

  it('are updated one in an array of one, whatever object_id it contains', async () => {
    const sent = [{ ...getObject(application, 1), object_id: objectId(), insured_values: [{ group_cover: '01', insured_value: 90_000 }] }];
    const updated = expectStatus(200, await agent.client.put(buildPath(`/${objectId(1)}`), { objects_insured: sent })).json<Child>();
    expect(updated).toMatchObject({ object_id: objectId(1), insured_values: [{ group_cover: '01', insured_value: 90_000 }] });
    await after(([first, second]) => [first, { ...second, insured_values: [{ group_cover: '01', insured_value: 90_000 }] }]);
  });

  it('have their lists updated: the sent list is complete, matched by id', async () => {
    const [claim] = getObject(application).claims_history ?? [];
    const sent = { claims_history: [{ claim_id: claim!.claim_id, claim_amount: 7 }, child('claims_history')], mortgages_loans: [] };
    const response = await agent.client.put(buildPath(`/${objectId()}`), { objects_insured: sent });
    const updated = expectStatus(200, response).json<FireEntity['objects_insured'][number]>();
    expect(updated.claims_history).toEqual([
      { ...claim, claim_amount: 7 },
      { claim_id: expect.any(Number) as unknown, ...child('claims_history') },
    ]);
    await after(([first, second]) => [{ ...first, claims_history: updated.claims_history, mortgages_loans: [] }, second]);
  });

  it('accept alarm_Connections and delimited extra_covers', async () => {
    const sent = { alarm_Connections: ['03'], extra_covers: '3 6' };
    const updated = expectStatus(200, await agent.client.put(buildPath(`/${objectId(1)}`), { objects_insured: sent })).json<Child>();
    expect(updated).toMatchObject({ alarm_connections: ['03'], extra_covers: [{ cover: '003' }, { cover: '006' }] });
    expect(updated).not.toHaveProperty('alarm_Connections');
  });

  it('are deleted with 204 and the price of the rest', async () => {
    const response = await agent.client.delete(buildPath(`/${objectId()}`));
    expect([response.status, response.bytes.length]).toEqual([204, 0]);
    const now = await after(([, second]) => [second]);
    expect(now.status_code).toBe('01');
    await expectRefused(app, () => agent.client.delete(buildPath(`/${objectId(1)}`)), { code: '-400' });
  });

  it('lead to 00 without a price when the last one is deleted, and to the same price when inserted again', async () => {
    await agent.client.delete(buildPath(`/${objectId()}`));
    const { id } = await agent.insertIn('25');
    const {
      objects_insured: [object],
      pricing,
    } = await agent.get(id);
    expectStatus(204, await agent.client.delete(buildPath(`/${object!.object_id}`, id)));
    const empty = await agent.get(id);
    expect([empty.status_code, empty.pricing, empty.messages.map(({ code }) => code)]).toEqual(['00', null, ['F00-00']]);
    expectStatus(201, await agent.client.post(buildPath('', id), { objects_insured: [object] }));
    const again = await agent.get(id);
    expect([again.status_code, again.pricing]).toEqual(['25', pricing]);
    expect(again.objects_insured[0]?.object_id).not.toBe(object?.object_id);
  });
});

describe.each(CHILD_LISTS)('the children %s of an object', (list) => {
  it('are inserted with 201, Location of the child and the object with the new child', async () => {
    const response = await agent.client.post(childAt(list), { [list]: [child(list)] });
    const object = expectStatus(201, response).json<Child>();
    const added = { ...child(list), ...(list === 'mortgages_loans' ? {} : { [CHILD_ID_FIELDS[list]]: expect.any(Number) as unknown }) };
    expect(object).toEqual({ ...getObject(application), [list]: [...listChildren(application, list), added] });
    const made = (object[list] as Child[]).at(-1);
    expect(new URL(String(response.headers.location)).pathname).toBe(`${childAt(list)}/${String(made?.[CHILD_ID_FIELDS[list]])}`);
    expect(await located(response)).toEqual(made);
    const now = await after(([, second]) => [object, second]);
    const ids = listChildren(now, list).map((item) => item[CHILD_ID_FIELDS[list]]);
    expect(new Set(ids).size).toBe(3);
  });

  it('are read with the tag of the application, 304 while it is current, by the agent and its supervisor only', async () => {
    for (const [place, expected] of [
      [childAt(list, 1), listChildren(application, list)[1]],
      [buildPath(`/${objectId()}`), getObject(application)],
    ] as const) {
      const response = expectStatus(200, await agent.client.get(place));
      expect([response.json(), response.headers.etag]).toEqual([expected, `"${application.version}-el"`]);
      const again = await agent.client.get(place, { headers: { 'If-None-Match': String(response.headers.etag) } });
      expect([again.status, again.text, again.headers.etag]).toEqual([304, '', response.headers.etag]);
      expect((await agent.client.get(place, { headers: { 'If-None-Match': '"9-el"' } })).status).toBe(200);
      expect(expectStatus(200, await supervisor.client.get(place)).json()).toEqual(expected);
      expectError(await other.client.get(place), { code: '-300' });
    }
    for (const id of ['0', '999999999', 'abc', '01', '%20'])
      expectError(await agent.client.get(`${childAt(list)}/${id}`), { code: '-304' });
    const inOtherList = `${buildPath(`/${objectId(1)}`)}/${list}/${String(listChildren(application, list)[0]?.[CHILD_ID_FIELDS[list]])}`;
    expectError(await agent.client.get(inOtherList), { code: '-304' });
  });

  it('are deleted with 204, and the others keep their ids', async () => {
    const response = await agent.client.delete(childAt(list, 0));
    expect([response.status, response.bytes.length]).toEqual([204, 0]);
    await after(([first, second]) => [{ ...first, [list]: listChildren(application, list).slice(1) }, second]);
    const { status_code: status } = await agent.get(application.id);
    if (status === '25') await expectRefused(app, () => agent.client.delete(childAt(list, 0)), { code: '-304' });
  });
});

it('a claim is updated: omitted fields and its id stay', async () => {
  const response = await agent.client.put(childAt('claims_history', 1), { claims_history: { claim_amount: 25_000, claim_id: 1 } });
  const object = expectStatus(200, response).json<Child>();
  const [first, second] = listChildren(application, 'claims_history');
  expect(object['claims_history']).toEqual([first, { ...second, claim_amount: 25_000 }]);
  await after(([one, other]) => [{ ...one, claims_history: object['claims_history'] }, other]);
});

it('a loan is updated by its bank, and another bank_id in the body is ignored', async () => {
  const response = await agent.client.put(childAt('mortgages_loans', 0), { mortgages_loans: { amount_loan: 75_000, bank_id: '014' } });
  const object = expectStatus(200, response).json<Child>();
  expect(object['mortgages_loans']).toEqual([{ bank_id: '011', amount_loan: 75_000 }, listChildren(application, 'mortgages_loans')[1]]);
  await after(([one, other]) => [{ ...one, mortgages_loans: object['mortgages_loans'] }, other]);
});

it('companies are accepted as co-owners, without what only individuals have', async () => {
  const company = { ...COMPANY, afm: OTHER_AFMS[1], first_name: 'Χ', birth_date: 'x' };
  const object = expectStatus(201, await agent.client.post(childAt('co-owners'), { 'co-owners': [company] })).json<
    FireEntity['objects_insured'][number]
  >();
  expect(object['co-owners']?.[2]).toEqual({ ...COMPANY, afm: OTHER_AFMS[1], co_owner_id: expect.any(Number) as unknown });
});

it('a co-owner cannot be updated', async () => {
  expect((await agent.client.put(childAt('co-owners', 0), { 'co-owners': child('co-owners') })).status).toBe(404);
});

it('many claims lead to a referral, and their deletion removes it', async () => {
  const {
    id,
    status_code: status,
    objects_insured: [object],
  } = await agent.insertIn('00', {
    'objects_insured[0].insured_values': [{ group_cover: '01', insured_value: 150_000 }],
    start_date: '2026-11-01',
  });
  expect(status).toBe('00');
  const at = buildPath(`/${object!.object_id}/claims_history`, id);
  expectStatus(201, await agent.client.post(at, { claims_history: Array.from({ length: 4 }, () => child('claims_history')) }));
  const referred = await agent.get(id);
  expect(referred.messages.map(({ severity }) => severity)).toContain('referral');
  for (const { claim_id: claim } of getObject(referred).claims_history ?? [])
    expectStatus(204, await agent.client.delete(`${at}/${claim}`));
  expect((await agent.get(id)).messages.map(({ severity }) => severity)).not.toContain('referral');
});

describe('a change of objects and children', () => {
  /** Lists calls of every route of the children. */
  const calls = (to: FireEntity, by = agent): (() => Promise<HttpResponse>)[] => {
    const at = by.path(`${to.id}/objects_insured`);
    const object = `${at}/${getObject(to).object_id}`;
    return [
      () => by.client.post(at, { objects_insured: [another()] }),
      () => by.client.put(object, { objects_insured: { square_meters: 90 } }),
      () => by.client.delete(object),
      ...CHILD_LISTS.flatMap((list) => {
        const item = `${object}/${list}/${String(listChildren(to, list)[0]?.[CHILD_ID_FIELDS[list]])}`;
        const update = list === 'co-owners' ? [] : [() => by.client.put(item, { [list]: child(list) })];
        return [() => by.client.post(`${object}/${list}`, { [list]: [child(list)] }), ...update, () => by.client.delete(item)];
      }),
    ];
  };
  const CHILDLESS: readonly Status[] = Object.values(Status).filter((status) => status !== '00' && status !== '25');

  it.each(CHILDLESS)('is refused in %s', async (status) => {
    const children = Object.fromEntries(CHILD_LISTS.map((list) => [`objects_insured[0].${list}`, [child(list)]]));
    const entity = await agent.insertIn(status, children);
    const code = ['02', '60', '65', '70'].includes(status) ? '-401' : '-400';
    await expectAllRefused(
      app,
      calls(entity).map((call) => [call, { code }]),
    );
  });

  it('is refused to another agent as not found', async () => {
    const other = (await app.createAgent({ code: 'B777' })).production;
    const foreign = await expectAllRefused(
      app,
      calls(application, other).map((call) => [call, { code: '-300' }]),
    );
    const malformed = ['abc', '12345678901', '999999999'].map(
      (id) => () => agent.client.post(buildPath('', id), { objects_insured: [another()] }),
    );
    const missing = await expectAllRefused(
      app,
      malformed.map((call) => [call, { code: '-300' }]),
    );
    expect(new Set([...foreign, ...missing].map(({ text }) => text)).size).toBe(1);
  });

  it('is refused to a supervisor, who may read', async () => {
    const supervisor = (await app.createAgent({ code: 'S100' }, [agent.access.production.root === '' ? application.agent_code : '']))
      .production;
    await expectAllRefused(
      app,
      calls(application, supervisor).map((call) => [call, { status: 403, code: '-202' }]),
    );
  });

  it('loses no child that several callers insert at once', async () => {
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => agent.client.post(childAt('claims_history'), { claims_history: [child('claims_history')] })),
    );
    const inserted = responses.filter(({ status }) => status === 201).length;
    expect(responses.map(({ status }) => status).filter((status) => status !== 201 && status !== 412)).toEqual([]);
    const now = await agent.get(application.id);
    expect([inserted > 0, listChildren(now, 'claims_history').length, now.version]).toEqual([
      true,
      2 + inserted,
      application.version + inserted,
    ]);
    expect(new Set(listChildren(now, 'claims_history').map(({ claim_id: id }) => id)).size).toBe(2 + inserted);
  });
});
