import { jest } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/common/package-root.js';
import type { FixtureResponse } from '../../src/sandbox/fixtures/fixture.dto.js';
import { charge, createPrepaid } from '../support/collection.js';
import { eventually } from '../support/eventually.js';
import { expectStatus, FireApp, MORNING, type FireEntity } from '../support/fire-app.js';
import { applyChanges } from '../support/json-changes.js';
import { MOTOR_CLIENT, MotorAgent, type MotorEntity } from '../support/motor.js';
import { expectRefused } from '../support/expect-error.js';

// Printing is slow on a busy machine.
jest.setTimeout(60_000);

const NEAR_THE_ANNIVERSARY = '2027-11-01T08:00:00Z';

let app: FireApp;
let agent: MotorAgent;
let other: MotorAgent;
let production: readonly MotorAgent[];

beforeAll(async () => {
  app = await FireApp.start();
  const [mine, others] = [await MotorAgent.create(app, { code: 'A100' }), await MotorAgent.create(app, { code: 'B200' })];
  [agent, other, production] = [mine.sandbox, others.sandbox, [mine.production, others.production]];
});
afterAll(() => app.stop());

async function moveTo(instant: string): Promise<void> {
  app.clock.set(instant);
  for (const one of [agent, other, ...production]) await one.agent.renewToken();
}

async function getClass(one: MotorAgent, plateNo: string): Promise<number> {
  const query = new URLSearchParams({ plateNo, clientAfm: MOTOR_CLIENT.afm });
  const response = expectStatus(200, await one.call('GET', `quotes/bonusMalus?${query.toString()}`));
  return response.json<{ bonusMalus: number }>().bonusMalus;
}

const renewPolicy = async (one: MotorAgent, id: number): Promise<MotorEntity> =>
  expectStatus(205, await one.call('PUT', `policies/${id}/issueCharge`)).json<MotorEntity>();

describe('the data of a sandbox agent', () => {
  afterAll(() => moveTo(MORNING));

  it('let each agent insure a plate once, while production allows it once', async () => {
    expect(await agent.createPolicy({ plateNo: 'XXA1001' })).toMatchObject({ statusCode: '50' });
    expect(await other.createPolicy({ plateNo: 'XXA1001' })).toMatchObject({ statusCode: '50' });
    for (const one of [agent, other]) {
      const { id } = await one.insert({ plateNo: 'XXA 1001' });
      for (const action of ['issuePrepay', 'issueCharge']) await expectRefused(app, () => one.act(id, action), { code: '-501' });
    }
    const [first, second] = production;
    await first!.createPolicy({ plateNo: 'XXA1001' });
    const { id } = await second!.insert({ plateNo: 'XXA1001' });
    await expectRefused(app, () => second!.act(id, 'issueCharge'), { code: '-501' });
  });

  it('change the bonus-malus registry for that agent only', async () => {
    const entry = { afm: MOTOR_CLIENT.afm, bonusMalus: 8, claimsLastYear: 0, claimsLast5Years: 0, source: 'TEST', asOf: '2026-01-01' };
    for (const { environment } of [agent.agent, production[0]!.agent])
      await app.running.parts.bonusMalus.add(environment, [{ ...entry, plateNo: 'XXA1002' }]);
    const issued = async (one: MotorAgent): Promise<number> => (await one.createPolicy({ plateNo: 'XXA1002', bonusMalus: 8 })).id;
    const policies = [await issued(agent), await issued(other), await issued(production[0]!)] as const;
    await moveTo(NEAR_THE_ANNIVERSARY);
    expect(await renewPolicy(agent, policies[0])).toMatchObject({ bonusMalus: 7, statusCode: '50' });
    expect([await getClass(agent, 'XXA1002'), await getClass(other, 'XXA1002')]).toEqual([7, 8]);
    // The declared class is compared with the row of the plate.
    expect(await agent.insert({ plateNo: 'XXA1002', bonusMalus: 7, policyStartDate: '2027-11-15' })).toMatchObject({ statusCode: '01' });
    const better = await other.insert({ plateNo: 'XXA1002', bonusMalus: 7, policyStartDate: '2027-11-15' });
    expect(better.pendingMessages.map(({ code }) => code)).toEqual(['M25-07']);
    expect(await renewPolicy(other, policies[1])).toMatchObject({ bonusMalus: 7, statusCode: '50' });
    // Production has one registry for all agents.
    await renewPolicy(production[0]!, policies[2]);
    expect([await getClass(production[0]!, 'XXA1002'), await getClass(production[1]!, 'XXA1002')]).toEqual([7, 7]);
    expect(await app.query('production', 'SELECT FROM agent_bonus_malus')).toEqual([]);
  });
});

type Outcome = FixtureResponse['outcome'];
const NOTHING: Outcome = { status: null, code: null, value: null };

const listFixtures = async ({ agent: { client } }: MotorAgent, language = 'el'): Promise<FixtureResponse[]> =>
  expectStatus(200, await client.get('/dev/test-api/resources/fixtures', { headers: { 'Accept-Language': language } })).json<
    FixtureResponse[]
  >();

const getStatus = async ({ agent }: MotorAgent, id: number): Promise<string> => (await agent.get(id)).status_code;

const insertFire = ({ agent }: MotorAgent, { fields }: FixtureResponse): Promise<FireEntity> =>
  agent.insert(applyChanges(agent.body(), fields));

/** Creates a referred fire application with a requested approval. */
async function requestDecision(one: MotorAgent, fixture: FixtureResponse): Promise<number> {
  const { id } = await insertFire(one, fixture);
  expectStatus(205, await one.agent.client.put(one.agent.path(`${id}/request_approval`)));
  return id;
}

/** Uploads the file of a fixture, waits for the scan, and returns the listed document. */
async function uploadAndScan(
  { agent: { client, root } }: MotorAgent,
  id: number,
  { fields }: FixtureResponse,
): Promise<{ id: number; scan: string }> {
  const { file_name, mime_type, content } = fields as Record<string, string>;
  const path = `${root}/docs-api/policy/applications/${id}/documents`;
  const query = new URLSearchParams({ file_name: file_name!, mime_type: mime_type!, category_id: '2' });
  const body = Buffer.from(content!, 'base64');
  const document = expectStatus(201, await client.call('POST', `${path}?${query.toString()}`, { body })).json<{ id: number }>();
  const find = async (): Promise<{ id: number; scan: string } | undefined> =>
    (await client.get(path)).json<{ id: number; scan: string }[]>().find((one) => one.id === document.id);
  await eventually('it is scanned', async () => (await find())?.scan !== 'pending');
  return (await find())!;
}

/** Expected effect of each kind of fixture. */
const TRIALS: Readonly<Record<string, (one: MotorAgent, fixture: FixtureResponse) => Promise<Outcome>>> = {
  referral: async (one, fixture) => {
    if (fixture.call.includes('fire')) {
      const { status_code: status, messages } = await insertFire(one, fixture);
      return { ...NOTHING, status, code: messages.flatMap(({ code, severity }) => (severity === 'referral' ? [code] : [])).join() };
    }
    const { statusCode: status, pendingMessages } = await one.insert(fixture.fields);
    return { ...NOTHING, status, code: pendingMessages.map(({ code }) => code).join() };
  },
  underwriting: async (one, fixture) => {
    const id = await requestDecision(one, fixture);
    await eventually('it is decided', async () => (await getStatus(one, id)) !== '30');
    return { ...NOTHING, status: await getStatus(one, id) };
  },
  bonus_malus: async (one, { fields }) => {
    const query = new URLSearchParams({ plateNo: String(fields.plateNo), clientAfm: String(fields['client.afm']) });
    const response = expectStatus(200, await one.call('GET', `quotes/bonusMalus?${query.toString()}`));
    // A declared class causes no referral, unless the class itself does.
    const { bonusMalus } = response.json<{ bonusMalus: number }>();
    const { pendingMessages } = await one.insert({ ...fields, bonusMalus });
    expect(pendingMessages.map(({ code }) => code)).toEqual(bonusMalus > 14 ? ['M25-06'] : []);
    return { ...NOTHING, value: String(bonusMalus) };
  },
  theft_area: async (one, { fields }) => {
    const { statusCode: status, premium } = await one.insert(fields);
    const theft = premium?.lines.find(({ cover }) => cover === 'M05');
    return { status, code: theft?.cover ?? null, value: theft?.trace.find(({ table }) => table === 'T_REGION')?.value ?? null };
  },
  infected: async (one, fixture) => {
    const { id } = await one.agent.insert();
    const { scan: value, ...document } = await uploadAndScan(one, id, fixture);
    await expectRefused(app, () => one.agent.client.get(`/dev/docs-api/policy/applications/${id}/documents/${document.id}`), {
      code: '-400',
    });
    return { ...NOTHING, value };
  },
  no_credit: async (one, { fields }) => {
    const [afm] = Object.values(fields);
    const { id } = await createPrepaid(one.agent, { 'client.afm': afm });
    const refused = await expectRefused(app, () => charge(one.agent, id), { code: '-706' });
    return { ...NOTHING, code: refused.json<{ error: string }>().error };
  },
};

describe('the fixtures', () => {
  it('contain each referral rule of the tariffs once, with texts in two languages', async () => {
    const greek = await listFixtures(agent);
    const rules = ['fire-sample-1', 'motor-sample-1'].flatMap((tariff) => {
      const text = readFileSync(join(PACKAGE_ROOT, 'tariffs', `${tariff}.json`), 'utf8');
      return (JSON.parse(text) as { rules: { code: string; outcome: string }[] }).rules;
    });
    const referrals = rules.filter(({ outcome }) => outcome === '25').map(({ code }) => code);
    expect(greek.filter(({ effect }) => effect === 'referral').map(({ code }) => code)).toEqual(referrals);
    expect(new Set(greek.map(({ code }) => code)).size).toBe(greek.length);
    expect(new Set(greek.map(({ effect }) => effect))).toEqual(new Set(Object.keys(TRIALS)));
    const english = await listFixtures(other, 'en');
    expect(english.map(({ title, ...same }) => [same, title === ''])).toEqual(greek.map(({ title, ...same }) => [same, title === '']));
    expect([greek[0]?.title, english[0]?.title]).toEqual([
      'Κτίριο προ του 1960 με κάλυψη σεισμού',
      'Building from before 1960 with earthquake cover',
    ]);
  });

  it('cause their documented results', async () => {
    const fixtures = await listFixtures(agent);
    const outcomes: [string, Outcome][] = [];
    for (const fixture of fixtures) outcomes.push([fixture.code, await TRIALS[fixture.effect]!(agent, fixture)]);
    expect(outcomes).toEqual(fixtures.map(({ code, outcome }) => [code, outcome]));
  });

  it('follow the agent’s year', async () => {
    const find = async (): Promise<unknown> => (await listFixtures(agent)).find(({ code }) => code === 'M25-01')?.fields.driverBirthYear;
    const now = await find();
    await moveTo('2029-02-01T08:00:00Z');
    expect([now, await find()]).toEqual([2006, 2009]);
    await moveTo(MORNING);
  });

  it('decide on vehicles too, with a sandbox underwriter in the history', async () => {
    const decline = (await listFixtures(other)).find(({ code }) => code === 'UW-DECLINE')!;
    const { id } = await other.insert({ 'client.afm': decline.fields['fire_application.client.afm'], bonusMalus: 15 });
    expectStatus(205, await other.act(id, 'requestApproval'));
    await eventually('it is declined', async () => (await other.get(id)).statusCode === '31');
    const rows = await app.query(
      'sandbox',
      `SELECT actor, actor_name FROM status_transition WHERE application_id = $1 AND action = 'decline'`,
      [id],
    );
    expect(rows).toEqual([{ actor: 'underwriter', actor_name: 'Sandbox' }]);
  });

  it('are decided later where it was impossible at once, as after a process ended in between', async () => {
    await app.query('sandbox', 'CREATE SEQUENCE tries');
    await app.query(
      'sandbox',
      `CREATE FUNCTION refuse_decision() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN PERFORM nextval('tries'); RAISE query_canceled; END $$`,
    );
    await app.query(
      'sandbox',
      `CREATE TRIGGER refuse_decision BEFORE INSERT ON status_transition FOR EACH ROW WHEN (NEW.actor = 'underwriter')
       EXECUTE FUNCTION refuse_decision()`,
    );
    const id = await requestDecision(
      other,
      (await listFixtures(other)).find(({ code }) => code === 'UW-DECLINE')!,
    );
    const tried = async (): Promise<boolean> => (await app.query('sandbox', 'SELECT FROM tries WHERE is_called')).length > 0;
    await eventually('a decision has failed', tried);
    await app.query('sandbox', 'DROP FUNCTION refuse_decision() CASCADE');
    await eventually('it is declined', async () => (await getStatus(other, id)) === '31', 20_000);
  });

  it('of an agent with a moved clock do not delay the scan of another agent’s documents', async () => {
    const infected = (await listFixtures(agent)).find(({ code }) => code === 'INFECTED')!;
    const content = Buffer.from(String(infected.fields.content), 'base64');
    const { id } = await agent.agent.insert();
    const { id: document } = await uploadAndScan(agent, id, {
      ...infected,
      fields: { ...infected.fields, content: Buffer.alloc(content.length, 'A').toString('base64') },
    });
    const setClock = (fields: string): Promise<unknown> =>
      app.query('sandbox', `UPDATE agent_clock SET ${fields} WHERE agent_code = $1`, [agent.agent.access.agentCode]);
    await setClock(`state = 'advancing', frozen_at = now(), began_at = now(), advance_to = 'infinity', leased_until = 'infinity'`);
    const replace = `
      WITH old AS (DELETE FROM document_content WHERE document_id = $1 RETURNING document_id)
      INSERT INTO document_content (document_id, content) SELECT document_id, $2 FROM old`;
    await app.query('sandbox', replace, [document, content]);
    await app.query('sandbox', `UPDATE document SET scan = 'pending', scan_at = '2020-01-01' WHERE id = $1`, [document]);
    const { id: others } = await other.agent.insert();
    expect(await uploadAndScan(other, others, infected)).toMatchObject({ scan: 'infected' });
    expect(await app.query('sandbox', 'SELECT scan FROM document WHERE id = $1', [document])).toEqual([{ scan: 'pending' }]);
    await setClock(`state = 'ready', generation = generation + 1, advance_to = NULL, leased_until = NULL`);
    await setClock('frozen_at = NULL, began_at = NULL');
  });

  it('have no effect in production', async () => {
    const fixtures = new Map((await listFixtures(agent)).map((fixture) => [fixture.code, fixture]));
    const [first] = production;
    const id = await requestDecision(first!, fixtures.get('UW-DECLINE')!);
    const afm = Object.values(fixtures.get('NO-CREDIT')!.fields)[0];
    const policy = await createPrepaid(first!.agent, { 'client.afm': afm });
    expectStatus(205, await charge(first!.agent, policy.id));
    expect(await uploadAndScan(first!, id, fixtures.get('INFECTED')!)).toMatchObject({ scan: 'clean' });
    expect(await getStatus(first!, id)).toBe('30');
    expect(await app.query('production', `SELECT FROM bonus_malus_registry WHERE source = 'FIXTURE'`)).toEqual([]);
  });
});
