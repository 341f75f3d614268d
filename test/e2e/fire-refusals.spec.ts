import type { HttpResponse } from '../support/client.js';
import { FIRE_FIELDS, listWrongItems, listWrongValues, type FireField } from '../support/fire-fields.js';
import { FireApp, type FireAgent } from '../support/fire-app.js';
import { buildFullFireBody } from '../support/fire.js';
import { ABSENT, findValue, type Changes } from '../support/json-changes.js';
import { expectViolationInEach } from '../support/expect-error.js';

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

const REQUIRED = FIRE_FIELDS.filter(({ isRequired }) => isRequired);
const LISTS = FIRE_FIELDS.filter((field) => listWrongItems(field).length > 0);

it('the test tables have a value for every field that they change', () => {
  const { fire_application: full } = buildFullFireBody(app.clock.today());
  const missing = FIRE_FIELDS.filter(({ path }) => findValue(full, path) === undefined).map(({ path }) => path);
  expect(missing).toEqual(['subagent_code', 'service_code', 'commission_code', 'objects_insured[0].building_improvements']);
});

describe('a required field', () => {
  it.each(toNamedRows(REQUIRED))('%s is refused with -101 when absent, null or blank', (path, { kind }) => {
    const isText = kind === 'text' || kind === 'date' || kind === 'numberOrText';
    return expectViolationInEach(app, buildPosts(path, [ABSENT, null, ...(isText ? ['', ' \t'] : [])]), at(path), '-101');
  });
});

describe('a value of the wrong JSON type', () => {
  it.each(toNamedRows(FIRE_FIELDS))('%s is refused with -102', (path, field) =>
    expectViolationInEach(app, buildPosts(path, listWrongValues(field)), at(path), '-102'),
  );

  it.each(toNamedRows(LISTS))('%s is refused with -102 for the item', (path, field) => {
    const lists = listWrongItems(field).map((item) => [item]);
    return expectViolationInEach(app, buildPosts(path, lists), at(`${path}[0]`), '-102');
  });
});
