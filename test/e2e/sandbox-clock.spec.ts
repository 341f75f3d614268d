import { verifyLedger } from '../../src/record/money/ledger/ledger-verification.js';
import { toLocalDate } from '../../src/common/athens.js';
import { jest } from '@jest/globals';
import { advanceClock, getClock } from '../support/agent-clock.js';
import { charge, createPolicy, createPrepaid, QUARTERLY, listReceipts, type ReceiptEntity } from '../support/collection.js';
import { getRounds } from '../support/depth.js';
import { expectStatus, FireApp, MORNING, type FireAgent } from '../support/fire-app.js';
import { LocalCollectionClient } from '../support/collection-client.js';
import { MotorAgent, type MotorEntity } from '../support/motor.js';
import { pdfText } from '../support/pdf-text.js';
import { expectRefused } from '../support/expect-error.js';
import { acceptOnPaper } from '../support/signed-paper.js';
import { StaffClient } from '../support/staff-client.js';

// Printing is slow on a busy machine.
jest.setTimeout(300_000);

/** Number of agents that advance their clocks at once. */
const CROWD = getRounds({ everyday: 6, deep: 50 });

let app: FireApp;
let issuing: LocalCollectionClient;
let underwriter: StaffClient;
let agents = 0;

beforeAll(async () => {
  app = await FireApp.start();
  issuing = await LocalCollectionClient.open(app, 'sandbox');
  underwriter = await StaffClient.open(app.running, 'underwriter', '/dev');
});
afterAll(() => app.stop());

/** Creates an agent whose clock was never stopped. */
async function newAgent(): Promise<FireAgent> {
  return (await app.createAgent({ code: `C${(agents += 1)}` })).sandbox;
}

const toUtc = (time: string): string => new Date(time).toISOString();

interface Step {
  readonly step: string;
  readonly at: string;
}

/** Lists the transitions with their times. */
async function stepsOf({ environment }: FireAgent, id: number): Promise<Step[]> {
  const rows = await app.query<{ step: string; at: Date }>(
    environment,
    `SELECT concat_ws(' ', coalesce(from_status, '-'), action, to_status) AS step, at FROM status_transition WHERE application_id = $1 ORDER BY id`,
    [id],
  );
  return rows.map(({ step, at }) => ({ step, at: at.toISOString() }));
}

/** Lists every stored time of an application, except those of its transitions, by column. */
async function datesOf({ environment }: FireAgent, id: number): Promise<Record<string, string[]>> {
  const rows = await app.query<{ place: string; dates: Date[] }>(
    environment,
    `SELECT place, array_agg(DISTINCT at) AS dates FROM (
       SELECT 'application' AS place, unnest(ARRAY[created_at, updated_at, calculated_at]) AS at FROM application WHERE id = $1
       UNION ALL SELECT 'receipt', unnest(ARRAY[paid_at, changed_at]) FROM receipt WHERE application_id = $1
       UNION ALL SELECT 'document', unnest(ARRAY[created_at, changed_at]) FROM document WHERE application_id = $1
       UNION ALL SELECT 'ledger', at FROM ledger_transaction WHERE application_id = $1
       UNION ALL SELECT 'advice', at FROM bank_advice WHERE application_id = $1
       UNION ALL SELECT 'code', created_at FROM payment_code WHERE application_id = $1
       UNION ALL SELECT 'former state', valid_from FROM application_version WHERE application_id = $1
       UNION ALL SELECT 'event', at FROM event WHERE (data->>'application_id')::bigint = $1) AS dated
     WHERE at IS NOT NULL GROUP BY place ORDER BY place`,
    [id],
  );
  return Object.fromEntries(rows.map(({ place, dates }) => [place, dates.map((at) => at.toISOString())]));
}

type Amounts = Omit<ReceiptEntity, 'receipt_no' | 'number' | 'covers' | 'taxes' | 'levies'>;

function amountsOf(receipts: readonly ReceiptEntity[]): Amounts[] {
  return receipts.map(({ kind, status, period_from, period_to, due_date, net, fee, gross }) => ({
    kind,
    status,
    period_from,
    period_to,
    due_date,
    net,
    fee,
    gross,
  }));
}

interface Story {
  readonly steps: readonly Step[];
  readonly renewalSteps: readonly Step[];
  readonly amounts: readonly Amounts[];
  readonly renewalAmounts: readonly Amounts[];
  readonly dates: Readonly<Record<string, readonly string[]>>;
  readonly policy: MotorEntity;
}

/**
 * Simulates a quarterly vehicle policy from the quote over four instalments, one of them late and one paid at the bank,
 * to the next year.
 */
async function liveAYear(
  agent: FireAgent,
  plateNo: string,
  { pass, bank }: { readonly pass: (to: string) => Promise<unknown>; readonly bank: LocalCollectionClient },
): Promise<Story> {
  const motor = new MotorAgent(agent);
  const { id } = await motor.insert({ plateNo, payFrequencyInMonths: 3 });
  expectStatus(205, await motor.act(id, 'issuePrepay'));
  expect(await bank.pay(agent, id)).toMatchObject({ outcome: 'ISSUED' });
  await pass('2027-02-15T08:00:00Z');
  expect(await bank.pay(agent, id)).toMatchObject({ outcome: 'INSTALMENT_PAID' });
  await pass('2027-06-20T08:00:00Z');
  expect((await motor.get(id)).statusCode).toBe('55');
  expect(expectStatus(205, await charge(agent, id)).json()).toMatchObject({ statusCode: '50' });
  await pass('2027-08-20T08:00:00Z');
  expectStatus(205, await charge(agent, id));
  await pass('2027-10-20T08:00:00Z');
  const renewal = expectStatus(205, await motor.call('PUT', `policies/${id}/issueCharge`)).json<MotorEntity>();
  await pass('2027-12-02T08:00:00Z');
  expect([(await motor.get(id)).statusCode, (await motor.get(renewal.id)).statusCode]).toEqual(['65', '50']);
  // Reading the documents waits until they are printed.
  for (const one of [id, renewal.id]) expectStatus(200, await agent.client.get(motor.path(`applications/${one}/documents`)));
  return {
    steps: await stepsOf(agent, id),
    renewalSteps: await stepsOf(agent, renewal.id),
    policy: await motor.get(id),
    amounts: amountsOf(await listReceipts(agent, id)),
    renewalAmounts: amountsOf(await listReceipts(agent, renewal.id)),
    dates: await datesOf(agent, id),
  };
}

describe('a year of the sandbox clock', () => {
  let reported: Story;
  let agent: FireAgent;

  beforeAll(async () => {
    app.clock.set(MORNING);
    agent = await newAgent();
    const pass = async (to: string): Promise<void> => {
      await advanceClock(agent, { to });
      issuing.today = () => toLocalDate(new Date(to));
    };
    reported = await liveAYear(agent, 'TAB-1001', { pass, bank: issuing });
    issuing.today = () => app.clock.today();
  });

  it('passes in the order of events, each at its own moment', () => {
    expect(reported.steps).toEqual([
      ...['- insert 01', '01 prepay 45', '45 issue 50'].map((step) => ({ step, at: toUtc(MORNING) })),
      { step: '50 pay_instalment 50', at: '2027-02-15T08:00:00.000Z' },
      { step: '50 instalment_unpaid 55', at: '2027-05-31T21:00:00.000Z' },
      { step: '55 pay_instalment 50', at: '2027-06-20T08:00:00.000Z' },
      { step: '50 pay_instalment 50', at: '2027-08-20T08:00:00.000Z' },
      { step: '50 prepare_renewal 50', at: '2027-10-01T21:00:00.000Z' },
      { step: '50 renewal_starts 65', at: '2027-11-30T22:00:00.000Z' },
    ]);
    expect(reported.renewalSteps).toEqual([
      { step: '- insert 01', at: '2027-10-01T21:00:00.000Z' },
      { step: '01 prepay 45', at: '2027-10-01T21:00:00.000Z' },
      { step: '45 issue 50', at: '2027-10-20T08:00:00.000Z' },
    ]);
  });

  it('dates everything stored by the clock', () => {
    const moments = new Set(reported.steps.map(({ at }) => at));
    expect(Object.keys(reported.dates)).toEqual([
      'advice',
      'application',
      'code',
      'document',
      'event',
      'former state',
      'ledger',
      'receipt',
    ]);
    const strange = Object.entries(reported.dates).flatMap(([place, dates]) =>
      dates.filter((at) => !moments.has(at)).map((at) => `${place} ${at}`),
    );
    // Payment codes are made for letters 20 days before an instalment is due; the event is of the renewal.
    expect(strange).toEqual([
      'code 2027-02-08T22:00:00.000Z',
      'code 2027-05-11T21:00:00.000Z',
      'code 2027-08-11T21:00:00.000Z',
      'event 2027-10-20T08:00:00.000Z',
    ]);
    expect(reported.policy).toMatchObject({ policyIssueDate: '2026-11-20', statusCode: '65' });
  });

  it('is printed with its dates', async () => {
    const [document] = await app.query<{ id: string }>('sandbox', PRINTED, [reported.policy.id]);
    const path = `/dev/docs-api/policy/applications/${reported.policy.id}/documents`;
    const text = await pdfText(expectStatus(200, await agent.client.get(`${path}/${document?.id}`)).bytes);
    expect(text).toContain('20/06/2027');
    expect(text).not.toContain('20/11/2026');
  });

  it('costs the same as a year in real time', async () => {
    app.clock.set(MORNING);
    const { production } = await app.createAgent({ code: 'REAL' });
    const bank = await LocalCollectionClient.open(app);
    const pass = async (to: string): Promise<void> => {
      await bank.moveTo(to, production);
      await app.runDueWork('production');
    };
    const real = await liveAYear(production, 'TAB-1001', { pass, bank });
    app.clock.set(MORNING);
    expect([real.amounts, real.renewalAmounts]).toEqual([reported.amounts, reported.renewalAmounts]);
    // Due work of an agent's clock happens on the day itself.
    expect(real.steps.map(({ step }) => step)).toEqual(reported.steps.map(({ step }) => step));
  });
});

/** Documents of the third instalment. */
const PRINTED = `
  SELECT d.id FROM document d JOIN receipt r ON d.system_key = 'receipt:' || r.receipt_no
  WHERE d.application_id = $1 AND r.instalment_no = 3`;

it('an unpaid policy lapses among others in their order', async () => {
  app.clock.set(MORNING);
  const agent = await newAgent();
  const ids = {
    lapsing: (await createPolicy(agent, QUARTERLY)).id,
    unpaid: (await createPrepaid(agent)).id,
    ending: (await createPolicy(agent, { start_date: '2026-12-15' })).id,
  };
  expect(await advanceClock(agent, { days: 395 })).toEqual({
    time: '2027-12-20T10:00:00+02:00',
    frozen_time: '2027-12-20T10:00:00+02:00',
    state: 'ready',
    advance_to: null,
  });
  const passed = await app.query<{ id: string; step: string; at: Date }>(
    'sandbox',
    `SELECT application_id AS id, from_status || ' ' || to_status AS step, at FROM status_transition WHERE actor = 'clock' AND application_id = ANY ($1)
     ORDER BY status_transition.id`,
    [Object.values(ids)],
  );
  expect(passed.map(({ id, step, at }) => [Number(id), step, at.toISOString()])).toEqual([
    [ids.unpaid, '45 02', '2026-12-03T22:00:00.000Z'],
    [ids.lapsing, '50 55', '2027-02-27T22:00:00.000Z'],
    [ids.lapsing, '55 70', '2027-03-31T21:00:00.000Z'],
    [ids.ending, '50 50', '2027-10-15T21:00:00.000Z'],
    [ids.ending, '50 60', '2027-12-17T22:00:00.000Z'],
  ]);
  await app.publishEvents('sandbox');
  const { events } = expectStatus(200, await agent.client.get('/dev/events-api/resources/events?types=policy.lapsed,clock.ready')).json<{
    events: { type: string; timestamp: string; data: object }[];
  }>();
  expect(events.map(({ type, timestamp, data }) => [type, timestamp, data])).toMatchObject([
    ['policy.lapsed', '2027-04-01T00:00:00+03:00', { application_id: ids.lapsing }],
    ['clock.ready', '2027-12-20T10:00:00+02:00', { agent_code: agent.access.agentCode, frozen_time: '2027-12-20T08:00:00Z' }],
  ]);
});

describe('two agents, one of them a year ahead', () => {
  it('do not affect each other, and due items are processed in their own time', async () => {
    app.clock.set(MORNING);
    const [near, ahead] = [await newAgent(), await newAgent()];
    const [nearId, aheadId] = [(await createPolicy(near, QUARTERLY)).id, (await createPolicy(ahead, QUARTERLY)).id];
    const waiting = (await createPrepaid(near)).id;
    const before = await stateOf(near);
    await advanceClock(ahead, { to: '2027-02-20T08:00:00Z' });
    expect([await stateOf(near), (await getClock(near)).frozen_time]).toEqual([before, null]);
    expectStatus(205, await charge(ahead, aheadId));
    // Real time reaches the end of the prepay; the next instalments of the policies are months away.
    app.clock.set('2026-12-04T08:00:00Z');
    for (const agent of [near, ahead]) await agent.renewToken();
    await app.runDueWork('sandbox');
    const steps = [await stepsOf(near, nearId), await stepsOf(near, waiting), await stepsOf(ahead, aheadId)];
    expect(steps.map((of) => of.at(-1))).toEqual([
      { step: '45 issue 50', at: toUtc(MORNING) },
      { step: '45 prepay_expires 02', at: '2026-12-04T08:00:00.000Z' },
      { step: '50 pay_instalment 50', at: '2027-02-20T08:00:00.000Z' },
    ]);
    // At a stopped time, work becomes due by the agent's time, not by real time.
    const late = (await createPrepaid(ahead, { start_date: '2027-03-01' })).id;
    await app.query('sandbox', `UPDATE application SET pay_by = '2027-02-10T22:00:00Z', version = version + 1 WHERE id = $1`, [late]);
    await app.runDueWork('sandbox');
    expect((await stepsOf(ahead, late)).at(-1)).toEqual({ step: '45 prepay_expires 02', at: '2027-02-20T08:00:00.000Z' });
  });

  it(`can advance at once in a group of ${CROWD} while others sell`, async () => {
    app.clock.set(MORNING);
    const moving = await Promise.all(Array.from({ length: CROWD }, () => newAgent()));
    const policies = new Map<FireAgent, number>();
    for (const agent of moving) policies.set(agent, (await createPolicy(agent, QUARTERLY)).id);
    const seller = await newAgent();
    let isMoving = true;
    const sell = async (): Promise<number> => {
      let sold = 0;
      for (; isMoving || sold === 0; sold += 1) await createPolicy(seller);
      return sold;
    };
    const sales = Promise.all([sell(), sell()]);
    await Promise.all(moving.map((agent) => advanceClock(agent, { days: 200 }))).finally(() => (isMoving = false));
    expect(Math.min(...(await sales))).toBeGreaterThan(0);
    for (const [agent, id] of policies)
      expect((await stepsOf(agent, id)).slice(-2)).toEqual([
        { step: '50 instalment_unpaid 55', at: '2027-02-27T22:00:00.000Z' },
        { step: '55 lapse 70', at: '2027-03-31T21:00:00.000Z' },
      ]);
    const sold = await app.query<{ status: string; at: Date }>(
      'sandbox',
      'SELECT DISTINCT status, updated_at AS at FROM application WHERE agent_code = $1',
      [seller.access.agentCode],
    );
    expect(sold).toEqual([{ status: '50', at: new Date(MORNING) }]);
    expect(await verifyLedger(app.running.parts.store, 'sandbox')).toEqual([]);
  });

  /** Reads the agent's applications. */
  const stateOf = ({ access }: FireAgent): Promise<object[]> =>
    app.query(
      'sandbox',
      `SELECT a.id, a.status, a.version, a.updated_at, (SELECT array_agg(r::text ORDER BY r.receipt_no) FROM receipt r WHERE r.application_id = a.id) AS receipts
       FROM application a WHERE a.agent_code = $1 ORDER BY a.id`,
      [access.agentCode],
    );
});

describe('a person who acts for an agent with a clock', () => {
  let agent: FireAgent;
  const AT = '2027-03-05T08:00:00Z';

  beforeAll(async () => {
    app.clock.set(MORNING);
    agent = await newAgent();
    await advanceClock(agent, { to: AT });
    issuing.today = () => toLocalDate(new Date(AT));
  });
  afterAll(() => {
    issuing.today = () => app.clock.today();
  });

  it('acts at the agent’s time: underwriter and customer', async () => {
    const { id } = await agent.insert(agent.body({ start_date: '2027-03-20', 'objects_insured[0].illegal': '1' }));
    await agent.act(id, 'request_approval');
    expectStatus(200, await underwriter.decide(id, 'approve'));
    await agent.act(id, 'send_for_acceptance');
    expectStatus(200, await acceptOnPaper(agent, issuing.staff, id));
    const steps = await stepsOf(agent, id);
    expect(steps.map(({ step }) => step)).toEqual([
      '- insert 25',
      '25 request_approval 30',
      '30 approve 01',
      '01 send_for_acceptance 39',
      '39 accept 45',
    ]);
    expect(new Set(steps.map(({ at }) => at))).toEqual(new Set([toUtc(AT)]));
    const [row] = await app.query<{ approved: string; pay_by: Date }>(
      'sandbox',
      `SELECT approval->>'approvedAt' AS approved, pay_by FROM application WHERE id = $1`,
      [id],
    );
    expect([row?.approved, row?.pay_by.toISOString()]).toEqual([toUtc(AT), '2027-03-20T22:00:00.000Z']);
  });

  it('acts at the agent’s time: bank and issuing department', async () => {
    const START = { start_date: '2027-03-20' };
    const { id } = await createPrepaid(agent, START);
    const short = await issuing.createSuspense(agent, id);
    const useful = await issuing.createSuspense(agent, id, 1);
    expectStatus(200, await issuing.resolve(short, { refund: true }));
    expect(await issuing.pay(agent, id)).toMatchObject({ outcome: 'ISSUED' });
    await expectRefused(app, () => issuing.resolve(useful, { applicationId: id }), { code: '-702' });
    expectStatus(200, await issuing.settle(agent.access.agentCode, 10, 'S-1'));
    // The date of a cancellation is between the issue and today.
    expectStatus(200, await issuing.cancel(id, '2027-03-05'));
    const places = await datesOf(agent, id);
    for (const [place, dates] of Object.entries(places)) expect([place, dates]).toEqual([place, [toUtc(AT)]]);
    const rows = await app.query<{ at: Date | null }>(
      'sandbox',
      `SELECT created_at AS at FROM suspense_item WHERE application_id = $1 UNION SELECT resolved_at FROM suspense_item WHERE id = $2
       UNION SELECT created_at FROM staff_message WHERE application_id = $1
       UNION SELECT at FROM ledger_transaction WHERE reference = 'S-1'`,
      [id, short],
    );
    expect(rows).toEqual([{ at: new Date(AT) }]);
  });

  it('acts at the agent’s time: staff answer a request', async () => {
    const made = expectStatus(
      201,
      await agent.client.post('/dev/service-requests-api/resources/srs', { category: 'MOTOR-CLAIMS', subject: 'Κάρτα', body: 'Πότε;' }),
    );
    const { serviceRequestId } = made.json<{ serviceRequestId: string }>();
    expect(serviceRequestId).toMatch(/^SR-27-/);
    const answered = expectStatus(
      200,
      await issuing.staff.patch(`service-requests/${serviceRequestId}`, { answer: 'Αύριο.', status: 'CLOSED' }),
    );
    expect(answered.json()).toMatchObject({
      createdAt: '2027-03-05T10:00:00',
      answeredAt: '2027-03-05T10:00:00',
      closedAt: '2027-03-05T10:00:00',
    });
  });
});
