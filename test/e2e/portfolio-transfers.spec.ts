import { jest } from '@jest/globals';
import { Scheduler } from '../../src/jobs/scheduler.js';
import { charge, CHARGE_TIME, createPolicy, getBalance, listReceipts, QUARTERLY, toCents } from '../support/collection.js';
import type { HttpResponse } from '../support/client.js';
import { LocalCollectionClient } from '../support/collection-client.js';
import { listCommissions } from '../support/commission.js';
import { eventually } from '../support/eventually.js';
import { expectAllRefused, expectError, expectRefused } from '../support/expect-error.js';
import { expectStatus, FireApp, getHistory, type FireAgent } from '../support/fire-app.js';
import { MotorAgent } from '../support/motor.js';
import { PortfolioCopy, readPortfolio } from '../support/portfolio-copy.js';
import { StaffClient } from '../support/staff-client.js';

jest.setTimeout(120_000);

interface Transfer {
  readonly id: number;
  readonly state: string;
  readonly policies: number;
  readonly applications: number;
  readonly instalments: number;
  readonly instalmentsGross: number;
  readonly balance: number;
  readonly moved: number;
  readonly failures: number;
  readonly failure: string | null;
}
interface Told {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

let app: FireApp;
let issuing: LocalCollectionClient;
let admin: StaffClient;
let from: FireAgent;
let to: FireAgent;
let pairs = 0;

beforeAll(async () => {
  app = await FireApp.start();
  issuing = await LocalCollectionClient.open(app);
  admin = await StaffClient.open(app.running, 'admin');
});
afterAll(() => app.stop());
beforeEach(async () => {
  pairs += 1;
  app.clock.set(CHARGE_TIME);
  from = (await app.createAgent({ code: `FROM-${pairs}`, commissionType: 'AGENCY', type: 'broker' })).production;
  to = (await app.createAgent({ code: `TO-${pairs}`, commissionType: 'AGENCY', name: `Πρακτορείο ${pairs}` })).production;
  await moveTo(CHARGE_TIME);
});
afterEach(() => issuing.expectBalancedLedger());

async function moveTo(instant: string): Promise<void> {
  await issuing.moveTo(instant, from);
  await to.renewToken();
  await admin.renewSession();
}

const buildRequest = (more: object = {}): object => ({
  fromAgentCode: `FROM-${pairs}`,
  toAgentCode: `TO-${pairs}`,
  effectiveDate: app.clock.today(),
  reason: 'Λήξη συνεργασίας',
  ...more,
});
const get = async (id: number): Promise<Transfer> => expectStatus(200, await admin.get(`portfolio-transfers/${id}`)).json<Transfer>();
const runJob = (): Promise<unknown> => app.running.parts.portfolioTransfers.job.run('production');

async function transfer(more: object = {}): Promise<Transfer> {
  const response = expectStatus(201, await admin.post('portfolio-transfers', buildRequest(more)));
  const { id } = response.json<Transfer>();
  expect(response.headers.location).toMatch(new RegExp(`/backoffice-api/portfolio-transfers/${id}$`));
  await eventually('the transfer is done', async () => (await get(id)).state === 'DONE');
  return get(id);
}

/** Lists the statuses of all reads of an application by an agent. */
async function readAll({ client, root }: FireAgent, id: number): Promise<Record<string, number>> {
  const paths = [
    `/fire-api/rsc/applications/${id}`,
    `/docs-api/policy/applications/${id}/documents`,
    `/common-api/policy/applications/${id}/receipts`,
    `/collection-api/applications/${id}/payment_code`,
  ];
  const statuses = await Promise.all(paths.map(async (one) => [one, (await client.get(root + one)).status] as const));
  return Object.fromEntries(statuses.map(([one, status]) => [one.replace(String(id), '{id}'), status]));
}

const searchIds = async ({ client, root }: FireAgent): Promise<number[]> =>
  expectStatus(200, await client.get(`${root}/fire-api/rsc/applications?limit=100`))
    .json<{ id: number }[]>()
    .map(({ id }) => id);

async function readFeed({ client, root }: FireAgent): Promise<Told[]> {
  await app.publishEvents('production');
  return expectStatus(200, await client.get(`${root}/events-api/resources/events?limit=500`)).json<{ events: Told[] }>().events;
}

describe('a transfer of the whole portfolio', () => {
  it('gives contracts, applications and what is due to the new agent, and leaves booked money (applications.40)', async () => {
    const policy = await createPolicy(from, QUARTERLY);
    const application = await from.insert();
    const motor = await new MotorAgent(from).createPolicy();
    const receipts = await listReceipts(from, policy.id);
    const owed = await getBalance(app, `FROM-${pairs}`);
    const preview = expectStatus(201, await admin.post('portfolio-transfers?dry_run=true', buildRequest())).json<Transfer>();
    expect(preview).toMatchObject({ state: 'SCHEDULED', policies: 2, applications: 1, instalments: 3, balance: owed, moved: 0 });
    expect(await searchIds(to)).toEqual([]);

    expect(await transfer()).toMatchObject({ state: 'DONE', policies: 2, applications: 1, moved: 3, balance: owed });
    expect(new Set(Object.values(await readAll(from, policy.id)))).toEqual(new Set([400]));
    expect(await readAll(to, policy.id)).toEqual({
      '/fire-api/rsc/applications/{id}': 200,
      '/docs-api/policy/applications/{id}/documents': 200,
      '/common-api/policy/applications/{id}/receipts': 200,
      '/collection-api/applications/{id}/payment_code': 400,
    });
    expect([await searchIds(from), (await searchIds(to)).sort()]).toEqual([[], [policy.id, application.id].sort()]);
    expect(await listReceipts(to, policy.id)).toEqual(receipts);
    expect((await to.get(policy.id)).agent_code).toBe(`TO-${pairs}`);
    const vehicle = expectStatus(200, await to.client.get(`${to.root}/mtr-api/resources/applications/${motor.id}`)).json<object>();
    expect(vehicle).toMatchObject({ agentCode: `TO-${pairs}`, agentTitle: `Πρακτορείο ${pairs}` });
    expect((await getHistory(to, policy.id)).transitions.at(-1)).toContain('transfer');
    const persons = expectStatus(200, await to.client.get(`${to.root}/parties-api/resources/parties?policyId=${policy.id}`)).json<object>();
    expect(JSON.stringify(persons)).toContain(policy.client.afm);

    await moveTo('2027-03-03T08:00:00Z');
    await expectRefused(app, () => charge(from, policy.id), { code: '-300' });
    const paid = expectStatus(205, await charge(to, policy.id));
    expect(paid.status).toBe(205);
    expect(toCents(await getBalance(app, `TO-${pairs}`))).toBe(toCents(receipts[1]!.gross));
    expect(await getBalance(app, `FROM-${pairs}`)).toBe(owed);
    expect((await listCommissions(app, policy.id)).map(({ agentCode }) => agentCode)).toEqual([`FROM-${pairs}`, `TO-${pairs}`]);
  });

  it('is told to both agents by events, and recorded in the audit record', async () => {
    const { id, application_no } = await createPolicy(from);
    const { id: transferId } = await transfer();
    const reported = async (agent: FireAgent): Promise<unknown[]> =>
      (await readFeed(agent))
        .filter(({ data }) => data['application_id'] === id && data['direction'] !== undefined)
        .map(({ data }) => data);
    const common = {
      application_id: id,
      application_no,
      policy_no: expect.stringMatching(/^P26/) as string,
      version: expect.any(Number) as number,
    };
    expect(await reported(from)).toEqual([expect.objectContaining({ ...common, direction: 'OUT', agent_code: `FROM-${pairs}` })]);
    expect(await reported(to)).toEqual([expect.objectContaining({ ...common, direction: 'IN', agent_code: `TO-${pairs}` })]);
    expect((await readFeed(to)).map(({ type, data }) => [type, data['action']])).toEqual([
      ['application.transferred', undefined],
      ['application.status_changed', 'transfer'],
    ]);
    const { items } = expectStatus(200, await admin.get('audit?subjectType=portfolio_transfer&limit=1')).json<{ items: object[] }>();
    expect(items).toEqual([expect.objectContaining({ action: 'create', subjectId: String(transferId) })]);
  });

  it('keeps copies that follow the changes equal to the digests of both agents (reports.42)', async () => {
    await createPolicy(from, QUARTERLY);
    await createPolicy(to);
    const copies = [new PortfolioCopy(from), new PortfolioCopy(to)] as const;
    for (const copy of copies) await copy.begin();
    await from.insert();
    await createPolicy(from);
    await transfer();
    await app.publishEvents('production');
    const totals: unknown[] = [];
    for (const [place, copy] of copies.entries()) {
      await copy.follow();
      const [digest] = (await readPortfolio(place === 0 ? from : to, '/digest')).slice(-1);
      expect(digest).toEqual(copy.calculateTotal(app.clock.today()));
      totals.push(digest!['policies']);
    }
    expect(totals).toEqual([0, 3]);
  });

  it('moves the figures of the overview', async () => {
    await createPolicy(from);
    const premium = async (code: string): Promise<number> => {
      await app.publishEvents('production');
      await app.running.parts.overviewFold.run({ environment: 'production', at: app.clock.now() }, { evenIfFresh: true });
      const rows = await app.query<{ count: number }>(
        'production',
        `SELECT sum(count)::int AS count FROM overview_total WHERE agent_code = $1 AND part = 'status' AND key = '50'`,
        [code],
      );
      return rows[0]?.count ?? 0;
    };
    expect([await premium(`FROM-${pairs}`), await premium(`TO-${pairs}`)]).toEqual([1, 0]);
    await transfer();
    expect([await premium(`FROM-${pairs}`), await premium(`TO-${pairs}`)]).toEqual([0, 1]);
  });
});

describe('a transfer of chosen policies', () => {
  it('moves these with their other years, and nothing else', async () => {
    const renewed = await createPolicy(from);
    const kept = await createPolicy(from);
    await moveTo('2027-11-25T08:00:00Z');
    const renewal = expectStatus(205, await charge(from, renewed.id)).json<{ id: number; policy_no: string }>();
    expect(renewal.id).not.toBe(renewed.id);
    expect(await transfer({ policyNos: [renewal.policy_no] })).toMatchObject({ policies: 2, applications: 0, moved: 2 });
    expect([await searchIds(from), await searchIds(to)]).toEqual([[kept.id], [renewal.id, renewed.id]]);
  });

  it('credits a later refund to the new agent, and takes commission back from the one who earned it (applications.41)', async () => {
    const { id, policy_no } = await createPolicy(from);
    const owed = await getBalance(app, `FROM-${pairs}`);
    const [receipt] = await listReceipts(from, id);
    await transfer({ policyNos: [policy_no] });
    expectStatus(200, await issuing.cancel(id, app.clock.today(), { reasonCode: 'WITHDRAWAL', text: null, claims: false }));
    expect([await getBalance(app, `FROM-${pairs}`), await getBalance(app, `TO-${pairs}`)]).toEqual([owed, -receipt!.gross]);
    expect((await listCommissions(app, id)).map(({ agentCode }) => agentCode)).toEqual([`FROM-${pairs}`, `FROM-${pairs}`]);
  });

  it('forgets the agents that the previous one named', async () => {
    await app.createAgent({ code: `NAMED-${pairs}` });
    const { id } = await createPolicy(from, { commission_code: `NAMED-${pairs}`, service_code: `NAMED-${pairs}` });
    await transfer();
    expect(await to.get(id)).toMatchObject({ commission_code: null, service_code: null });
  });
});

describe('a transfer on a later day', () => {
  it('is carried out by the job on that day', async () => {
    const { id } = await createPolicy(from);
    const { id: transferId } = expectStatus(
      201,
      await admin.post('portfolio-transfers', buildRequest({ effectiveDate: '2027-01-01' })),
    ).json<Transfer>();
    await runJob();
    expect(await searchIds(from)).toEqual([id]);
    await moveTo('2026-12-31T22:00:01Z');
    await runJob();
    expect([await searchIds(from), await searchIds(to), (await get(transferId)).state]).toEqual([[], [id], 'DONE']);
  });

  it('can be cancelled until it begins', async () => {
    const { id } = await createPolicy(from);
    const later = expectStatus(
      201,
      await admin.post('portfolio-transfers', buildRequest({ effectiveDate: '2027-01-01' })),
    ).json<Transfer>();
    expect(expectStatus(200, await admin.post(`portfolio-transfers/${later.id}/cancel`, {})).json()).toMatchObject({ state: 'CANCELLED' });
    await moveTo('2027-01-02T08:00:00Z');
    await runJob();
    expect(await searchIds(from)).toEqual([id]);
    await expectRefused(app, () => admin.post(`portfolio-transfers/${later.id}/cancel`, {}), { code: '-400' });
  });

  it('is not carried out to an agent that was closed meanwhile', async () => {
    const { id } = await createPolicy(from);
    const later = expectStatus(
      201,
      await admin.post('portfolio-transfers', buildRequest({ effectiveDate: '2027-01-01' })),
    ).json<Transfer>();
    expectStatus(200, await admin.patch(`agents/TO-${pairs}`, { activeUntil: '2026-12-31' }));
    app.clock.set('2027-01-02T08:00:00Z');
    await runJob();
    await admin.renewSession();
    await from.renewToken();
    expect([(await get(later.id)).state, await searchIds(from)]).toEqual(['REFUSED', [id]]);
  });
});

describe('a transfer that is refused', () => {
  it('names each wrong field, and changes nothing', async () => {
    const { policy_no } = await createPolicy(to);
    await createPolicy(from);
    await app.createAgent({ code: `CLOSED-${pairs}` });
    expectStatus(200, await admin.patch(`agents/CLOSED-${pairs}`, { activeUntil: '2026-01-01' }));
    const send = (more: object) => () => admin.post('portfolio-transfers', buildRequest(more));
    await expectAllRefused(app, [
      [send({ toAgentCode: `FROM-${pairs}` }), { code: '-102', violations: [['toAgentCode', '-102']] }],
      [send({ toAgentCode: 'LOST' }), { code: '-103', violations: [['toAgentCode', '-103']] }],
      [send({ fromAgentCode: 'LOST' }), { code: '-103', violations: [['fromAgentCode', '-103']] }],
      [send({ toAgentCode: `CLOSED-${pairs}` }), { code: '-102', violations: [['toAgentCode', '-102']] }],
      [send({ effectiveDate: '2026-11-24' }), { code: '-104', violations: [['effectiveDate', '-104']] }],
      [send({ effectiveDate: '2027-11-26' }), { code: '-104', violations: [['effectiveDate', '-104']] }],
      [
        send({ policyNos: [policy_no, 'P999'] }),
        {
          code: '-102',
          violations: [
            ['policyNos[0]', '-102'],
            ['policyNos[1]', '-102'],
          ],
        },
      ],
      [send({ fromAgentCode: `CLOSED-${pairs}` }), { code: '-102', violations: [['fromAgentCode', '-102']] }],
    ]);
  });

  it('is refused in the sandbox while the clock of an agent is stopped', async () => {
    const sandbox = (await app.createAgent({ code: `STOPPED-${pairs}` })).sandbox;
    await sandbox.insert();
    expectStatus(202, await sandbox.client.put(`${sandbox.root}/test-api/resources/clock`, { frozen_time: '2026-12-24T08:00:00Z' }));
    const dev = await StaffClient.open(app.running, 'admin', '/dev');
    const body = buildRequest({ fromAgentCode: `STOPPED-${pairs}` });
    expectError(await dev.post('portfolio-transfers', body), { code: '-400' });
  });
});

describe('a transfer at the same moment', () => {
  it('as charges books each once, at the agent that has the policy', async () => {
    const policies = await Promise.all([1, 2, 3, 4].map(() => createPolicy(from, QUARTERLY)));
    await moveTo('2027-03-03T08:00:00Z');
    const before = toCents(await getBalance(app, `FROM-${pairs}`));
    const [, ...charges] = await Promise.all([transfer(), ...policies.map(({ id }) => charge(from, id))]);
    let booked = before;
    for (const [place, response] of charges.entries()) {
      const { id } = policies[place]!;
      const [, second] = await listReceipts(to, id);
      expect([response.status, second!.status]).toEqual(response.status === 205 ? [205, 'PAID'] : [400, 'PENDING']);
      if (response.status === 205) booked += toCents(second!.gross);
    }
    expect([toCents(await getBalance(app, `FROM-${pairs}`)), await getBalance(app, `TO-${pairs}`)]).toEqual([booked, 0]);
  });

  it('leaves a batch whole that fails, goes on with others, and tries again later (backoffice.126)', async () => {
    const { id } = await createPolicy(from, QUARTERLY);
    const [others] = await Promise.all(
      ['OTHER', 'THIRD'].map((name) => app.createAgent({ code: `${name}-${pairs}`, commissionType: 'AGENCY' })),
    );
    const { id: otherId } = await createPolicy(others!.production);
    await app.query(
      'production',
      `
      CREATE FUNCTION fail_transfer() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no room'; END $$;
      CREATE TRIGGER fail_transfer BEFORE INSERT ON party_record FOR EACH ROW WHEN (NEW.agent_code LIKE 'TO-%') EXECUTE FUNCTION fail_transfer()`,
    );
    const failed = jest.fn();
    app.running.app.get(Scheduler).failed.on('failure', failed);
    const create = async (more: object = {}): Promise<Transfer> =>
      expectStatus(201, await admin.post('portfolio-transfers', buildRequest(more))).json<Transfer>();
    const { id: failing } = await create();
    await runJob();
    const owners = `SELECT DISTINCT agent_code AS code FROM (SELECT agent_code FROM application WHERE id = $1 UNION ALL SELECT agent_code FROM receipt WHERE application_id = $1) o`;
    const ownersOf = (application: number): Promise<unknown[]> => app.query('production', owners, [application]);
    expect([await ownersOf(id), await get(failing)]).toMatchObject([
      [{ code: `FROM-${pairs}` }],
      { state: 'SCHEDULED', moved: 0, failures: 1, failure: 'no room' },
    ]);
    expect(failed).toHaveBeenCalledWith('transfer portfolios', 'production');

    const { id: other } = await create({ fromAgentCode: `OTHER-${pairs}`, toAgentCode: `THIRD-${pairs}` });
    await app.query('production', 'UPDATE portfolio_transfer SET leased_until = NULL WHERE id = $1', [failing]);
    await runJob();
    expect([await ownersOf(otherId), (await get(other)).state, await get(failing)]).toMatchObject([
      [{ code: `THIRD-${pairs}` }],
      'DONE',
      { failures: 2 },
    ]);

    await app.query('production', 'DROP TRIGGER fail_transfer ON party_record; DROP FUNCTION fail_transfer');
    await runJob();
    expect(await get(failing)).toMatchObject({ state: 'SCHEDULED', failures: 2 });
    await app.query('production', 'UPDATE portfolio_transfer SET leased_until = NULL WHERE id = $1', [failing]);
    await runJob();
    expect([await ownersOf(id), await get(failing)]).toMatchObject([
      [{ code: `TO-${pairs}` }],
      { state: 'DONE', moved: 1, failures: 0, failure: null },
    ]);
  });
});

describe('a transfer that needs a second administrator (backoffice.125)', () => {
  let second: StaffClient;

  beforeAll(async () => {
    second = await StaffClient.open(app.running, 'admin');
  });
  beforeEach(async () => {
    await second.renewSession();
    expectStatus(200, await admin.put('settings', { secondPersonTransfers: true }));
  });
  afterEach(async () => {
    await admin.renewSession();
    expectStatus(200, await admin.put('settings', { secondPersonTransfers: false }));
  });

  const request = (more: object = {}): Promise<HttpResponse> => admin.post('portfolio-transfers', buildRequest(more));
  const confirm = (id: number, by: StaffClient): Promise<HttpResponse> => by.put(`pending-actions/${id}/approve`, {});

  it('moves nothing until another administrator confirms it', async () => {
    const { id } = await createPolicy(from, QUARTERLY);
    await expectRefused(app, () => request({ toAgentCode: 'LOST' }), { code: '-103', violations: [['toAgentCode', '-103']] });
    const asked = expectStatus(202, await request());
    const pending = asked.json<{ id: number; kind: string; summary: string; agentCode: string }>();
    expect(asked.headers.location).toMatch(new RegExp(`/pending-actions/${pending.id}$`));
    expect(pending).toMatchObject({ kind: 'TRANSFER', agentCode: `FROM-${pairs}` });
    expect(pending.summary).toContain('συμβόλαια 1,');
    await runJob();
    expect([await searchIds(from), await searchIds(to)]).toEqual([[id], []]);
    await expectRefused(app, () => confirm(pending.id, admin), { status: 403, code: '-203' });

    const done = expectStatus(200, await confirm(pending.id, second)).json<{ state: string; result: { id: number } }>();
    expect(done.state).toBe('DONE');
    await eventually('the transfer is done', async () => (await get(done.result.id)).state === 'DONE');
    expect([await searchIds(from), await searchIds(to)]).toEqual([[], [id]]);
    await expectRefused(app, () => confirm(pending.id, second), { code: '-400' });
  });

  it('is checked again when it is confirmed', async () => {
    await createPolicy(from);
    const { id } = expectStatus(202, await request()).json<{ id: number }>();
    app.clock.set('2026-11-27T08:00:00Z');
    await second.renewSession();
    await expectRefused(app, () => confirm(id, second), { code: '-104', violations: [['effectiveDate', '-104']] });
  });

  it('shows what would move in a dry run, and asks nobody', async () => {
    await createPolicy(from);
    const { summary } = expectStatus(202, await admin.post('portfolio-transfers?dry_run=true', buildRequest())).json<{ summary: string }>();
    expect(summary).toContain('συμβόλαια 1,');
    expect(expectStatus(200, await admin.get(`pending-actions?kind=TRANSFER&state=PENDING&limit=500`)).text).not.toContain(
      `FROM-${pairs} `,
    );
  });
});
