import { expectStatus, FireApp } from '../support/fire-app.js';
import type { Client } from '../support/client.js';
import { MotorAgent } from '../support/motor.js';
import { expectError } from '../support/expect-error.js';

type Item = Record<string, unknown>;

let app: FireApp;
let withKey: Client;

beforeAll(async () => {
  app = await FireApp.start();
  const { production } = await MotorAgent.create(app);
  withKey = app.running.client.withKey(production.agent.access.apiKey);
});
afterAll(() => app.stop());

async function list(path: string, root = ''): Promise<Item[]> {
  return expectStatus(200, await withKey.get(`${root}/mtr-api/resources/parameters${path}`)).json<Item[]>();
}

describe.each(['', '/dev'])('the parameters of the vehicle service with a key alone, %s', (root) => {
  it('contain the service and its lists', async () => {
    const resource = expectStatus(200, await withKey.get(`${root}/mtr-api/resources`)).json<{
      name: string;
      version: string;
      links: Item[];
    }>();
    expect(resource).toMatchObject({ name: 'mtr-api', version: '1.0.0' });
    expect(resource.links[0]?.['href']).toMatch(new RegExp(`^https://[^/]+${root}/mtr-api/resources/applications$`));
    const lists = await list('', root);
    expect(lists).toHaveLength(13);
    for (const { name, href } of lists) {
      const path = new URL(String(href)).pathname;
      expect(path).toBe(`${root}/mtr-api/resources/parameters/${String(name)}`);
      const response = await withKey.get(path);
      const items = expectStatus(200, response).json<Item[]>();
      expect(items.length).toBeGreaterThan(2);
      const key = name === 'documentCategory' ? 'id' : 'code';
      for (const field of [key, 'title', 'titleEn']) expect(items[0]).toHaveProperty(field);
      const etag = String(response.headers.etag);
      expect((await withKey.get(path, { headers: { 'If-None-Match': etag } })).status).toBe(304);
    }
  });
});

describe('the lists of vehicles', () => {
  it('show which usages are offered: learner and historic vehicles are, buses are not', async () => {
    const usages = await list('/usageCode');
    expect(usages).toHaveLength(20);
    const offered = usages.filter((usage) => usage['offered']).map(({ code }) => code);
    expect(offered).toEqual(['01', '02', '03', '04', '05', '06', '09', '10', '13', '15', '19']);
  });

  it('filter makes and models by usage and make', async () => {
    const [all, taxis] = [await list('/makeCode'), await list('/makeCode?usageCode=02')];
    expect(taxis.length).toBeLessThan(all.length);
    for (const make of taxis) expect(make['usageCodes']).toContain('02');
    const models = await list('/modelCode?usageCode=01&makeCode=199');
    expect(models.length).toBeGreaterThan(0);
    for (const model of models) expect(model).toMatchObject({ makeCode: '199', usageCodes: expect.arrayContaining(['01']) as string[] });
    const pairs = await list('/makeModelCode?usageCode=05');
    for (const pair of pairs) expect(pair).toMatchObject({ makeTitle: expect.any(String) as string });
    for (const path of ['/makeCode?usageCode=77', '/modelCode?makeCode=999', '/makeModelCode?usageCode=x'])
      expect(await list(path)).toEqual([]);
  });

  it('filter bundles by usage and postcode, with covers that can be added and swapped', async () => {
    const codes = async (query: string) => (await list(`/bundleCode${query}`)).map(({ code }) => code);
    expect(await codes('')).toEqual(['B1', 'B2', 'B3']);
    expect(await codes('?usageCode=05&postCode=11527')).toEqual(['B1', 'B2']);
    expect(await codes('?usageCode=05&postCode=115%2027')).toEqual(['B1', 'B2']);
    expect(await codes('?usageCode=02')).toEqual(['B1']);
    expect(await codes('?usageCode=07')).toEqual([]);
    expect(await codes('?postCode=99999')).toEqual([]);
    const [, second] = await list('/bundleCode?usageCode=01');
    expect(second).toMatchObject({
      title: 'Πυρός και κλοπής',
      titleEn: 'Fire and theft',
      addableCovers: [{ code: 'M14', titleEn: 'Bonus-malus protection', included: false }],
      swappableCovers: [{ out: 'M06', in: ['M14'] }],
    });
    expectError(await withKey.get('/mtr-api/resources/parameters/bundleCode?postCode=1'), {
      code: '-105',
      violations: [['postCode', '-105']],
    });
  });

  it('have titles of a bundle’s covers in the requested language', async () => {
    const response = await withKey.get('/mtr-api/resources/parameters/bundleCode?usageCode=02', { headers: { 'Accept-Language': 'en' } });
    const [basic] = response.json<{ title: string; covers: { title: string }[] }[]>();
    expect(basic).toMatchObject({ title: 'Basic', covers: expect.arrayContaining([]) as unknown });
    for (const { title } of basic?.covers ?? []) expect(title).not.toMatch(/\p{Script=Greek}/u);
  });

  it('include discounts and the categories of vehicle documents', async () => {
    const discounts = await list('/discountCode');
    expect(discounts[0]).toEqual({
      code: '10',
      title: 'Ηλεκτρονική έκδοση',
      titleEn: 'Online issue',
      rate: 0.05,
      covers: [],
      referral: false,
    });
    expect(discounts.at(-1)).toMatchObject({ code: '90', referral: true });
    for (const { line } of await list('/documentCategory')) expect(['motor', 'all']).toContain(line);
  });

  it('require a key and nothing more', async () => {
    expect((await app.running.client.get('/mtr-api/resources/parameters')).status).toBe(403);
    expect((await withKey.get('/mtr-api/resources/applications')).status).toBe(401);
  });
});
