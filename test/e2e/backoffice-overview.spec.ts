import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import type { Environment } from '../../src/common/environment.js';
import type { Role } from '../../src/identity/user.service.js';
import { advanceClock } from '../support/agent-clock.js';
import { createAgentData } from '../support/agent-data.js';
import { AgentRows } from '../support/agent-rows.js';
import { ONE_CONNECTION } from '../support/app.js';
import { charge, CHARGE_TIME, createPolicy, createPrepaid, QUARTERLY } from '../support/collection.js';
import { getRounds, readSeed, createRandom } from '../support/depth.js';
import { eventually } from '../support/eventually.js';
import { expectStatus, listViolations, FireApp, type FireAgent } from '../support/fire-app.js';
import { LocalCollectionClient } from '../support/collection-client.js';
import { countOverview } from '../support/overview-count.js';
import { createAfm } from '../support/party-client.js';
import { PAYOUT_IBAN } from '../support/payout-client.js';
import { RandomBusiness } from '../support/random-business.js';
import { StaffClient, createStaff } from '../support/staff-client.js';
import type { HttpResponse } from '../support/client.js';

jest.setTimeout(240_000);

interface Overview {
  readonly asOf: string | null;
  readonly agentCode: string | null;
  readonly underwriting: {
    readonly applications: readonly Record<string, unknown>[];
    readonly referrals: { readonly reasons: readonly Record<string, unknown>[] };
    readonly premium: readonly { policies: number }[];
  } | null;
  readonly issuing: {
    readonly applications: readonly Record<string, unknown>[];
    readonly refundsOwed: { readonly count: number };
    readonly instalmentsOverdue: { readonly count: number };
    readonly renewalsDue: readonly object[];
  } | null;
  readonly access: object | null;
}

const ROLES = ['admin', 'underwriter', 'issuing'] as const;

let app: FireApp;
let rows: AgentRows;
let agents: readonly FireAgent[];
let issuing: LocalCollectionClient;
let staff: Record<(typeof ROLES)[number], StaffClient>;
let admin: Record<Environment, StaffClient>;

beforeAll(async () => {
  app = await FireApp.start(ONE_CONNECTION);
  rows = await AgentRows.open(app.running.database.url);
  agents = [(await app.createAgent()).production, (await app.createAgent({ code: 'B200' })).production];
  issuing = await LocalCollectionClient.open(app);
  const open = (role: Role): Promise<StaffClient> => StaffClient.open(app.running, role);
  staff = { admin: await open('admin'), underwriter: await open('underwriter'), issuing: await open('issuing') };
  expectStatus(200, await issuing.staff.put('settings', { payoutIban: PAYOUT_IBAN }));
  admin = { production: staff.admin, sandbox: await StaffClient.open(app.running, 'admin', '/dev') };
});
afterAll(async () => {
  await rows.close();
  await app.stop();
});
beforeEach(() => moveTo(CHARGE_TIME));

async function moveTo(instant: string): Promise<void> {
  app.clock.set(instant);
  for (const agent of agents) await issuing.moveTo(instant, agent);
  for (const one of [...Object.values(staff), admin.sandbox]) await one.renewSession();
}

async function fold(environment: Environment): Promise<void> {
  await app.publishEvents(environment);
  await app.running.parts.overviewFold.run({ environment, at: app.clock.now() }, { evenIfFresh: true });
}

async function read(by: StaffClient, query = ''): Promise<Overview> {
  return expectStatus(200, await by.get(`overview${query}`)).json<Overview>();
}

/** Reads the overview without titles, to compare it with the calculated one. */
async function shown(environment: Environment, agentCode: string | null): Promise<unknown> {
  const { underwriting, issuing: money } = await read(admin[environment], agentCode === null ? '' : `?agentCode=${agentCode}`);
  const withoutTitles = (part: { readonly applications: readonly Record<string, unknown>[] } | null): unknown => ({
    ...part,
    applications: part?.applications.map(({ statusTitle, ...rest }) => {
      expect(statusTitle).toEqual(expect.any(String));
      return rest;
    }),
  });
  const reasons = underwriting?.referrals.reasons.map(({ text, ...rest }) => {
    expect(text).toEqual(expect.any(String));
    return rest;
  });
  const withReasons = underwriting && { ...underwriting, referrals: { ...underwriting.referrals, reasons } };
  return { underwriting: withoutTitles(withReasons), issuing: withoutTitles(money) };
}

/** Updates the overview and expects correct figures for all agents together and for each. */
async function expectCounted(environment: Environment, codes: readonly string[]): Promise<void> {
  for (const code of [null, ...codes])
    expect(await shown(environment, code)).toEqual(await countOverview(app, environment, app.clock.now(), code));
}

async function foldAndCount(environment: Environment, codes: readonly string[]): Promise<void> {
  await fold(environment);
  await expectCounted(environment, codes);
}

const CODES = ['A100', 'B200'];
it('the overview after a random year equals a count of the records, also for each agent', async () => {
  await new RandomBusiness({ app, agents, issuing, staff, moveTo }).run({
    random: createRandom(readSeed('OVERVIEW_SEED', 35)),
    steps: getRounds({ everyday: 9, deep: 40 }),
    after: (step) => foldAndCount('production', step % 3 === 0 ? CODES : []),
  });
  // The random business may have paid out everything.
  const suspenseId = await issuing.createSuspense(agents[1]!, (await createPrepaid(agents[1]!)).id);
  expectStatus(200, await issuing.resolve(suspenseId, { refund: true }));
  await foldAndCount('production', CODES);
  const { underwriting, issuing: money } = await read(staff.admin);
  expect(new Set(underwriting?.applications.map(({ line }) => line))).toEqual(new Set(['fire', 'motor']));
  expect(new Set(underwriting?.applications.map(({ status }) => status)).size).toBeGreaterThan(4);
  expect(underwriting?.premium.length).toBeGreaterThan(2);
  expect(money?.refundsOwed.count).toBeGreaterThan(0);
  // The ledger agrees on the money owed to customers.
  const [books] = await app.query<{ owed: string }>(
    'production',
    `SELECT -coalesce(sum(e.amount), 0) AS owed FROM ledger_entry e JOIN account a ON a.id = e.account_id WHERE a.kind = 'CUSTOMER_PAYABLE'`,
  );
  expect(money?.refundsOwed).toMatchObject({ sum: Number(books?.owed) });

  const afm = createAfm();
  const { id } = await agents[0]!.insert(agents[0]!.body({ 'client.afm': afm }));
  await agents[0]!.act(id, 'DELETE');
  expectStatus(200, await staff.admin.erase(await app.getParty('production', afm)));
  await foldAndCount('production', CODES);
});

describe('a policy that reaches its end', () => {
  const near = '2027-11-20T08:00:00Z';

  it('counts as due for renewal until its renewal is issued, and again when that is cancelled', async () => {
    const { id } = await createPolicy(agents[1]!);
    await moveTo(near);
    await fold('production');
    const renewals = async (): Promise<number> => {
      const { issuing: money } = await read(staff.issuing, '?agentCode=B200');
      return (money?.renewalsDue as { count: number }[]).reduce((total, { count }) => total + count, 0);
    };
    const before = await renewals();
    expect(before).toBeGreaterThan(0);
    const renewal = expectStatus(205, await charge(agents[1]!, id)).json<{ id: number }>();
    await foldAndCount('production', ['B200']);
    expect(await renewals()).toBe(before - 1);
    expectStatus(200, await issuing.cancel(renewal.id, app.clock.today()));
    await foldAndCount('production', ['B200']);
    expect(await renewals()).toBe(before);
  });
});

describe('the fold of events into the overview', () => {
  const context = (): { environment: Environment; at: Date } => ({ environment: 'production', at: app.clock.now() });

  it('counts once for any number of simultaneous folds', async () => {
    await createPolicy(agents[0]!, QUARTERLY);
    await app.publishEvents('production');
    await Promise.all(Array.from({ length: 4 }, () => app.running.parts.overviewFold.run(context(), { evenIfFresh: true })));
    await foldAndCount('production', CODES);
  });

  it('neither loses nor doubles anything when it is killed before its end', async () => {
    await fold('production');
    await createPolicy(agents[0]!);
    await app.publishEvents('production');
    const before = await read(staff.admin);
    await app.query(
      'production',
      `CREATE FUNCTION production.end_folder() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END $$`,
    );
    await app.query(
      'production',
      'CREATE TRIGGER killer BEFORE UPDATE ON overview_progress FOR EACH ROW EXECUTE FUNCTION production.end_folder()',
    );
    await expect(app.running.parts.overviewFold.run(context(), { evenIfFresh: true })).rejects.toThrow();
    await app.query('production', 'DROP TRIGGER killer ON overview_progress');
    await app.query('production', 'DROP FUNCTION production.end_folder()');
    expect(await read(staff.admin)).toEqual(before);
    await foldAndCount('production', CODES);
  });

  it('fills the figures from existing data, and reports no time until it is done', async () => {
    await app.query('production', 'TRUNCATE overview_share, overview_total');
    await app.query('production', 'UPDATE overview_progress SET filled_to = 0, as_of = NULL');
    expect((await read(staff.admin)).asOf).toBeNull();
    await foldAndCount('production', CODES);
    expect((await read(staff.admin)).asOf).not.toBeNull();
  });

  it('starts again from the data when events were deleted before it saw them', async () => {
    await createPolicy(agents[1]!);
    await app.publishEvents('production');
    await app.query('production', `SELECT delete_events(clock_timestamp() + interval '1 day', 100000)`);
    await foldAndCount('production', CODES);
  });

  it('reports the time of the figures', async () => {
    await fold('production');
    const first = (await read(staff.admin)).asOf ?? '';
    let second = first;
    await eventually('a later second is reported', async () => {
      await fold('production');
      second = (await read(staff.admin)).asOf ?? '';
      return second > first;
    });
    const [database] = await app.query<{ age: number }>(
      'production',
      `SELECT abs(extract(epoch FROM clock_timestamp() AT TIME ZONE 'Europe/Athens' - $1::timestamp))::float8 AS age`,
      [second],
    );
    expect(database?.age).toBeLessThan(60);
  });

  it('does not include events that are not published yet in that time', async () => {
    await fold('production');
    await createPolicy(agents[1]!);
    await sleep(1_100);
    await app.running.parts.overviewFold.run(context(), { evenIfFresh: true });
    const [late] = await app.query<{ isBefore: boolean }>(
      'production',
      `SELECT (SELECT as_of FROM overview_progress) <= (SELECT min(recorded_at) FROM event e
         WHERE NOT EXISTS (SELECT FROM event_position p WHERE p.event_id = e.id)) AS "isBefore"`,
    );
    expect(late?.isBefore).toBe(true);
    await foldAndCount('production', CODES);
  });
});

describe('the sections of the overview', () => {
  it('depend on the role', async () => {
    const partsOf = async (role: (typeof ROLES)[number]): Promise<boolean[]> => {
      const { underwriting, issuing: money, access } = await read(staff[role]);
      return [underwriting, money, access].map((part) => part !== null);
    };
    expect(await Promise.all(ROLES.map(partsOf))).toEqual([
      [true, true, true],
      [true, false, false],
      [false, true, false],
    ]);
    expect((await read(staff.admin)).access).toEqual({
      signupsUnconfirmed: expect.any(Number) as number,
      productionRequested: expect.any(Number) as number,
      invitationsOpen: expect.any(Number) as number,
    });
    expect(await read(staff.admin, '?agentCode=A100')).toMatchObject({ agentCode: 'A100', access: null });
  });

  it('show an agent’s user the portfolio and calls of the agent or a delegate', async () => {
    const { userId, client } = await createStaff(app.running, 'agent', 'A100');
    const { store, users, apiKeys, callLog } = app.running.parts;
    const programId = await store.transaction('gateway', async (tx) => {
      await users.setDelegates(tx, userId, ['B200']);
      return apiKeys.createProgram(tx, { name: 'Own', owner: 'own', userId });
    });
    await callLog.save();
    const insert = `INSERT INTO call_log (at, request_id, program_id, key_prefix, environment, agent_code, method, route, status, error_code, duration_ms, repeats)
      SELECT $1::timestamptz - age, gen_random_uuid(), $2, 'abcdef', 'production', agent, 'GET', '/x', status, code, 1, repeats
      FROM (VALUES (interval '0', 'A100', 200, NULL, 1), ('1 hour', NULL, 403, 'API_KEY_DISABLED', 4), ('1 hour', 'B200', 400, '-101', 2),
        ('2 hours', 'A100', 503, '-2', 1), ('1 hour', 'C300', 400, '-102', 9), ('25 hours', 'A100', 400, '-103', 9)) AS c(age, agent, status, code, repeats)`;
    await store.query('gateway', insert, [app.clock.now(), programId]);
    const at = (path: string): Promise<HttpResponse> => client.get(`/backoffice-api/overview${path}`);
    const own = expectStatus(200, await at('')).json<Record<string, unknown>>();
    const { underwriting, issuing: money } = (await staff.admin.get('overview?agentCode=A100')).json<
      Record<'underwriting' | 'issuing', Record<string, unknown>>
    >();
    expect(own).toMatchObject({ agentCode: 'A100', underwriting: null, issuing: null, access: null });
    expect(own['portfolio']).toEqual({
      tasks: expect.any(Array) as unknown,
      applications: underwriting['applications'],
      instalmentsDue: money['instalmentsDue'],
      instalmentsOverdue: money['instalmentsOverdue'],
      renewalsDue: money['renewalsDue'],
    });
    const { hours, errors } = own['calls'] as { hours: { calls: number; refused: number; failed: number }[]; errors: unknown[] };
    expect(hours.map(({ calls, refused, failed }) => [calls, refused, failed])).toEqual([
      [1, 0, 1],
      [6, 6, 0],
      [1, 0, 0],
    ]);
    expect(errors).toEqual([
      { code: 'API_KEY_DISABLED', count: 4 },
      { code: '-101', count: 2 },
      { code: '-2', count: 1 },
    ]);
    expect(expectStatus(200, await at('?agentCode=B200')).json()).toMatchObject({ agentCode: 'B200' });
    for (const code of ['C300', 'NOBODY', 'a100']) {
      const refused = await at(`?agentCode=${code}`);
      expect([refused.status, refused.json()['error']]).toEqual([403, '-202']);
    }
  });

  it('are empty for a missing agent', async () => {
    expect(await read(staff.issuing, '?agentCode=NOBODY')).toMatchObject({ issuing: { suspense: { count: 0, sum: 0, oldest: null } } });
  });

  it('accept no other parameter', async () => {
    const response = await staff.admin.get('overview?agent=A100');
    expect([response.status, listViolations(response)]).toEqual([400, [['agent', '-102']]]);
  });
});

describe('the overview of the sandbox', () => {
  const isReady = async ({ client }: FireAgent): Promise<boolean> =>
    expectStatus(200, await client.get('/dev/test-api/resources/reset')).json().state === 'ready';

  it('contains only the sandbox, and follows a reset', async () => {
    const surroundings = { app, rows, issuing: await LocalCollectionClient.open(app, 'sandbox'), staff: admin.sandbox };
    const gone = await createAgentData('GONE-7', surroundings);
    const stays = await createAgentData('STAYS-7', surroundings);
    const before = (await read(staff.admin)).underwriting;
    await foldAndCount('sandbox', [gone.code, stays.code]);
    expect((await read(staff.admin)).underwriting).toEqual(before);
    expectStatus(202, await gone.agent.client.post('/dev/test-api/resources/reset'));
    await eventually('the agent is reset', () => isReady(gone.agent), 30_000);
    await foldAndCount('sandbox', [gone.code, stays.code]);
    const left = await rows.query(
      `SELECT agent_code FROM overview_total WHERE agent_code = $1 UNION ALL SELECT agent_code FROM overview_share WHERE agent_code = $1`,
      [gone.code],
    );
    expect(left).toEqual([]);
  });

  it('uses the days of the agent’s clock', async () => {
    const agent = (await app.createAgent({ code: 'AHEAD-7' })).sandbox;
    await createPolicy(agent, QUARTERLY);
    const instalments = async (query: string): Promise<object[]> => {
      await fold('sandbox');
      const { issuing: money } = await read(admin.sandbox, query);
      return (money as unknown as { instalmentsDue: object[] }).instalmentsDue;
    };
    expect(await instalments('?agentCode=AHEAD-7')).toEqual([]);
    await advanceClock(agent, { days: 80 });
    expect(await instalments('?agentCode=AHEAD-7')).toEqual([{ date: '2027-03-05', count: 1, sum: 87.31 }]);
    expect(await instalments('')).not.toContainEqual(expect.objectContaining({ date: '2027-03-05' }));
  });
});
