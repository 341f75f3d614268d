import { SystemClock } from '../../src/common/clock.js';
import { Scheduler } from '../../src/jobs/scheduler.js';
import { ReceiptNumbers } from '../../src/record/core/applications/receipt-numbers.js';
import { spawnSync } from 'node:child_process';
import { DomainError } from '../../src/common/domain-error.js';
import { ErrorCode } from '../../src/common/error-codes.js';
import { toDecimal, toAmount, type Amount } from '../../src/common/money.js';
import { AgentService } from '../../src/record/money/agents/agent.service.js';
import { verifyLedger } from '../../src/record/money/ledger/ledger-verification.js';
import { LedgerService } from '../../src/record/money/ledger/ledger.service.js';
import { CommissionRepository } from '../../src/record/money/commission/commission.repository.js';
import { CommissionService } from '../../src/record/money/commission/commission.service.js';
import { LedgerRepository } from '../../src/record/money/ledger/ledger.repository.js';
import type { PremiumParts } from '../../src/record/money/ledger/posting.js';
import { ReceiptRepository } from '../../src/record/money/ledger/receipt.repository.js';
import { Store } from '../../src/store/store.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { buildServer } from '../support/process.js';
import { insertTestApplication, TEST_TIME, testAgent, testReceipt } from '../support/record-fixtures.js';

const ENVIRONMENT = 'sandbox';
const PARTS: PremiumParts = {
  fee: '19.64',
  taxes: [
    { taxClass: 'OTHER', net: '243.10', tax: '39.41' },
    { taxClass: 'FIRE', net: '2.45', tax: '0.49' },
  ],
  levies: [{ code: 'AUX_FUND', amount: '4.16' }],
  gross: '309.25',
};

let database: TestDatabase;
let store: Store;
let agents: AgentService;
let ledger: LedgerService;
let agentCount = 0;

beforeAll(async () => {
  database = await createTestDatabase({ databasePoolSize: 10 });
  store = await Store.open(database.config);
  agents = new AgentService(store);
  ledger = new LedgerService(new LedgerRepository(), new CommissionService(new CommissionRepository()));
});

afterAll(async () => {
  await store.close();
  await database.drop();
});

describe('the booking of a charge', () => {
  it('writes the receipt, and debits the agent with what the customer owes', async () => {
    const agentCode = await newAgent();
    const payment = await newPayment(agentCode, PARTS);
    const posted = await store.transaction(ENVIRONMENT, (tx) => ledger.charge(tx, { ...payment, agentCode }));
    expect(posted.balance).toBe('309.25');
    expect(await entriesOf(posted.transactionId)).toEqual({
      [`agent:${agentCode}`]: '309.25',
      'receivable:fire': '-309.25',
    });
    expect(await premiumOf(payment.receiptNo)).toEqual({
      'receivable:fire': '309.25',
      'premium-income:fire:OTHER': '-243.10',
      'premium-income:fire:FIRE': '-2.45',
      'fee-income:fire': '-19.64',
      'tax-payable:OTHER': '-39.41',
      'tax-payable:FIRE': '-0.49',
      'levy-payable:AUX_FUND': '-4.16',
    });
    expect(await balanceOf(agentCode)).toBe('309.25');
  });

  it('is possible up to the credit limit to the cent, and not beyond', async () => {
    const agentCode = await newAgent('100.00');
    await charge(agentCode, '99.99');
    await expectRefusal(charge(agentCode, '0.02'), ErrorCode.CREDIT_LIMIT);
    await charge(agentCode, '0.01');
    expect(await balanceOf(agentCode)).toBe('100.00');
  });

  it('leaves nothing when it is refused', async () => {
    const agentCode = await newAgent('50.00');
    const payment = await newPayment(agentCode, partsOf('50.01'));
    await expectRefusal(
      store.transaction(ENVIRONMENT, (tx) => ledger.charge(tx, { ...payment, agentCode })),
      ErrorCode.CREDIT_LIMIT,
    );
    expect(await balanceOf(agentCode)).toBe('0.00');
    expect(await count('SELECT count(*) AS n FROM ledger_transaction WHERE receipt_no = $1', payment.receiptNo)).toBe(0);
  });

  it('never exceeds the limit for any number of simultaneous charges of one agent', async () => {
    const agentCode = await newAgent('1000.00');
    const payments = await Promise.all(Array.from({ length: 40 }, () => newPayment(agentCode, partsOf('70.00'))));
    const outcomes = await Promise.allSettled(
      payments.map((payment) => store.transaction(ENVIRONMENT, (tx) => ledger.charge(tx, { ...payment, agentCode }))),
    );
    const refusals = outcomes.filter((outcome) => outcome.status === 'rejected').map((outcome) => outcome.reason as unknown);
    expect(refusals).toHaveLength(26);
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: ErrorCode.CREDIT_LIMIT });
    expect(await balanceOf(agentCode)).toBe('980.00');
    expect(await wrongSums()).toEqual([]);
  });

  it('does not block charges of other agents while one is running', async () => {
    const [slow, quick] = [await newAgent(), await newAgent()];
    const [slowPayment, quickPayment] = [await newPayment(slow, PARTS), await newPayment(quick, PARTS)];
    await store.transaction(ENVIRONMENT, async (tx) => {
      await ledger.charge(tx, { ...slowPayment, agentCode: slow });
      await store.transaction(ENVIRONMENT, (other) => ledger.charge(other, { ...quickPayment, agentCode: quick }));
      expect(await balanceOf(slow)).toBe('0.00');
    });
    expect([await balanceOf(slow), await balanceOf(quick)]).toEqual(['309.25', '309.25']);
  });

  it('opens an account for a new tax class, once for all simultaneous bookings', async () => {
    const parts = { ...partsOf('10.00'), taxes: [{ taxClass: 'MARINE', net: '8.00', tax: '2.00' }] };
    const codes = await Promise.all(Array.from({ length: 8 }, () => newAgent()));
    const payments = await Promise.all(codes.map((code) => newPayment(code, parts)));
    await Promise.all(
      payments.map((payment, at) => store.transaction(ENVIRONMENT, (tx) => ledger.charge(tx, { ...payment, agentCode: codes[at] ?? '' }))),
    );
    expect(await count('SELECT count(*) AS n FROM account WHERE code = $1', 'tax-payable:MARINE')).toBe(1);
    const total = `SELECT sum(e.amount) AS n FROM ledger_entry e JOIN account a ON a.id = e.account_id WHERE a.code = $1`;
    expect(await count(total, 'tax-payable:MARINE')).toBe('-16.00');
  });

  it('does not write a receipt again that the clock has written', async () => {
    const agentCode = await newAgent();
    const payment = await newPayment(agentCode, PARTS);
    const written = { ...payment, at: new Date('2026-11-25T07:00:00Z') };
    await store.transaction(ENVIRONMENT, (tx) => ledger.write(tx, written));
    await store.transaction(ENVIRONMENT, (tx) => ledger.write(tx, written));
    await store.transaction(ENVIRONMENT, (tx) => ledger.charge(tx, { ...payment, agentCode }));
    const kinds = await store.query(ENVIRONMENT, `SELECT kind, at FROM ledger_transaction WHERE receipt_no = $1 ORDER BY id`, [
      payment.receiptNo,
    ]);
    expect(kinds).toEqual([
      { kind: 'PREMIUM', at: written.at },
      { kind: 'CHARGE', at: payment.at },
    ]);
  });

  it('writes a receipt once when the clock and a charge do so at the same moment', async () => {
    const agentCode = await newAgent('10000.00');
    const payments = await Promise.all(Array.from({ length: 10 }, () => newPayment(agentCode, PARTS)));
    await Promise.all(
      payments.flatMap((payment) => [
        store.transaction(ENVIRONMENT, (tx) => ledger.write(tx, payment)),
        store.transaction(ENVIRONMENT, (tx) => ledger.charge(tx, { ...payment, agentCode })),
      ]),
    );
    for (const { receiptNo } of payments) {
      expect(await count(`SELECT count(*) AS n FROM ledger_transaction WHERE receipt_no = $1 AND kind = 'PREMIUM'`, receiptNo)).toBe(1);
      expect(await premiumOf(receiptNo)).toMatchObject({ 'receivable:fire': '309.25' });
    }
    expect(await wrongSums()).toEqual([]);
  });

  it('refuses a second charge of the same receipt, also at the same moment', async () => {
    const agentCode = await newAgent('10000.00');
    const payment = await newPayment(agentCode, PARTS);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, () => store.transaction(ENVIRONMENT, (tx) => ledger.charge(tx, { ...payment, agentCode }))),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: ErrorCode.ALREADY_PAID });
    }
    expect(await balanceOf(agentCode)).toBe('309.25');
  });

  it('refuses an agent without an account', async () => {
    const payment = await newPayment('NOBODY', PARTS);
    await expectRefusal(
      store.transaction(ENVIRONMENT, (tx) => ledger.charge(tx, { ...payment, agentCode: 'NOBODY' })),
      ErrorCode.CHARGE_REFUSED,
    );
  });

  it.each(['0.00', '-1.00'])('refuses a gross of %s', async (gross) => {
    const payment = { at: TEST_TIME, line: 'fire', applicationId: 1, receiptNo: 1, reference: 'x', parts: partsOf(gross) } as const;
    await expect(
      store.transaction(ENVIRONMENT, (tx) => Promise.resolve().then(() => ledger.charge(tx, { ...payment, agentCode: 'A' }))),
    ).rejects.toThrow(RangeError);
  });
});

describe('the booking of a refund', () => {
  it('credits the account of the charged agent, even over its limit', async () => {
    const agentCode = await newAgent('309.25');
    const payment = await newPayment(agentCode, PARTS);
    await store.transaction(ENVIRONMENT, (tx) => ledger.charge(tx, { ...payment, agentCode }));
    await store.query(ENVIRONMENT, `UPDATE agent SET credit_limit = 0 WHERE code = $1`, [agentCode]);
    const { posted } = await refund(payment, '-123.11');
    expect(posted.balance).toBe('186.14');
    expect(await entriesOf(posted.transactionId)).toEqual({ [`agent:${agentCode}`]: '-123.11', 'receivable:fire': '123.11' });
  });

  it('is owed to the customer when the premium came through the bank', async () => {
    const payment = await newPayment(await newAgent(), PARTS);
    const paid = await store.transaction(ENVIRONMENT, (tx) => ledger.collect(tx, payment));
    expect(paid.balance).toBeNull();
    expect(await entriesOf(paid.transactionId)).toEqual({ bank: '309.25', 'receivable:fire': '-309.25' });
    const { posted } = await refund(payment, '-100.00');
    expect(await entriesOf(posted.transactionId)).toEqual({
      [`customer-payable:${payment.applicationId}`]: '-100.00',
      'receivable:fire': '100.00',
    });
  });

  it('takes the premium back that was written', async () => {
    const payment = await newPayment(await newAgent(), PARTS);
    await store.transaction(ENVIRONMENT, (tx) => ledger.collect(tx, payment));
    const { receiptNo } = await refund(payment, '-100.00');
    expect(await premiumOf(receiptNo)).toEqual({ 'receivable:fire': '-100.00', 'premium-income:fire:FIRE': '100.00' });
  });

  it('happens once', async () => {
    const agentCode = await newAgent();
    const payment = await newPayment(agentCode, PARTS);
    await store.transaction(ENVIRONMENT, (tx) => ledger.charge(tx, { ...payment, agentCode }));
    await refund(payment, '-10.00');
    await expectRefusal(refund(payment, '-10.00', 2), ErrorCode.NOT_ALLOWED_IN_STATUS);
    expect(await balanceOf(agentCode)).toBe('299.25');
  });

  it('is refused for a receipt that was never paid', async () => {
    const payment = await newPayment(await newAgent(), PARTS);
    await expectRefusal(refund(payment, '-10.00'), ErrorCode.RECEIPT_NOT_FOUND);
  });
});

describe('the booking of a settlement', () => {
  it('lowers the agent’s debt, and allows charges again', async () => {
    const agentCode = await newAgent('100.00');
    await charge(agentCode, '100.00');
    const posted = await settle(agentCode, '60.00', 'BANK-1');
    expect(posted.balance).toBe('40.00');
    expect(await entriesOf(posted.transactionId)).toEqual({ bank: '60.00', [`agent:${agentCode}`]: '-60.00' });
    await charge(agentCode, '60.00');
  });

  it('books a reference once and returns the same for a repetition', async () => {
    const agentCode = await newAgent();
    const first = await settle(agentCode, '10.00', 'BANK-2');
    expect(await settle(agentCode, '10.00', 'BANK-2')).toEqual({ ...first, isNew: false });
    await expectRefusal(settle(agentCode, '10.01', 'BANK-2'), ErrorCode.IDEMPOTENCY_KEY_REUSED);
    await expectRefusal(settle(await newAgent(), '10.00', 'BANK-2'), ErrorCode.IDEMPOTENCY_KEY_REUSED);
    expect(await balanceOf(agentCode)).toBe('-10.00');
  });

  it('books a reference once for many simultaneous calls', async () => {
    const agentCode = await newAgent();
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => settle(agentCode, '10.00', 'BANK-3')));
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: ErrorCode.IDEMPOTENT_REQUEST_RUNNING });
    }
    expect(await balanceOf(agentCode)).toBe('-10.00');
  });

  it('is refused for an agent without an account', async () => {
    await expectRefusal(settle('NOBODY', '10.00', 'BANK-4'), ErrorCode.CHARGE_REFUSED);
  });
});

describe('the tables of the ledger', () => {
  it.each([
    ['a transaction without entries', []],
    ['a single entry', [['bank', '10.00']]],
    [
      'entries that do not sum to zero',
      [
        ['bank', '10.00'],
        ['suspense', '-9.99'],
      ],
    ],
  ])('refuse %s at commit', async (_case, entries) => {
    await expect(post(entries)).rejects.toMatchObject({ code: '23514', constraint: 'ledger_transaction_balanced' });
  });

  it('refuse an entry that is added later', async () => {
    const agentCode = await newAgent();
    const { transactionId } = await settle(agentCode, '10.00', 'BANK-5');
    const late = `INSERT INTO ledger_entry (transaction_id, account_id, amount, at) SELECT $1, id, 5, now() FROM account WHERE code = 'suspense'`;
    await expect(store.query(ENVIRONMENT, late, [transactionId])).rejects.toMatchObject({ constraint: 'ledger_transaction_balanced' });
  });

  it.each([
    'UPDATE ledger_entry SET amount = amount + 1',
    'DELETE FROM ledger_entry',
    'TRUNCATE ledger_entry',
    'UPDATE ledger_transaction SET at = now()',
    'DELETE FROM ledger_transaction',
    'DELETE FROM account',
    `UPDATE account SET code = code || 'x'`,
    'UPDATE receipt SET gross = gross + 1',
    'DELETE FROM receipt',
    'UPDATE receipt_cover SET net = net + 1',
    'UPDATE payment_code SET amount = amount + 1',
  ])('refuse the statement %s', async (statement) => {
    await expect(store.query(ENVIRONMENT, statement)).rejects.toMatchObject({ code: '23001' });
  });
});

describe('verifyLedger', () => {
  beforeAll(buildServer, 180_000);

  it('finds nothing in correct books', async () => {
    expect(await wrongSums()).toEqual([]);
  });

  it('finds an agent whose balance differs from the sum of its entries, and a transaction that does not balance', async () => {
    const agentCode = await newAgent();
    const { transactionId } = await settle(agentCode, '10.00', 'BANK-6');
    await store.transaction(ENVIRONMENT, async (tx) => {
      await tx.query(`ALTER TABLE ledger_entry DISABLE TRIGGER ledger_entry_append_only`);
      await tx.query(`UPDATE ledger_entry SET amount = -9 WHERE transaction_id = $1 AND amount < 0`, [transactionId]);
      await tx.query(`ALTER TABLE ledger_entry ENABLE TRIGGER ledger_entry_append_only`);
    });
    expect(await wrongSums()).toEqual([
      `${ENVIRONMENT}: a transaction does not sum to zero: transaction ${transactionId}: 2 entries, sum 1.00`,
      `${ENVIRONMENT}: a balance is not the sum of its entries: agent ${agentCode}: balance -10.00, entries -9.00`,
    ]);
    const found = verifyByCommand(ENVIRONMENT);
    expect(found).toMatchObject({ status: 1, stderr: '' });
    expect(found.stdout).toContain(
      `${ENVIRONMENT}: a balance is not the sum of its entries: agent ${agentCode}: balance -10.00, entries -9.00`,
    );
    expect(verifyByCommand('production')).toMatchObject({ status: 0, stdout: 'The ledger has no errors.\n', stderr: '' });
  });
});

/**
 * Finds transactions and balances that do not add up. Other rules do not apply, because the receipts here stay pending.
 */
async function wrongSums(): Promise<string[]> {
  const violations = await verifyLedger(store, ENVIRONMENT);
  return violations.filter((violation) => /does not sum to zero|not the sum of its entries/.test(violation));
}

/** Runs `npm run ledger -- verify`. */
function verifyByCommand(environment: string) {
  const env = { ...process.env, DATABASE_URL: database.url, ENVIRONMENTS: environment };
  return spawnSync(process.execPath, ['dist/src/commands.js', 'ledger', 'verify'], { env, encoding: 'utf8' });
}

async function newAgent(creditLimit: Amount = '1000.00'): Promise<string> {
  agentCount += 1;
  const code = `L${agentCount}`;
  await agents.create({ environment: ENVIRONMENT, at: TEST_TIME }, testAgent({ code, creditLimit }));
  return code;
}

/** Inserts a pending receipt. */
async function newPayment(agentCode: string, parts: PremiumParts) {
  const applicationId = await insertTestApplication(store, ENVIRONMENT, agentCode);
  const policy = { applicationId, policyNo: `P26${applicationId}` };
  const [receipt] = await store.transaction(ENVIRONMENT, (tx) =>
    new ReceiptRepository(store, new ReceiptNumbers(new Scheduler(new SystemClock(), database.config), store)).insertReceipts(
      tx,
      policy,
      [testReceipt()],
      null,
      TEST_TIME,
    ),
  );
  return {
    at: TEST_TIME,
    line: 'fire' as const,
    applicationId,
    receiptNo: receipt?.receiptNo ?? 0,
    parts,
    reference: `${policy.policyNo}/1`,
  };
}

type TestPayment = Awaited<ReturnType<typeof newPayment>>;

function partsOf(gross: Amount): PremiumParts {
  return { fee: '0.00', taxes: [{ taxClass: 'FIRE', net: gross, tax: '0.00' }], levies: [], gross };
}

async function charge(agentCode: string, gross: Amount): Promise<void> {
  const payment = await newPayment(agentCode, partsOf(gross));
  await store.transaction(ENVIRONMENT, (tx) => ledger.charge(tx, { ...payment, agentCode }));
}

async function refund(payment: TestPayment, gross: Amount, instalmentNo = 1) {
  const policy = { applicationId: payment.applicationId, policyNo: `P26${payment.applicationId}` };
  return store.transaction(ENVIRONMENT, async (tx) => {
    const planned = testReceipt({ kind: 'REFUND', instalmentNo }, gross);
    const [receipt] = await new ReceiptRepository(
      store,
      new ReceiptNumbers(new Scheduler(new SystemClock(), database.config), store),
    ).insertReceipts(tx, policy, [planned], null, TEST_TIME);
    const given = { ...payment, receiptNo: receipt?.receiptNo ?? 0, parts: partsOf(gross), refundedReceiptNo: payment.receiptNo };
    return { receiptNo: given.receiptNo, posted: await ledger.refund(tx, given) };
  });
}

function settle(agentCode: string, amount: Amount, reference: string) {
  return store.transaction(ENVIRONMENT, (tx) =>
    ledger.settle(tx, { at: TEST_TIME, agentCode, amount, reference, valueDate: '2026-11-24' }),
  );
}

function post(entries: readonly (readonly string[])[]): Promise<unknown> {
  return store.transaction(ENVIRONMENT, async (tx) => {
    const insert = `INSERT INTO ledger_transaction (at, kind, reference) VALUES (now(), 'SETTLEMENT', 'TEST') RETURNING id`;
    const [transaction] = await tx.query<{ id: number }>(insert);
    for (const [code, amount] of entries) {
      const text = `INSERT INTO ledger_entry (transaction_id, account_id, amount, at) SELECT $1, id, $3::numeric, now() FROM account WHERE code = $2`;
      await tx.query(text, [transaction?.id, code, amount]);
    }
  });
}

async function entriesOf(transactionId: number): Promise<Record<string, Amount>> {
  const text = `SELECT a.code, e.amount FROM ledger_entry e JOIN account a ON a.id = e.account_id WHERE e.transaction_id = $1`;
  const rows = await store.query<{ code: string; amount: Amount }>(ENVIRONMENT, text, [transactionId]);
  return Object.fromEntries(rows.map(({ code, amount }) => [code, amount]));
}

/** Entries that wrote a receipt. */
async function premiumOf(receiptNo: number): Promise<Record<string, Amount>> {
  const [row] = await store.query<{ id: number }>(
    ENVIRONMENT,
    `SELECT id FROM ledger_transaction WHERE receipt_no = $1 AND kind = 'PREMIUM'`,
    [receiptNo],
  );
  return entriesOf(row?.id ?? 0);
}

async function balanceOf(agentCode: string): Promise<Amount | undefined> {
  const [row] = await store.query<{ balance: Amount }>(ENVIRONMENT, `SELECT balance FROM account WHERE agent_code = $1`, [agentCode]);
  return row && toAmount(toDecimal(row.balance));
}

async function count(text: string, value: unknown): Promise<unknown> {
  const [row] = await store.query<{ n: unknown }>(ENVIRONMENT, text, [value]);
  return row?.n;
}

async function expectRefusal(work: Promise<unknown>, code: ErrorCode): Promise<void> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(DomainError);
  expect(error).toMatchObject({ code });
}
