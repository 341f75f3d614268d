import { addDays } from '../../src/common/athens.js';
import { advanceClock } from '../support/agent-clock.js';
import { createPolicy, getBalance, listReceipts, START } from '../support/collection.js';
import { LocalCollectionClient, WITHDRAWAL } from '../support/collection-client.js';
import { eventually } from '../support/eventually.js';
import { expectAllRefused, expectRefused } from '../support/expect-error.js';
import { expectStatus, FireApp, type FireAgent, type FireEntity } from '../support/fire-app.js';
import { MotorAgent } from '../support/motor.js';
import { StaffClient } from '../support/staff-client.js';
import type { HttpResponse } from '../support/client.js';

interface Sum {
  readonly count: number;
  readonly yearly: number;
  readonly due: number;
}
interface Run {
  readonly id: number;
  readonly state: string;
  readonly policies: number;
  readonly calculated: number;
  readonly done: number;
  readonly left: number;
  readonly figures: Readonly<Record<'total' | 'issued' | 'unpaid' | 'referred' | 'unchanged' | 'refused', Sum>>;
}
interface Line {
  readonly applicationId: number;
  readonly result: string | null;
  readonly isDone: boolean;
  readonly amendmentNo: number | null;
  readonly due: number | null;
  readonly faults: readonly { readonly path: string; readonly code: string; readonly message: string }[];
}

const CHANGE_DAY = '2027-02-01';
const SUM = 'objects_insured[*].insured_values[group_cover=001].insured_value';
const REASON = 'Αλλαγή του νόμου';

let app: FireApp;
let agent: FireAgent;
let issuing: LocalCollectionClient;
let admin: StaffClient;
let second: StaffClient;
let agents = 0;

beforeAll(async () => {
  app = await FireApp.start();
  issuing = await LocalCollectionClient.open(app);
  admin = await StaffClient.open(app.running, 'admin');
  second = await StaffClient.open(app.running, 'admin');
});
afterAll(() => app.stop());
beforeEach(async () => {
  agents += 1;
  app.clock.set('2026-11-25T08:00:00Z');
  agent = (await app.createAgent({ code: `R${agents}` })).production;
  await moveTo('2026-11-25');
});
afterEach(() => issuing.expectBalancedLedger());

async function moveTo(day: string): Promise<void> {
  await issuing.moveTo(`${day}T08:00:00Z`, agent);
  await admin.renewSession();
  await second.renewSession();
}

const getGroup = ({ objects_insured: [object] }: FireEntity): string => object!.insured_values[0]!.group_cover;
const getSum = ({ objects_insured: [object] }: FireEntity): number => object!.insured_values[0]!.insured_value;
const pathOf = (policy: FireEntity): string => SUM.replace('001', getGroup(policy));

const build = (changes: object, more: object = {}, filter: object = {}): object => ({
  filter: { line: 'fire', agentCodes: [`R${agents}`], ...filter },
  kind: 'CHANGE',
  effectiveDate: CHANGE_DAY,
  reason: REASON,
  changes,
  ...more,
});
const get = async (id: number): Promise<Run> => expectStatus(200, await admin.get(`amendment-runs/${id}`)).json<Run>();
const step = (id: number, name: 'start' | 'stop' | 'resume', by = second): Promise<HttpResponse> =>
  by.post(`amendment-runs/${id}/${name}`, {});
const list = async (id: number, query = ''): Promise<Line[]> =>
  expectStatus(200, await admin.get(`amendment-runs/${id}/policies${query}`)).json<{ items: Line[] }>().items;

async function waitFor(id: number, state: string): Promise<Run> {
  await eventually(`the run is ${state}`, async () => (await get(id)).state === state, 30_000);
  return get(id);
}

/** Creates a run and waits for its dry run. */
async function calculate(body: object): Promise<Run> {
  const response = expectStatus(201, await admin.post('amendment-runs', body));
  const { id } = response.json<Run>();
  expect(response.headers.location).toMatch(new RegExp(`/backoffice-api/amendment-runs/${id}$`));
  return waitFor(id, 'CALCULATED');
}

async function amend(body: object): Promise<Run> {
  const { id } = await calculate(body);
  expectStatus(200, await step(id, 'start'));
  return waitFor(id, 'DONE');
}

async function createPolicies(count: number): Promise<FireEntity[]> {
  const policies: FireEntity[] = [];
  while (policies.length < count) policies.push(await createPolicy(agent));
  return policies;
}

/** Reads the digest of all tables but those that a run writes itself. */
async function readPolicies(): Promise<Record<string, string>> {
  const tables = Object.entries(await app.readFingerprint());
  return Object.fromEntries(tables.filter(([name]) => !/\.(amendment_run|amendment_run_policy)$/.test(name)));
}

const listAmendments = async ({
  id,
}: FireEntity): Promise<{ status: string; reason: string; effective_date: string; due: { gross: number } }[]> =>
  expectStatus(200, await agent.client.get(`/fire-api/rsc/applications/${id}/amendments`)).json();

describe('a dry run', () => {
  it('tells counts and sums by result, and changes no policy', async () => {
    const policies = await createPolicies(2);
    const [policy] = policies;
    const before = await readPolicies();
    const run = await calculate(build({ [pathOf(policy!)]: getSum(policy!) * 2 }));
    const { unpaid, total } = run.figures;
    expect(run).toMatchObject({ policies: 2, calculated: 2, done: 0, left: 0, figures: { unpaid: { count: 2 }, issued: { count: 0 } } });
    expect([total, unpaid.due > 0, unpaid.yearly > unpaid.due]).toEqual([unpaid, true, true]);
    expect(await readPolicies()).toEqual(before);
    expect((await list(run.id)).map(({ applicationId, result, isDone }) => [applicationId, result, isDone])).toEqual(
      policies.map(({ id }) => [id, 'UNPAID', false]),
    );
  });

  it('names the refusal of each policy with code and path, also in a file of JSON lines', async () => {
    const [policy] = await createPolicies(1);
    const { id, figures } = await calculate(build({ 'objects_insured[*].post_code': 'AB' }));
    expect(figures.refused.count).toBe(1);
    const [line] = await list(id, '?result=REFUSED');
    expect(line).toMatchObject({ applicationId: policy!.id, faults: [{ path: 'changes.objects_insured[0].post_code', code: '-113' }] });
    const file = expectStatus(200, await admin.get(`amendment-runs/${id}/results`, { headers: { Accept: 'application/x-ndjson' } }));
    expect(JSON.parse(file.text)).toMatchObject({
      applicationId: policy!.id,
      result: 'REFUSED',
      code: '-113',
      path: 'changes.objects_insured[0].post_code',
      message: line!.faults[0]!.message,
    });
    expect(await list(id, '?result=ISSUED')).toEqual([]);
    const ruled = await calculate(build({ 'objects_insured[*].post_code': '99999' }));
    expect(await list(ruled.id, '?result=REFUSED')).toMatchObject([{ faults: [{ path: 'objects_insured[0]', code: 'F00-09' }] }]);
  });

  it('leaves out what the facts and the paths do not name, and refuses what another instalment blocks', async () => {
    const [policy] = await createPolicies(1);
    const { post_code: code } = policy!.objects_insured[0]!;
    for (const body of [
      build({ 'objects_insured[post_code=11111].city': 'Πάτρα' }),
      build({ 'objects_insured[*].city': 'Πάτρα' }, {}, { facts: { 'objects_insured[*].post_code': '11111' } }),
      build({ 'objects_insured[*].post_code': code }),
    ])
      expect((await calculate(body)).figures).toMatchObject({ unchanged: { count: 1 }, total: { count: 1 } });
    const facts = { facts: { 'objects_insured[*].post_code': code } };
    expect((await calculate(build({ 'objects_insured[*].city': 'Πάτρα' }, {}, facts))).figures.issued.count).toBe(1);
  });
});

describe('a run', () => {
  it('issues reductions at once, each policy once, with receipts and the reason', async () => {
    const policies = await createPolicies(3);
    const [policy] = policies;
    const [balance, forecast] = [await getBalance(app, `R${agents}`), await calculate(build({ [pathOf(policy!)]: getSum(policy!) / 2 }))];
    expectStatus(200, await step(forecast.id, 'start'));
    const run = await waitFor(forecast.id, 'DONE');
    expect(run).toMatchObject({ done: 3, left: 0, figures: forecast.figures });
    for (const each of policies) {
      expect(await listAmendments(each)).toMatchObject([{ status: '50', reason: REASON, effective_date: CHANGE_DAY }]);
      expect((await listReceipts(agent, each.id)).filter(({ kind }) => kind === 'ENDORSEMENT')).toHaveLength(1);
    }
    const given = policies.length * (await listAmendments(policy!))[0]!.due.gross;
    expect(run.figures.issued.due).toBeCloseTo(given, 2);
    expect(await getBalance(app, `R${agents}`)).toBeCloseTo(balance + given, 2);
    await moveTo(CHANGE_DAY);
    await app.runDueWork('production');
    expect(getSum(await agent.get(policy!.id))).toBe(getSum(policy!) / 2);
    const rows = await app.query('production', 'SELECT count(*)::int AS count FROM amendment WHERE run_id = $1', [run.id]);
    expect(rows).toEqual([{ count: 3 }]);
  });

  it('leaves an increase to its payment, which the agent charges', async () => {
    const [policy] = await createPolicies(1);
    const run = await amend(build({ [pathOf(policy!)]: getSum(policy!) * 2 }));
    expect(run.figures.unpaid.count).toBe(1);
    expect(await listAmendments(policy!)).toMatchObject([{ status: '01', due: { gross: run.figures.unpaid.due } }]);
    const path = `/fire-api/rsc/applications/${policy!.id}/amendments/1`;
    expect(expectStatus(200, await agent.client.put(`${path}/charge`)).json()).toMatchObject({ status: '50' });
  });

  it('amends vehicles by a plain field, from their start when they begin later', async () => {
    const motor = new MotorAgent(agent);
    const { id, regionPostcode } = await motor.createPolicy();
    const body = build({ comments: 'Νέοι όροι' }, { effectiveDate: '2026-11-26' }, { line: 'motor', facts: { regionPostcode } });
    const run = await amend(body);
    expect(run.figures.issued).toMatchObject({ count: 1, due: 0 });
    const amendments = expectStatus(200, await agent.client.get(`/mtr-api/resources/policies/${id}/amendments`)).json<object[]>();
    expect(amendments).toMatchObject([{ status: '50', receipts: [] }]);
  });

  it('is stopped and resumed, and amends each policy once', async () => {
    const policies = await createPolicies(3);
    const { id } = await calculate(build({ [pathOf(policies[0]!)]: getSum(policies[0]!) / 2 }));
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const { store } = app.running.parts;
    let isLocked = false;
    const holding = store.transaction('production', async (tx) => {
      await tx.query('SELECT FROM application WHERE id = $1 FOR UPDATE', [policies[2]!.id]);
      isLocked = true;
      await held;
    });
    await eventually('the policy is locked', () => isLocked);
    expectStatus(200, await step(id, 'start'));
    await eventually('two policies are amended', async () => (await get(id)).done === 2);
    expect(expectStatus(200, await step(id, 'stop')).json()).toMatchObject({ state: 'STOPPED', done: 2, left: 1 });
    release();
    await holding;
    await expectRefused(app, () => step(id, 'stop'), { code: '-400' });
    expect(await get(id)).toMatchObject({ state: 'STOPPED', done: 2, left: 1 });
    expectStatus(200, await step(id, 'resume'));
    expect(await waitFor(id, 'DONE')).toMatchObject({ done: 3, left: 0, figures: { issued: { count: 3 } } });
    for (const policy of policies) expect(await listAmendments(policy)).toHaveLength(1);
    await expectRefused(app, () => step(id, 'resume'), { code: '-400' });
  });

  it('refuses a policy that has changed since the dry run, and completes the others', async () => {
    const [first, other] = await createPolicies(2);
    const { id } = await calculate(build({ 'objects_insured[*].city': 'Πάτρα' }));
    expectStatus(200, await issuing.cancel(first!.id, app.clock.today(), WITHDRAWAL));
    expectStatus(200, await step(id, 'start'));
    expect(await waitFor(id, 'DONE')).toMatchObject({ done: 2, figures: { issued: { count: 1 }, refused: { count: 1 } } });
    expect(await list(id, '?result=REFUSED')).toMatchObject([{ applicationId: first!.id, faults: [{ path: '', code: '-401' }] }]);
    expect(await listAmendments(other!)).toHaveLength(1);
  });
});

describe('a run in the sandbox', () => {
  it('has the time of the clock of each agent', async () => {
    const { sandbox } = await app.createAgent({ code: `S${agents}` });
    const policy = await createPolicy(sandbox);
    await advanceClock(sandbox, { to: '2027-03-01T10:00:00' });
    const [first, other] = [await StaffClient.open(app.running, 'admin', '/dev'), await StaffClient.open(app.running, 'admin', '/dev')];
    const read = async (id: number): Promise<Run> => expectStatus(200, await first.get(`amendment-runs/${id}`)).json<Run>();
    const results: string[] = [];
    for (const effectiveDate of ['2027-02-28', '2027-03-01']) {
      const body = build({ 'objects_insured[*].city': 'Πάτρα' }, { effectiveDate }, { agentCodes: [`S${agents}`] });
      const { id } = expectStatus(201, await first.post('amendment-runs', body)).json<Run>();
      await eventually('it is calculated', async () => (await read(id)).state === 'CALCULATED', 30_000);
      expectStatus(200, await other.post(`amendment-runs/${id}/start`, {}));
      await eventually('it is done', async () => (await read(id)).state === 'DONE', 30_000);
      const { figures } = await read(id);
      results.push(figures.issued.count === 1 ? 'issued' : 'refused');
    }
    expect(results).toEqual(['refused', 'issued']);
    const path = `${sandbox.root}/fire-api/rsc/applications/${policy.id}/amendments`;
    expect(expectStatus(200, await sandbox.client.get(path)).json()).toMatchObject([{ status: '50', issued_at: '2027-03-01T10:00:00' }]);
  });
});

describe('the routes of runs', () => {
  it('need an administrator, and another one for the start', async () => {
    await createPolicies(1);
    const { id } = await calculate(build({ 'objects_insured[*].city': 'Πάτρα' }));
    await expectRefused(app, () => step(id, 'start', admin), { status: 403, code: '-203' });
    const calls: readonly (() => Promise<HttpResponse>)[] = [
      () => issuing.staff.get('amendment-runs'),
      () => issuing.staff.get(`amendment-runs/${id}/results`),
      () => issuing.staff.post('amendment-runs', build({ 'client.city': 'Πάτρα' })),
      () => step(id, 'start', issuing.staff),
    ];
    await expectAllRefused(
      app,
      calls.map((call) => [call, { status: 403, code: '-203' }]),
    );
    expect(expectStatus(200, await second.get('amendment-runs?state=CALCULATED&limit=1')).json()).toMatchObject({ items: [{ id }] });
  });

  it('record the steps of staff', async () => {
    await createPolicies(1);
    const { id } = await amend(build({ 'objects_insured[*].city': 'Πάτρα' }));
    const { items } = expectStatus(200, await admin.get(`audit?subjectType=amendment_run&subjectId=${id}`)).json<{
      items: { action: string }[];
    }>();
    expect(items.map(({ action }) => action).sort()).toEqual(['approve', 'create']);
  });

  it('refuse an invalid request, and unknown runs', async () => {
    await createPolicies(1);
    const send = (body: object) => () => admin.post('amendment-runs', body);
    const fine = { 'client.city': 'Πάτρα' };
    await expectAllRefused(app, [
      [send(build(fine, {}, { line: 'ship' })), { code: '-102', violations: [['filter.line', '-102']] }],
      [send(build(fine, { filter: undefined })), { code: '-101', violations: [['filter', '-101']] }],
      [send(build({})), { code: '-101', violations: [['changes', '-101']] }],
      [send(build({ 'objects_insured[x].city': 'Πάτρα' })), { code: '-102', violations: [['changes.objects_insured[x].city', '-102']] }],
      [send(build(fine, {}, { facts: { 'a..b': 1 } })), { code: '-102', violations: [['filter.facts.a..b', '-102']] }],
      [send(build(fine, { kind: 'SUCCESSION' })), { code: '-102', violations: [['kind', '-102']] }],
      [send(build(fine, { effectiveDate: 'soon' })), { code: '-104', violations: [['effectiveDate', '-104']] }],
      [send(build(fine, {}, { agentCodes: ['NOBODY'] })), { code: '-102', violations: [['filter', '-102']] }],
      [send(build(fine, {}, { startFrom: addDays(START, 300) })), { code: '-102', violations: [['filter', '-102']] }],
    ]);
    await expectRefused(app, () => step(999_999, 'start'), { code: '-304' });
    await expectRefused(app, () => admin.get('amendment-runs/999999/policies'), { code: '-304' });
  });
});
