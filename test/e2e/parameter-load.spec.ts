import { addDays, toLocalDate, type LocalDate } from '../../src/common/athens.js';
import { ENVIRONMENTS } from '../../src/common/environment.js';
import { readParameterCommand, formatListFile } from '../../src/record/reference/parameters/parameter-command.js';
import { loadParameters, type LoadedVersion } from '../../src/record/reference/parameters/parameter-loading.js';
import { ReferenceDataError } from '../../src/record/reference/lists/list-file.js';
import { getListsInForce } from '../../src/record/reference/lists/parameter-version.service.js';
import { ParameterRepository } from '../../src/record/reference/lists/parameter.repository.js';
import type { ListName } from '../../src/record/reference/lists/registry.js';
import { ReferenceLists } from '../../src/record/reference/lists/reference-lists.js';
import { TariffRepository } from '../../src/record/reference/tariffs/tariff.repository.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import type { Client } from '../support/client.js';
import { ABSENT } from '../support/json-changes.js';
import { MotorAgent, type MotorEntity } from '../support/motor.js';
import { NodeProcess } from '../support/node-process.js';
import { buildServer } from '../support/process.js';
import { expectRefused } from '../support/expect-error.js';
import { eventually } from '../support/eventually.js';

type Item = Record<string, unknown>;
type Edit = (rows: Item[]) => Item[] | undefined;

/** Lists of the release, which loading never changes. */
const RELEASE = new ReferenceLists();
let app: FireApp;
let agent: FireAgent;
let parameters: ParameterRepository;
let tariffs: TariffRepository;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).production;
  parameters = app.running.parts.parameterRepository;
  tariffs = app.running.parts.tariffRepository;
});
afterAll(() => app.stop());

const today = (): LocalDate => toLocalDate(app.clock.now());
const load = (text: string, isTrial = false): Promise<readonly LoadedVersion[]> =>
  loadParameters({ parameters, tariffs, environments: ENVIRONMENTS, today: today() }, text, isTrial);

/** Writes a file with changed lists. */
async function getFile(edits: Partial<Record<ListName, Edit>>, validFrom = today()): Promise<string> {
  const present = await getListsInForce(parameters, validFrom);
  const lists = Object.entries(edits).map(([list, edit]) => {
    const rows = present.all(list as ListName).map((row) => ({ ...row }));
    return [list, edit(rows) ?? rows] as const;
  });
  return JSON.stringify({ validFrom, lists: Object.fromEntries(lists) });
}

const change =
  (key: string, code: string, fields: Item): Edit =>
  (rows) =>
    rows.map((row) => (row[key] === code ? { ...row, ...fields } : row));

const waitFiveSeconds = (check: () => Promise<boolean>): Promise<void> => eventually('the node uses what was loaded', check, 5_000);

async function bank(client: Client, code: string): Promise<Item | undefined> {
  return expectStatus(200, await client.get(`/parameters-api/banks?bankCode=${code}`)).json<Item[]>()[0];
}

describe('a list that is loaded while the program runs', () => {
  it('is returned by every node within 5 seconds with another tag', async () => {
    await buildServer();
    const node = await NodeProcess.start({ DATABASE_URL: app.running.database.url });
    try {
      const withKey = node.client.withKey(agent.access.apiKey);
      const token = (await withKey.post('/auth-api/resources/tokens', { 'user-key': agent.access.userKey })).json<{ token: string }>()
        .token;
      const clients = [agent.client, withKey.withToken(token)];
      const before = await agent.client.get('/parameters-api/banks');
      // The node uses the system clock, so the day must be past for both.
      expect(await load(await getFile({ banks: change('code', '011', { title: 'Νέος τίτλος', titleEn: 'New title' }) }))).toEqual([
        { list: 'banks', version: 1 },
      ]);
      for (const client of clients) await waitFiveSeconds(async () => (await bank(client, '011'))?.['title'] === 'Νέος τίτλος');
      const tags = new Set<unknown>();
      for (const client of clients) {
        const stale = await client.get('/parameters-api/banks', { headers: { 'If-None-Match': before.headers['etag'] ?? '' } });
        expect([stale.status, stale.json<Item[]>().length]).toEqual([200, RELEASE.all('banks').length]);
        tags.add(stale.headers['etag']);
      }
      expect([tags.size, tags.has(before.headers['etag'])]).toEqual([1, false]);
      const english = await agent.client.get('/parameters-api/banks?bankCode=011', { headers: { 'Accept-Language': 'en' } });
      expect(english.json()).toMatchObject([{ title: 'New title', titleEn: 'New title' }]);
    } finally {
      await node.stop();
    }
  });

  it('applies to both environments, and is kept over a restart', async () => {
    const lists = await getListsInForce(parameters, today());
    expect(lists.item('banks', '011')?.title).toBe('Νέος τίτλος');
    const sandbox = await agent.access.sandbox.client.get('/dev/parameters-api/banks?bankCode=011');
    expect(sandbox.json()).toMatchObject([{ title: 'Νέος τίτλος' }]);
  });

  it('takes effect on its day', async () => {
    const tomorrow = addDays(today(), 1);
    await load(await getFile({ genders: (rows) => [...rows, { code: '77', title: 'Άλλο', titleEn: 'Other' }] }, tomorrow));
    const codes = async (): Promise<unknown[]> =>
      (await agent.client.get('/parameters-api/genders')).json<Item[]>().map((item) => item['code']);
    expect(await getListsInForce(parameters, today()).then((lists) => lists.item('genders', '77'))).toBeUndefined();
    expect(await codes()).not.toContain('77');
    app.clock.set(`${tomorrow}T08:00:00Z`);
    await agent.renewToken();
    await waitFiveSeconds(async () => (await codes()).includes('77'));
  });

  it('retires a code: it is refused in new input and kept in stored records', async () => {
    const { id } = await agent.insert();
    await load(await getFile({ skeletons: change('code', '01', { active: false }), contactWays: change('code', '1', { active: false }) }));
    await waitFiveSeconds(async () => (await agent.post(agent.body())).status === 400);
    const before = await app.readFingerprint();
    expect((await agent.post(agent.body())).json()).toMatchObject({
      error: '-103',
      details: [{ code: '-103', path: 'fire_application.objects_insured[0].construction_of_skeleton' }],
    });
    expect(await app.readFingerprint()).toEqual(before);
    const stored = await agent.get(id);
    expect(stored.objects_insured[0]?.construction_of_skeleton).toBe('01');
    const { client, insured, objects_insured } = stored;
    expectStatus(200, await agent.act(id, 'edit'));
    expect((await agent.update(id, { client, insured, objects_insured })).pricing?.gross).toBe(stored.pricing?.gross);
    const listed = (await agent.client.get('/fire-api/parameters/constructionOfSkeletons')).json<Item[]>();
    expect(listed.find(({ code }) => code === '01')).toMatchObject({ active: false });

    await load(await getFile({ skeletons: change('code', '01', { active: true }) }));
    await waitFiveSeconds(async () => (await agent.post(agent.body())).status === 201);
  });

  it('prices with the list at the time of calculation, and an older price is refused at prepay', async () => {
    const { id, pricing } = await agent.insert();
    await load(await getFile({ postcodePrefixes: change('prefix', '11', { prefectureCode: '63' }) }));
    await waitFiveSeconds(async () => (await agent.insert()).pricing?.gross !== pricing?.gross);
    expect((await agent.act(id, 'prepay')).json()).toMatchObject({ error: '-605' });
    expect((await agent.get(id)).pricing).toEqual(pricing);
  });

  it('leaves a vehicle’s frozen price unchanged', async () => {
    const motor = new MotorAgent(agent);
    // Priced by the displacement of its model.
    const car = { makeCode: '001', modelCode: '0010003', engineCc: ABSENT, powerInKw: ABSENT };
    const [frozen, other] = [await motor.insert({ ...car, plateNo: 'AAA1001' }), await motor.insert({ ...car, plateNo: 'AAA1002' })];
    expectStatus(200, await motor.act(frozen.id, 'freeze'));
    await load(await getFile({ vehicleModels: change('code', '0010003', { engineCc: 1998, taxableHp: 14 }) }));
    await waitFiveSeconds(async () => (await motor.insert(car)).premium?.gross !== other.premium?.gross);
    await expectRefused(app, () => motor.act(other.id, 'issuePrepay'), { code: '-605' });
    const prepaid = expectStatus(205, await motor.act(frozen.id, 'issuePrepay')).json<MotorEntity>();
    expect(prepaid.premium).toEqual(frozen.premium);
  });
});

describe('a list that is not loaded', () => {
  const stored = (): Promise<Item[]> =>
    app.query('production', 'SELECT list, version, valid_from, md5(content::text) FROM gateway.parameter_version ORDER BY 1, 2');

  async function refusal(text: string): Promise<readonly string[]> {
    const before = await stored();
    const error: unknown = await load(text).then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(await stored()).toEqual(before);
    if (!(error instanceof ReferenceDataError)) throw new Error('The file was not refused as one that is wrong.', { cause: error });
    return error.violations;
  }

  it('is the same one again: nothing happens', async () => {
    const text = await getFile({ locks: change('code', '01', { title: 'Άλλη' }) });
    expect(await load(text, true)).toEqual([{ list: 'locks', version: 1 }]);
    expect(await load(text)).toEqual([{ list: 'locks', version: 1 }]);
    expect(await load(text)).toEqual([]);
  });

  it('is a file with violations, and every one is reported', async () => {
    const rows = [
      { code: '1', title: ' x', titleEn: 'x' },
      { code: '2', title: 'y' },
      'z',
      { code: '1', title: 'w', titleEn: 'w', colour: 'red' },
    ];
    const text = JSON.stringify({ validFrom: 'tomorrow', comment: 1, lists: { genders: rows, nothing: [], jobs: {}, roofs: [] } });
    expect(await refusal(text)).toEqual([
      'validFrom: must be a date, like 2027-01-01',
      'comment: only validFrom and lists are known',
      'genders, row 1: title must be a text in NFC, neither empty nor with blanks around it',
      'genders, row 2: titleEn is missing',
      'genders, row 3: must be an object',
      'genders, row 4: the registry does not know the field colour',
      expect.stringMatching(/^lists\.nothing: is not a list; there are prefectures, /),
      'jobs: must be an array',
      'roofs: the list is empty',
    ]);
  });

  it('is one whose codes disappear', async () => {
    const without =
      (...codes: string[]): Edit =>
      (rows) =>
        rows.filter(({ code }) => !codes.includes(String(code)));
    expect(await refusal(await getFile({ jobs: without('2411', '2412'), banks: without('010') }))).toEqual([
      'jobs: 2411 is missing; retire it with "active": false',
      'jobs: 2412 is missing; retire it with "active": false',
      'banks: 010 is missing; retire it with "active": false',
    ]);
  });

  it('is one with missing parents, unless they come with it', async () => {
    const kind: Edit = (rows) => [...rows, { code: '99', title: 'Νέο', titleEn: 'New', buildingImprovementsApply: true, active: false }];
    const subkind: Edit = (rows) => [
      ...rows,
      { code: '9901', title: 'Νέο', titleEn: 'New', kindOfRiskCode: '99', hazardClass: 1, active: false },
    ];
    expect(await refusal(await getFile({ subkindsOfRisk: subkind }))).toEqual([
      `subkindsOfRisk, row ${RELEASE.all('subkindsOfRisk').length + 1}: kindOfRiskCode 99 is not in data/kinds-of-risk.json`,
    ]);
    expect(await load(await getFile({ kindsOfRisk: kind, subkindsOfRisk: subkind }), true)).toHaveLength(2);
  });

  it('is one without a code in use, for which a tariff on sale has no row', async () => {
    const skeleton: Edit = (rows) => [...rows, { code: '88', title: 'Νέο', titleEn: 'New', riskClass: 1 }];
    const violations = await refusal(await getFile({ skeletons: skeleton }));
    for (const environment of ENVIRONMENTS)
      expect(violations).toContainEqual(
        expect.stringMatching(new RegExp(`^Tariff .* of ${environment}: tables\\.T_SKELETON_EQ: no row for 88$`)),
      );
  });

  it('is a version of a past day, or of a day before the previous version', async () => {
    const yesterday = addDays(today(), -1);
    expect(await refusal(await getFile({ walls: change('code', '01', { title: 'Άλλη' }) }, yesterday))).toEqual([
      expect.stringContaining(`validFrom: ${yesterday} is past`),
    ]);
    await load(await getFile({ walls: change('code', '01', { title: 'Άλλη' }) }, addDays(today(), 30)));
    expect(await refusal(await getFile({ walls: change('code', '01', { title: 'Τρίτη' }) }, addDays(today(), 5)))).toEqual([
      expect.stringContaining('from which version 1 of walls counts'),
    ]);
  });

  it.each(['{', '[]', '"x"', '{}'])('is the file %s', async (text) => expect(await refusal(text)).not.toEqual([]));
});

describe('the command npm run parameters', () => {
  it('has the actions verify, load and show', () => {
    expect(readParameterCommand(['verify', 'a.json'])).toEqual({ name: 'verify', file: 'a.json' });
    expect(readParameterCommand(['load', 'a.json'])).toEqual({ name: 'load', file: 'a.json' });
    expect(readParameterCommand(['show', 'banks'])).toEqual({ name: 'show', list: 'banks' });
  });

  it.each([[[]], [['load']], [['erase', 'a.json']], [['load', 'a', 'b']], [['load', 'a', '--x']]])('prints its usage for %j', (args) =>
    expect(() => readParameterCommand(args)).toThrow(/Usage: npm run parameters/),
  );

  it('prints the existing lists', () => expect(() => readParameterCommand(['show', 'bank'])).toThrow(/bank is not a list; .*banks/));

  it('prints a list as a file that can be loaded', async () => {
    expect(await load(formatListFile(await getListsInForce(parameters, today()), 'alarms', today()), true)).toEqual([
      { list: 'alarms', version: 1 },
    ]);
  });
});
