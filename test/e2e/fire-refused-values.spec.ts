import type { HttpResponse } from '../support/client.js';
import { FireApp, type FireAgent } from '../support/fire-app.js';
import { buildFullFireBody, OTHER_AFMS } from '../support/fire.js';
import type { Changes } from '../support/json-changes.js';
import { expectViolationInEach, expectViolations } from '../support/expect-error.js';

let app: FireApp;
let agent: FireAgent;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).production;
});
afterAll(() => app.stop());

const post = (changes: Changes): (() => Promise<HttpResponse>) => {
  const body = buildFullFireBody(app.clock.today(), changes);
  return () => agent.post(body);
};
const buildPosts = (path: string, values: readonly unknown[]): (() => Promise<HttpResponse>)[] =>
  values.map((value) => post({ [path]: value }));
const at = (path: string): string => `fire_application.${path}`;
const PERSONS = ['client', 'insured', 'objects_insured[0].co-owners[0]'];
const OBJECT = 'objects_insured[0]';
const UNPRINTABLE = ['a\0b', '\0', '\u0007', '\u0085', 'x\ud83d', '\udc00'];

it('a refused telephone number says which one it is', async () => {
  for (const [field, text] of [
    ['mobile', 'Ο αριθμός του κινητού τηλεφώνου δεν είναι έγκυρος.'],
    ['phone', 'Ο αριθμός τηλεφώνου δεν είναι έγκυρος.'],
  ] as const) {
    const response = await expectViolations(app, post({ [`client.${field}`]: '123' }), [at(`client.${field}`), '-102']);
    expect(response.json<{ message: string }>().message).toBe(text);
  }
});

describe('the identifiers of a person', () => {
  const CASES: readonly (readonly [field: string, values: readonly string[], code: string])[] = [
    ['afm', ['123456789', '000000000', '12345678', '1234567830', 'EL123456783', '12345678３', '123456783 '], '-110'],
    ['amka', ['14058001231', '1405800123', '140580012320', '15058001231', '99999999999', 'x'], '-111'],
    ['post_code', ['1152', '115266', '1152A', 'ABCDE', '１１５２６', '11-526'], '-113'],
    [
      'email',
      [
        'x',
        'a@b',
        '@b.gr',
        'a b@c.gr',
        'a@b.gr, c@d.gr',
        `${'x'.repeat(250)}@b.gr`,
        'a@b..gr',
        ...UNPRINTABLE.map((text) => `${text}@b.gr`),
      ],
      '-102',
    ],
  ];

  it.each(CASES.flatMap(([field, values, code]) => PERSONS.map((person) => [`${person}.${field}`, values, code] as const)))(
    'are refused: %s',
    (path, values, code) => expectViolationInEach(app, buildPosts(path, values), at(path), code),
  );

  it.each(PERSONS)('are refused: %s with an AMKA of another birth date', (person) =>
    expectViolations(app, post({ [`${person}.birth_date`]: '1980-05-15', [`${person}.afm`]: OTHER_AFMS[0] }), [
      at(`${person}.amka`),
      '-111',
    ]),
  );

  it('are refused for an invalid postcode of the risk', () =>
    expectViolations(app, post({ [`${OBJECT}.post_code`]: '1152' }), [at(`${OBJECT}.post_code`), '-113']));
});

describe('the numbers of an application', () => {
  const WHOLE = ['building_year', 'building_year_piping', 'building_commencement_year', 'fire_protections[0].multitude'];
  const AMOUNTS = ['insured_values[0].insured_value', 'claims_history[0].claim_amount', 'mortgages_loans[0].amount_loan'];

  it.each<[string, readonly unknown[]]>([
    ...WHOLE.map((field): [string, unknown[]] => [`${OBJECT}.${field}`, [-1, 2004.5, 1e21, 1e300]]),
    ...AMOUNTS.map((field): [string, unknown[]] => [`${OBJECT}.${field}`, [-0.01, 0.001, 100.005, 1e9, 1e21, 5e-324]]),
    [`${OBJECT}.insured_values[1].insured_value`, [0, -0]],
    [`${OBJECT}.building_year`, [0, 999, 10_000, -2004]],
    [`${OBJECT}.square_meters`, [0, -1, 1e21, 1e300]],
    [`${OBJECT}.meters_from_river`, [-1, 1e21]],
    [`${OBJECT}.building_floors[2]`, [-11, 151, 0.5, 1e21]],
    [`${OBJECT}.insurance_floors[0]`, [-11, 151, 0.5, 1e21]],
    ['pay_frequency_in_months', [0, 1, 4, 12.5, 24, -3, 1e21]],
    ['client.consents[0].master_id', [-1, 0.5, 1e21]],
  ])('are refused: %s', (path, values) => expectViolationInEach(app, buildPosts(path, values), at(path), '-102'));

  it.each(['1e400', '-1e400', '1e999999'])('are refused when no double can hold them: %s', async (huge) => {
    const paths = ['pay_frequency_in_months', `${OBJECT}.square_meters`, `${OBJECT}.insured_values[0].insured_value`];
    for (const path of paths) {
      const body = JSON.stringify(buildFullFireBody(app.clock.today(), { [path]: '#' })).replace('"#"', huge);
      await expectViolations(
        app,
        () => agent.client.post(agent.path(), undefined, { body, headers: { 'Content-Type': 'application/json' } }),
        [at(path), '-102'],
      );
    }
  });
});

describe('the texts of an application', () => {
  const TEXTS = ['client.last_name', 'insured.city', `${OBJECT}.address`, `${OBJECT}.claims_history[0].job_description`];

  it.each(TEXTS)('%s is refused with NUL, control characters or half of a surrogate pair', (path) =>
    expectViolationInEach(app, buildPosts(path, UNPRINTABLE), at(path), '-102'),
  );

  it.each<[string, number]>([
    ['client.last_name', 100],
    ['client.first_name', 60],
    ['client.address', 120],
    [`${OBJECT}.address_number`, 20],
    [`${OBJECT}.claims_history[0].job_description`, 500],
  ])('%s is refused with more than %i characters', (path, length) =>
    expectViolations(app, post({ [path]: 'Ω'.repeat(length + 1) }), [at(path), '-102']),
  );

  it.each<[string, readonly string[]]>([
    [`${OBJECT}.bordering`, ['2', 'yes', '01', 'Ν']],
    [`${OBJECT}.illegal`, ['2', 'true']],
    [`${OBJECT}.fire_protections[0].has_protection`, ['2']],
    ['client.consents[5].answer', ['2', 'yes', 'ναι']],
    [`${OBJECT}.atak`, ['0123456789', '012345678901', '0123456789X']],
    [`${OBJECT}.latitude`, ['91', '-90.1', '37,98', 'x', '1e1']],
    [`${OBJECT}.longitude`, ['181', '-180.5', '23°']],
  ])('%s is refused with a value outside its list', (path, values) =>
    expectViolationInEach(app, buildPosts(path, values), at(path), '-102'),
  );
});

describe('the lists of an application', () => {
  const item = (path: string): unknown => {
    const [object] = buildFullFireBody(app.clock.today()).fire_application.objects_insured;
    return path === 'objects_insured' ? object : (object?.[path.slice(OBJECT.length + 1)] as unknown[])[0];
  };

  it.each<[string, number]>([
    ['objects_insured', 51],
    [`${OBJECT}.claims_history`, 51],
    [`${OBJECT}.co-owners`, 21],
    [`${OBJECT}.mortgages_loans`, 21],
    [`${OBJECT}.insured_values`, 51],
    [`${OBJECT}.extra_covers`, 51],
    [`${OBJECT}.discounts`, 51],
  ])('%s is refused with %i items', (path, count) =>
    expectViolations(app, post({ [path]: Array<unknown>(count).fill(item(path)) }), [at(path), '-102']),
  );

  it.each<[string, Changes, string]>([
    ['a group insured twice', { [`${OBJECT}.insured_values[1].group_cover`]: '01' }, `${OBJECT}.insured_values[1].group_cover`],
    ['a loan of the same bank twice', { [`${OBJECT}.mortgages_loans[1].bank_id`]: '011' }, `${OBJECT}.mortgages_loans[1].bank_id`],
    ['a fire protection twice', { [`${OBJECT}.fire_protections[1].id`]: 1 }, `${OBJECT}.fire_protections[1].id`],
    ['a consent answered twice', { 'client.consents[1].id': 101 }, 'client.consents[1].id'],
    ['no floor of the building', { [`${OBJECT}.building_floors`]: [] }, `${OBJECT}.building_floors`],
    ['no floor insured', { [`${OBJECT}.insurance_floors`]: [] }, `${OBJECT}.insurance_floors`],
    ['a floor that the building does not have', { [`${OBJECT}.insurance_floors[0]`]: 5 }, `${OBJECT}.insurance_floors[0]`],
    ['improvements of a dwelling', { [`${OBJECT}.building_improvements`]: 100 }, `${OBJECT}.building_improvements`],
  ])('are refused: %s', (_name, changes, path) => expectViolations(app, post(changes), [at(path), '-102']));
});

describe('several violations of an application', () => {
  it('are all reported, of fields and of combinations, and the top level shows the first', () =>
    expectViolations(
      app,
      post({
        contact_way_code: '99',
        'client.afm': '1',
        'client.consents[1].id': 101,
        'insured.birth_date': '2027-01-01',
        'insured.amka': null,
        [`${OBJECT}.city`]: null,
        [`${OBJECT}.subkind_of_risk`]: '0101',
        [`${OBJECT}.bundle_code`]: 'XX',
        [`${OBJECT}.insured_values[1].group_cover`]: '01',
        [`${OBJECT}.discounts`]: ['02', '77'],
        service_code: 'X',
        [`${OBJECT}.co-owners[0].post_code`]: 'x',
        [`${OBJECT}.mortgages_loans[0].amount_loan`]: -1,
      }),
      [at('contact_way_code'), '-103'],
      [at('client.afm'), '-110'],
      [at(`${OBJECT}.city`), '-101'],
      [at(`${OBJECT}.co-owners[0].post_code`), '-113'],
      [at(`${OBJECT}.mortgages_loans[0].amount_loan`), '-102'],
      [at('client.consents[1].id'), '-102'],
      [at('insured.birth_date'), '-104'],
      [at(`${OBJECT}.subkind_of_risk`), '-103'],
      [at(`${OBJECT}.bundle_code`), '-602'],
      [at(`${OBJECT}.discounts[1]`), '-604'],
      [at(`${OBJECT}.insured_values[1].group_cover`), '-102'],
      [at('service_code'), '-102'],
    ));

  it('are reported with the item of every object', () => {
    const [object] = buildFullFireBody(app.clock.today()).fire_application.objects_insured;
    const objects = [{ ...object, city: null }, object, { ...object, bundle_code: 'XX', post_code: 7 }];
    return expectViolations(
      app,
      post({ objects_insured: objects }),
      [at('objects_insured[0].city'), '-101'],
      [at('objects_insured[2].post_code'), '-102'],
      [at('objects_insured[2].bundle_code'), '-602'],
    );
  });

  it('are reported in Greek, and in English when asked', async () => {
    const body = buildFullFireBody(app.clock.today(), { 'client.afm': '1', 'insured.city': null });
    const greek = await agent.post(body);
    const english = await agent.client.post(agent.path(), body, { headers: { 'Accept-Language': 'en' } });
    expect(greek.json()).toEqual({
      status: 'ERROR',
      error: '-110',
      message: 'Ο ΑΦΜ δεν είναι έγκυρος.',
      details: [
        { path: at('client.afm'), code: '-110', message: 'Ο ΑΦΜ δεν είναι έγκυρος.' },
        { path: at('insured.city'), code: '-101', message: 'Το πεδίο είναι υποχρεωτικό.' },
      ],
    });
    expect(english.json()).toEqual({
      status: 'ERROR',
      error: '-110',
      message: 'The tax number (AFM) is invalid.',
      details: [
        { path: at('client.afm'), code: '-110', message: 'The tax number (AFM) is invalid.' },
        { path: at('insured.city'), code: '-101', message: 'The field is required.' },
      ],
    });
    expect(decodeURIComponent(String(greek.headers['x-error']))).toBe('Ο ΑΦΜ δεν είναι έγκυρος.');
  });
});
