import { ENVIRONMENTS } from '../../src/common/environment.js';
import { referenceLists } from '../support/lists.js';
import type { ListName } from '../../src/record/reference/lists/registry.js';
import { grantAccess, type AgentAccess } from '../support/agent-access.js';
import { startApp, type RunningApp } from '../support/app.js';
import type { HttpResponse } from '../support/client.js';
import { testAgent } from '../support/record-fixtures.js';

type Item = Record<string, unknown>;
interface Refusal {
  readonly status: string;
  readonly error: string;
  readonly details: readonly { path: string; code: string; message: string }[];
}

const SUBAGENTS = [
  { code: 'S1', name: 'Σπύρος Ένας', status: 1 },
  { code: 'S2', name: 'Σοφία Δύο', status: 0 },
  { code: 'S3', name: 'Σταύρος Τρία', status: 3 },
] as const;

let running: RunningApp;
let agent: AgentAccess;
let otherAgent: AgentAccess;

beforeAll(async () => {
  running = await startApp();
  agent = await grantAccess(running, testAgent({ code: 'A100', subagents: SUBAGENTS }));
  otherAgent = await grantAccess(running, testAgent({ code: 'A200', subagents: [{ code: 'S9', name: 'Άλλος', status: 1 }] }));
});
afterAll(() => running.stop());

const get = (path: string, headers: Record<string, string> = {}): Promise<HttpResponse> =>
  agent.production.client.get(`/parameters-api${path}`, { headers });
const items = async (path: string): Promise<Item[]> => {
  const response = await get(path);
  expect([path, response.status]).toEqual([path, 200]);
  return response.json<Item[]>();
};
const codes = async (path: string): Promise<unknown[]> => (await items(path)).map((item) => item['code']);

async function refused(path: string, expected: readonly string[]): Promise<void> {
  const response = await get(path);
  const { status, error, details } = response.json<Refusal & Item>();
  expect([response.status, status, error, details.map((violation) => violation.path)]).toEqual([400, 'ERROR', '-105', expected]);
  expect(details.every((violation) => violation.code === '-105' && violation.message !== '')).toBe(true);
  expect(response.headers['x-error']).toBeTruthy();
}

const STATIC_LISTS: [string, ListName][] = [
  ['/prefectures', 'prefectures'],
  ['/genders', 'genders'],
  ['/personTypes', 'personTypes'],
  ['/jobs', 'jobs'],
  ['/banks', 'banks'],
  ['/doy', 'doy'],
  ['/nationalities', 'nationalities'],
  ['/contactways', 'contactWays'],
  ['/cancellationReasons', 'cancellationReasons'],
  ['/marketing/consents', 'marketingConsents'],
];

describe.each(ENVIRONMENTS)('every list of the parameters service, %s', (environment) => {
  it.each(STATIC_LISTS)('%s equals its file, with a tag', async (path, list) => {
    const { client, root } = agent[environment];
    const response = await client.get(`${root}/parameters-api${path}`);
    expect(response.status).toBe(200);
    expect(response.json()).toEqual(referenceLists.all(list));
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(response.bytes.length),
      'cache-control': 'private, max-age=300',
      'x-ratelimit-limit': '100000',
    });
    expect(response.headers['etag']).toMatch(/^"[\w-]+"$/);

    const again = await client.get(`${root}/parameters-api${path}`, { headers: { 'If-None-Match': response.headers['etag'] } });
    expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', response.headers['etag']]);

    const head = await client.call('HEAD', `${root}/parameters-api${path}`);
    expect([head.status, head.text, head.headers['etag'], head.headers['content-length']]).toEqual([
      200,
      '',
      response.headers['etag'],
      response.headers['content-length'],
    ]);
  });

  it.each(['/subagents', ...STATIC_LISTS.map(([path]) => path)])('%s needs a token', async (path) => {
    const { root } = agent[environment];
    const response = await running.client.withKey(agent.apiKey).get(`${root}/parameters-api${path}`);
    expect(response.status).toBe(401);
    expect((await running.client.get(`${root}/parameters-api${path}`)).status).toBe(403);
  });

  it.each([
    ['prefectures', 'prefectureCode', '02'],
    ['jobs', 'jobCode', '2411'],
    ['banks', 'bankCode', '011'],
    ['doy', 'doyCode', '1101'],
    ['nationalities', 'nationalityCode', 'GR'],
    ['subagents', 'subagentCode', 'S1'],
  ])('/%s/%s=%s returns the same as the query', async (list, name, code) => {
    const { client, root } = agent[environment];
    const base = `${root}/parameters-api/${list}`;
    const bySegment = await client.get(`${base}/${name}=${code}`);
    const byQuery = await client.get(`${base}?${name}=${code}`);
    expect([bySegment.status, byQuery.status]).toEqual([200, 200]);
    expect(bySegment.json<Item[]>().map((item) => item['code'])).toEqual([code]);
    expect(byQuery.text).toBe(bySegment.text);
    expect(byQuery.headers['etag']).toBe(bySegment.headers['etag']);
    for (const unknown of [`${base}/${name}=nope`, `${base}?${name}=nope`, `${base}/${name}=%CE%B1`, `${base}?${name}=__proto__`]) {
      const response = await client.get(unknown);
      expect([unknown, response.status, response.text]).toEqual([unknown, 200, '[]']);
      expect((await client.get(unknown, { headers: { 'If-None-Match': response.headers['etag'] } })).status).toBe(304);
    }
  });
});

describe('the filters of the parameters service', () => {
  it('find a prefecture by postcode: the longest prefix decides', async () => {
    expect(await codes('/prefectures?post_code=63086')).toEqual(['69']);
    expect(await codes('/prefectures?post_code=63088')).toEqual(['64']);
    expect(await codes('/prefectures?post_code=115%2027')).toEqual(['02']);
    expect(await codes('/prefectures?post_code=39000')).toEqual([]);
    expect(await codes('/prefectures/prefectureCode=02?post_code=11527')).toEqual(['02']);
    expect(await codes('/prefectures/prefectureCode=01?post_code=11527')).toEqual([]);
    expect(await codes('/prefectures?prefectureCode=nope&post_code=11527')).toEqual([]);
  });

  it('find jobs by basic group', async () => {
    const all = referenceLists.all('jobs');
    const basic = all.filter((job) => job.basicJob).map((job) => job.code);
    expect(await codes('/jobs?basic_job=1')).toEqual(basic);
    expect(await codes('/jobs?basic_job=0')).toEqual(all.filter((job) => !job.basicJob).map((job) => job.code));
    expect(await codes('/jobs?basic_job=2')).toEqual([]);
    expect(await codes('/jobs?basic_job=3')).toEqual([]);
    expect(await codes('/jobs/jobCode=2411?basic_job=0')).toEqual(['2411']);
    expect(await codes('/jobs/jobCode=2411?basic_job=1')).toEqual([]);
    expect(await codes('/jobs?jobCode=2411&basic_job=3')).toEqual([]);
  });

  it('find banks by type', async () => {
    expect(await items('/banks?type=0')).toHaveLength(51);
    expect(await items('/banks?type=1')).toHaveLength(20);
    expect(await codes('/banks/bankCode=011?type=0')).toEqual(['011']);
    expect(await codes('/banks/bankCode=011?type=1')).toEqual([]);
  });

  it('return ids as numbers', async () => {
    expect((await items('/marketing/consents'))[0]).toMatchObject({ masterId: 1, id: 101 });
  });

  it('ignore unknown parameters', async () => {
    expect(await items('/genders?prefectureCode=02&x=1')).toEqual(referenceLists.all('genders'));
  });
});

describe('the subagents', () => {
  it('are those of the token’s agent, by status', async () => {
    expect(await items('/subagents')).toEqual([
      { code: 'S1', title: 'Σπύρος Ένας', titleEn: 'Σπύρος Ένας', status: '1' },
      { code: 'S2', title: 'Σοφία Δύο', titleEn: 'Σοφία Δύο', status: '0' },
      { code: 'S3', title: 'Σταύρος Τρία', titleEn: 'Σταύρος Τρία', status: '3' },
    ]);
    expect(await codes('/subagents?status=0')).toEqual(['S2']);
    expect(await codes('/subagents?status=2')).toEqual([]);
    expect(await codes('/subagents/subagentCode=S3?status=3')).toEqual(['S3']);
    expect(await codes('/subagents/subagentCode=S3?status=1')).toEqual([]);
    expect(await codes('/subagents/subagentCode=S9')).toEqual([]);
    const other = await otherAgent.production.client.get('/parameters-api/subagents');
    expect(other.json<Item[]>().map((item) => item['code'])).toEqual(['S9']);
  });

  it('are always revalidated by clients, with a tag', async () => {
    const response = await get('/subagents');
    expect(response.headers['cache-control']).toBe('private, no-cache');
    expect((await get('/subagents', { 'If-None-Match': response.headers['etag'] ?? '' })).status).toBe(304);
    const head = await agent.production.client.call('HEAD', '/parameters-api/subagents');
    expect([head.status, head.text]).toEqual([200, '']);
  });
});

describe('the refused paths of the parameters service', () => {
  it.each([
    ['/prefectures?post_code=1152', ['post_code']],
    ['/prefectures?post_code=abcde', ['post_code']],
    ['/prefectures?post_code=11527&post_code=11528', ['post_code']],
    ['/prefectures?prefectureCode=01&prefectureCode=02', ['prefectureCode']],
    ['/prefectures/prefectureCode=02?post_code=x', ['post_code']],
    ['/jobs?basic_job=4', ['basic_job']],
    ['/jobs?basic_job=true', ['basic_job']],
    [`/jobs?jobCode=${'1'.repeat(51)}&basic_job=x`, ['jobCode', 'basic_job']],
    ['/banks?type=2', ['type']],
    ['/banks?type=0&type=1', ['type']],
    ['/banks/bankCode=011?type=bank', ['type']],
    ['/subagents?status=4', ['status']],
    ['/subagents/subagentCode=S1?status=1&status=2', ['status']],
    ['/nationalities?nationalityCode=GR&nationalityCode=CY', ['nationalityCode']],
    [`/doy?doyCode=${'1'.repeat(51)}`, ['doyCode']],
    ['/doy?doyCode=a%00b', ['doyCode']],
  ])('include the bad query %s', async (path, violations) => refused(path, violations));

  it('have messages in the requested language', async () => {
    const message = async (language: string) => (await get('/banks?type=9', { 'Accept-Language': language })).json<Item>()['message'];
    expect(await message('en')).toBe('Parameter type: One of: 0, 1.');
    expect(await message('el')).toBe('Παράμετρος type: Μία από τις τιμές: 0, 1.');
  });

  it.each([
    '/prefectures/',
    '/Prefectures',
    '/prefectures/02',
    '/prefectures/prefectureCode=',
    '/prefectures/prefecturecode=02',
    '/prefectures/prefectureCode=02/',
    '/prefectures/jobCode=02',
    '/genders/genderCode=1',
    '/contactWays',
    '/marketing',
    '/resources/genders',
  ])('include %s, which is no route', async (path) => {
    const response = await get(path);
    expect([response.status, response.json<{ error: Item }>().error['code']]).toEqual([404, 'NOT_FOUND']);
  });

  it('include a malformed percent escape as a bad request', async () => {
    expect((await get('/doy/doyCode=%ZZ')).status).toBe(400);
  });

  it('include every write', async () => {
    const { client } = agent.production;
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'])
      expect((await client.call(method, '/parameters-api/genders')).status).toBe(404);
  });
});

describe('the categories of service requests', () => {
  it.each(['', '/dev'])('need only the key: %s', async (root) => {
    const client = running.client.withKey(agent.apiKey);
    const path = `${root}/service-requests-api/resources/parameters/categories`;
    const response = await client.get(path);
    expect(response.status).toBe(200);
    expect(response.json()).toEqual(referenceLists.all('serviceRequestCategories'));
    expect(response.json<Item[]>()[0]).toEqual({
      id: 'MOTOR',
      description: 'Ασφάλιση αυτοκινήτου - συμβόλαια και αιτήσεις',
      descriptionEn: 'Motor - policies and applications',
      active: true,
    });
    const again = await client.get(path, { headers: { 'If-None-Match': `W/${response.headers['etag']}` } });
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await client.call('HEAD', path)).status).toBe(200);
    expect((await running.client.get(path)).status).toBe(403);
    expect((await client.withToken('x'.repeat(40)).get(path)).status).toBe(401);
    expect((await client.get(`${path}/category=MOTOR`)).status).toBe(404);
  });
});
