import { toLocalDate } from '../../src/common/athens.js';
import { verifyLedger } from '../../src/record/money/ledger/ledger-verification.js';
import { CommissionRepository } from '../../src/record/money/commission/commission.repository.js';
import { CommissionService } from '../../src/record/money/commission/commission.service.js';
import { SUSPENSE } from '../../src/record/money/ledger/account.js';
import { LedgerRepository } from '../../src/record/money/ledger/ledger.repository.js';
import { LedgerService, type Movement } from '../../src/record/money/ledger/ledger.service.js';
import { Store } from '../../src/store/store.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { TEST_TIME } from '../support/record-fixtures.js';

const SCHEMA = 'production';
const [KNOWN, OTHER, UNKNOWN] = ['RF23912344000000000100017', 'RF69912344000000000200017', 'RF45999994000000000300017'];

let database: TestDatabase;
let store: Store;
let ledger: LedgerService;

beforeAll(async () => {
  database = await createTestDatabase();
  store = await Store.open(database.config);
  for (const statement of MONEY) await store.query(SCHEMA, statement);
  ledger = new LedgerService(new LedgerRepository(), new CommissionService(new CommissionRepository()));
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

/** Builds a transaction of 300.00 on application 1. */
const booked = (id: number, kind: string, [debited, credited]: [string, string], reverses: number | null = null) => `
  WITH t AS (
    INSERT INTO ledger_transaction (id, at, kind, application_id, reference, reverses) VALUES (${id}, now(), '${kind}', 1, 'NBG', ${reverses}) RETURNING id)
  INSERT INTO ledger_entry (transaction_id, account_id, amount, at)
  SELECT t.id, a.id, CASE a.code WHEN '${debited}' THEN 300 ELSE -300 END, now() FROM t, account a WHERE a.code IN ('${debited}', '${credited}')`;

/** Two payments of application 1 in suspense, the second of which is to be refunded. */
const MONEY = [
  `INSERT INTO agent (code, name, type, credit_limit, created_at, updated_at) VALUES ('A', 'A', 'direct', 0, now(), now())`,
  `INSERT INTO account (code, kind, agent_code, balance) VALUES ('agent:A', 'AGENT', 'A', 0), ('customer-payable:1', 'CUSTOMER_PAYABLE', NULL, NULL)`,
  `INSERT INTO application (id, line, application_no, status, agent_code, start_date, end_date, pay_frequency_months, client_afm, client_name, questionnaire,
     calculated_at, last_action, updated_by, created_at, updated_at)
   SELECT id, 'fire', 'X' || id, '00', 'A', '2026-12-01', '2027-12-01', 12, '100000001', 'x', '{}', now(), 'insert', '{}', now(), now() FROM generate_series(1, 2) AS id`,
  `INSERT INTO payment_code (code, application_id, sequence, instalment_no, amount, due_date, created_at)
   VALUES ('${KNOWN}', 1, 1, 1, 332.64, '2026-12-05', now()), ('${OTHER}', 2, 1, 1, 332.64, '2026-12-05', now())`,
  booked(1, 'SUSPENSE', ['bank', 'suspense']),
  booked(2, 'SUSPENSE', ['bank', 'suspense']),
  booked(3, 'SUSPENSE_REFUND', ['suspense', 'customer-payable:1'], 2),
  `INSERT INTO bank_advice (id, reference, payment_code, amount, application_id, outcome, transaction_id, at)
   SELECT id, 'NBG-' || id, '${KNOWN}', 300, 1, 'SUSPENDED', id, now() FROM generate_series(1, 2) AS id`,
  `INSERT INTO suspense_item (id, advice_id, transaction_id, application_id, amount, reason, created_at, resolution, resolution_transaction_id,
     resolved_application_id, resolved_by, resolved_at)
   VALUES (1, 1, 1, 1, 300, '-701', now(), NULL, NULL, NULL, NULL, NULL), (2, 2, 2, 1, 300, '-701', now(), 'REFUND', 3, 1, 'x', now())`,
  `INSERT INTO refund (kind, application_id, transaction_id, amount, owed_since) VALUES ('SUSPENSE', 1, 3, 300, now())`,
  `ALTER TABLE ledger_transaction ALTER COLUMN id RESTART 100`,
  `ALTER TABLE bank_advice ALTER COLUMN id RESTART 100`,
  `ALTER TABLE suspense_item ALTER COLUMN id RESTART 100`,
];

describe('the ledger of unidentified money', () => {
  const suspension = (reference: string): Movement => ({ at: TEST_TIME, applicationId: null, amount: '12.30', reference });
  const suspend = async (reference: string, applicationId: number | null = null): Promise<number> => {
    const movement = { ...suspension(reference), applicationId, valueDate: toLocalDate(TEST_TIME) };
    const [transactionId] = await store.transaction(SCHEMA, (tx) => ledger.suspendAll(tx, TEST_TIME, [movement]));
    return transactionId!;
  };
  const refund = (reference: string) =>
    store.transaction(SCHEMA, (tx) => ledger.refundSuspended(tx, suspension(reference), SUSPENSE, null));

  it('owes it to its sender under its bank reference', async () => {
    const transactionId = await suspend('NBG-200');
    const returned = await refund('NBG-200');
    const entries: unknown = await store.query(
      SCHEMA,
      `SELECT t.kind, t.application_id, t.reference, t.reverses::int, a.code, e.amount::text
       FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id JOIN account a ON a.id = e.account_id
       WHERE t.id IN ($1, $2) ORDER BY t.id, a.code`,
      [transactionId, returned.transactionId],
    );
    const put = { kind: 'SUSPENSE', application_id: null, reference: 'NBG-200', reverses: null };
    const back = { ...put, kind: 'SUSPENSE_REFUND' };
    expect(entries).toEqual([
      { ...put, code: 'bank', amount: '12.30' },
      { ...put, code: 'suspense', amount: '-12.30' },
      { ...back, code: 'sender-payable', amount: '-12.30' },
      { ...back, code: 'suspense', amount: '12.30' },
    ]);
  });

  it('reports an item without application that is booked on one', async () => {
    const transactionId = await suspend('NBG-201');
    const advice = (id: number, transaction: number) =>
      `INSERT INTO bank_advice (id, reference, payment_code, amount, outcome, transaction_id, at)
       VALUES (${id}, 'NBG-${id}', '${UNKNOWN}', 12.30, 'SUSPENDED', ${transaction}, now())`;
    const item = (id: number, transaction: number) =>
      `INSERT INTO suspense_item (id, advice_id, transaction_id, amount, reason, created_at) VALUES (${id}, ${id}, ${transaction}, 12.30, '-703', now())`;
    await store.query(SCHEMA, advice(201, transactionId));
    expect(await verifyLedger(store, SCHEMA)).toEqual([
      `production: the suspense account, or the credit of customers, is not the sum of its open items: SUSPENSE: account -312.30, items 300.00`,
    ]);
    await store.query(SCHEMA, item(201, transactionId));
    expect(await verifyLedger(store, SCHEMA)).toEqual([]);
    const wrong = await suspend('NBG-202', 1);
    await store.query(SCHEMA, advice(202, wrong));
    await store.query(SCHEMA, item(202, wrong));
    expect(await verifyLedger(store, SCHEMA)).toEqual([`production: an item of suspense is not booked as it stands: suspense 202`]);
  });
});

describe('the tables of unidentified money', () => {
  const advice = 'INSERT INTO bank_advice (id, reference, payment_code, amount, application_id, outcome, at) VALUES';
  const item = 'INSERT INTO suspense_item (advice_id, transaction_id, application_id, amount, reason, created_at) VALUES';
  const resolve = `UPDATE suspense_item SET resolution_transaction_id = 1, resolved_by = 'x', resolved_at = now()`;
  it.each([
    ['an application with a code that was never given out', `${advice} (300, 'R', '${UNKNOWN}', 1, 1, 'SUSPENDED', now())`, 'fkey'],
    ["an application with another one's code", `${advice} (300, 'R', '${OTHER}', 1, 1, 'SUSPENDED', now())`, 'fkey'],
    [
      'a receipt paid without an application',
      `${advice} (300, 'R', '${KNOWN}', 1, NULL, 'ISSUED', now())`,
      'bank_advice_(application|receipt)_check',
    ],
    ['an item without an application for another reason', `${item} (2, 3, NULL, 1, '-701', now())`, 'suspense_item_application_check'],
    ['an item of an application for an unknown code', `${item} (2, 3, 1, 1, '-703', now())`, 'suspense_item_application_check'],
    [
      'a refund to another application',
      `${resolve}, resolution = 'REFUND', resolved_application_id = 2 WHERE id = 1`,
      'suspense_item_resolved_application_check',
    ],
    ['a use for no application', `${resolve}, resolution = 'APPLICATION' WHERE id = 1`, 'suspense_item_resolved_application_check'],
  ])('refuse %s', async (_case, statement, reason) => {
    await expect(store.query(SCHEMA, statement)).rejects.toThrow(new RegExp(reason));
  });
});
