import { jest } from '@jest/globals';
import pg from 'pg';
import { charge, createPolicy, requestPaymentCode, createPrepaid, QUARTERLY, listReceipts } from '../support/collection.js';
import { startApp } from '../support/app.js';
import { expectStatus, FireApp, getHistory, MORNING, type FireAgent } from '../support/fire-app.js';
import { expectRefused } from '../support/expect-error.js';
import { eventually } from '../support/eventually.js';

// Printing is slow on a busy machine.
jest.setTimeout(60_000);

let app: FireApp;
let agent: FireAgent;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).production;
});
afterAll(() => app.stop());
beforeEach(() => at(MORNING));
/** No application of a test becomes due in the next one. */
afterEach(async () => {
  jest.restoreAllMocks();
  app.clock.set('2028-06-01T00:00:00Z');
  await run();
});

async function at(instant: string): Promise<void> {
  app.clock.set(instant);
  await agent.renewToken();
}

const run = (): Promise<number> => app.runDueWork('production');
const steps = async (id: number): Promise<readonly string[]> => (await getHistory(agent, id)).transitions;
const receiptStates = async (id: number): Promise<string[]> => (await listReceipts(agent, id)).map(({ status }) => status);

async function reasonsOf(id: number): Promise<(string | null)[]> {
  const rows = await app.query<{ reason: string | null }>(
    'production',
    `SELECT reason FROM status_transition WHERE application_id = $1 AND actor = 'clock' AND actor_name = 'clock' ORDER BY id`,
    [id],
  );
  return rows.map(({ reason }) => reason);
}

describe('an application in prepay', () => {
  it.each([
    ['the end of the start date', '2026-11-30', '2026-12-03T22:00:00Z'],
    ['15 days', '2027-01-20', '2026-12-09T22:00:00Z'],
  ])('ends three banking days after %s with status 02 and PREPAY_EXPIRED', async (_, startDate, end) => {
    const { id, policy_no: policyNo } = await createPrepaid(agent, { start_date: startDate });
    await at(new Date(new Date(end).getTime() - 1).toISOString());
    expect(await run()).toBe(0);
    await at(end);
    await expectRefused(app, () => charge(agent, id), { code: '-704' });
    expect([await run(), await run()]).toEqual([1, 0]);
    expect(await agent.get(id)).toMatchObject({ status_code: '02', active: '0', policy_no: policyNo });
    expect([(await steps(id)).at(-1), await reasonsOf(id)]).toEqual(['45 prepay_expires 02', ['PREPAY_EXPIRED']]);
    const ended = await expectRefused(app, () => charge(agent, id), { code: '-702' });
    expect(ended.json()).toMatchObject({ reason: 'ENDED', message: expect.stringContaining('«Ακυρώθηκε»') as unknown });
    expect((await requestPaymentCode(agent, id)).json()).toMatchObject({ error: '-703' });
  });

  it('does not end once it is paid', async () => {
    const { id } = await createPolicy(agent);
    await at('2026-12-20T08:00:00Z');
    expect([await run(), (await agent.get(id)).status_code]).toEqual([0, '50']);
  });
});

describe('an instalment', () => {
  /** Creates a quarterly policy that is paid until 28 February. */
  const policy = async (): Promise<number> => (await createPolicy(agent, QUARTERLY)).id;

  it('turns the policy 55 when unpaid at the end of its period, and 50 when paid within a month of the notice', async () => {
    const id = await policy();
    await at('2027-02-27T21:59:59Z');
    expect(await run()).toBe(0);
    await at('2027-02-27T22:00:00Z');
    expect([await run(), await run()]).toEqual([1, 0]);
    expect(await agent.get(id)).toMatchObject({ status_code: '55', type: 'POLICY', active: '1' });
    await at('2027-03-27T21:59:59Z');
    expect(await run()).toBe(0);
    expect(expectStatus(205, await charge(agent, id)).json()).toMatchObject({ status_code: '50', last_receipt: { instalment_no: 2 } });
    await at('2027-03-27T22:00:00Z');
    expect([await run(), (await agent.get(id)).status_code]).toEqual([0, '50']);
    expect((await steps(id)).slice(-2)).toEqual(['50 instalment_unpaid 55', '55 pay_instalment 50']);
  });

  it('turns the policy 70 three banking days after the month of the notice, whose premium remains to be paid', async () => {
    const id = await policy();
    await at('2027-03-01T08:00:00Z');
    await run();
    await at('2027-04-05T20:59:59Z');
    expect(await run()).toBe(0);
    await expectRefused(app, () => charge(agent, id), { code: '-702' });
    await at('2027-04-05T21:00:00Z');
    expect([await run(), await run()]).toEqual([1, 0]);
    expect(await agent.get(id)).toMatchObject({ status_code: '70', active: '0' });
    expect(await receiptStates(id)).toEqual(['PAID', 'CANCELLED', 'CANCELLED', 'CANCELLED', 'PENDING']);
    expect(await reasonsOf(id)).toEqual(['INSTALMENT_UNPAID', 'INSTALMENT_UNPAID']);
  });

  it('does not count as unpaid when it is paid before the clock runs', async () => {
    const id = await policy();
    await at('2027-02-20T08:00:00Z');
    expectStatus(205, await charge(agent, id));
    const repository = app.running.parts.dueRepository;
    jest.spyOn(repository, 'listDue').mockResolvedValueOnce([{ id, action: 'instalment_unpaid' }]);
    await at('2027-03-01T08:00:00Z');
    expect([await run(), (await agent.get(id)).status_code]).toEqual([0, '50']);
  });
});

it('a policy turns 60 at the end of its paid period', async () => {
  const { id } = await createPolicy(agent);
  await at('2027-11-29T21:59:59Z');
  expect([await run(), await run()]).toEqual([1, 0]);
  // The agent does not want the renewal that the clock prepared.
  expectStatus(204, await agent.act((await agent.get(id)).renewed_by ?? 0, 'DELETE'));
  await at('2027-11-29T22:00:00Z');
  expect([await run(), await run()]).toEqual([1, 0]);
  expect(await agent.get(id)).toMatchObject({ status_code: '60', active: '0' });
  expect([(await steps(id)).at(-1), await reasonsOf(id)]).toEqual(['50 expire 60', [null, 'PERIOD_ENDED']]);
  await expectRefused(app, () => charge(agent, id), { code: '-702' });
});

it('a call over midnight uses one moment, that of its start', async () => {
  const { id } = await createPrepaid(agent);
  const before = '2026-11-24T21:59:59.000Z';
  await at(before);
  const other = new pg.Client({ connectionString: app.running.database.url });
  await other.connect();
  try {
    await other.query('BEGIN');
    await other.query('SELECT FROM production.application WHERE id = $1 FOR UPDATE', [id]);
    const charged = charge(agent, id);
    await untilWaiting(other);
    app.clock.set('2026-11-24T22:00:01Z');
    await other.query('COMMIT');
    expect(expectStatus(205, await charged).json()).toMatchObject({ issue_date: '2026-11-24' });
  } finally {
    await other.end();
  }
  const [moments] = await app.query(
    'production',
    `SELECT a.issue_date::text, a.updated_at, t.at AS transition, r.issue_date::text AS receipt_date, r.paid_at, l.at AS booked, d.created_at AS printed
     FROM application a JOIN status_transition t ON t.application_id = a.id AND t.action = 'issue' JOIN receipt r ON r.application_id = a.id
       JOIN ledger_transaction l ON l.application_id = a.id JOIN document d ON d.id = a.policy_document_id
     WHERE a.id = $1`,
    [id],
  );
  const moment = new Date(before);
  expect(moments).toEqual({
    issue_date: '2026-11-24',
    receipt_date: '2026-11-24',
    updated_at: moment,
    transition: moment,
    paid_at: moment,
    booked: moment,
    printed: moment,
  });
});

/** Waits until another connection waits for a lock. */
async function untilWaiting(client: pg.Client): Promise<void> {
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await eventually('a connection waits for a lock', async () => (await client.query(waiting)).rows.length > 0);
}

it('the clock catches up after months step by step in one run', async () => {
  const { id: unpaid } = await createPrepaid(agent);
  const { id: sent } = await agent.insert();
  expectStatus(200, await agent.act(sent, 'send_for_acceptance'));
  const { id: lapsed } = await createPolicy(agent, QUARTERLY);
  const { id: ended } = await createPolicy(agent);
  const { id: other } = await agent.insert();

  await at('2028-02-01T08:00:00Z');
  expect([await run(), await run()]).toEqual([4, 0]);
  // A notice that was given late ends the policy late.
  expect((await steps(lapsed)).slice(3)).toEqual(['50 instalment_unpaid 55']);
  await at('2028-03-06T08:00:00Z');
  expect([await run(), await run()]).toEqual([1, 0]);

  expect((await steps(unpaid)).slice(2)).toEqual(['45 prepay_expires 02']);
  expect((await steps(sent)).slice(2)).toEqual(['39 acceptance_expires 01']);
  expect((await steps(lapsed)).slice(3)).toEqual(['50 instalment_unpaid 55', '55 lapse 70']);
  expect((await steps(ended)).slice(3)).toEqual(['50 expire 60']);
  expect(await steps(other)).toEqual(['- insert 01']);
});

describe('many items that are due', () => {
  const COUNT = 24;
  let ids: number[];

  beforeEach(async () => {
    ids = [];
    for (let at = 0; at < COUNT; at += 1) ids.push((await createPrepaid(agent)).id);
    await at('2026-12-04T08:00:00Z');
  });

  const statuses = async (): Promise<Record<string, number>> => {
    const rows = await app.query<{ status: string; count: number }>(
      'production',
      `SELECT status, count(*)::int AS count FROM application WHERE id = ANY ($1) GROUP BY status`,
      [ids],
    );
    return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
  };

  it('are processed once by two simultaneous nodes', async () => {
    const node = await startApp({ clock: app.clock, database: app.running.database });
    try {
      await node.parts.stopTimedWork();
      const nodes = [app.running.parts.dueWork, node.parts.dueWork];
      const moved = await Promise.all([...nodes, ...nodes].map((work) => work.run({ environment: 'production', at: app.clock.now() })));
      expect(moved.reduce((total, count) => total + count, 0)).toBe(COUNT);
      const [log] = await app.query<{ count: number; applications: number }>(
        'production',
        `SELECT count(*)::int AS count, count(DISTINCT application_id)::int AS applications
         FROM status_transition WHERE action = 'prepay_expires' AND application_id = ANY ($1)`,
        [ids],
      );
      expect([log, await statuses()]).toEqual([{ count: COUNT, applications: COUNT }, { '02': COUNT }]);
    } finally {
      await node.stop();
    }
  });

  it('are left for the next run while another transaction writes them', async () => {
    const client = new pg.Client({ connectionString: app.running.database.url });
    await client.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT FROM production.application WHERE id = $1 FOR UPDATE', [ids[3]]);
      expect([await run(), await statuses()]).toEqual([COUNT - 1, { '02': COUNT - 1, '45': 1 }]);
      await client.query('ROLLBACK');
    } finally {
      await client.end();
    }
    expect([await run(), await statuses()]).toEqual([1, { '02': COUNT }]);
  });

  it('are not delayed by one that fails, and its failure is logged', async () => {
    const repository = app.running.parts.dueRepository;
    const isDue = repository.isDue.bind(repository);
    jest
      .spyOn(repository, 'isDue')
      .mockImplementation((tx, moment, item) => (item.id === ids[0] ? Promise.reject(new Error('broken')) : isDue(tx, moment, item)));
    await expect(run()).rejects.toThrow(/1 due transitions failed/);
    expect(await statuses()).toEqual({ '02': COUNT - 1, '45': 1 });
    jest.restoreAllMocks();
    expect(await run()).toBe(1);
  });
});
