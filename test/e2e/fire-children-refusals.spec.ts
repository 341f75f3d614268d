import { expectStatus, FireApp, type FireAgent, type FireEntity } from '../support/fire-app.js';
import { buildFullFireBody, type FireObjectInput } from '../support/fire.js';
import {
  buildAnotherObject,
  buildChildPath,
  CHILD_LISTS,
  buildChild,
  getObject,
  buildObjectsPath,
  type Child,
  type ChildList,
} from '../support/fire-children.js';
import { ABSENT, applyChanges, type Changes } from '../support/json-changes.js';
import { expectAllRefused, expectViolations, expectRefused } from '../support/expect-error.js';
import { referenceLists } from '../support/lists.js';

let app: FireApp;
let agent: FireAgent;
let application: FireEntity;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).production;
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

describe.each(CHILD_LISTS)('the list %s of an object', (list) => {
  it('is refused without its wrapper', async () => {
    const bodies: readonly unknown[] = [undefined, {}, [], { fire_application: {} }, [child(list)], { [list.toUpperCase()]: [] }];
    await expectAllRefused(
      app,
      bodies.map((body) => [() => agent.client.post(childAt(list), body), { code: '-106', violations: [[list, '-106']] }]),
    );
  });

  it('accepts from one item to its limit, all of them objects', async () => {
    const max = { claims_history: 50, 'co-owners': 20, mortgages_loans: 20 }[list];
    const bad = [null, {}, 'x', 5, [], Array.from({ length: max + 1 }, () => child(list))];
    const responses = await expectAllRefused(
      app,
      bad.map((value) => [() => agent.client.post(childAt(list), { [list]: value }), { code: '-102', violations: [[list, '-102']] }]),
    );
    expect(responses.at(-1)!.text).toContain(String(max));
    await expectViolations(
      app,
      () => agent.client.post(childAt(list), { [list]: [child(list), null, 7] }),
      [`${list}[1]`, '-102'],
      [`${list}[2]`, '-102'],
    );
  });

  it('is not found for an unknown object or child', async () => {
    const missing = ['0', '999999999', 'abc', '01', '12345678901', '%20', `${objectId(1)}`];
    const calls = [...missing.map((id) => () => agent.client.delete(buildPath(`/${objectId()}/${list}/${id}`)))];
    const objects = missing.slice(0, -1);
    calls.push(...objects.map((id) => () => agent.client.post(buildPath(`/${id}/${list}`), { [list]: [child(list)] })));
    const responses = await expectAllRefused(
      app,
      calls.map((call) => [call, { code: '-304' }]),
    );
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect(new Set(responses.map(({ headers }) => Object.keys(headers).sort().join())).size).toBe(1);
  });
});

describe('the path of a field violation', () => {
  const post = (list: string, items: unknown[]) => () =>
    agent.client.post(buildPath(list === 'objects_insured' ? '' : `/${objectId()}/${list}`), { [list]: items });

  it.each<[field: string, value: unknown, code: string]>([
    ['kind_of_risk', ABSENT, '-101'],
    ['kind_of_risk', '99', '-103'],
    ['subkind_of_risk', '0101', '-103'],
    ['square_meters', '100', '-102'],
    ['insurance_floors[0]', 9, '-102'],
    ['building_improvements', 5, '-102'],
    ['post_code', '1', '-113'],
    ['bundle_code', 'x', '-602'],
    ['discounts', ['77'], '-604'],
    ['extra_covers', [{ cover: '999' }], '-603'],
    [
      'insured_values',
      [
        { group_cover: '01', insured_value: 1 },
        { group_cover: '01', insured_value: 2 },
      ],
      '-102',
    ],
  ])('names the field of an object: %s = %s', async (field, value, code) => {
    const inner: Readonly<Record<string, string>> = {
      discounts: 'discounts[0]',
      extra_covers: 'extra_covers[0].cover',
      insured_values: 'insured_values[1].group_cover',
    };
    const violation = [`objects_insured[1].${inner[field] ?? field}`, code] as const;
    await expectViolations(app, post('objects_insured', [another(), another({ [field]: value })]), violation);
    const update = Object.fromEntries([[field.replace(/\[.*/, ''), value === ABSENT ? null : field.endsWith('[0]') ? [value] : value]]);
    await expectViolations(app, () => agent.client.put(buildPath(`/${objectId(1)}`), { objects_insured: update }), [
      violation[0].replace('[1]', ''),
      code,
    ]);
  });

  it.each<[ChildList, string, unknown, string]>([
    ['claims_history', 'claim_date', ABSENT, '-101'],
    ['claims_history', 'claim_date', '2026-13-01', '-104'],
    ['claims_history', 'claim_date', '2026-11-21', '-104'],
    ['claims_history', 'claim_amount', -1, '-102'],
    ['claims_history', 'claim_amount', '5', '-102'],
    ['claims_history', 'job_description', 5, '-102'],
    ['co-owners', 'afm', '123456789', '-110'],
    ['co-owners', 'amka', '14058001231', '-111'],
    ['co-owners', 'post_code', 'x', '-113'],
    ['co-owners', 'doy_code', '0', '-103'],
    ['co-owners', 'first_name', ABSENT, '-101'],
    ['co-owners', 'birth_date', '2027-01-01', '-104'],
    ['mortgages_loans', 'bank_id', ABSENT, '-101'],
    ['mortgages_loans', 'bank_id', 'XXX', '-103'],
    ['mortgages_loans', 'amount_loan', ABSENT, '-101'],
    ['mortgages_loans', 'amount_loan', 0.001, '-102'],
  ])('names the field of a child in %s: %s = %s', async (list, field, value, code) => {
    const bad = applyChanges(child(list), { [field]: value });
    await expectViolations(app, post(list, [bad]), [`${list}[0].${field}`, code]);
    if (list !== 'co-owners' && field !== 'bank_id') {
      const sent = { [field]: value === ABSENT ? null : value };
      await expectViolations(app, () => agent.client.put(childAt(list, 1), { [list]: sent }), [`${list}.${field}`, code]);
    }
  });

  it('is reported for every violation at once', () =>
    expectViolations(
      app,
      post('claims_history', [{ claim_date: 'x', claim_amount: 1 }, { claim_amount: -1 }]),
      ['claims_history[0].claim_date', '-104'],
      ['claims_history[1].claim_date', '-101'],
      ['claims_history[1].claim_amount', '-102'],
    ));

  it('names a child of another object or of none, in an update of the object', async () => {
    const claims = [{ ...child('claims_history'), claim_id: 999_999 }];
    await expectViolations(app, () => agent.client.put(buildPath(`/${objectId()}`), { objects_insured: { claims_history: claims } }), [
      'objects_insured.claims_history[0].claim_id',
      '-304',
    ]);
    const { claims_history: others = [] } = getObject(application);
    await expectViolations(
      app,
      () => agent.client.put(buildPath(`/${objectId(1)}`), { objects_insured: { claims_history: others.slice(1) } }),
      ['objects_insured.claims_history[0].claim_id', '-304'],
    );
  });

  it('names the second object in an update', async () => {
    const bodies = [null, 'x', [], [{}, {}], 5];
    for (const [target, name] of [
      [buildPath(`/${objectId()}`), 'objects_insured'],
      [childAt('claims_history', 0), 'claims_history'],
      [childAt('mortgages_loans', 0), 'mortgages_loans'],
    ] as const) {
      await expectAllRefused(
        app,
        bodies.map((value) => [() => agent.client.put(target, { [name]: value }), { code: '-102', violations: [[name, '-102']] }]),
      );
      await expectRefused(app, () => agent.client.put(target, { x: {} }), { code: '-106', violations: [[name, '-106']] });
    }
  });
});

describe('the limits of lists', () => {
  it('allow 50 objects', async () => {
    const body = agent.body({ 'objects_insured[0].illegal': '1' });
    const {
      id,
      objects_insured: [object],
    } = await agent.insert(body);
    expectStatus(201, await agent.client.post(buildPath('', id), { objects_insured: Array.from({ length: 49 }, () => another()) }));
    const response = await expectRefused(app, () => agent.client.post(buildPath('', id), { objects_insured: [another()] }), {
      code: '-102',
      violations: [['objects_insured', '-102']],
    });
    expect(response.text).toContain('50');
    expectStatus(204, await agent.client.delete(buildPath(`/${object!.object_id}`, id)));
    const full = await agent.get(id);
    expect(full.objects_insured).toHaveLength(49);
  });

  it('allow 50 claims, 20 co-owners and 20 loans per object', async () => {
    const banks = referenceLists
      .all('banks')
      .filter(({ code }) => referenceLists.isActive('banks', code) && !['011', '014'].includes(code));
    const items: readonly [ChildList, number, (at: number) => Child][] = [
      ['claims_history', 50, () => child('claims_history')],
      ['co-owners', 20, () => child('co-owners')],
      ['mortgages_loans', 20, (at) => ({ bank_id: banks[at]?.code, amount_loan: 1 })],
    ];
    for (const [list, max, make] of items) {
      const possible = list === 'mortgages_loans' ? Math.min(max, banks.length + 2) : max;
      expectStatus(201, await agent.client.post(childAt(list), { [list]: Array.from({ length: possible - 2 }, (_, at) => make(at)) }));
      if (possible < max || (list === 'mortgages_loans' && banks.length <= max - 2)) continue;
      const response = await expectRefused(app, () => agent.client.post(childAt(list), { [list]: [make(max - 2)] }), {
        code: '-102',
        violations: [[list, '-102']],
      });
      expect(response.text).toContain(String(max));
    }
  });

  it('allow each bank once', () => {
    const loan = child('mortgages_loans');
    const send = (loans: Child[]) => () => agent.client.post(childAt('mortgages_loans'), { mortgages_loans: loans });
    return expectViolations(
      app,
      send([loan, { bank_id: '011', amount_loan: 1 }, loan]),
      ['mortgages_loans[1].bank_id', '-102'],
      ['mortgages_loans[2].bank_id', '-102'],
    );
  });
});
