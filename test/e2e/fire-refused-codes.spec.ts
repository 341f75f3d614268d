import type { HttpResponse } from '../support/client.js';
import { FIRE_FIELDS, findRetiredCode, type FireField } from '../support/fire-fields.js';
import { FireApp, type FireAgent } from '../support/fire-app.js';
import { buildFullFireBody } from '../support/fire.js';
import { ABSENT, type Changes } from '../support/json-changes.js';
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
const buildPosts = (path: string, values: readonly unknown[], changes: Changes = {}): (() => Promise<HttpResponse>)[] =>
  values.map((value) => post({ ...changes, [path]: value }));
const at = (path: string): string => `fire_application.${path}`;
const toNamedRows = (fields: readonly FireField[]): [string, FireField][] => fields.map((field) => [field.path, field]);

const CODES = FIRE_FIELDS.filter(({ list }) => list !== undefined);
const DATES = FIRE_FIELDS.filter(({ kind }) => kind === 'date');

describe('a code of a list', () => {
  it.each(toNamedRows(CODES))('%s is refused with -103 when unknown', (path, { kind }) => {
    const codes = kind === 'number' ? [999, -1, 1.5] : ['~', 'constructor', 'a\0b', '０１', '01 '];
    if (kind !== 'texts') return expectViolationInEach(app, buildPosts(path, codes), at(path), '-103');
    const lists = codes.map((code) => [code]);
    return expectViolationInEach(app, buildPosts(path, lists), at(`${path}[0]`), '-103');
  });

  it.each(toNamedRows(CODES.filter(({ list }) => list !== undefined && findRetiredCode(list) !== undefined)))(
    '%s is refused with -103 when retired',
    async (path, { list }) => {
      const code = list && findRetiredCode(list);
      expect(code).toMatch(/^\d+$/);
      await expectViolations(app, post({ [path]: code }), [at(path), '-103']);
    },
  );

  it.each<[string, Changes, string, string]>([
    ['a subkind of another kind', { 'objects_insured[0].subkind_of_risk': '0101' }, 'objects_insured[0].subkind_of_risk', '-103'],
    ['a consent of another master', { 'client.consents[3].master_id': 2 }, 'client.consents[3].id', '-103'],
    ['a consent that there is not', { 'client.consents[3].id': 999 }, 'client.consents[3].id', '-103'],
    ['a bundle that no tariff knows', { 'objects_insured[0].bundle_code': '999' }, 'objects_insured[0].bundle_code', '-602'],
    [
      'a cover that no tariff knows',
      { 'objects_insured[0].extra_covers[1].cover': '099' },
      'objects_insured[0].extra_covers[1].cover',
      '-603',
    ],
    ['the same as a number', { 'objects_insured[0].extra_covers[1].cover': 99 }, 'objects_insured[0].extra_covers[1].cover', '-603'],
    ['the same in a delimited text', { 'objects_insured[0].extra_covers': '003 099' }, 'objects_insured[0].extra_covers[1].cover', '-603'],
    ['a negative cover', { 'objects_insured[0].extra_covers[1].cover': -3 }, 'objects_insured[0].extra_covers[1].cover', '-102'],
    ['a discount that no tariff knows', { 'objects_insured[0].discounts[1]': '77' }, 'objects_insured[0].discounts[1]', '-604'],
  ])('is refused: %s', (_name, changes, path, code) => expectViolations(app, post(changes), [at(path), code]));
});

describe('a date of an application', () => {
  const NO_DATES = [
    '2026-02-29',
    '2026-13-01',
    '2026-04-31',
    '2026-00-10',
    '01/12/2026',
    '20261201',
    '2026-12-1',
    'αύριο',
    'NaN',
    '2026-12-01\0',
  ];
  const NO_DATETIMES = ['2026-12-01T24:30:00', '2026-12-01T10:60:00', '2026-12-01 10:00', '2026-12-01T10:00:00+2:00', '2026-12-01T'];
  const OUT_OF_TIME = ['0000-01-01', '0999-12-31', '9999-12-31', '10000-01-01', '-2026-12-01', '9998-12-31T23:59:59Z'];

  it.each(toNamedRows(DATES))('%s is refused with -104 when it does not exist', (path) => {
    const dates = path === 'start_date' ? [...NO_DATES, ...NO_DATETIMES, ...OUT_OF_TIME] : ['2025-02-29', '01/12/2025', '0999-12-31'];
    return expectViolationInEach(app, buildPosts(path, dates, NO_AMKAS), at(path), '-104');
  });

  it.each(toNamedRows(DATES.filter(({ path }) => path !== 'start_date')))('%s is refused with -104 when it is tomorrow', (path) =>
    expectViolations(app, post({ [path]: '2026-11-21', ...NO_AMKAS }), [at(path), '-104']),
  );

  // Without these fields only the birth date is invalid.
  const NO_AMKAS = { 'client.amka': ABSENT, 'insured.amka': ABSENT, 'objects_insured[0].co-owners[0].amka': ABSENT };
});
