import type { Environment } from '../../src/common/environment.js';
import type { FireOfferResponse } from '../../src/services/fire/fire-pricing.dto.js';
import type { HttpResponse } from '../support/client.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { ABSENT, applyChanges, type Changes } from '../support/json-changes.js';
import { expectViolationInEach, expectViolations, expectRefused } from '../support/expect-error.js';
import { workedExamples } from '../support/worked-examples.js';

let app: FireApp;
let agents: Record<Environment, FireAgent>;
let agent: FireAgent;

beforeAll(async () => {
  app = await FireApp.start();
  agents = await app.createAgent();
  agent = agents.production;
});
afterAll(() => app.stop());

/** The dwelling of worked example F-1, without fields that this call does not have. */
const DWELLING = {
  prefecture_code: '02',
  building_year: 2004,
  building_year_piping: 2004,
  subkind_of_risk: '0401',
  construction_of_skeleton: '01',
  roof_construction: '01',
  insured_values: [{ group_cover: '01', insured_value: 150000 }],
  discounts: [] as string[],
};
const SHOP = { ...DWELLING, subkind_of_risk: '0101' };
const WAREHOUSE = { ...DWELLING, subkind_of_risk: '0301' };

const post = (body: unknown): Promise<HttpResponse> => agent.client.post('/fire-api/pricing/calcbundles', body);
async function offers(...bundles: object[]): Promise<FireOfferResponse[]> {
  const before = await app.readFingerprint();
  const response = expectStatus(200, await post({ bundles }));
  expect(await app.readFingerprint()).toEqual(before);
  return response.json<FireOfferResponse[]>();
}

describe('POST /fire-api/pricing/calcbundles', () => {
  it.each([
    ['a dwelling', DWELLING, ['101', '102', '103', '104']],
    ['a shop', SHOP, ['101', '102', '103']],
    ['a warehouse', WAREHOUSE, ['101', '102']],
  ])('calculates every bundle of the kind in tariff order: %s', async (_name, risk, codes) => {
    const all = await offers(risk);
    expect(all.map(({ index, bundle_code }) => [index, bundle_code])).toEqual(codes.map((code) => [0, code]));
    expect(all.map(({ status_code }) => status_code)).toEqual(codes.map(() => '01'));
  });

  it('works in both environments and stores nothing', async () => {
    const before = await app.readFingerprint();
    const path = '/fire-api/pricing/calcbundles';
    const production = await agents.production.client.post(path, { bundles: [DWELLING] });
    const sandbox = await agents.sandbox.client.post(`/dev${path}`, { bundles: [DWELLING] });
    expect([production.status, sandbox.status]).toEqual([200, 200]);
    expect(sandbox.json()).toEqual(production.json());
    expect(await app.readFingerprint()).toEqual(before);
  });

  it('calculates the named bundle like worked example F-1, for a start today and twelve months', async () => {
    const [offer, ...others] = await offers({ ...DWELLING, bundle_code: '104' });
    const example = workedExamples.fire.find(({ id }) => id === 'F-1');
    const { net, fee, gross } = example?.expected.totals as Record<'net' | 'fee' | 'gross', string>;
    const lines = example?.expected.lines as { cover: string; net: string; group: string; trace: unknown }[];

    expect(others).toEqual([]);
    const { pricing, covers, ...rest } = offer!;
    expect(rest).toEqual({
      index: 0,
      bundle_code: '104',
      title: 'Κατοικία φυσικές καταστροφές (ΕΝΦΙΑ)',
      status_code: '01',
      messages: [],
      discounts: [],
    });
    expect([pricing?.net, pricing?.fee, pricing?.gross]).toEqual([net, fee, gross].map(Number));
    expect(pricing?.lines.map((line) => [line.cover, line.group, line.net, line.trace])).toEqual(
      lines.map((line) => [line.cover, line.group, Number(line.net), line.trace]),
    );
    expect(pricing?.instalments.map(({ from, to }) => [from, to])).toEqual([['2026-11-20', '2027-11-20']]);
    expect(covers.map((cover) => [cover.code, cover.included, cover.sum_insured, cover.net])).toEqual(
      lines.map((line) => [line.cover, true, 150000, Number(line.net)]),
    );
  });

  it('shows the discounts with their amounts', async () => {
    const [offer] = await offers({ ...DWELLING, bundle_code: '104', discounts: ['01', '03', '05'] });
    const [plain] = await offers({ ...DWELLING, bundle_code: '104' });
    expect(offer?.discounts.map(({ code, title, rate }) => [code, title, rate])).toEqual([
      ['01', 'Δεύτερο συμβόλαιο πελάτη', 0.1],
      ['03', 'Χωρίς ζημιά 5 έτη', 0.1],
      ['05', 'Ομαδική συμφωνία', 0.08],
    ]);
    const off = offer?.discounts.reduce((cents, { amount }) => cents + Math.round((amount ?? NaN) * 100), 0);
    expect(off).toBe(Math.round(((plain?.pricing?.net ?? NaN) - (offer?.pricing?.net ?? NaN)) * 100));
    // 10 + 10 + 8 percent exceed the limit of 25.
    expect(new Set(offer?.pricing?.lines.map((line) => line.discount_rate))).toEqual(new Set([0.25]));
  });

  it.each<[discount: string, fact: object, notHeld: object]>([
    ['02', { is_owner_building: '1' }, { is_owner_building: '0' }],
    ['04', { fire_protections: [{ id: 1, has_protection: '1', multitude: 2 }] }, { fire_protections: [{ id: 1, has_protection: '0' }] }],
    ['03', {}, { claims_history: [{ claim_date: '2025-02-10', claim_amount: 1200 }] }],
  ])('offers the discount %s when its required fact is given', async (discount, fact, notHeld) => {
    const asked = { ...DWELLING, bundle_code: '102', discounts: [discount] };
    const [given, refused] = await offers({ ...asked, ...fact }, { ...asked, ...notHeld });
    expect(given).toMatchObject({ status_code: '01', discounts: [{ code: discount }] });
    expect(given?.discounts[0]?.amount).toBeGreaterThan(0);
    expect(refused).toMatchObject({ status_code: '00', pricing: null });
  });

  it('rates the facts of an object like an application', async () => {
    const facts = {
      is_owner_building: '1',
      illegal: '0',
      building_commencement_year: 2003,
      square_meters: 100,
      insurance_floors: [-1, 0],

      meters_from_river: 300,
      type_of_locks: '04',
      theft_protections: ['01'],
      type_of_safety_shutters: ['02'],
      discounts: ['02', '04'],
      fire_protections: [{ id: 1, has_protection: '1', multitude: 2 }],
      extra_covers: '7 10',
      claims_history: [{ claim_date: '2025-02-10', claim_amount: 900 }],
      insured_values: [
        { group_cover: '01', insured_value: 150000 },
        { group_cover: '02', insured_value: 30000 },
      ],
    };
    const [offer] = await offers({ ...DWELLING, ...facts, alarm_Connections: ['02'], bundle_code: '102' });
    const today = app.clock.today();
    const [object] = agent.body().fire_application.objects_insured;
    const whole = { ...object, ...facts, alarm_connections: ['02'], bundle_code: '102', building_floors: [-1, 0, 1], bordering: '0' };
    const entity = await agent.insert(agent.body({ start_date: today, objects_insured: [whole] }));
    expect(offer?.pricing?.lines).toEqual(entity.pricing?.lines);
    expect(offer).toMatchObject({ status_code: entity.status_code, messages: entity.messages });
    const [neutral] = await offers({ ...DWELLING, bundle_code: '102', insured_values: facts.insured_values });
    expect(neutral?.pricing?.gross).not.toBe(offer?.pricing?.gross);
  });

  it('identifies the risks by their position', async () => {
    const found = await offers({ ...SHOP, bundle_code: '102' }, WAREHOUSE, { ...DWELLING, bundle_code: '101' });
    expect(found.map(({ index, bundle_code }) => [index, bundle_code])).toEqual([
      [0, '102'],
      [1, '101'],
      [1, '102'],
      [2, '101'],
    ]);
  });

  it('treats missing facts as neutral', async () => {
    const [flood] = await offers({ ...DWELLING, bundle_code: '104', discounts: ['03'] });
    expect([flood?.status_code, flood?.messages]).toEqual(['01', []]);
    const traces = flood?.pricing?.lines.flatMap((line) => line.trace) ?? [];
    const keyOf = (table: string) => [...new Set(traces.filter((step) => step.table === table).map((step) => step.key))];
    expect([keyOf('T_CLAIMS'), keyOf('T_FLOOD_DISTANCE'), keyOf('T_FLOOD_BASEMENT')]).toEqual([['0'], [''], ['0']]);
    const [full] = await offers({ ...DWELLING, bundle_code: '103', insured_values: [{ group_cover: '02', insured_value: 20000 }] });
    const theft = full?.pricing?.lines.find((line) => line.cover === '007')?.trace.filter(({ step }) => step === 'factor');
    expect(theft?.map(({ table, key }) => [table, key])).toEqual([
      ['T_THEFT_FLOOR', '0'],
      ['T_LOCKS', ''],
      ['T_ALARM', '00'],
      ['T_CLAIMS', '0'],
    ]);
  });

  it('uses the year of construction for the pipes when none is given', async () => {
    const [without] = await offers({ ...DWELLING, building_year_piping: undefined, bundle_code: '103' });
    const [reported] = await offers({ ...DWELLING, bundle_code: '103' });
    expect(without).toEqual(reported);
  });

  it.each<[string, object, string, string, string]>([
    ['a bundle that is not for the kind', { ...SHOP, bundle_code: '104' }, '00', 'F00-02', 'error'],
    ['no sums', { ...DWELLING, bundle_code: '104', insured_values: [] }, '00', 'F00-01', 'error'],
    ['a discount without its condition', { ...DWELLING, bundle_code: '104', discounts: ['04'] }, '00', 'F00-07', 'error'],
    ['pipes older than the building', { ...DWELLING, bundle_code: '104', building_year_piping: 1990 }, '00', 'F00-04', 'error'],
    ['an unknown skeleton', { ...DWELLING, bundle_code: '104', construction_of_skeleton: '99' }, '25', 'F25-08', 'referral'],
    ['a discretionary discount', { ...DWELLING, bundle_code: '104', discounts: ['90'] }, '25', 'F25-11', 'referral'],
  ])('gives the reason for a missing price: %s', async (_name, risk, status, rule, severity) => {
    const [offer] = await offers(risk);
    expect([offer?.status_code, offer?.pricing === null]).toEqual([status, status === '00']);
    expect(offer?.messages.map(({ code, severity: of }) => [code, of])).toContainEqual([rule, severity]);
    if (status === '00')
      expect(offer?.covers.map(({ net, sum_insured: sum }) => [net, sum])).toEqual(offer?.covers.map(() => [null, null]));
  });

  it('writes the reason in the requested language', async () => {
    const body = { bundles: [{ ...SHOP, bundle_code: '104' }] };
    const response = await agent.client.post('/fire-api/pricing/calcbundles', body, { headers: { 'Accept-Language': 'en' } });
    expect(response.json<FireOfferResponse[]>()[0]?.messages[0]?.text).toBe('The bundle is not available for this kind of risk');
    const whole = { bundles: [{ ...DWELLING, bundle_code: '104', discounts: ['01'] }] };
    const english = await agent.client.post('/fire-api/pricing/calcbundles', whole, { headers: { 'Accept-Language': 'en' } });
    const [offer] = english.json<FireOfferResponse[]>();
    expect(offer).toMatchObject({ title: 'Home natural catastrophes (ENFIA)', discounts: [{ title: "Customer's second policy" }] });
    const titles = [...(offer?.covers ?? []), ...(offer?.pricing?.lines ?? [])].map(({ title }) => title);
    expect(titles).toContain('Earthquake');
    expect(titles.filter((title) => /\p{Script=Greek}/u.test(title))).toEqual([]);
  });

  it('returns an empty list for no risks, and accepts fifty', async () => {
    expect(await offers()).toEqual([]);
    expect(await offers(...Array<object>(50).fill({ ...DWELLING, bundle_code: '101' }))).toHaveLength(50);
    const most = await post({ bundles: Array<object>(25).fill(DWELLING) });
    expect([most.status, most.bytes.length < 1_000_000]).toEqual([200, true]);
  });
});

describe('a fire quote', () => {
  const risk = (changes: Changes): unknown => ({
    bundles: [DWELLING, applyChanges({ ...DWELLING, bundle_code: '104', discounts: ['01'] }, changes)],
  });
  const calls = (field: string, values: readonly unknown[]): (() => Promise<HttpResponse>)[] =>
    values.map((value) => () => post(risk({ [field]: value })));

  it.each<[string, readonly unknown[], string]>([
    ['prefecture_code', [ABSENT, null, '', ' '], '-101'],
    ['building_year', [ABSENT, null], '-101'],
    ['subkind_of_risk', [ABSENT, null, ''], '-101'],
    ['construction_of_skeleton', [ABSENT, null, ''], '-101'],
    ['roof_construction', [ABSENT, null, ''], '-101'],
    ['insured_values', [ABSENT, null], '-101'],
    ['insured_values[0].group_cover', [ABSENT, null, ''], '-101'],
    ['insured_values[0].insured_value', [ABSENT, null], '-101'],
    ['prefecture_code', ['99', 'constructor', 'a\0'], '-103'],
    ['subkind_of_risk', ['9999', '04'], '-103'],
    ['construction_of_skeleton', ['77', '__proto__'], '-103'],
    ['roof_construction', ['77'], '-103'],
    ['insured_values[0].group_cover', ['04', '1'], '-103'],
    ['prefecture_code', [2, true, {}, ['02']], '-102'],
    ['building_year', ['2004', 2004.5, 999, 10000, 1e21, true, {}, []], '-102'],
    ['building_year_piping', ['2004', -1, {}], '-102'],
    ['subkind_of_risk', [401, {}], '-102'],
    ['insured_values', ['x', {}, 7, true], '-102'],
    ['insured_values[0].insured_value', ['150000', 0, -1, 0.001, 1e21, {}], '-102'],
    ['bundle_code', [104, {}, 'x'.repeat(11)], '-102'],
    ['bundle_code', ['105', 'toString', '0104'], '-602'],
    ['discounts', ['01', {}, 1], '-102'],
    ['discounts[0]', [1, null, {}, ''], '-102'],
    ['discounts[0]', ['77', 'toString'], '-604'],
  ])('refuses the values of %s: %j', (field, values, code) =>
    expectViolationInEach(app, calls(field, values), `bundles[1].${field}`, code),
  );

  it.each<[string, unknown, string, string]>([
    ['is_owner_building', 'yes', 'is_owner_building', '-102'],
    ['type_of_locks', '77', 'type_of_locks', '-103'],
    ['alarm_connections', ['77'], 'alarm_connections[0]', '-103'],
    ['theft_protections', ['77'], 'theft_protections[0]', '-103'],
    ['fire_protections', [{ id: 999, has_protection: '1' }], 'fire_protections[0].id', '-103'],
    ['extra_covers', ['x'], 'extra_covers[0]', '-102'],
    ['extra_covers', '999', 'extra_covers[0].cover', '-603'],
    ['claims_history', [{ claim_date: '2099-01-01', claim_amount: 1 }], 'claims_history[0].claim_date', '-104'],
    ['meters_from_river', -1, 'meters_from_river', '-102'],
  ])('refuses an invalid fact: %s %j', (field, value, path, code) =>
    expectViolations(app, () => post({ bundles: [{ ...DWELLING, [field]: value }] }), [`bundles[0].${path}`, code]),
  );

  it('refuses a group that is listed twice', () =>
    expectViolations(app, () => post(risk({ insured_values: [1, 2].map(() => ({ group_cover: '01', insured_value: 1 })) })), [
      'bundles[1].insured_values[1].group_cover',
      '-102',
    ]));

  it('reports every violation of every risk at once', () =>
    expectViolations(
      app,
      () =>
        post({
          bundles: [
            { ...DWELLING, prefecture_code: null, discounts: ['01', '77'] },
            { ...DWELLING, bundle_code: 'XX', building_year: 'x' },
          ],
        }),
      ['bundles[0].prefecture_code', '-101'],
      ['bundles[1].building_year', '-102'],
      ['bundles[0].discounts[1]', '-604'],
      ['bundles[1].bundle_code', '-602'],
    ));

  it.each([
    ['{}', {}],
    ['[]', []],
    ['null in the wrapper', { bundles: null }],
    ['an object in the wrapper', { bundles: DWELLING }],
    ['a text in the wrapper', { bundles: 'x' }],
    ['another wrapper', { fire_application: {} }],
  ])('refuses a body without its wrapper: %s', (_name, body) => expectViolations(app, () => post(body), ['bundles', '-106']));

  it('refuses twenty-six risks with every bundle', async () => {
    const response = await expectViolations(app, () => post({ bundles: Array(26).fill(DWELLING) }), ['bundles', '-102']);
    expect(response.text).toContain('25');
  });

  it('refuses fifty-one risks', () => expectViolations(app, () => post({ bundles: Array(51).fill(DWELLING) }), ['bundles', '-102']));

  it('refuses an invalid risk', () =>
    expectViolations(app, () => post({ bundles: [DWELLING, 7, null] }), ['bundles[1]', '-102'], ['bundles[2]', '-102']));

  it('refuses a body that is not JSON', () =>
    expectRefused(
      app,
      () => agent.client.post('/fire-api/pricing/calcbundles', undefined, { body: '{', headers: { 'Content-Type': 'application/json' } }),
      { code: '-100' },
    ));

  it('refuses a day without a tariff with -600', async () => {
    app.clock.set('2025-12-31T10:00:00Z');
    await agent.renewToken();
    await expectRefused(app, () => post({ bundles: [DWELLING] }), { code: '-600' });
  });
});
