import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { verifyLedger } from '../../src/record/money/ledger/ledger-verification.js';
import { DomainError } from '../../src/common/domain-error.js';
import { ErrorCode } from '../../src/common/error-codes.js';
import { startApp, type RunningApp } from '../support/app.js';
import type { HttpResponse, CallOptions, Client } from '../support/client.js';
import {
  getBalance,
  toCents,
  charge,
  CHARGE_TIME,
  listLedgerEntries,
  createPolicy,
  parseLinks,
  createPrepaid,
  QUARTERLY,
  listReceipts,
} from '../support/collection.js';
import { getRounds } from '../support/depth.js';
import { expectStatus, FireAgent, FireApp, type FireEntity } from '../support/fire-app.js';
import { MotorAgent } from '../support/motor.js';
import { eventually } from '../support/eventually.js';

jest.setTimeout(60_000);

const POOL_SIZE = 4;
const PREMIUM_CENTS = 33264;

let app: FireApp;
let agent: FireAgent;
/** Another node in the same process, which shares only the database. */
let otherNode: RunningApp;

beforeAll(async () => {
  app = await FireApp.start();
  app.clock.set(CHARGE_TIME);
  agent = (await app.createAgent()).production;
  const { database } = app.running;
  otherNode = await startApp({ clock: app.clock, database });
  // Only the spec runs due work.
  await otherNode.parts.stopTimedWork();
});
afterAll(async () => {
  await otherNode.stop();
  await app.stop();
});

beforeEach(async () => {
  app.clock.set(CHARGE_TIME);
  await agent.renewToken();
});

/** Creates a client of the agent for the other node. */
async function onOtherNode({ access, root }: FireAgent): Promise<Client> {
  const client = otherNode.client.withKey(access.apiKey);
  const response = expectStatus(201, await client.post(`${root}/auth-api/resources/tokens`, { 'user-key': access.userKey }));
  return client.withToken(response.json<{ token: string }>().token);
}

function repeat<T>(count: number, call: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => call(index)));
}

/** Counts the responses by `205` or by error code. */
function outcomes(responses: readonly HttpResponse[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const response of responses) {
    const outcome = response.status < 300 ? String(response.status) : `${response.status} ${response.json<{ error: string }>().error}`;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

/** Counts of documents include only the policy, because the others are printed after the commit. */
const TRACES = `
  SELECT (SELECT count(*)::int FROM receipt WHERE application_id = $1) AS receipts,
    (SELECT count(*)::int FROM document WHERE application_id = $1 AND category_id = 28) AS policies,
    (SELECT count(*)::int FROM ledger_transaction WHERE application_id = $1) AS transactions,
    (SELECT count(*)::int FROM status_transition WHERE application_id = $1) AS transitions,
    (SELECT count(*)::int FROM application_version WHERE application_id = $1) AS versions,
    (SELECT status FROM application WHERE id = $1) AS status`;

/** Retries like a caller, because a busy machine may keep a charge waiting for too long. */
async function waitUntilServed(call: () => Promise<HttpResponse>): Promise<HttpResponse> {
  for (let attempt = 1; ; attempt++) {
    const response = await call();
    if (response.status !== 503 || attempt === 20) return response;
  }
}

/** Rows of one charge: insert, prepay and issue are three transitions and two previous versions. */
const ISSUED_ONCE = { receipts: 1, policies: 1, transactions: 2, transitions: 3, versions: 2, status: '50' };
const NOT_ISSUED = { receipts: 0, policies: 0, transactions: 0, transitions: 2, versions: 1, status: '45' };

async function listTraces(id: number): Promise<object | undefined> {
  const [traces] = await app.query<Record<string, unknown>>('production', TRACES, [id]);
  return traces;
}

async function expectBalancedBooks(): Promise<void> {
  expect(await verifyLedger(app.running.parts.store, 'production')).toEqual([]);
}

describe('an application charged 200 times at once', () => {
  it('is issued once, every other call is refused as paid, and other calls are served meanwhile', async () => {
    const { id } = await createPrepaid(agent);
    const other = await createPolicy(agent);
    const balance = await getBalance(app, 'A100');
    const charges = repeat(200, () => charge(agent, id));
    const reads = repeat(120, (index) => {
      const paths = [agent.path(id), agent.path(other.id), `/common-api/policy/applications/${other.id}/receipts`, agent.path()];
      return agent.client.get(paths[index % paths.length] ?? '');
    });
    const responses = await charges;
    expect(outcomes(responses)).toEqual({ 205: 1, '400 -702': 199 });
    expect(outcomes(await reads)).toEqual({ 200: 120 });
    expect(await listTraces(id)).toEqual(ISSUED_ONCE);
    expect(await listLedgerEntries(app, id)).toHaveLength(6);
    expect(toCents(await getBalance(app, 'A100'))).toBe(toCents(balance) + PREMIUM_CENTS);
    const won = responses.find(({ status }) => status === 205);
    expect(await agent.get(id)).toEqual(won?.json());
    expect(app.running.parts.store.poolStatistics().production?.total).toBeLessThanOrEqual(POOL_SIZE);
    await expectBalancedBooks();
  });

  it('is issued once by two nodes', async () => {
    const client = await onOtherNode(agent);
    const { id } = await createPrepaid(agent);
    const path = `/collection-api/applications/${id}/charge`;
    const responses = await repeat(200, (index) => (index % 2 === 0 ? agent.client : client).put(path));
    expect(outcomes(responses)).toEqual({ 205: 1, '400 -702': 199 });
    expect(await listTraces(id)).toEqual(ISSUED_ONCE);
    await expectBalancedBooks();
  });

  it('is issued once when one of two nodes is slightly faster', async () => {
    const client = await onOtherNode(agent);
    for (let round = 0; round < getRounds({ everyday: 3, deep: 15 }); round++) {
      const { id } = await createPrepaid(agent);
      const path = `/collection-api/applications/${id}/charge`;
      const responses = await Promise.all([agent.client.put(path), client.put(path)]);
      expect(outcomes(responses)).toEqual({ 205: 1, '400 -702': 1 });
      expect(await listTraces(id)).toEqual(ISSUED_ONCE);
    }
    await expectBalancedBooks();
  });

  it('shares one refusal when a charge is impossible, and no call is refused as paid', async () => {
    const poor = (await app.createAgent({ code: 'A150', creditLimit: '1.00' })).production;
    const { id } = await createPrepaid(poor);
    expect(outcomes(await repeat(50, () => charge(poor, id)))).toEqual({ '400 -706': 50 });
    expect(await listTraces(id)).toEqual(NOT_ISSUED);
  });
});

describe('charges that wait for one with a key', () => {
  const AT_ONCE = 20;

  /** Lets the keyed charge commit once all the others are waiting. */
  async function chargeBeside(
    payer: FireAgent,
    id: number,
    commit: () => Promise<void>,
  ): Promise<{ keyed: HttpResponse; plain: HttpResponse[] }> {
    const charges = jest.spyOn(app.running.parts.charges, 'charge');
    const responses = app.running.parts.cachedResponses;
    const keep = responses.save.bind(responses);
    const plain: Promise<HttpResponse>[] = [];
    const untilAllHaveCome = async (): Promise<void> => {
      plain.push(...Array.from({ length: AT_ONCE }, () => charge(payer, id)));
      await eventually('all calls have arrived', () => charges.mock.calls.length > AT_ONCE);
      await commit();
    };
    const held = jest.spyOn(responses, 'save').mockImplementationOnce((...args) => untilAllHaveCome().then(() => keep(...args)));
    try {
      const keyed = await payer.client.with({ 'Idempotency-Key': `w-${id}` }).put(`/collection-api/applications/${id}/charge`);
      return { keyed, plain: await Promise.all(plain) };
    } finally {
      held.mockRestore();
      charges.mockRestore();
    }
  }

  it('are refused as paid when that one is committed', async () => {
    const { id } = await createPrepaid(agent);
    const { keyed, plain } = await chargeBeside(agent, id, () => Promise.resolve());
    expect([keyed.status, outcomes(plain)]).toEqual([205, { '400 -702': AT_ONCE }]);
    expect(await listTraces(id)).toEqual(ISSUED_ONCE);
  });

  it('replace it when it cannot be committed, and are not refused as paid before', async () => {
    const { id } = await createPrepaid(agent);
    const { keyed, plain } = await chargeBeside(agent, id, () => Promise.reject(new DomainError(ErrorCode.UNAVAILABLE)));
    expect([keyed.status, outcomes(plain)]).toEqual([503, { 205: 1, '400 -702': AT_ONCE - 1 }]);
    expect(await listTraces(id)).toEqual(ISSUED_ONCE);
    await expectBalancedBooks();
  });
});

describe('charges that wait for a refused one', () => {
  const WRONG = { headers: { 'If-Match': '"99"' } };

  /** Lets the first call read its application once all the others are waiting for it. */
  async function inTurn(first: () => Promise<HttpResponse>, ...others: (() => Promise<HttpResponse>)[]): Promise<HttpResponse[]> {
    const charges = jest.spyOn(app.running.parts.charges, 'charge');
    const applications = app.running.parts.applications;
    const read = applications.getOwnApplication.bind(applications);
    const waiting: Promise<HttpResponse>[] = [];
    const held = jest.spyOn(applications, 'getOwnApplication').mockImplementationOnce(async (...args) => {
      waiting.push(...others.map((call) => call()));
      await eventually('all calls have arrived', () => charges.mock.calls.length > others.length);
      return read(...args);
    });
    try {
      return [await first(), ...(await Promise.all(waiting))];
    } finally {
      held.mockRestore();
      charges.mockRestore();
    }
  }

  /** Lists the result of each response in order. */
  const each = (responses: readonly HttpResponse[]): string[] => responses.flatMap((response) => Object.keys(outcomes([response])));

  it('are served although that one named another version', async () => {
    const { id } = await createPrepaid(agent);
    const responses = await inTurn(
      () => charge(agent, id, WRONG),
      () => charge(agent, id),
    );
    expect(each(responses)).toEqual(['412 -402', '205']);
    expect(await listTraces(id)).toEqual(ISSUED_ONCE);
  });

  it('are served although that one named another version of a vehicle before prepay', async () => {
    const mtr = new MotorAgent(agent);
    const { id } = await mtr.insert({ plateNo: 'ABY1001' });
    const path = mtr.path(`applications/${id}/issueCharge`);
    const responses = await inTurn(
      () => agent.client.put(path, undefined, WRONG),
      () => agent.client.put(path),
    );
    expect(each(responses)).toEqual(['412 -402', '205']);
    expect(await listTraces(id)).toEqual({ ...ISSUED_ONCE, transitions: 2, versions: 1 });
  });

  it('are refused for the version that they name themselves, each in its language', async () => {
    const poor = (await app.createAgent({ code: 'A160', creditLimit: '1.00' })).production;
    const { id, version } = await createPrepaid(poor);
    const right: CallOptions = { headers: { 'If-Match': `"${version}"` } };
    const responses = await inTurn(
      () => charge(poor, id),
      () => charge(poor, id, WRONG),
      () => charge(poor, id, right),
      () => charge(poor, id, { headers: { 'Accept-Language': 'en' } }),
    );
    expect(each(responses)).toEqual(['400 -706', '412 -402', '400 -706', '400 -706']);
    const [greek, , , english] = responses.map((response) => response.json<{ message: string }>().message);
    expect([greek, english]).toEqual([expect.stringMatching(/[α-ω]/), expect.stringMatching(/^[\x20-\x7e]+$/)]);
    expect(await listTraces(id)).toEqual(NOT_ISSUED);
  });

  it('get only what their own token may read', async () => {
    const stranger = (await app.createAgent({ code: 'B170' })).production;
    const { id } = await createPrepaid(stranger);
    const supervisor = (await app.createAgent({ code: 'A170' }, ['B170'])).production;
    const ownOnly = await new FireAgent(app, supervisor.access, 'production').renewToken('A170');
    const calls = [() => charge(supervisor, id), () => charge(ownOnly, id)] as const;
    expect(each(await inTurn(...calls))).toEqual(['403 -202', '400 -300']);
    expect(each(await inTurn(calls[1], calls[0]))).toEqual(['400 -300', '403 -202']);
  });

  it('get links to the paths they called themselves', async () => {
    const { id } = await createPolicy(agent);
    app.clock.set('2027-11-01T08:00:00Z');
    await agent.renewToken();
    expectStatus(205, await charge(agent, id));
    const hosts = ['one.example', 'two.example'];
    const [first, second] = hosts.map((host) => () => charge(agent, id, { headers: { Host: host } }));
    const responses = await inTurn(first!, second!);
    expect(each(responses)).toEqual(['400 -702', '400 -702']);
    for (const [index, response] of responses.entries()) {
      expect(response.headers.link).toContain(`<https://${hosts[index]}/`);
      expect(Object.keys(parseLinks(response))).toEqual(['renewal']);
    }
  });

  it('are served although that one met a database violation', async () => {
    const { id } = await createPrepaid(agent);
    jest
      .spyOn(app.running.parts.ledger, 'charge')
      .mockImplementationOnce((tx) => tx.query('SELECT 1 / 0').then(() => Promise.reject(new Error('it must fail'))));
    const responses = await inTurn(
      () => charge(agent, id),
      () => charge(agent, id),
    );
    expect(each(responses)).toEqual(['500 -1', '205']);
    expect(await listTraces(id)).toEqual(ISSUED_ONCE);
    await expectBalancedBooks();
  });

  it('share an outage, and do not wait one after the other', async () => {
    const { id } = await createPrepaid(agent);
    jest.spyOn(app.running.parts.ledger, 'charge').mockRejectedValueOnce(new DomainError(ErrorCode.UNAVAILABLE));
    const calls = Array.from({ length: 20 }, (_, index) => () => charge(agent, id, index % 2 === 0 ? {} : WRONG));
    const responses = await inTurn(() => charge(agent, id), ...calls);
    expect(outcomes(responses)).toEqual({ '503 -2': 21 });
    expect(await listTraces(id)).toEqual(NOT_ISSUED);
  });
});

describe('an instalment charged by two nodes at once', () => {
  it('is paid once', async () => {
    const { id } = await createPolicy(agent, QUARTERLY);
    app.clock.set('2027-03-01T08:00:00Z');
    await agent.renewToken();
    const client = await onOtherNode(agent);
    const path = `/collection-api/applications/${id}/charge`;
    const responses = await repeat(40, (index) => (index % 2 === 0 ? agent.client : client).put(path));
    expect(outcomes(responses)).toEqual({ 205: 1, '400 -702': 39 });
    expect((await listReceipts(agent, id)).map(({ status }) => status)).toEqual(['PAID', 'PAID', 'PENDING', 'PENDING']);
    expect(await listLedgerEntries(app, id)).toHaveLength(12);
    await expectBalancedBooks();
  });
});

describe('a paid policy charged 200 times at once near its anniversary', () => {
  it('is renewed once by either of two nodes', async () => {
    const policy = await createPolicy(agent);
    app.clock.set('2027-11-01T08:00:00Z');
    await agent.renewToken();
    const client = await onOtherNode(agent);
    const balance = await getBalance(app, 'A100');
    const path = `/collection-api/applications/${policy.id}/charge`;
    const responses = await repeat(200, (index) => (index % 2 === 0 ? agent.client : client).put(path));
    expect(outcomes(responses)).toEqual({ 205: 1, '400 -702': 199 });
    const renewals = await app.query<{ id: number }>('production', 'SELECT id::int FROM application WHERE renewal_of = $1', [policy.id]);
    const won = responses.find(({ status }) => status === 205)?.json<FireEntity>();
    expect(renewals).toEqual([{ id: won?.id }]);
    // Insert and issue_renewal are two transitions and one previous version.
    expect(await listTraces(won?.id ?? 0)).toEqual({ ...ISSUED_ONCE, transitions: 2, versions: 1 });
    expect(toCents(await getBalance(app, 'A100'))).toBe(toCents(balance) + toCents(won?.pricing?.gross ?? 0));
    expect((await agent.get(policy.id)).version).toBe(policy.version + 1);
    await expectBalancedBooks();
  });
});

describe('40 applications of one agent charged at once', () => {
  it('never exceed the agent’s credit limit, on either node', async () => {
    // The limit covers ten premiums.
    const limited = (await app.createAgent({ code: 'A200', creditLimit: '3426.40' })).production;
    const client = await onOtherNode(limited);
    const applications: FireEntity[] = [];
    for (let index = 0; index < 40; index++) applications.push(await createPrepaid(limited));
    let highest = 0;
    let isOver = false;
    const watch = async (): Promise<void> => {
      for (; !isOver; await sleep(5)) highest = Math.max(highest, await getBalance(app, 'A200'));
    };
    const watching = watch();
    const responses = await Promise.all(
      applications.map(({ id }, index) =>
        waitUntilServed(() => (index % 2 === 0 ? limited.client : client).put(`/collection-api/applications/${id}/charge`)),
      ),
    );
    isOver = true;
    await watching;
    expect(outcomes(responses)).toEqual({ 205: 10, '400 -706': 30 });
    expect(highest).toBeLessThanOrEqual(3426.4);
    expect(await getBalance(app, 'A200')).toBe(3326.4);
    for (const [index, { id }] of applications.entries())
      expect(await listTraces(id)).toEqual(responses[index]?.status === 205 ? ISSUED_ONCE : NOT_ISSUED);
    await expectBalancedBooks();
  });
});

describe('other actions at the same moment', () => {
  it('let one of a charge and a DELETE win, and the record shows only that one', async () => {
    const client = await onOtherNode(agent);
    const count = getRounds({ everyday: 3, deep: 12 });
    for (let round = 0; round < count; round++) {
      const { id } = await createPrepaid(agent);
      const deletion = (): Promise<HttpResponse> => client.delete(agent.path(id));
      // Rendering precedes the transaction of the charge, so a DELETE sent later can still win.
      const [charged, cancelled] = await Promise.all([charge(agent, id), sleep((round * 60) / count).then(deletion)]);
      if (charged.status === 205) {
        expect(outcomes([cancelled])).toEqual({ '400 -400': 1 });
        expect(await listTraces(id)).toEqual(ISSUED_ONCE);
      } else {
        expect(cancelled.status).toBe(204);
        expect(['412 -402', '400 -702']).toContain(Object.keys(outcomes([charged]))[0]);
        expect(await listTraces(id)).toEqual({ ...NOT_ISSUED, transitions: 3, versions: 2, status: '02' });
      }
    }
    await expectBalancedBooks();
  });

  it('let one of twenty prepay calls win, with one payment code', async () => {
    const client = await onOtherNode(agent);
    const { id } = await agent.insert();
    const responses = await repeat(20, (index) => (index % 2 === 0 ? agent.client : client).put(`${agent.path(id)}/prepay`));
    const { 205: won, '400 -400': refused = 0, '412 -402': overtaken = 0, ...others } = outcomes(responses);
    expect([won, refused + overtaken, others]).toEqual([1, 19, {}]);
    expect(await listTraces(id)).toEqual(NOT_ISSUED);
    expect(await app.query('production', 'SELECT code FROM payment_code WHERE application_id = $1', [id])).toHaveLength(1);
  });
});
