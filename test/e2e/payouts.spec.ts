import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { verifyLedger } from '../../src/record/money/ledger/ledger-verification.js';
import { SecretBox } from '../../src/record/reference/secrets/secret-box.js';
import { startApp } from '../support/app.js';
import { expectFileRefused } from '../support/bank-file-client.js';
import type { HttpResponse } from '../support/client.js';
import { getBalance, CHARGE_TIME, createPolicy, createPrepaid } from '../support/collection.js';
import { eventually } from '../support/eventually.js';
import { expectStatus, type FireApp, type FireAgent } from '../support/fire-app.js';
import { LocalCollectionClient, WITHDRAWAL } from '../support/collection-client.js';
import { PayoutFixture } from '../support/payout-fixture.js';
import { IBAN, IBANS, PayoutClient, PAYOUT_IBAN, type Batch, type OwedRefund } from '../support/payout-client.js';
import { StaffClient } from '../support/staff-client.js';

const AGENT = 'A100';
const RESET = '/dev/test-api/resources/reset';

let fixture: PayoutFixture;
let app: FireApp;
let agent: FireAgent;
let issuing: LocalCollectionClient;
let clerk: PayoutClient;
let other: PayoutClient;

beforeAll(async () => {
  fixture = await PayoutFixture.start();
  ({ app, agent, issuing, clerk, secondClerk: other } = fixture);
});
afterAll(() => fixture.stop());
beforeEach(() => fixture.moveClock(CHARGE_TIME));
afterEach(() => fixture.expectCorrectBooks());

const owedOfCancellation = (): Promise<OwedRefund> => fixture.createCancellationRefund();
const owedOfSuspense = (): Promise<OwedRefund> => fixture.createSuspenseRefund();

/** Creates a refund of the agent's credit. */
async function owedToAgent(amount = 10): Promise<OwedRefund> {
  const owed = await getBalance(app, AGENT);
  await issuing.settle(AGENT, Math.round((owed + amount) * 100) / 100, issuing.createReference());
  return expectStatus(201, await clerk.staff.post(`agents/${AGENT}/refunds`, { amount })).json<OwedRefund>();
}

const payable = (refund: OwedRefund): Promise<string> =>
  issuing.accountBalance(refund.applicationId === null ? `agent-payable:${refund.agentCode}` : `customer-payable:${refund.applicationId}`);

/** Expects an error without a change. */
const refused = (...call: [call: () => Promise<HttpResponse>, status: number, code: string, paths?: readonly string[]]): Promise<void> =>
  expectFileRefused(app, ...call);

describe('the refund of a customer or agent', () => {
  it.each([
    ['of a cancelled policy', 'CANCELLATION', owedOfCancellation],
    ['of money in suspense', 'SUSPENSE', owedOfSuspense],
    ["of an agent's credit", 'AGENT', owedToAgent],
  ])('%s is owed, put into a batch, confirmed by another person and paid', async (_what, kind, owe) => {
    const refund = await owe();
    expect(refund).toMatchObject({ kind, status: 'OWED', agentCode: AGENT, account: null, payout: null });
    expect(await payable(refund)).toBe((-refund.amount).toFixed(2));
    const bank = Number(await issuing.accountBalance('bank'));

    const batch = await clerk.prepareBatch([refund.id]);
    expect(batch).toMatchObject({ status: 'PREPARED', count: 1, amount: refund.amount, endedBy: null, reference: null });
    expect(await clerk.getRefund(refund.id)).toMatchObject({
      status: 'PREPARED',
      account: { iban: 'GR…0695' },
      payout: { status: 'PREPARED' },
    });

    const reference = clerk.createReference();
    const confirmed = expectStatus(200, await other.confirm(batch.id, reference)).json<Batch>();
    expect(confirmed).toMatchObject({ status: 'CONFIRMED', reference });
    expect(await clerk.getRefund(refund.id)).toMatchObject({
      status: 'PAID',
      account: { iban: 'GR…0695' },
      payout: { status: 'PAID', batchId: batch.id },
    });
    expect(await payable(refund)).toBe('0.00');
    expect(Math.round((Number(await issuing.accountBalance('bank')) - bank) * 100)).toBe(Math.round(-refund.amount * 100));
    // The number is deleted when it is no longer needed.
    expect(await app.query('production', 'SELECT iban FROM refund WHERE id = $1', [refund.id])).toEqual([{ iban: null }]);

    // Repeats the confirmation, and confirms another batch with the same reference.
    expect((await other.confirm(batch.id, reference)).json<Batch>()).toEqual(confirmed);
    await refused(() => other.confirm(batch.id), 400, '-400');
  });

  it('stores an account encrypted and shows little of it, also in the audit record', async () => {
    const { id } = await owedOfSuspense();
    const reported = expectStatus(200, await clerk.setAccount(id, 'gr16 0110 1250 0000 0001 2300 695', ' Μαρία ')).json<OwedRefund>();
    expect(reported.account).toEqual({ iban: 'GR…0695', holder: 'Μαρία' });
    const [kept] = await app.query<{ iban: Buffer }>('production', 'SELECT iban FROM refund WHERE id = $1', [id]);
    expect(kept?.iban.includes('12300695')).toBe(false);
    const audit = await app.query(
      'production',
      `SELECT details FROM gateway.audit_entry WHERE subject_type = 'refund' AND subject_id = $1`,
      [String(id)],
    );
    expect(audit).toEqual([{ details: { iban: 'GR…0695' } }]);
  });

  it.each([
    ['no digits of an IBAN', 'GR1601101250000000012300696'],
    ['too short', 'GR160110125000000001230069'],
    ['not of SEPA', 'BR1800360305000010009795493C1'],
    ['a number', 12],
    ['a list', ['GR1601101250000000012300695']],
  ])('refuses an account that is %s', async (_what, iban) => {
    const { id } = await owedOfSuspense();
    await refused(() => clerk.staff.put(`refunds/${id}/account`, { iban, holder: 'Μαρία' }), 400, '-102', ['iban']);
  });

  it('accepts an account of every SEPA country', async () => {
    const { id } = await owedOfSuspense();
    for (const iban of IBANS)
      expect(expectStatus(200, await clerk.setAccount(id, iban)).json<OwedRefund>().account?.iban).toBe(
        `${iban.slice(0, 2)}…${iban.slice(-4)}`,
      );
  });

  it('refuses another account while in a batch and once paid', async () => {
    const { id } = await owedOfSuspense();
    const batch = await clerk.prepareBatch([id]);
    await refused(() => clerk.setAccount(id, IBANS[1]), 400, '-400');
    expectStatus(200, await other.confirm(batch.id));
    await refused(() => clerk.setAccount(id, IBANS[1]), 400, '-400');
  });

  it('is filtered by status, kind, agent, application and account', async () => {
    const refund = await owedOfSuspense();
    const own = `applicationId=${refund.applicationId}`;
    const found = async (query: string): Promise<number> => (await clerk.list(`${own}&${query}`)).total;
    expect(await Promise.all(['status=OWED', 'kind=SUSPENSE', `agentCode=${AGENT}`, 'hasAccount=no'].map(found))).toEqual([1, 1, 1, 1]);
    expect(await Promise.all(['status=PAID', 'kind=AGENT', 'agentCode=nobody', 'hasAccount=yes'].map(found))).toEqual([0, 0, 0, 0]);
  });

  it('names its client in the register, as soon as the person is in it', async () => {
    const refund = await owedOfCancellation();
    const sql = 'SELECT client_afm AS afm FROM application WHERE id = $1';
    const [client] = await app.query<{ afm: string }>('production', sql, [refund.applicationId]);
    const clientId = await app.getParty('production', client!.afm);
    expect(await clerk.getRefund(refund.id)).toMatchObject({ clientId });
    expect(await clerk.getRefund((await owedToAgent()).id)).toMatchObject({ clientId: null });
  });
});

describe('an agent’s credit', () => {
  it('is paid out to the cent and no further', async () => {
    const owed = await getBalance(app, AGENT);
    await issuing.settle(AGENT, Math.round((owed + 50) * 100) / 100, issuing.createReference());
    const path = `agents/${AGENT}/refunds`;
    await refused(() => clerk.staff.post(path, { amount: 50.01 }), 400, '-102', ['amount']);
    await refused(() => clerk.staff.post(path, { amount: 0 }), 400, '-102', ['amount']);
    await refused(() => clerk.staff.post('agents/nobody/refunds', { amount: 1 }), 400, '-304');
    const { id } = expectStatus(201, await clerk.staff.post(path, { amount: 50 })).json<OwedRefund>();
    expect(await getBalance(app, AGENT)).toBe(0);
    await refused(() => clerk.staff.post(path, { amount: 0.01 }), 400, '-102', ['amount']);

    expect(expectStatus(200, await clerk.staff.post(`refunds/${id}/withdrawal`, {})).json<OwedRefund>().status).toBe('WITHDRAWN');
    expect(await getBalance(app, AGENT)).toBe(-50);
    await refused(() => clerk.staff.post(`refunds/${id}/withdrawal`, {}), 400, '-400');
  });

  it('is reserved once by two calls for all of it', async () => {
    const owed = await getBalance(app, AGENT);
    await issuing.settle(AGENT, Math.round((owed + 30) * 100) / 100, issuing.createReference());
    const responses = await Promise.all([1, 2, 3].map(() => clerk.staff.post(`agents/${AGENT}/refunds`, { amount: 30 })));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 400, 400]);
  });

  it('is the only refund that can be withdrawn', async () => {
    const { id } = await owedOfSuspense();
    await refused(() => clerk.staff.post(`refunds/${id}/withdrawal`, {}), 400, '-400');
  });
});

describe('a payout batch', () => {
  it('produces the same bank file each time', async () => {
    const refunds = [await owedOfCancellation(), await owedOfSuspense(), await owedToAgent()];
    const batch = await clerk.prepareBatch(refunds.map(({ id }) => id));
    const approved = expectStatus(200, await other.approve(batch.id)).json<Batch>();
    const [first, second] = [
      await clerk.staff.get(`payout-batches/${batch.id}/file`),
      await clerk.staff.get(`payout-batches/${batch.id}/file`),
    ];
    const text = expectStatus(200, first).text;
    expect(first.headers['content-type']).toContain('application/xml');
    expect(createHash('sha256').update(text).digest()).toEqual(createHash('sha256').update(second.text).digest());
    const sum = refunds.reduce((total, { amount }) => total + Math.round(amount * 100), 0) / 100;
    expect(text).toContain(`<NbOfTxs>3</NbOfTxs><CtrlSum>${sum.toFixed(2)}</CtrlSum>`);
    expect(text).toContain(`<DbtrAcct><Id><IBAN>${PAYOUT_IBAN}</IBAN></Id>`);
    for (const { refundId, endToEndId, amount } of batch.payouts) {
      expect(refunds.map(({ id }) => id)).toContain(refundId);
      expect(text).toContain(
        `<EndToEndId>${endToEndId}</EndToEndId></PmtId><Amt><InstdAmt Ccy="EUR">${amount.toFixed(2)}</InstdAmt></Amt>`,
      );
    }
    const paged = await clerk.staff.get(`payout-batches/${batch.id}/payouts?start=2&limit=1`);
    expect(expectStatus(200, paged).json()).toEqual({ items: [batch.payouts[1]], start: 2, limit: 1, total: 3 });
    const alone = (await clerk.staff.get(`payout-batches?id=${batch.id}`)).json<{ items: Batch[] }>().items;
    const { warnings } = approved;
    expect(alone.map((one) => ({ ...one, payouts: batch.payouts, warnings }))).toEqual([approved]);
    expect(text).toContain('<Nm>PAPADOPOULOU MARIA</Nm></Cdtr><CdtrAcct><Id><IBAN>GR1601101250000000012300695</IBAN>');
    expectStatus(200, await other.confirm(batch.id));
    await refused(() => clerk.staff.get(`payout-batches/${batch.id}/file`), 400, '-400');
  });

  it('writes audit entries under its number at each step', async () => {
    const { id } = await clerk.prepareBatch([(await owedOfSuspense()).id]);
    expectStatus(200, await other.approve(id));
    expectStatus(200, await clerk.staff.get(`payout-batches/${id}/file`));
    expectStatus(200, await other.confirm(id));
    const reported = await app.query<{ action: string; actor: string }>(
      'production',
      `SELECT action, actor FROM gateway.audit_entry WHERE subject_type = 'payout_batch' AND subject_id = $1 ORDER BY id`,
      [String(id)],
    );
    expect(reported.map(({ action }) => action)).toEqual(['create', 'approve', 'export', 'confirm']);
    expect(reported[1]?.actor).not.toBe(reported[0]?.actor);
  });

  it('is not confirmed by the person who prepared it', async () => {
    const { id } = await owedOfSuspense();
    const batch = await clerk.prepareBatch([id]);
    await refused(() => clerk.confirm(batch.id), 403, '-203');
    expectStatus(200, await clerk.staff.post(`payout-batches/${batch.id}/cancellation`, {}));
    expect(await clerk.getRefund(id)).toMatchObject({ status: 'OWED', account: { iban: 'GR…0695' }, payout: { status: 'CANCELLED' } });
    await refused(() => other.confirm(batch.id), 400, '-400');
  });

  it('contains what is owed and has an account, and reports what is not included', async () => {
    const [bare, given, batched] = [await owedOfSuspense(), await owedOfSuspense(), await owedOfSuspense()];
    expectStatus(200, await clerk.setAccount(given.id));
    await clerk.prepareBatch([batched.id]);
    const refundIds = [bare.id, given.id, batched.id, 999_999];
    await refused(() => clerk.staff.post('payout-batches', { refundIds }), 400, '-102', ['refundIds[0]', 'refundIds[2]', 'refundIds[3]']);
    const all = expectStatus(201, await clerk.staff.post('payout-batches', {})).json<Batch>();
    expect(all.payouts.map(({ refundId }) => refundId)).toContain(given.id);
    expect(all.payouts.map(({ refundId }) => refundId)).not.toContain(bare.id);
    await refused(() => clerk.staff.post('payout-batches', {}), 400, '-400');
  });

  it.each([
    [{ executionDate: '2026-11-24' }, '-104', 'executionDate'],
    [{ executionDate: '2026-12-26' }, '-104', 'executionDate'],
    [{ executionDate: 'tomorrow' }, '-104', 'executionDate'],
    [{ refundIds: [] }, '-102', 'refundIds'],
    [{ refundIds: [0] }, '-102', 'refundIds[0]'],
    [{ refundIds: 'all' }, '-102', 'refundIds'],
  ])('is refused for %j', async (body, code, path) => {
    await refused(() => clerk.staff.post('payout-batches', body), 400, code, [path]);
  });

  it.each(['payout-batches/999999', 'payout-batches/x/file', 'refunds/999999', 'refunds/x'])('is not found at %s', async (path) => {
    await refused(() => clerk.staff.get(path), 400, '-304');
  });

  it('has a unique reference', async () => {
    const [one, two] = [await owedOfSuspense(), await owedOfSuspense()];
    const [first, second] = [await clerk.prepareBatch([one.id]), await clerk.prepareBatch([two.id])];
    const reference = clerk.createReference();
    expectStatus(200, await other.confirm(first.id, reference));
    expectStatus(200, await other.approve(second.id));
    await refused(() => other.confirm(second.id, reference), 409, '-403');
  });

  it('ends once for simultaneous confirmations, cancellations and preparations', async () => {
    const refund = await owedOfSuspense();
    expectStatus(200, await clerk.setAccount(refund.id));
    const refundIds = [refund.id];
    const prepared = await Promise.all([1, 2, 3].map(() => clerk.staff.post('payout-batches', { refundIds })));
    expect(prepared.map(({ status }) => status).toSorted()).toEqual([201, 400, 400]);
    const { id } = prepared.find(({ status }) => status === 201)!.json<Batch>();
    const ended = await Promise.all([
      other.confirm(id),
      clerk.staff.post(`payout-batches/${id}/cancellation`, {}),
      other.confirm(id),
      clerk.staff.post(`payout-batches/${id}/cancellation`, {}),
    ]);
    expect(ended.filter(({ status }) => status === 200)).toHaveLength(1);
    const { status } = await clerk.getBatch(id);
    expect(await payable(refund)).toBe(status === 'CONFIRMED' ? '0.00' : (-refund.amount).toFixed(2));
  });
});

describe('money that comes back from the bank', () => {
  it('is owed again to an account that must be entered again, and can be paid again', async () => {
    const refund = await owedOfCancellation();
    const batch = await clerk.prepareBatch([refund.id]);
    await refused(() => clerk.returnPayment(refund.id), 400, '-400');
    expectStatus(200, await other.confirm(batch.id));
    const reference = clerk.createReference();
    const returned = expectStatus(200, await clerk.returnPayment(refund.id, reference)).json<OwedRefund>();
    expect(returned).toMatchObject({ status: 'OWED', account: null, payout: { status: 'RETURNED', returnReason: 'AC04 closed account' } });
    expect(await payable(refund)).toBe((-refund.amount).toFixed(2));
    expect((await clerk.returnPayment(refund.id, reference)).json<OwedRefund>()).toEqual(returned);

    const second = await clerk.prepareBatch([refund.id]);
    expectStatus(200, await other.confirm(second.id));
    expect(await payable(refund)).toBe('0.00');
    expect((await clerk.getBatch(batch.id)).payouts).toMatchObject([
      { refundId: refund.id, iban: null, returnReason: 'AC04 closed account' },
    ]);
    const another = await owedOfSuspense();
    expectStatus(200, await other.confirm((await clerk.prepareBatch([another.id])).id));
    await refused(() => clerk.returnPayment(another.id, reference), 409, '-403');
  });

  it('is booked once by simultaneous calls', async () => {
    const refund = await owedOfSuspense();
    expectStatus(200, await other.confirm((await clerk.prepareBatch([refund.id])).id));
    const responses = await Promise.all([1, 2, 3].map(() => clerk.returnPayment(refund.id)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
  });
});

describe('the key of the stored accounts', () => {
  const alien = new SecretBox([Buffer.alloc(32, 1)]);

  it('is required to store an account and to prepare a batch', async () => {
    const { id } = await owedOfSuspense();
    expectStatus(200, await clerk.setAccount(id));
    const bare = await startApp({ clock: app.clock, database: app.running.database, config: { secretsKeys: [] } });
    await bare.parts.stopTimedWork();
    try {
      const keyless = new PayoutClient(await StaffClient.open(bare, 'issuing'));
      await refused(() => keyless.setAccount(id), 503, '-2');
      await refused(() => keyless.staff.post('payout-batches', {}), 503, '-2');
      expect((await keyless.getRefund(id)).account).toBeNull();
    } finally {
      await bare.stop();
    }
  });

  it('makes accounts unreadable when replaced: they must be entered again, and a batch with one is cancelled', async () => {
    const { id } = await owedOfSuspense();
    expectStatus(200, await clerk.setAccount(id));
    await app.query('production', 'UPDATE refund SET iban = $2 WHERE id = $1', [id, alien.seal(IBAN)]);
    expect((await clerk.getRefund(id)).account).toBeNull();
    await refused(() => clerk.staff.post('payout-batches', { refundIds: [id] }), 400, '-102', ['refundIds[0]']);

    const batch = await clerk.prepareBatch([id]);
    await app.query('production', 'UPDATE refund SET iban = $2 WHERE id = $1', [id, alien.seal(IBAN)]);
    expectStatus(200, await other.approve(batch.id));
    await refused(() => other.staff.get(`payout-batches/${batch.id}/file`), 400, '-400');
    expectStatus(200, await clerk.staff.post(`payout-batches/${batch.id}/cancellation`, {}));
  });

  it('is rotated by the command that rotates those of webhooks', async () => {
    const { id } = await owedOfSuspense();
    expectStatus(200, await clerk.setAccount(id));
    const { secretsKeys: old, dataDir } = app.running.database.config;
    const next = Buffer.alloc(32, 5);
    const keys = [next, ...old].map((key) => key.toString('base64')).join(',');
    const settings = { DATABASE_URL: app.running.database.url, DATA_DIR: dataDir, ENVIRONMENTS: 'production', SECRETS_KEY: keys };
    const run = spawnSync(process.execPath, ['dist/src/commands.js', 'secrets', 'reseal'], {
      env: { ...process.env, ...settings },
      encoding: 'utf8',
    });
    expect(run.stdout).toMatch(/^production: [1-9]\d* accounts of refunds encrypted with the first key, \d+ cannot be read$/m);
    const [row] = await app.query<{ iban: Buffer }>('production', 'SELECT iban FROM refund WHERE id = $1', [id]);
    expect(new SecretBox([next]).open(row!.iban)).toBe(IBAN);
  });
});

describe('the reset of a sandbox agent', () => {
  it('deletes what was owed, prepared, paid and returned, and leaves other agents’ data', async () => {
    const sandbox = new PayoutClient(await StaffClient.open(app.running, 'issuing', '/dev'));
    const confirming = new PayoutClient(await StaffClient.open(app.running, 'issuing', '/dev'));
    const money = await LocalCollectionClient.open(app, 'sandbox');
    expectStatus(200, await sandbox.staff.put('settings', { payoutIban: PAYOUT_IBAN }));
    const owe = async (owner: FireAgent): Promise<OwedRefund> => {
      const { id } = await createPrepaid(owner);
      expectStatus(200, await money.resolve(await money.createSuspense(owner, id), { refund: true }));
      return (await sandbox.list(`applicationId=${id}`)).items[0]!;
    };
    const [own, others] = [(await app.createAgent({ code: 'R1' })).sandbox, (await app.createAgent({ code: 'R2' })).sandbox];
    const [owed, inBatch, paid, back, kept] = [await owe(own), await owe(own), await owe(own), await owe(own), await owe(others)];
    await sandbox.prepareBatch([inBatch.id]);
    const mixed = await sandbox.prepareBatch([paid.id, back.id, kept.id]);
    expectStatus(200, await confirming.confirm(mixed.id));
    expectStatus(200, await sandbox.returnPayment(back.id));
    expectStatus(200, await money.settle('R1', 20, money.createReference()));
    const credit = expectStatus(201, await sandbox.staff.post('agents/R1/refunds', { amount: 15 })).json<OwedRefund>();
    expectStatus(200, await confirming.confirm((await sandbox.prepareBatch([credit.id])).id));

    expectStatus(202, await own.client.post(RESET));
    await eventually('the agent is reset', async () => (await own.client.get(RESET)).json<{ state: string }>().state === 'ready', 30_000);
    expect((await sandbox.list('agentCode=R1')).total).toBe(0);
    expect((await sandbox.getBatch(mixed.id)).payouts.map(({ refundId }) => refundId)).toEqual([kept.id]);
    expect((await sandbox.getRefund(kept.id)).status).toBe('PAID');
    expect(await app.query('sandbox', `SELECT code FROM account WHERE code = 'agent-payable:R1'`)).toEqual([]);
    expect(owed.id).toBeGreaterThan(0);
    expect(await verifyLedger(app.running.parts.store, 'sandbox')).toEqual([]);
  });
});

it('a payout requires an account of the company with an IBAN', async () => {
  const sandbox = new PayoutClient(await StaffClient.open(app.running, 'issuing', '/dev'));
  await refused(() => sandbox.staff.post('payout-batches', {}), 400, '-400');
  await refused(() => sandbox.staff.put('settings', { payoutIban: 'GR00' }), 400, '-102', ['payoutIban']);
});

it('a policy charged to an agent has no refund to pay: the account gets it back', async () => {
  const { id } = await createPolicy(agent);
  expectStatus(200, await issuing.cancel(id, '2026-11-25', WITHDRAWAL));
  expect((await clerk.list(`applicationId=${id}`)).total).toBe(0);
});

it('an unpaid refund prevents the erasure of the person', async () => {
  const refund = await owedOfSuspense();
  const [row] = await app.query<{ afm: string }>('production', 'SELECT client_afm AS afm FROM application WHERE id = $1', [
    refund.applicationId,
  ]);
  const admin = await StaffClient.open(app.running, 'admin');
  const party = await app.getParty('production', row!.afm);
  await refused(() => admin.post(`parties/${party}/erasure`, {}), 400, '-400');
  expect(IBAN).toBe(IBANS[0]);
});
