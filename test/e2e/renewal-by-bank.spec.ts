import { jest } from '@jest/globals';
import { advanceClock } from '../support/agent-clock.js';
import { ONE_CONNECTION } from '../support/app.js';
import { charge, CHARGE_TIME, createPolicy, listReceipts, parseLinks } from '../support/collection.js';
import { getPaymentCode, LocalCollectionClient, type BankPayment } from '../support/collection-client.js';
import { expectRefused } from '../support/expect-error.js';
import { expectStatus, FireApp, getHistory, type FireAgent, type FireEntity } from '../support/fire-app.js';
import { MotorAgent } from '../support/motor.js';
import { StaffClient } from '../support/staff-client.js';

// Printing is slow on a busy machine.
jest.setTimeout(60_000);

/** Policies of the tests end on Sunday 5 December 2027, vehicles on the first. */
const PREPARED = '2027-10-06T00:00:00+03:00';
const LAST_DAY = '2027-12-04';
const END = '2027-12-05T00:00:00+02:00';
const AFTER_GRACE = '2027-12-09T00:00:00+02:00';
const REFERRED = { 'objects_insured[0].illegal': '1' };

interface Task {
  readonly id: number;
  readonly text: string;
  readonly applicationId: number;
  readonly resolvedAt: string | null;
}

interface Queued {
  readonly applicationId: number;
  readonly renewalId: number | null;
  readonly renewalStatus: string | null;
}

let app: FireApp;
let agent: FireAgent;
let motor: MotorAgent;
let issuing: LocalCollectionClient;
let underwriter: StaffClient;
let admin: StaffClient;

beforeAll(async () => {
  app = await FireApp.start(ONE_CONNECTION);
  agent = (await app.createAgent()).production;
  motor = new MotorAgent(agent);
  issuing = await LocalCollectionClient.open(app);
  underwriter = await StaffClient.open(app.running, 'underwriter');
  admin = await StaffClient.open(app.running, 'admin');
});
afterAll(() => app.stop());
beforeEach(() => moveTo(CHARGE_TIME));
/** No policy of a test becomes due in the next one. */
afterEach(async () => {
  await clockAt('2029-06-01T08:00:00Z');
  await issuing.expectBalancedLedger();
});

async function moveTo(instant: string): Promise<void> {
  await issuing.moveTo(new Date(instant).toISOString(), agent);
  await underwriter.renewSession();
  await admin.renewSession();
}

async function clockAt(instant: string): Promise<void> {
  await moveTo(instant);
  await app.runDueWork('production');
}

/** Returns the renewal of a policy; null without one. */
async function findRenewal(id: number): Promise<FireEntity | null> {
  const { renewed_by: renewal } = await agent.get(id);
  return renewal === null ? null : agent.get(renewal);
}

/** Creates a policy and its renewal that awaits a payment. */
async function prepare(): Promise<{ policy: FireEntity; renewal: FireEntity }> {
  const { id } = await createPolicy(agent);
  await clockAt(PREPARED);
  return { policy: await agent.get(id), renewal: (await findRenewal(id))! };
}

async function pay(id: number, valueDate?: string): Promise<BankPayment> {
  const { payment_code: code, amount } = await getPaymentCode(agent, id);
  return expectStatus(200, await issuing.sendPayment(code, amount, undefined, valueDate)).json<BankPayment>();
}

const statusOf = async (id: number): Promise<string> => (await agent.get(id)).status_code;
const listSteps = async (id: number): Promise<readonly string[]> => (await getHistory(agent, id)).transitions;
const listTasks = async (id: number): Promise<readonly Task[]> =>
  (await issuing.list<Task>(`messages?kind=RENEWAL&applicationId=${id}`)).items;
const listQueue = async (): Promise<readonly Queued[]> => (await issuing.list<Queued>('policies?queue=renewing&limit=200')).items;

describe('a policy without unpaid instalments', () => {
  it('gets a renewal that awaits its payment, 60 days before its end and once (applications.28)', async () => {
    const { id, policy_no: policyNo } = await createPolicy(agent);
    await clockAt('2027-10-05T23:59:59+03:00');
    expect(await findRenewal(id)).toBeNull();
    await clockAt(PREPARED);
    expect(await app.runDueWork('production')).toBe(0);
    const renewal = (await findRenewal(id))!;
    expect(renewal).toMatchObject({
      type: 'APPLICATION',
      status_code: '45',
      policy_no: `${policyNo}-27`,
      start_date: '2027-12-05',
      end_date: '2028-12-05',
      renewal_of: id,
    });
    expect([await listSteps(id), await listSteps(renewal.id)]).toEqual([
      ['- insert 01', '01 prepay 45', '45 issue 50', '50 prepare_renewal 50'],
      ['- insert 01', '01 prepay 45'],
    ]);
    expect(await getPaymentCode(agent, renewal.id)).toMatchObject({ amount: renewal.pricing?.gross, due_date: LAST_DAY });
    expect(await listTasks(renewal.id)).toEqual([]);
    expect(await listQueue()).toMatchObject([{ applicationId: id, renewalId: renewal.id, renewalStatus: '45' }]);
    expect(await listReceipts(agent, renewal.id)).toEqual([]);
  });

  it('is renewed by the payment of the code, and ends as renewed at the anniversary', async () => {
    const { policy, renewal } = await prepare();
    await moveTo('2027-11-10T08:00:00Z');
    expect(await pay(renewal.id)).toMatchObject({ outcome: 'ISSUED', applicationId: renewal.id });
    expect(await statusOf(policy.id)).toBe('50');
    expect((await listReceipts(agent, renewal.id)).map(({ kind, status }) => `${kind} ${status}`)).toEqual(['RENEWAL PAID']);
    await clockAt(END);
    expect([await statusOf(policy.id), await statusOf(renewal.id)]).toEqual(['65', '50']);
  });

  it('is renewed by a charge of the agent, of the policy or of the renewal, once (applications.30)', async () => {
    for (const charged of ['policy', 'renewal'] as const) {
      await moveTo(CHARGE_TIME);
      const prepared = await prepare();
      const { policy, renewal } = prepared;
      const responses = await Promise.all([charge(agent, prepared[charged].id), charge(agent, prepared[charged].id)]);
      expect(responses.map(({ status }) => status).sort()).toEqual([205, 400]);
      expect(responses.find(({ status }) => status === 205)?.json()).toMatchObject({ id: renewal.id, status_code: '50' });
      const refused = await expectRefused(app, () => charge(agent, policy.id), { code: '-702' });
      expect(refused.json()).toMatchObject({ reason: 'RENEWED' });
      expect(parseLinks(refused)).toEqual({ renewal: agent.path(renewal.id) });
      expect((await listSteps(renewal.id)).at(-1)).toBe('45 issue 50');
    }
  });

  it('waits for the files of the bank when its renewal is unpaid, and then ends with it (applications.29)', async () => {
    const { policy, renewal } = await prepare();
    await clockAt('2027-12-08T23:59:59+02:00');
    expect([await statusOf(policy.id), await statusOf(renewal.id)]).toEqual(['50', '45']);
    await expectRefused(app, () => charge(agent, policy.id), { code: '-702' });
    await expectRefused(app, () => charge(agent, renewal.id), { code: '-704' });
    await clockAt(AFTER_GRACE);
    expect([await statusOf(policy.id), await statusOf(renewal.id)]).toEqual(['60', '02']);
    expect(await app.runDueWork('production')).toBe(0);
  });

  it.each([
    ['in the days of grace', '2027-12-08T08:00:00Z'],
    ['after its end', '2027-12-10T08:00:00Z'],
  ])('is renewed by a payment in time that the bank reports %s (money.82)', async (_, reportedAt) => {
    const { policy, renewal } = await prepare();
    const { payment_code: code, amount } = await getPaymentCode(agent, renewal.id);
    await clockAt(reportedAt);
    expect(expectStatus(200, await issuing.sendPayment(code, amount, undefined, LAST_DAY)).json()).toMatchObject({ outcome: 'ISSUED' });
    await app.runDueWork('production');
    expect([await statusOf(policy.id), await statusOf(renewal.id)]).toEqual(['65', '50']);
    expect((await agent.get(renewal.id)).start_date).toBe('2027-12-05');
  });

  it('is not renewed by a payment of the day after, which waits in suspense', async () => {
    const { policy, renewal } = await prepare();
    const { payment_code: code, amount } = await getPaymentCode(agent, renewal.id);
    await clockAt('2027-12-10T08:00:00Z');
    const paid = expectStatus(200, await issuing.sendPayment(code, amount, undefined, '2027-12-05')).json();
    expect(paid).toMatchObject({ outcome: 'SUSPENDED', reason: { code: '-704' } });
    expect([await statusOf(policy.id), await statusOf(renewal.id)]).toEqual(['60', '02']);
  });

  it('is not prepared again when the agent cancelled the renewal, and can still be renewed by charge', async () => {
    const { policy, renewal } = await prepare();
    expectStatus(204, await agent.act(renewal.id, 'DELETE'));
    expect([await app.runDueWork('production'), await listQueue()]).toEqual([0, []]);
    const second = expectStatus(205, await charge(agent, policy.id)).json<FireEntity>();
    expect(second).toMatchObject({ status_code: '50', policy_no: `${renewal.policy_no}-2` });
  });

  it('is not prepared when the agent has renewed it before the clock ran', async () => {
    const { id } = await createPolicy(agent);
    await moveTo(PREPARED);
    const renewal = expectStatus(205, await charge(agent, id)).json<FireEntity>();
    expect(await app.runDueWork('production')).toBe(0);
    expect((await findRenewal(id))?.id).toBe(renewal.id);
  });

  it('is prepared once by several nodes at the same moment', async () => {
    const policies = [await createPolicy(agent), await createPolicy(agent), await createPolicy(agent)];
    await moveTo(PREPARED);
    const moved = await Promise.all([1, 2, 3].map(() => app.runDueWork('production')));
    expect(moved.reduce((sum, one) => sum + one, 0)).toBe(policies.length);
    const [row] = await app.query<{ renewals: string }>(
      'production',
      'SELECT count(*) AS renewals FROM application WHERE renewal_of = ANY ($1)',
      [policies.map(({ id }) => id)],
    );
    expect(Number(row?.renewals)).toBe(policies.length);
  });
});

describe('a policy that the clock does not prepare', () => {
  it('has a scheduled cancellation, which also ends a renewal that is prepared (money.89)', async () => {
    const { policy, renewal } = await prepare();
    const scheduled = await createPolicy(agent);
    expectStatus(200, await issuing.cancel(policy.id, '2027-11-01'));
    expect([await statusOf(renewal.id), (await listSteps(renewal.id)).at(-1)]).toEqual(['02', '45 cancel 02']);
    await moveTo('2027-11-15T08:00:00Z');
    expectStatus(200, await issuing.cancel(scheduled.id, '2028-09-15'));
    await clockAt('2028-10-15T08:00:00Z');
    expect(await findRenewal(scheduled.id)).toBeNull();
  });

  it('is cancelled: its prepared renewal is cancelled with it, and the money of its code waits in suspense', async () => {
    const { policy, renewal } = await prepare();
    const { payment_code: code, amount } = await getPaymentCode(agent, renewal.id);
    expectStatus(200, await issuing.cancel(policy.id, app.clock.today()));
    expect([await statusOf(policy.id), await statusOf(renewal.id)]).toEqual(['70', '02']);
    expect(await issuing.bookPayment(code, amount)).toMatchObject({ outcome: 'SUSPENDED', reason: { code: '-401' } });
  });

  it('belongs to a closed agent: staff get a task, and their decision prepares it (commission.20)', async () => {
    const closed = (await app.createAgent({ code: 'Z900' })).production;
    const { id } = await createPolicy(closed);
    expectStatus(200, await admin.patch('agents/Z900', { activeUntil: '2027-09-01', accessUntil: '2028-09-01' }));
    await clockAt(PREPARED);
    await app.runDueWork('production');
    await closed.renewToken();
    expect(await closed.get(id)).toMatchObject({ renewed_by: null });
    const tasks = await listTasks(id);
    expect(tasks).toMatchObject([{ text: expect.stringContaining('Z900') as string, resolvedAt: null }]);
    expect(tasks[0]?.text).toContain('05/12/2027');
    expectStatus(200, await admin.patch('agents/Z900', { renewalsAllowed: true }));
    await clockAt('2027-10-07T08:00:00Z');
    await closed.renewToken();
    expect((await closed.get(id)).renewed_by).toEqual(expect.any(Number));
    expect((await listTasks(id))[0]?.resolvedAt).not.toBeNull();
  });
});

describe('a renewal that cannot be paid', () => {
  it('at 25 is a task for staff, which ends when it awaits its payment', async () => {
    const { id: policy } = await agent.insert(agent.body(REFERRED));
    expectStatus(205, await agent.act(policy, 'request_approval'));
    expectStatus(200, await underwriter.decide(policy, 'approve'));
    expectStatus(205, await agent.act(policy, 'prepay'));
    expectStatus(205, await charge(agent, policy));
    await clockAt(PREPARED);
    const { id } = (await findRenewal(policy))!;
    expect(await statusOf(id)).toBe('25');
    const [task] = await listTasks(id);
    expect(task?.text).toMatch(/απαιτείται έγκριση/);
    await expectRefused(app, () => charge(agent, policy), { code: '-702' });
    expectStatus(205, await agent.act(id, 'request_approval'));
    expectStatus(200, await underwriter.decide(id, 'approve'));
    expect((await listTasks(id))[0]?.resolvedAt).toBeNull();
    expectStatus(205, await agent.act(id, 'prepay'));
    expect((await listTasks(id))[0]?.resolvedAt).not.toBeNull();
    expect(await getPaymentCode(agent, id)).toMatchObject({ due_date: LAST_DAY });
  });

  it('is a task when the vehicle is insured elsewhere for the next year, and stays priced', async () => {
    const other = new MotorAgent((await app.createAgent({ code: 'B200' })).production);
    const policy = await motor.createPolicy({ plateNo: 'HBB1002' });
    await moveTo('2027-09-20T08:00:00Z');
    await other.agent.renewToken();
    await other.createPolicy({ plateNo: 'HBB1002', policyStartDate: '2027-12-15' });
    await clockAt('2027-10-03T08:00:00Z');
    const { renewedBy } = await motor.get(policy.id);
    expect((await motor.get(renewedBy!)).statusCode).toBe('01');
    expect((await listTasks(renewedBy!))[0]?.text).toMatch(/με άλλο συμβόλαιο/);
  });
});

it('the renewal of a vehicle has its bonus-malus class moved, and is issued by its payment', async () => {
  const policy = await motor.createPolicy({ plateNo: 'HBB1001' });
  await clockAt('2027-10-02T00:00:00+03:00');
  const { renewedBy } = await motor.get(policy.id);
  const renewal = await motor.get(renewedBy!);
  expect(renewal).toMatchObject({ statusCode: '45', policyStartDate: '2027-12-01' });
  expect(renewal.bonusMalus).not.toBe(policy.bonusMalus);
  expect(await pay(renewal.id)).toMatchObject({ outcome: 'ISSUED' });
  await clockAt('2027-12-01T00:00:00+02:00');
  expect([(await motor.get(policy.id)).statusCode, (await motor.get(renewal.id)).statusCode]).toEqual(['65', '50']);
});

it('an advance of the clock in the sandbox prepares the renewal, writes its letters, and ends both when nobody pays', async () => {
  const { sandbox } = await app.createAgent({ code: 'S700' });
  const { id } = await createPolicy(sandbox);
  await advanceClock(sandbox, { to: '2027-12-20' });
  const policy = await sandbox.get(id);
  expect([policy.status_code, (await sandbox.get(policy.renewed_by!)).status_code]).toEqual(['60', '02']);
  const staff = await StaffClient.open(app.running, 'issuing', '/dev');
  const letters = expectStatus(200, await staff.get(`applications/${id}/letters`)).json<{ items: { kind: string; writtenAt: string }[] }>();
  expect(
    letters.items.map(({ kind, writtenAt }) => `${writtenAt.slice(0, 10)} ${kind}`).filter((line) => /RENEWAL|EXPIRY/.test(line)),
  ).toEqual(['2027-10-06 RENEWAL_NOTICE', '2027-11-20 RENEWAL_NOTICE']);
});
