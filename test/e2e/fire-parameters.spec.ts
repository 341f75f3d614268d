import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Clock } from '../../src/common/clock.js';
import { ENVIRONMENTS } from '../../src/common/environment.js';
import { PACKAGE_ROOT } from '../../src/common/package-root.js';
import { correctWording } from '../../src/record/reference/tariffs/tariff-corrections.js';
import { releasedTitles } from '../../src/record/reference/tariffs/tariff-titles.js';
import { referenceLists } from '../support/lists.js';
import type { ListName } from '../../src/record/reference/lists/registry.js';
import { grantAccess, type AgentAccess } from '../support/agent-access.js';
import { startApp, type RunningApp } from '../support/app.js';
import type { HttpResponse } from '../support/client.js';
import { testAgent, TEST_TIME } from '../support/record-fixtures.js';

type Item = Record<string, unknown>;
interface TariffFile {
  readonly covers: readonly { code: string; title: string; groups: readonly string[]; taxClass: string }[];
  readonly discounts: readonly { code: string; title: string; rate: string }[];
  readonly bundles: readonly { code: string; title: string; active: boolean; kinds: string[]; included: string[]; addable: string[] }[];
}

class FixedClock extends Clock {
  now(): Date {
    return TEST_TIME;
  }
}

const tariff = correctWording(JSON.parse(readFileSync(join(PACKAGE_ROOT, 'tariffs/fire-sample-1.json'), 'utf8'))) as TariffFile;
const DWELLING = 'prefecture_code=02&building_year=2004&subkind_of_risk=0401&construction_of_skeleton=01&roof_construction=01';
const SHOP = DWELLING.replace('0401', '0101');
const WAREHOUSE_SUBKIND = referenceLists.all('subkindsOfRisk').find((subkind) => subkind.kindOfRiskCode === '03')?.code ?? '';

let running: RunningApp;
let agent: AgentAccess;

beforeAll(async () => {
  running = await startApp({ clock: new FixedClock() });
  agent = await grantAccess(running, testAgent());
});
afterAll(() => running.stop());

const get = (path: string, headers: Record<string, string> = {}): Promise<HttpResponse> =>
  agent.production.client.get(`/fire-api/parameters${path}`, { headers });
const items = async (path: string): Promise<Item[]> => {
  const response = await get(path);
  expect([path, response.status]).toEqual([path, 200]);
  return response.json<Item[]>();
};
const listCodes = async (path: string): Promise<unknown[]> => (await items(path)).map((item) => item['code']);
const titled = (kind: 'covers' | 'bundles', code: string, title: string): Item => {
  return { code, title, titleEn: releasedTitles.in('en', kind, code, title) };
};
const coverItems = (bundleCovers: readonly string[], included: boolean): Item[] =>
  tariff.covers
    .filter(({ code }) => bundleCovers.includes(code))
    .map(({ code, title }) => ({ ...titled('covers', code, title), included }));
const bundleItem = ({ code, title, active, kinds, included, addable }: TariffFile['bundles'][number]): Item => {
  return {
    ...titled('bundles', code, title),
    active,
    kinds,
    covers: coverItems(included, true),
    addable_covers: coverItems(addable, false),
    needs: expect.arrayContaining([expect.objectContaining({ code: 'NATCAT' })]) as object[],
  };
};

const STATIC_LISTS: [string, ListName][] = [
  ['/kindsOfRisks', 'kindsOfRisk'],
  ['/groupsInsured', 'groupsInsured'],
  ['/constructionOfSkeletons', 'skeletons'],
  ['/constructionOfWalls', 'walls'],
  ['/roofsConstruction', 'roofs'],
  ['/fireProtectionMeasures', 'fireProtection'],
  ['/theftProtectionMeasures', 'theftProtection'],
  ['/typeOfSafetyShutters', 'shutters'],
  ['/typeOfLocks', 'locks'],
  ['/alarmConnections', 'alarms'],
  ['/acceptance_methods', 'acceptanceMethods'],
];
const TARIFF_LISTS = [
  '/groupsCovers',
  '/listBundles',
  `/bundles?${DWELLING}`,
  '/bundles/101/extra_covers?building_year=2004&building_year_piping=2004',
];

describe.each(ENVIRONMENTS)('every list of the fire service, %s', (environment) => {
  const paths = [
    ...STATIC_LISTS.map(([path]) => path),
    '/kindsOfRisks/subkindsOfRisks?kindsOfRisks=04',
    '/documentCategories',
    ...TARIFF_LISTS,
  ];

  it.each(STATIC_LISTS)('%s equals its file', async (path, list) => {
    const { client, root } = agent[environment];
    const response = await client.get(`${root}/fire-api/parameters${path}`);
    expect([response.status, response.headers['cache-control']]).toEqual([200, 'private, max-age=300']);
    expect(response.json()).toEqual(referenceLists.all(list));
  });

  it.each(paths)('%s has a tag, responds to HEAD and needs a token', async (path) => {
    const { client, root } = agent[environment];
    const url = `${root}/fire-api/parameters${path}`;
    const response = await client.get(url);
    expect(response.status).toBe(200);
    expect(response.json<Item[]>().length).toBeGreaterThan(0);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.headers['cache-control']).toMatch(/^private, (max-age=\d+|no-cache)$/);
    const tag = response.headers['etag'] ?? '';
    const again = await client.get(url, { headers: { 'If-None-Match': `"x", W/${tag}` } });
    expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', tag]);
    expect((await client.get(url, { headers: { 'If-None-Match': '"x"' } })).status).toBe(200);
    const head = await client.call('HEAD', url);
    expect([head.status, head.text, head.headers['etag'], head.headers['content-length']]).toEqual([
      200,
      '',
      tag,
      String(response.bytes.length),
    ]);
    expect((await running.client.withKey(agent.apiKey).get(url)).status).toBe(401);
  });

  it.each([
    ['/kindsOfRisks', 'kindsOfRisks', '04', ''],
    ['/kindsOfRisks/subkindsOfRisks', 'subkindsOfRisks', '0401', 'kindsOfRisks=04'],
    ['/kindsOfRisks/kindsOfRisks=04/subkindsOfRisks', 'subkindsOfRisks', '0401', ''],
    ['/groupsInsured', 'groupInsured', '02', ''],
    ['/groupsCovers', 'groupCovers', '004', ''],
    ['/bundles', 'bundleCode', '102', DWELLING],
    ['/listBundles', 'bundleCode', '104', ''],
  ])('%s/%s=%s returns the same as the query', async (list, name, code, query) => {
    const { client, root } = agent[environment];
    const base = `${root}/fire-api/parameters${list}`;
    const bySegment = await client.get(`${base}/${name}=${code}?${query}`);
    const byQuery = await client.get(`${base}?${name}=${code}&${query}`);
    expect([bySegment.status, byQuery.status]).toEqual([200, 200]);
    expect(bySegment.json<Item[]>().map((item) => item['code'])).toEqual([code]);
    expect([byQuery.text, byQuery.headers['etag']]).toEqual([bySegment.text, bySegment.headers['etag']]);
    expect((await client.get(`${base}/${name}=nope?${query}`)).text).toBe('[]');
    expect((await client.get(`${base}?${name}=nope&${query}`)).text).toBe('[]');
  });
});

describe('kinds and subkinds of risk', () => {
  const ofDwelling = referenceLists.all('subkindsOfRisk').filter((subkind) => subkind.kindOfRiskCode === '04');

  it.each([
    '/kindsOfRisks/subkindsOfRisks?kindsOfRisks=04',
    '/kindsOfRisks/kindsOfRisks=04/subkindsOfRisks',
    '/kindsOfRisks/subkindsOfRisks/kindsOfRisks=04',
    '/kindsOfRisks/kindsOfRisks=04/subkindsOfRisks?active=1',
  ])('%s returns the subkinds of the kind', async (path) => expect(await items(path)).toEqual(ofDwelling));

  it.each([
    '/kindsOfRisks/subkindsOfRisks/subkindsOfRisks=0401?kindsOfRisks=04',
    '/kindsOfRisks/kindsOfRisks=04/subkindsOfRisks/subkindsOfRisks=0401',
    '/kindsOfRisks/subkindsOfRisks/kindsOfRisks=04/subkindsOfRisks=0401',
    '/kindsOfRisks/subkindsOfRisks/kindsOfRisks=04?subkindsOfRisks=0401&active=1',
  ])('%s returns one subkind', async (path) => expect(await listCodes(path)).toEqual(['0401']));

  it.each([
    '/kindsOfRisks?active=0',
    '/kindsOfRisks/kindsOfRisks=04?active=0',
    '/kindsOfRisks/kindsOfRisks=77/subkindsOfRisks',
    '/kindsOfRisks/kindsOfRisks=05/subkindsOfRisks/subkindsOfRisks=0401',
    '/kindsOfRisks/kindsOfRisks=04/subkindsOfRisks/subkindsOfRisks=9999',
    '/kindsOfRisks/kindsOfRisks=04/subkindsOfRisks?active=0',
  ])('%s finds nothing', async (path) => expect(await items(path)).toEqual([]));

  it('are all active', async () => {
    expect(await items('/kindsOfRisks?active=1')).toHaveLength(17);
  });
});

describe('the lists of the tariff', () => {
  it('contain the covers in tariff order', async () => {
    expect(await items('/groupsCovers')).toEqual(
      tariff.covers.map(({ code, title, groups, taxClass }) => ({ ...titled('covers', code, title), groups, tax_class: taxClass })),
    );
  });

  it.each(['01', '02', '03'])('contain the covers of group %s, including those of the whole risk', async (group) => {
    const expected = tariff.covers.filter(({ groups }) => groups.length === 0 || groups.includes(group)).map(({ code }) => code);
    expect(await listCodes(`/groupsCovers/groupCovers=${group}`)).toEqual(expected);
    expect(await listCodes(`/groupsCovers?groupCovers=${group}`)).toEqual(expected);
  });

  it('contain all bundles', async () => {
    expect(await items('/listBundles')).toEqual(tariff.bundles.map(bundleItem));
    expect(await items('/listBundles?active=1')).toEqual(tariff.bundles.map(bundleItem));
    expect(await items('/listBundles?active=0')).toEqual([]);
    expect(await items('/listBundles/bundleCode=103?active=0')).toEqual([]);
  });

  it('contain the bundles offered for the kind of a risk', async () => {
    const offeredFor = (kind: string) => tariff.bundles.filter(({ kinds }) => kinds.includes(kind)).map(({ code }) => code);
    expect(await items(`/bundles?${DWELLING}`)).toEqual(tariff.bundles.map(bundleItem));
    expect(await listCodes(`/bundles?${SHOP}`)).toEqual(offeredFor('01'));
    expect(await listCodes(`/bundles?${DWELLING.replace('0401', WAREHOUSE_SUBKIND)}`)).toEqual(offeredFor('03'));
    expect(await listCodes(`/bundles/bundleCode=104?${SHOP}`)).toEqual([]);
    expect(await listCodes(`/bundles?${DWELLING}&group_insured=02`)).toEqual(['101', '102', '103', '104']);
    expect(await listCodes(`/bundles?${DWELLING.replace('2004', '2027')}`)).toEqual([]);
  });

  it.each([
    DWELLING.replace('prefecture_code=02', 'prefecture_code=99'),
    DWELLING.replace('0401', '9999'),
    DWELLING.replace('skeleton=01', 'skeleton=77'),
    DWELLING.replace('roof_construction=01', 'roof_construction=77'),
    `${DWELLING}&group_insured=04`,
  ])('contain no bundles for an unknown code (%s)', async (risk) => {
    expect(await items(`/bundles?${risk}`)).toEqual([]);
    expect(await items(`/bundles/bundleCode=101?${risk}`)).toEqual([]);
  });

  it('have titles in the requested language, including the covers of a bundle', async () => {
    const inEnglish = async (path: string): Promise<Item[]> => (await get(path, { 'Accept-Language': 'en' })).json<Item[]>();
    const earthquake = { code: '005', title: 'Earthquake', titleEn: 'Earthquake' };
    expect(await inEnglish('/groupsCovers?groupCovers=005')).toMatchObject([earthquake]);
    for (const path of ['/listBundles?bundleCode=104', `/bundles?bundleCode=104&${DWELLING}`])
      expect(await inEnglish(path)).toMatchObject([
        {
          title: 'Home natural catastrophes (ENFIA)',
          active: true,
          covers: expect.arrayContaining([{ ...earthquake, included: true }]) as Item[],
        },
      ]);
    const [extra] = await inEnglish('/bundles/101/extra_covers?building_year=2004&building_year_piping=2010');
    expect(extra?.['title']).toBe(extra?.['titleEn']);
    expect((await items('/groupsCovers?groupCovers=005'))[0]).toMatchObject({ title: 'Σεισμός', titleEn: 'Earthquake' });
  });

  it('contain the covers that can be added to a bundle, with the rules on years', async () => {
    const path = '/bundles/101/extra_covers';
    const young = await items(`${path}?building_year=2004&building_year_piping=2010`);
    const addable = tariff.bundles[0]?.addable ?? [];
    expect(young).toEqual(
      tariff.covers
        .filter(({ code }) => addable.includes(code))
        .map(({ code, title, groups }) => ({ ...titled('covers', code, title), groups, available: true })),
    );
    expect(await items('/bundles/bundleCode=101/extra_covers?building_year=2004&building_year_piping=2010')).toEqual(young);

    const old = await items(`${path}?building_year=1950&building_year_piping=1950`);
    const reasons = new Map(old.filter((item) => 'reason' in item).map((item) => [item['code'], item['reason']]));
    expect([...reasons.keys()]).toEqual(['005', '006']);
    const english = await get(`${path}?building_year=1950&building_year_piping=1950`, { 'Accept-Language': 'en' });
    expect(english.json<Item[]>().find((item) => item['code'] === '005')?.['reason']).toBe(
      'Building from before 1960 with earthquake cover',
    );
    expect(reasons.get('005')).toMatch(/\p{Script=Greek}/u);

    const wrong = await items(`${path}?building_year=2010&building_year_piping=2004`);
    expect(wrong.every((item) => item['available'] === false && typeof item['reason'] === 'string')).toBe(true);
    expect(await items('/bundles/999/extra_covers?building_year=2004&building_year_piping=2010')).toEqual([]);
  });
});

describe('the refused paths of the fire parameters', () => {
  const ALL_OF_RISK = ['prefecture_code', 'building_year', 'subkind_of_risk', 'construction_of_skeleton', 'roof_construction'];

  it.each<[string, string[]]>([
    ['/kindsOfRisks?active=2', ['active']],
    ['/kindsOfRisks?active=1&active=1', ['active']],
    ['/kindsOfRisks/kindsOfRisks=04?active=true', ['active']],
    ['/kindsOfRisks/subkindsOfRisks', ['kindsOfRisks']],
    ['/kindsOfRisks/subkindsOfRisks?kindsOfRisks=', ['kindsOfRisks']],
    ['/kindsOfRisks/subkindsOfRisks?kindsOfRisks=04&kindsOfRisks=05', ['kindsOfRisks']],
    ['/kindsOfRisks/subkindsOfRisks/subkindsOfRisks=0401', ['kindsOfRisks']],
    ['/groupsInsured?groupInsured=01&groupInsured=02', ['groupInsured']],
    ['/listBundles?active=x', ['active']],
    ['/listBundles/bundleCode=101?active=x', ['active']],
    ['/bundles', ALL_OF_RISK],
    ['/bundles/bundleCode=101', ALL_OF_RISK],
    [`/bundles?${DWELLING.replace('2004', 'old')}`, ['building_year']],
    [`/bundles?${DWELLING.replace('2004', '')}`, ['building_year']],
    [`/bundles?${DWELLING.replace('2004', '20040')}`, ['building_year']],
    [`/bundles?${DWELLING}&roof_construction=01`, ['roof_construction']],
    ['/bundles/101/extra_covers', ['building_year', 'building_year_piping']],
    ['/bundles/101/extra_covers?building_year=2004', ['building_year_piping']],
    ['/bundles/101/extra_covers?building_year=2004&building_year_piping=1e3', ['building_year_piping']],
    ['/bundles/bundleCode=101/extra_covers', ['building_year', 'building_year_piping']],
  ])('include the bad query %s', async (path, expected) => {
    const response = await get(path);
    const { status, error, details } = response.json<{ status: string; error: string; details: { path: string; code: string }[] }>();
    expect([response.status, status, error]).toEqual([400, 'ERROR', '-105']);
    expect(details.map((violation) => violation.path)).toEqual(expected);
    expect(details.every((violation) => violation.code === '-105')).toBe(true);
  });

  it('include the discounts of the tariff, with titles in the requested language', async () => {
    const discounts = (await get('/discounts')).json<Item[]>();
    expect(discounts.map(({ code, title, rate }) => [code, title, rate])).toEqual(
      tariff.discounts.map(({ code, title, rate }) => [code, title, Number(rate)]),
    );
    expect(discounts[0]).toMatchObject({ titleEn: expect.stringMatching(/^[A-Z][a-z' -]+/) as string, covers: [], referral: false });
    const english = (await get('/discounts', { 'Accept-Language': 'en' })).json<Item[]>();
    expect(english.map(({ title }) => title)).toEqual(discounts.map(({ titleEn }) => titleEn));
  });

  it.each([
    '/kindsofrisks',
    '/kindsOfRisks/',
    '/kindsOfRisks/04',
    '/kindsOfRisks/kindsOfRisks=',
    '/kindsOfRisks/kindsOfRisks=/subkindsOfRisks',
    '/constructionOfSkeletons/skeleton=01',
    '/bundles/101',
    '/bundles/101/extra_covers/',
    '/acceptanceMethods',
    '',
  ])('include %s, which is no route', async (path) => expect((await get(path)).status).toBe(404));
});
