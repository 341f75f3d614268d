import type { OutgoingHttpHeaders } from 'node:http';
import type { HttpResponse } from '../support/client.js';
import { expectStatus, FireApp, type FireAgent, type FireEntity } from '../support/fire-app.js';
import { COMPANY } from '../support/fire.js';
import { expectRefused } from '../support/expect-error.js';
import type { Status } from '../../src/record/core/applications/status.js';

let app: FireApp;
let agent: FireAgent;
let other: FireAgent;
/** Applications by name, newest last. */
const inserted: Record<string, FireEntity> = {};

const CLIENTS: readonly (readonly [last: string, first: string, status: Status])[] = [
  ['Παπαδόπουλος', 'Γεώργιος', '01'],
  ['ΠΑΠΑΔΟΠΟΎΛΟΥ', 'Ἄννα', '00'],
  ['Müller-Évrard', 'José', '25'],
  ['100% Ασφάλεια_Σπίτι \\ "Υιοί"', 'Ο’Neill', '02'],
  ['Μαΐστρος', 'Σίσυφος', '50'],
  ['Κλεάνθης', 'Ζήσης', '45'],
  ['Παπάς', 'Ιωάννης', '60'],
];

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).production;
  other = (await app.createAgent({ code: 'A200' })).production;
  for (const [last_name, first_name, status] of CLIENTS)
    inserted[last_name] = await agent.insertIn(status, {
      'client.last_name': last_name,
      'client.first_name': first_name,
      'client.afm': '090000045',
    });
  await other.insert(other.body({ 'client.last_name': 'Παπαδόπουλος', 'client.afm': '090000045' }));
  await agent.insert(agent.body({ client: { ...COMPANY, consents: [] } }));
});
afterAll(() => app.stop());

const COMPANY_NAME = 'Αφοί Δοκιμαστικοί Α.Ε.';
const ALL = [...CLIENTS.map(([last]) => last), COMPANY_NAME];
const NEWEST_FIRST = ALL.toReversed();

const call = (query: string, headers: OutgoingHttpHeaders = {}): Promise<HttpResponse> =>
  agent.client.get(`${agent.path()}${query}`, { headers });
async function search(query: string): Promise<string[]> {
  const response = expectStatus(200, await call(query));
  const names = response.json<FireEntity[]>().map(({ client }) => client.last_name);
  expect(response.headers['x-total-count']).toBe(String(names.length));
  return names;
}
const encoded = (parameters: Readonly<Record<string, string>>): string => `?${new URLSearchParams(parameters).toString()}`;
const listLinks = ({ headers }: HttpResponse): Record<string, string> =>
  Object.fromEntries([...String(headers.link ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, href = '', rel = '']) => [rel, href]));

describe('GET /fire-api/rsc/applications', () => {
  it('returns only the agent’s applications, newest first, each as a retrieve returns it', async () => {
    expect(await search('')).toEqual(NEWEST_FIRST);
    const [first] = (await call('')).json<FireEntity[]>();
    expect(first).toEqual(await agent.get(first?.id ?? 0));
    const newer = (await call('')).json<FireEntity[]>().map(({ id }) => id);
    expect(newer).toEqual(newer.toSorted((a, b) => b - a));
  });

  it.each<[string, readonly string[]]>([
    ['?type=POLICY', ['Παπάς', 'Μαΐστρος']],
    ['?type=APPLICATION', NEWEST_FIRST.filter((name) => !['Παπάς', 'Μαΐστρος'].includes(name))],
    ['?active=0', ['Παπάς', '100% Ασφάλεια_Σπίτι \\ "Υιοί"']],
    ['?active=1', NEWEST_FIRST.filter((name) => !['Παπάς', '100% Ασφάλεια_Σπίτι \\ "Υιοί"'].includes(name))],
    ['?type=POLICY&active=1', ['Μαΐστρος']],
    ['?type=POLICY&active=0', ['Παπάς']],
    ['?type=APPLICATION&active=0', ['100% Ασφάλεια_Σπίτι \\ "Υιοί"']],
    ['?type=&active=&application_no=&policy_no=&client_name=', NEWEST_FIRST],
    ['?unknown=1&__proto__[x]=1&limit[]=1', NEWEST_FIRST],
  ])('filters by %s', async (query, names) => expect(await search(query)).toEqual(names));

  it.each<[string, readonly string[]]>([
    ['παπαδοπουλ', ['ΠΑΠΑΔΟΠΟΎΛΟΥ', 'Παπαδόπουλος']],
    ['ΠΑΠΑΔΌΠΟΥΛΟΣ', ['Παπαδόπουλος']],
    ['παπαδόπουλοσ', ['Παπαδόπουλος']],
    ['πουλος γεωργ', ['Παπαδόπουλος']],
    ['  Παπαδόπουλος   ΓΕΏΡΓΙΟΣ ', ['Παπαδόπουλος']],
    ['αννα', ['ΠΑΠΑΔΟΠΟΎΛΟΥ']],
    ['Άννα', ['ΠΑΠΑΔΟΠΟΎΛΟΥ']],
    ['muller', ['Müller-Évrard']],
    ['EVRARD JOSE', ['Müller-Évrard']],
    ['mu\u0308ller', ['Müller-Évrard']],
    ['μαιστρ', ['Μαΐστρος']],
    ['ΜΑΪΣΤΡΟΣ σισυφοσ', ['Μαΐστρος']],
    ['αφοι δοκιμαστικοι α.ε.', [COMPANY_NAME]],
    ['100%', ['100% Ασφάλεια_Σπίτι \\ "Υιοί"']],
    ['%', ['100% Ασφάλεια_Σπίτι \\ "Υιοί"']],
    ['_', ['100% Ασφάλεια_Σπίτι \\ "Υιοί"']],
    ['\\', ['100% Ασφάλεια_Σπίτι \\ "Υιοί"']],
    ['"υιοι"', ['100% Ασφάλεια_Σπίτι \\ "Υιοί"']],
    ["'; DROP TABLE application; --", []],
    ['παπ', ['Παπάς', 'ΠΑΠΑΔΟΠΟΎΛΟΥ', 'Παπαδόπουλος']],
    ['α', NEWEST_FIRST.filter((name) => !['Müller-Évrard'].includes(name))],
    ['κανείς', []],
  ])('finds names by client_name=%s', async (name, names) => expect(await search(encoded({ client_name: name }))).toEqual(names));

  it('finds applications and policies by the beginning of their numbers', async () => {
    const { application_no: applicationNo, policy_no: policyNo } = await agent.get(inserted['Μαΐστρος']?.id ?? 0);
    expect(await search(encoded({ application_no: applicationNo }))).toEqual(['Μαΐστρος']);
    expect(await search(encoded({ application_no: applicationNo.toLowerCase() }))).toEqual(['Μαΐστρος']);
    expect(await search(encoded({ application_no: 'F26' }))).toEqual(NEWEST_FIRST);
    expect(await search(encoded({ application_no: applicationNo.slice(1) }))).toEqual([]);
    expect(await search(encoded({ policy_no: policyNo ?? '' }))).toEqual(['Μαΐστρος']);
    expect(await search(encoded({ policy_no: 'P26' }))).toEqual(['Παπάς', 'Κλεάνθης', 'Μαΐστρος']);
    for (const text of ['%', 'F_6', 'F26%', '\\']) expect(await search(encoded({ application_no: text }))).toEqual([]);
  });

  it('combines all filters', async () => {
    const filters = { type: 'APPLICATION', active: '1', client_name: 'παπα', application_no: 'F26' };
    expect(await search(encoded(filters))).toEqual(['ΠΑΠΑΔΟΠΟΎΛΟΥ', 'Παπαδόπουλος']);
    expect(await search(encoded({ ...filters, active: '0' }))).toEqual([]);
    expect(await search(encoded({ ...filters, policy_no: 'P26' }))).toEqual([]);
  });
});

describe('the pages of a search', () => {
  it('link to each other with the filters and without the key', async () => {
    const client = app.running.client.with({ Authorization: `Bearer ${await getToken(agent)}` });
    const seen: string[] = [];
    let path = `${agent.path()}?client_name=%CF%80%CE%B1%CF%80&api_key=${agent.access.apiKey}&limit=1&type=&start=1`;
    for (let page = 1; page <= 3; page++) {
      const response = expectStatus(200, await client.get(path));
      const { next, prev, ...others } = listLinks(response);
      expect(others).toEqual({});
      expect(response.headers['x-total-count']).toBe('3');
      expect(String(response.headers.link)).not.toMatch(/api_?key/i);
      expect(String(response.headers.link)).not.toContain(agent.access.apiKey);
      expect([next !== undefined, prev !== undefined]).toEqual([page < 3, page > 1]);
      seen.push(...response.json<FireEntity[]>().map((row) => row.client.last_name));
      const { pathname, searchParams } = new URL(next ?? prev ?? '');
      expect([pathname, searchParams.get('client_name'), searchParams.get('limit')]).toEqual([agent.path(), 'παπ', '1']);
      path = `${pathname}?${searchParams.toString()}&api_key=${agent.access.apiKey}`;
    }
    expect(seen).toEqual(['Παπάς', 'ΠΑΠΑΔΟΠΟΎΛΟΥ', 'Παπαδόπουλος']);
  });

  it.each<[string, number, Record<string, [start: string, limit: string]>]>([
    ['?start=1&limit=3', 3, { next: ['4', '3'] }],
    ['?start=4&limit=3', 3, { next: ['7', '3'], prev: ['1', '3'] }],
    ['?start=7&limit=3', 2, { prev: ['4', '3'] }],
    ['?start=2&limit=3', 3, { next: ['5', '3'], prev: ['1', '3'] }],
    ['?limit=8', 8, {}],
    ['?limit=500', 8, {}],
    ['?start=8&limit=1', 1, { prev: ['7', '1'] }],
    ['?start=9', 0, { prev: ['1', '20'] }],
    ['?start=100&limit=10', 0, { prev: ['90', '10'] }],
  ])('contain the right rows and links for %s', async (query, rows, links) => {
    const response = expectStatus(200, await call(query));
    expect(response.json<unknown[]>()).toHaveLength(rows);
    expect([response.headers['x-total-count'], response.headers['x-total-capped']]).toEqual(['8', undefined]);
    const found = Object.entries(listLinks(response)).map(([rel, href]) => {
      const { searchParams } = new URL(href);
      return [rel, [searchParams.get('start'), searchParams.get('limit')]];
    });
    expect(Object.fromEntries(found)).toEqual(links);
  });

  it('have 20 rows by default', async () => {
    const many = (await app.createAgent({ code: 'A300' })).sandbox;
    for (let index = 0; index < 21; index++) await many.insert();
    const response = await many.client.get(many.path());
    expect(response.json<unknown[]>()).toHaveLength(20);
    expect(new URL(listLinks(response)['next'] ?? '').pathname).toBe('/dev/fire-api/rsc/applications');
    const last = await many.client.get(`${many.path()}?start=21`);
    expect(last.json<unknown[]>()).toHaveLength(1);
  });
});

describe('an invalid parameter of a search', () => {
  it.each<[string, string]>([
    ['start=0', 'start'],
    ['start=-1', 'start'],
    ['start=1.5', 'start'],
    ['start=1e3', 'start'],
    ['start=abc', 'start'],
    ['start=99999999999999999999', 'start'],
    ['start=1&start=2', 'start'],
    ['limit=0', 'limit'],
    ['limit=501', 'limit'],
    ['limit=-5', 'limit'],
    ['limit=NaN', 'limit'],
    ['limit=1%00', 'limit'],
    ['type=policy', 'type'],
    ['type=ALL', 'type'],
    ['type=POLICY&type=APPLICATION', 'type'],
    ['active=2', 'active'],
    ['active=true', 'active'],
    [`application_no=${'F'.repeat(21)}`, 'application_no'],
    ['policy_no=%00', 'policy_no'],
    ['client_name=a%00b', 'client_name'],
    [`client_name=${'a'.repeat(101)}`, 'client_name'],
    ['client_name=a&client_name=b', 'client_name'],
  ])('is refused with -105: %s', (query, name) =>
    expectRefused(app, () => call(`?${query}`), { code: '-105', violations: [[name, '-105']] }),
  );

  it('is reported together with every other one', () =>
    expectRefused(app, () => call('?limit=x&active=9'), {
      code: '-105',
      violations: [
        ['active', '-105'],
        ['limit', '-105'],
      ],
    }));
});

// These tests are last, because many rows make fingerprints slow.
describe('the totals of a search', () => {
  it('are exact up to 10,000, and marked as capped above', async () => {
    const many = (await app.createAgent({ code: 'A400' })).sandbox;
    const { id } = await many.insert();
    const columns = await app.query<{ list: string }>(
      'sandbox',
      `SELECT string_agg(quote_ident(column_name), ', ') AS list FROM information_schema.columns
       WHERE table_schema = 'sandbox' AND table_name = 'application' AND is_generated = 'NEVER' AND column_name NOT IN ('id', 'application_no')`,
    );
    const list = columns[0]?.list ?? '';
    const copy = (from: number, to: number): Promise<unknown> =>
      app.query(
        'sandbox',
        `INSERT INTO application (application_no, ${list}) SELECT 'F25' || n, ${list} FROM application, generate_series($2::int, $3::int) AS n WHERE id = $1`,
        [id, from, to],
      );
    const totals = async (query: string): Promise<unknown[]> => {
      const { headers, status } = await many.client.get(`${many.path()}${query}`);
      return [status, headers['x-total-count'], headers['x-total-capped']];
    };
    await copy(1, 9_999);
    expect(await totals('?limit=1')).toEqual([200, '10000', undefined]);
    await copy(10_000, 10_000);
    expect(await totals('?limit=1')).toEqual([200, '10000', '1']);
    const last = await many.client.get(`${many.path()}?start=10001&limit=5`);
    expect(last.json<FireEntity[]>().map((row) => row.id)).toEqual([id]);
    // Beyond the counted rows a next page exists only after a full one, so that following the links ends.
    const hasNext = async (query: string) =>
      (await many.client.get(`${many.path()}${query}`)).headers['link']?.includes('rel="next"') ?? false;
    expect(await hasNext('?start=9997&limit=5')).toBe(true);
    for (const start of [9_998, 10_001, 10_002]) expect([start, await hasNext(`?start=${start}&limit=5`)]).toEqual([start, false]);
  });
});

async function getToken({ access, root }: FireAgent): Promise<string> {
  const response = await app.running.client
    .withKey(access.apiKey)
    .post(`${root}/auth-api/resources/tokens`, { 'user-key': access.userKey });
  return response.json<{ token: string }>().token;
}
