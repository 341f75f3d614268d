import { SystemClock } from '../../src/common/clock.js';
import { Scheduler } from '../../src/jobs/scheduler.js';
import { ReceiptNumbers } from '../../src/record/core/applications/receipt-numbers.js';
import { isRfCode } from '../../src/common/rf-code.js';
import { AgentService } from '../../src/record/money/agents/agent.service.js';
import { PaymentCodeService } from '../../src/record/money/ledger/payment-code.service.js';
import { ReceiptRepository } from '../../src/record/money/ledger/receipt.repository.js';
import type { NewReceipt, Payment, Receipt } from '../../src/record/core/applications/receipt.js';
import { Store } from '../../src/store/store.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { insertTestApplication, TEST_TIME, testAgent, testReceipt } from '../support/record-fixtures.js';

const ENVIRONMENT = 'sandbox';
const CHARGE: Payment = { method: 'CHARGE', reference: 'P260000001/1', paidAt: TEST_TIME };

let database: TestDatabase;
let store: Store;
let receipts: ReceiptRepository;

beforeAll(async () => {
  database = await createTestDatabase();
  store = await Store.open(database.config);
  receipts = new ReceiptRepository(store, new ReceiptNumbers(new Scheduler(new SystemClock(), database.config), store));
  const agents = new AgentService(store);
  await agents.create({ environment: ENVIRONMENT, at: TEST_TIME }, testAgent({ code: 'A100' }));
  await agents.create({ environment: ENVIRONMENT, at: TEST_TIME }, testAgent({ code: 'A200' }));
});

afterAll(async () => {
  await store.close();
  await database.drop();
});

describe('insertReceipts', () => {
  it('numbers receipts in the order of their instalments and pays the first', async () => {
    const { written, applicationId } = await issue(instalments().reverse(), CHARGE);
    expect(written.map(({ instalmentNo, status, payment }) => [instalmentNo, status, payment])).toEqual([
      [1, 'PAID', CHARGE],
      [2, 'PENDING', null],
    ]);
    expect(written[1]?.receiptNo).toBeGreaterThan(written[0]?.receiptNo ?? Infinity);
    expect(written[0]).toMatchObject({ applicationId, policyNo: `P26${applicationId}`, kind: 'NEW', net: '100.00', gross: '119.00' });
    expect(written[0]?.taxes).toEqual([{ taxClass: 'FIRE', net: '100.00', fee: '0.00', rate: '0.19', tax: '19.00' }]);
  });

  it.each([
    ['an instalment twice', [testReceipt(), testReceipt()], '23505'],
    ['a gross that its parts do not make', [testReceipt({ gross: '100.01' })], '23514'],
    ['a refund above zero', [testReceipt({ kind: 'REFUND' })], '23514'],
    ['an instalment below zero', [testReceipt({}, '-1.00')], '23514'],
  ])('refuses %s', async (_case, planned, code) => {
    await expect(issue(planned, null)).rejects.toMatchObject({ code });
  });
});

describe('findReceipts', () => {
  it('returns an empty list before issue, and null for an application of another agent', async () => {
    const applicationId = await insertTestApplication(store, ENVIRONMENT, 'A100');
    expect(await receipts.findReceipts(ENVIRONMENT, applicationId, ['A100'])).toEqual([]);
    expect(await receipts.findReceipts(ENVIRONMENT, applicationId, ['A200'])).toBeNull();
    expect(await receipts.findReceipts(ENVIRONMENT, applicationId, [])).toBeNull();
    expect(await receipts.findReceipts('production', applicationId, ['A100'])).toBeNull();
    expect(await receipts.findReceipts(ENVIRONMENT, 9_999_999_999, ['A100'])).toBeNull();
  });

  it('returns the stored receipts in the order of the instalments', async () => {
    const { written, applicationId } = await issue(instalments(), CHARGE);
    expect(await receipts.findReceipts(ENVIRONMENT, applicationId, ['A200', 'A100'])).toEqual(written);
  });
});

describe('findReceipt', () => {
  it('returns a receipt with its covers in tariff order', async () => {
    const { written, applicationId } = await issue(instalments(), CHARGE);
    const found = await receipts.findReceipt(ENVIRONMENT, applicationId, written[1]?.receiptNo ?? 0, ['A100']);
    expect(found).toEqual({ ...written[1], covers: instalments()[1]?.covers });
  });

  it('distinguishes an unknown receipt from an application of another agent', async () => {
    const mine = await issue(instalments(), CHARGE);
    const other = await issue(instalments(), CHARGE);
    const foreignNo = other.written[0]?.receiptNo ?? 0;
    expect(await receipts.findReceipt(ENVIRONMENT, mine.applicationId, foreignNo, ['A100'])).toBeUndefined();
    expect(await receipts.findReceipt(ENVIRONMENT, mine.applicationId, 0, ['A100'])).toBeUndefined();
    expect(await receipts.findReceipt(ENVIRONMENT, other.applicationId, foreignNo, ['A200'])).toBeNull();
  });
});

describe('markPaid', () => {
  it('pays the next instalment once, and changes only its status and payment', async () => {
    const { written, applicationId } = await issue(instalments(), CHARGE);
    const next = await store.transaction(ENVIRONMENT, (tx) => receipts.findNextPending(tx, applicationId));
    expect(next).toMatchObject(written[1]!);
    const payment = { ...CHARGE, method: 'RF', reference: 'BANK-1' } as const;
    const pay = () => store.transaction(ENVIRONMENT, (tx) => receipts.markPaid(tx, next?.receiptNo ?? 0, payment));
    expect((await Promise.all([pay(), pay(), pay()])).filter((paid) => paid !== null)).toEqual([
      { ...written[1], status: 'PAID', payment },
    ]);
    expect(await store.transaction(ENVIRONMENT, (tx) => receipts.findNextPending(tx, applicationId))).toBeNull();
  });
});

describe('PaymentCodes', () => {
  it('returns one code for an instalment each time', async () => {
    const applicationId = await insertTestApplication(store, ENVIRONMENT, 'A100');
    const codes = new PaymentCodeService();
    const due = { applicationId, creditorCode: '0000', instalmentNo: 2, amount: '159.02', dueDate: '2027-06-01' };
    const insert = () => store.transaction(ENVIRONMENT, (tx) => codes.insert(tx, codes.build(due), TEST_TIME));
    await Promise.all(Array.from({ length: 8 }, insert));
    const rows = await store.query(ENVIRONMENT, 'SELECT * FROM payment_code WHERE application_id = $1', [applicationId]);
    expect(rows).toMatchObject([{ code: codes.build(due).code, sequence: 2, instalment_no: 2, amount: '159.02', due_date: '2027-06-01' }]);
    expect(isRfCode(codes.build(due).code)).toBe(true);
  });
});

async function issue(planned: readonly NewReceipt[], payment: Payment | null): Promise<{ applicationId: number; written: Receipt[] }> {
  const applicationId = await insertTestApplication(store, ENVIRONMENT, 'A100');
  const policy = { applicationId, policyNo: `P26${applicationId}` };
  const written = await store.transaction(ENVIRONMENT, (tx) => receipts.insertReceipts(tx, policy, planned, payment, TEST_TIME));
  return { applicationId, written };
}

function instalments(): NewReceipt[] {
  const figures = {
    net: '100.00',
    tax: '19.00',
    gross: '119.00',
    taxes: [{ taxClass: 'FIRE', net: '100.00', fee: '0.00', rate: '0.19', tax: '19.00' }],
    covers: [
      { objectId: 7, code: '002', title: 'Δάσος', sumInsured: '150000.00', net: '99.99', taxClass: 'FIRE' },
      { objectId: null, code: '001', title: 'Πυρκαγιά', sumInsured: null, net: '0.01', taxClass: 'FIRE' },
    ],
  };
  const first = testReceipt({ ...figures, periodTo: '2027-06-01' });
  return [
    first,
    { ...first, instalmentNo: 2, kind: 'INSTALMENT', periodFrom: '2027-06-01', periodTo: '2027-12-01', dueDate: '2027-06-01' },
  ];
}
