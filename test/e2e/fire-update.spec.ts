import type { HttpResponse } from '../support/client.js';
import { expectStatus, FireApp, getHistory, type FireAgent, type FireEntity } from '../support/fire-app.js';
import { COMPANY, buildFullFireBody } from '../support/fire.js';
import { buildObjectsPath } from '../support/fire-children.js';
import { ABSENT, applyChanges, findValue, type Changes } from '../support/json-changes.js';
import { expectViolations, expectRefused } from '../support/expect-error.js';

let app: FireApp;
let agent: FireAgent;
let other: FireAgent;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).production;
  other = (await app.createAgent({ code: 'A200' })).production;
});
afterAll(() => app.stop());

type Item = Readonly<Record<string, unknown>>;
const OBJECT = 'objects_insured[0]';
/** Minimum body of an update. */
const PERSONS = { client: {}, insured: {} };
const WITHOUT_STAMP: Changes = { version: ABSENT, updated_at: ABSENT };

/** Inserts an application in status 25 with every field and two of each item. */
const insertFull = (changes: Changes = {}): Promise<FireEntity> => agent.insert(buildFullFireBody(app.clock.today(), changes));
const put = (id: number, fields: object): Promise<HttpResponse> => agent.put(id, { fire_application: fields });
const getObject = (entity: FireEntity): Item => entity.objects_insured[0] as unknown as Item;
const ids = (items: unknown, name: string): unknown[] => (items as Item[]).map((item) => item[name]);

describe('an absent field in PUT /fire-api/rsc/applications/{id}', () => {
  it('keeps its value when only client and insured are sent', async () => {
    const before = await insertFull();
    const after = await agent.update(before.id, PERSONS);
    expect(applyChanges<object>(after, WITHOUT_STAMP)).toEqual(applyChanges<object>(before, WITHOUT_STAMP));
    expect(after.version).toBe(2);
  });

  it('keeps its value when an object and its items have only their ids', async () => {
    const before = await insertFull();
    const { object_id, claims_history: claims, 'co-owners': owners, mortgages_loans: loans } = getObject(before);
    const items = {
      claims_history: (claims as Item[]).map(({ claim_id }) => ({ claim_id })),
      'co-owners': (owners as Item[]).map(({ co_owner_id }) => ({ co_owner_id })),
      mortgages_loans: (loans as Item[]).map(({ bank_id }) => ({ bank_id })),
    };
    const after = await agent.update(before.id, { ...PERSONS, objects_insured: [{ object_id, ...items }] });
    expect(after.objects_insured).toEqual(before.objects_insured);
  });

  it.each<[string, Changes, string, unknown]>([
    ['the start, and the end with it', { start_date: '2026-12-24' }, 'end_date', '2027-12-24'],
    ['the frequency, and the instalments with it', { pay_frequency_in_months: 6 }, 'pricing.instalments.length', 2],
    ['a field of the client', { 'client.city': 'Πάτρα' }, 'client.city', 'Πάτρα'],
    ['the consents, as one list', { 'client.consents': [] }, 'client.consents', []],
  ])('keeps its value when one other field is sent: %s', async (_name, changes, path, expected) => {
    const before = await insertFull();
    const after = await agent.update(before.id, applyChanges({ ...PERSONS, client: {} }, changes));
    expect(findValue(after, path)).toEqual(expected);
    expect(after.objects_insured).toHaveLength(1);
    expect(after.insured).toEqual(before.insured);
  });

  it.each(['client', 'insured'])('is an error for the %s', async (person) => {
    const { id } = await insertFull();
    const violation = [`fire_application.${person}`, '-101'] as const;
    await expectViolations(app, () => put(id, applyChanges<object>(PERSONS, { [person]: ABSENT })), violation);
    await expectViolations(app, () => put(id, { ...PERSONS, [person]: null }), violation);
  });
});

describe('null for a field', () => {
  it.each([
    ['client.job_code', 'client'],
    ['insured.email', 'insured'],
    [`${OBJECT}.meters_from_river`, 'object'],
    [`${OBJECT}.type_of_locks`, 'object'],
  ])('clears %s', async (path, owner) => {
    const before = await insertFull();
    const sent = owner === 'object' ? { ...PERSONS, objects_insured: [{ object_id: getObject(before)['object_id'] }] } : PERSONS;
    expect(findValue(before, path)).toBeDefined();
    const after = await agent.update(before.id, applyChanges<object>(sent, { [path]: null }));
    expect(findValue(after, path)).toBeUndefined();
    expect(applyChanges<object>(after.client, owner === 'client' ? { job_code: '2310' } : {})).toEqual(before.client);
  });

  it.each(['client.last_name', 'insured.afm', 'start_date', `${OBJECT}.city`])('is refused for %s, which is required', async (path) => {
    const before = await insertFull();
    const sent = { ...PERSONS, objects_insured: [{ object_id: getObject(before)['object_id'] }] };
    await expectViolations(app, () => put(before.id, applyChanges<object>(sent, { [path]: null })), [`fire_application.${path}`, '-101']);
  });
});

describe('an empty list', () => {
  const LISTS = ['claims_history', 'co-owners', 'mortgages_loans', 'extra_covers', 'discounts', 'fire_protections'];
  const MORE_LISTS = ['theft_protections', 'alarm_connections', 'type_of_safety_shutters', 'insured_values'];
  const WITH_ITEMS = ['building_floors', 'insurance_floors'];

  it('is tested for every list of an object', async () => {
    const lists = Object.entries(getObject(await insertFull())).flatMap(([name, value]) => (Array.isArray(value) ? [name] : []));
    expect(lists.sort()).toEqual([...LISTS, ...MORE_LISTS, ...WITH_ITEMS].sort());
  });

  it.each([...LISTS, ...MORE_LISTS, ...WITH_ITEMS])('clears %s, which null does not', async (list) => {
    const before = await insertFull();
    const id = getObject(before)['object_id'] as number;
    const change = (value: unknown) => ({ ...PERSONS, objects_insured: [{ object_id: id, [list]: value }] });
    expect(getObject(await agent.update(before.id, change(null)))).toEqual(getObject(before));
    const child = { objects_insured: { [list]: null } };
    const response = expectStatus(200, await agent.client.put(buildObjectsPath(agent, before.id, `/${id}`), child));
    expect(response.json()).toEqual(getObject(before));
    if (WITH_ITEMS.includes(list))
      await expectViolations(app, () => put(before.id, change([])), [`fire_application.objects_insured[0].${list}`, '-102']);
    else expect(getObject(await agent.update(before.id, change([])))[list]).toEqual([]);
  });

  it('clears alarm_Connections in its other spelling', async () => {
    const before = await insertFull();
    const object = { object_id: getObject(before)['object_id'], alarm_Connections: null };
    const after = await agent.update(before.id, { ...PERSONS, objects_insured: [object] });
    expect(getObject(after)['alarm_connections']).toEqual(getObject(before)['alarm_connections']);
  });

  it('clears the consents', async () => {
    const before = await insertFull();
    const withConsents = (consents: unknown) => ({ ...PERSONS, client: { consents } });
    expect((await agent.update(before.id, withConsents(null))).client).toEqual(before.client);
    expect((await agent.update(before.id, withConsents([]))).client).toMatchObject({ consents: [] });
  });

  it('clears all objects', async () => {
    const before = await insertFull();
    expect((await agent.update(before.id, { ...PERSONS, objects_insured: null })).objects_insured).toEqual(before.objects_insured);
    expect((await agent.update(before.id, { ...PERSONS, objects_insured: [] })).objects_insured).toEqual([]);
  });
});

describe('a list that is sent', () => {
  it('replaces the objects, keeps ids, and adds new ones in the order sent', async () => {
    const [object] = buildFullFireBody(app.clock.today()).fire_application.objects_insured;
    const before = await insertFull({ objects_insured: [object, { ...object, city: 'Δύο' }, { ...object, city: 'Τρία' }] });
    const [first, , third] = before.objects_insured.map((one) => one.object_id);
    const after = await agent.update(before.id, {
      ...PERSONS,
      objects_insured: [{ object_id: third }, { ...object, city: 'Νέο' }, { object_id: first, city: 'Ένα' }],
    });
    expect(after.objects_insured.map(({ city }) => city)).toEqual(['Τρία', 'Νέο', 'Ένα']);
    const [keptThird, fresh, keptFirst] = after.objects_insured.map((one) => one.object_id);
    expect([keptThird, keptFirst]).toEqual([third, first]);
    expect(before.objects_insured.map((one) => one.object_id)).not.toContain(fresh);
    expect(after.objects_insured[0]).toEqual(before.objects_insured[2]);
    expect(after.pricing?.lines.map((line) => line.object)).toEqual(expect.arrayContaining([1, 2, 3]));
  });

  it('replaces claims and co-owners of an object in the same way', async () => {
    const before = await insertFull();
    const { object_id, claims_history: claims, 'co-owners': owners } = getObject(before);
    const [, claim] = ids(claims, 'claim_id');
    const [owner] = ids(owners, 'co_owner_id');
    const objects = [
      {
        object_id,
        claims_history: [
          { claim_date: '2023-05-05', claim_amount: 5 },
          { claim_id: claim, claim_amount: 77.7 },
        ],
        'co-owners': [
          { ...COMPANY, last_name: 'Νέα Α.Ε.' },
          { co_owner_id: owner, city: 'Βόλος' },
        ],
      },
    ];
    const after = getObject(await agent.update(before.id, { ...PERSONS, objects_insured: objects }));
    const [, keptClaim] = after['claims_history'] as Item[];
    const [, keptOwner] = after['co-owners'] as Item[];
    expect(after['claims_history']).toHaveLength(2);
    expect(keptClaim).toEqual({ ...(claims as Item[])[1], claim_amount: 77.7 });
    expect(keptOwner).toEqual({ ...(owners as Item[])[0], city: 'Βόλος' });
    const old = [...ids(claims, 'claim_id'), ...ids(owners, 'co_owner_id')];
    const fresh = [ids(after['claims_history'], 'claim_id')[0], ids(after['co-owners'], 'co_owner_id')[0]];
    expect(fresh.filter((id) => old.includes(id) || typeof id !== 'number')).toEqual([]);
  });

  it('identifies a loan by its bank', async () => {
    const before = await insertFull();
    const loans = [{ bank_id: '026', amount_loan: 1 }, { bank_id: '014' }];
    const after = await agent.update(before.id, {
      ...PERSONS,
      objects_insured: [{ object_id: getObject(before)['object_id'], mortgages_loans: loans }],
    });
    expect(getObject(after)['mortgages_loans']).toEqual([
      { bank_id: '026', amount_loan: 1 },
      { bank_id: '014', amount_loan: 12000.1 },
    ]);
  });

  it('keeps ids through calc, edit and further updates', async () => {
    const before = await insertFull();
    const idsIn = (entity: FireEntity): string[] => (JSON.stringify(entity).match(/"(object|claim|co_owner)_id":\d+/g) ?? []).sort();
    expect(idsIn(before)).toHaveLength(5);
    await agent.act(before.id, 'calc');
    await agent.update(before.id, PERSONS);
    const changedObject = { object_id: getObject(before)['object_id'], illegal: '0' };
    expect((await agent.update(before.id, { ...PERSONS, objects_insured: [changedObject] })).status_code).toBe('01');
    await agent.act(before.id, 'edit');
    expect(idsIn(await agent.get(before.id))).toEqual(idsIn(before));
  });
});

describe('an unknown id', () => {
  const at = (path: string): string => `fire_application.objects_insured${path}`;

  it('is refused with -304 for an object: invented, of another application, of another agent, or of a claim', async () => {
    const [mine, another] = [await insertFull(), await insertFull()];
    const foreign = await other.insert(buildFullFireBody(app.clock.today()));
    const claim = ids(getObject(mine)['claims_history'], 'claim_id')[0];
    const known = getObject(mine)['object_id'];
    for (const id of [999_999_999, getObject(another)['object_id'], getObject(foreign)['object_id'], claim]) {
      const objects = [{ object_id: known }, { ...getObject(mine), object_id: id }];
      await expectViolations(app, () => put(mine.id, { ...PERSONS, objects_insured: objects }), [at('[1].object_id'), '-304']);
    }
  });

  it('is refused with -304 for an item: invented, of another object, of another list, or in an object without id', async () => {
    const [object] = buildFullFireBody(app.clock.today()).fire_application.objects_insured;
    const before = await insertFull({ objects_insured: [object, object] });
    const [first, second] = before.objects_insured as unknown as Item[];
    const [claim] = second?.['claims_history'] as Item[];
    const [owner] = second?.['co-owners'] as Item[];
    const claims = [{ ...claim, claim_id: 999_999 }, claim, { ...claim, claim_id: owner?.['co_owner_id'] }];
    const objects = [
      { object_id: first?.['object_id'], claims_history: claims, 'co-owners': [owner] },
      { ...first, object_id: undefined },
      { object_id: second?.['object_id'] },
    ];
    await expectViolations(
      app,
      () => put(before.id, { ...PERSONS, objects_insured: objects }),
      [at('[0].claims_history[0].claim_id'), '-304'],
      [at('[0].claims_history[1].claim_id'), '-304'],
      [at('[0].claims_history[2].claim_id'), '-304'],
      [at('[0].co-owners[0].co_owner_id'), '-304'],
      [at('[1].claims_history[0].claim_id'), '-304'],
      [at('[1].claims_history[1].claim_id'), '-304'],
      [at('[1].co-owners[0].co_owner_id'), '-304'],
      [at('[1].co-owners[1].co_owner_id'), '-304'],
    );
  });

  it('is refused with -304 when it is used twice', async () => {
    const before = await insertFull();
    const object = getObject(before);
    const [claim] = object['claims_history'] as Item[];
    const objects = [{ ...object, claims_history: [claim, claim] }, object];
    await expectViolations(
      app,
      () => put(before.id, { ...PERSONS, objects_insured: objects }),
      [at('[1].object_id'), '-304'],
      [at('[0].claims_history[1].claim_id'), '-304'],
    );
  });

  it('is refused with -102 when it is not a number', async () => {
    const before = await insertFull();
    const object = { ...getObject(before), claims_history: [], 'co-owners': [] };
    for (const id of ['1', 0, -1, 1.5, true, {}])
      await expectViolations(app, () => put(before.id, { ...PERSONS, objects_insured: [{ ...object, object_id: id }] }), [
        at('[0].object_id'),
        '-102',
      ]);
  });
});

describe('persons and spellings in an update', () => {
  it('can turn a person into a company and back', async () => {
    const before = await insertFull();
    const company = await agent.update(before.id, { client: { person_type_code: '2' }, insured: {} });
    expect(Object.keys(company.client)).not.toEqual(expect.arrayContaining(['first_name']));
    expect([company.client.first_name, company.client.birth_date, company.client.gender_code]).toEqual([undefined, undefined, undefined]);
    expect(company.client.last_name).toBe(before.client.last_name);
    const back = { client: { person_type_code: '1' }, insured: {} };
    await expectViolations(
      app,
      () => put(before.id, back),
      ...['first_name', 'father_name', 'birth_date', 'gender_code'].map((field) => [`fire_application.client.${field}`, '-101'] as const),
    );
  });

  it('can contain alarm_Connections, delimited covers and numeric ones', async () => {
    const before = await insertFull();
    const object_id = getObject(before)['object_id'];
    const update = async (fields: object): Promise<Item> =>
      getObject(await agent.update(before.id, { ...PERSONS, objects_insured: [{ object_id, ...fields }] }));
    const spelled = await update({ alarm_Connections: ['05'], extra_covers: '6,003' });
    expect([spelled['alarm_connections'], spelled['extra_covers']]).toEqual([['05'], [{ cover: '006' }, { cover: '003' }]]);
    expect(spelled).not.toHaveProperty('alarm_Connections');
    const numeric = await update({ extra_covers: [{ group_cover: '01', cover: 3 }] });
    expect([numeric['alarm_connections'], numeric['extra_covers']]).toEqual([['05'], [{ group_cover: '01', cover: '003' }]]);
  });
});

describe('a code that was retired after the insert', () => {
  it('stays valid in the application that has it, and nowhere else', async () => {
    const before = await insertFull();
    const retire = `UPDATE application SET version = version + 1, questionnaire = jsonb_set(questionnaire::jsonb, '{client,doy_code}', '"1105"') WHERE id = $1`;
    await app.query('production', retire, [before.id]);
    const stored = await agent.get(before.id);
    expect((await agent.update(before.id, stored)).client.doy_code).toBe('1105');
    expect((await agent.update(before.id, PERSONS)).client.doy_code).toBe('1105');
    const violation = ['fire_application.client.doy_code', '-103'] as const;
    await expectViolations(app, () => put(before.id, { client: { doy_code: '1106' }, insured: {} }), violation);
    await expectViolations(app, () => agent.post({ fire_application: stored }), violation);
  });
});

describe('a refused update', () => {
  it('reports all violations and creates no version', async () => {
    const before = await insertFull();
    const history = await getHistory(agent, before.id);
    const fields = applyChanges<object>(before, { 'client.afm': 'x', [`${OBJECT}.bundle_code`]: 'XX', [`${OBJECT}.object_id`]: 1 });
    const violations = [
      ['fire_application.client.afm', '-110'],
      ['fire_application.objects_insured[0].object_id', '-304'],
      ['fire_application.objects_insured[0].bundle_code', '-602'],
    ] as const;
    await expectRefused(app, () => put(before.id, fields), { code: '-110', violations });
    expect(await getHistory(agent, before.id)).toEqual(history);
  });
});
