import { expectMatchingTotals, type BankFileClient, type StoredStatement, type StoredTransfer } from '../support/bank-file-client.js';
import { buildCamtFile, type CamtEntry } from '../support/camt.js';
import { CHARGE_TIME, createPrepaid } from '../support/collection.js';
import { getPaymentCode, type LocalCollectionClient } from '../support/collection-client.js';
import { expectRefused } from '../support/expect-error.js';
import { expectStatus, listViolations, type FireAgent, type FireApp } from '../support/fire-app.js';
import { PayoutFixture } from '../support/payout-fixture.js';
import { StaffClient } from '../support/staff-client.js';

const PRICE = 332.64;
const LAST_PAID = '2026-11-25';
const RULES = [
  { direction: 'DEBIT', bankCode: null, text: 'προμήθεια', account: 'charges' },
  { direction: 'CREDIT', bankCode: 'ACMT/MDOP', text: null, account: 'interest' },
];

interface Item {
  readonly kind: string;
  readonly day: string;
  readonly amount: number;
  readonly isOverdue: boolean;
  readonly isByHand: boolean | null;
  readonly reference: string;
}
interface Reconciliation {
  readonly books: number;
  readonly statements: number;
  readonly difference: number;
  readonly unexplained: number;
  readonly overdue: number;
  readonly items: readonly Item[];
}

let fixture: PayoutFixture;
let app: FireApp;
let agent: FireAgent;
let issuing: LocalCollectionClient;
let bank: BankFileClient;
let accountant: StaffClient;

beforeAll(async () => {
  fixture = await PayoutFixture.start();
  ({ app, agent, issuing, bank } = fixture);
  accountant = await StaffClient.open(app.running, 'accounting');
  expectStatus(200, await issuing.staff.put('settings', { bankRules: RULES }));
});
afterAll(() => fixture.stop());
beforeEach(() => fixture.moveClock(CHARGE_TIME));
afterEach(async () => {
  await fixture.expectCorrectBooks();
  // The items always make up the difference.
  const { difference, unexplained, items } = await reconcile('2026-12-31');
  expect(unexplained).toBe(0);
  expect(cents(items.reduce((total, { amount }) => total + cents(amount), 0) / 100)).toBe(cents(difference));
});

let references = 0;
const createRef = (): string => `LINE-${++references}`;
const cents = (amount: number): number => Math.round(amount * 100);

async function reconcile(on: string): Promise<Reconciliation> {
  await accountant.renewSession();
  return expectStatus(200, await accountant.get(`ledger/reconciliation?on=${on}&limit=500`)).json<Reconciliation>();
}

async function coded(): Promise<{ id: number; code: string }> {
  const { id } = await createPrepaid(agent);
  return { id, code: (await getPaymentCode(agent, id)).payment_code };
}

/** Uploads a file of these entries and returns its transfers. */
async function read(...entries: readonly CamtEntry[]): Promise<readonly StoredTransfer[]> {
  const statement = await bank.uploadAndBook(buildCamtFile(entries));
  expectMatchingTotals(statement);
  return bank.listTransfers(statement.id);
}

const itemsOf = async (reference: string, on = LAST_PAID): Promise<readonly Item[]> =>
  (await reconcile(on)).items.filter((item) => item.reference === reference);

describe('a statement', () => {
  it('begins with the last closing balance, or is refused with the missing days unless a reason is given', async () => {
    const entry = (): CamtEntry => ({ amount: 20, reference: createRef() });
    const account = 'GR1601101250000000012300695';
    expectStatus(200, await issuing.staff.put('settings', { payoutIban: account }));
    const build = (date: string, opening: number): Buffer => buildCamtFile([entry()], { date, opening, account });
    expectStatus(202, await bank.uploadNext(build('2026-11-18', 500)));
    expectStatus(202, await bank.uploadNext(build('2026-11-19', 520)));

    const later = build('2026-11-24', 700);
    const refused = await bank.uploadNext(later);
    expect([refused.status, listViolations(refused)]).toEqual([400, [['Document.BkToCstmrStmt.Stmt.Bal[0].Amt', '-102']]]);
    for (const day of ['20/11/2026', '23/11/2026']) expect(refused.text).toContain(day);
    expect((await issuing.list<StoredStatement>(`bank-statements?account=${account}`)).total).toBe(2);

    const accepted = expectStatus(202, await bank.upload(later)).json<StoredStatement & { gapReason: string }>();
    expect(accepted.gapReason).toBe('Test');
    await bank.waitUntilBooked(accepted.id);
    expect((await reconcile('2026-11-24')).items).toContainEqual(expect.objectContaining({ kind: 'GAP', day: '2026-11-24', amount: -160 }));

    // The missing days close the gap.
    expectStatus(202, await bank.uploadNext(buildCamtFile([{ ...entry(), amount: 160 }], { date: '2026-11-21', opening: 540, account })));
    expect((await reconcile('2026-11-24')).items.filter(({ kind }) => kind === 'GAP')).toEqual([]);
    expectStatus(200, await issuing.staff.put('settings', { payoutIban: 'GR9608100010000001234567890' }));
  });
});

describe('a line that is no payment', () => {
  it('is booked to the account of the first rule that fits by code or text', async () => {
    const transfers = await read(
      { amount: 1.5, direction: 'DBIT', reference: createRef(), isBare: true, info: 'ΠΡΟΜΗΘΕΙΑ ΕΜΒΑΣΜΑΤΟΣ' },
      { amount: 2.25, reference: createRef(), isBare: true, bankCode: ['ACMT', 'MDOP', 'INTR'] },
    );
    expect(transfers.map(({ result, account, isOpen }) => [result, account, isOpen])).toEqual([
      ['BOOKED', 'charges', false],
      ['BOOKED', 'interest', false],
    ]);
    expect(await issuing.accountBalance('bank-item:charges')).toBe('1.50');
    expect(await issuing.accountBalance('bank-item:interest')).toBe('-2.25');
    expect(transfers.map(({ remittance }) => remittance)).toEqual([null, null]);
  });

  it('stays open with its text until staff book it, above the limit with a second person, and again after a reversal', async () => {
    const [small, large] = [createRef(), createRef()];
    const transfers = await read(
      { amount: 12, direction: 'DBIT', reference: small, isBare: true, info: 'ΔΕΗ' },
      { amount: 1200, direction: 'DBIT', reference: large, isBare: true, info: 'ΕΝΟΙΚΙΟ' },
    );
    expect(transfers.map(({ result, reason, remittance, isOpen }) => [result, reason?.code, remittance, isOpen])).toEqual([
      ['NOT_BOOKED', 'DEBIT', 'ΔΕΗ', true],
      ['NOT_BOOKED', 'DEBIT', 'ΕΝΟΙΚΙΟ', true],
    ]);
    expect(await itemsOf(small)).toEqual([expect.objectContaining({ kind: 'LINE', amount: 12, isByHand: null })]);
    const { id: statementId } = (await issuing.list<{ id: number }>('bank-statements')).items[0]!;
    const book = (index: number, account: string | null = 'utilities') =>
      issuing.staff.post(`bank-statements/${statementId}/entries/${transfers[index]!.id}/booking`, { account });
    await expectRefused(app, () => book(0, null), { code: '-101', violations: [['account', '-101']] });
    expect(expectStatus(200, await book(0)).json()).toMatchObject({
      result: 'BOOKED',
      account: 'utilities',
      isOpen: false,
      remittance: null,
    });
    await expectRefused(app, () => book(0), { code: '-304' });
    const { id: pending } = expectStatus(202, await book(1, 'rent')).json<{ id: number }>();
    expectStatus(200, await fixture.secondClerk.staff.put(`pending-actions/${pending}/approve`, undefined));
    expect(await issuing.accountBalance('bank-item:rent')).toBe('1200.00');
    expect(await itemsOf(small)).toEqual([]);

    expectStatus(200, await issuing.reverse(await issuing.findBooking(small)));
    expect(await issuing.accountBalance('bank-item:utilities')).toBe('0.00');
    expect(await itemsOf(small)).toEqual([expect.objectContaining({ kind: 'LINE', amount: 12 })]);
    expectStatus(200, await book(0, 'other'));
    expect(await itemsOf(small)).toEqual([]);
  });
});

describe('a booking by hand', () => {
  it('is matched to its line by code and amount, counts as received, and does not hide a second payment', async () => {
    const { id, code } = await coded();
    const reference = issuing.createReference();
    expectStatus(200, await issuing.sendPayment(code, PRICE, reference));
    expect(await itemsOf(reference)).toEqual([
      expect.objectContaining({ kind: 'BOOKING', amount: PRICE, isByHand: true, isOverdue: false }),
    ]);
    const [first, second] = await read({ amount: PRICE, reference: createRef(), code }, { amount: PRICE, reference: createRef(), code });
    expect([first!.result, first!.applicationId, second!.result, second!.reason?.code]).toEqual(['DUPLICATE', id, 'SUSPENSE', '-702']);
    expect(await itemsOf(reference)).toEqual([]);
    await expectRefused(app, async () => issuing.reverse(await issuing.findBooking(reference)), { code: '-400' });
  });

  it('of a settlement is matched by its reference, and one of another amount is not', async () => {
    const [right, wrong] = [createRef(), createRef()];
    expectStatus(200, await issuing.settle('A100', 50, right));
    expectStatus(200, await issuing.settle('A100', 60, wrong));
    const transfers = await read({ amount: 50, reference: right }, { amount: 61, reference: wrong });
    expect(transfers.map(({ result, reason }) => reason?.code ?? result)).toEqual(['DUPLICATE', 'REFERENCE_USED']);
    expect(await itemsOf(right)).toEqual([]);
    expect((await itemsOf(wrong)).map(({ kind, amount }) => [kind, amount])).toEqual([
      ['BOOKING', 60],
      ['LINE', -61],
    ]);
  });

  it('without a line is overdue after five days, and one that is reversed is not listed', async () => {
    const [kept, reversed] = [createRef(), createRef()];
    expectStatus(200, await issuing.settle('A100', 10, kept));
    expectStatus(200, await issuing.settle('A100', 15, reversed));
    expectStatus(200, await issuing.reverse(await issuing.findBooking(reversed)));
    const on = async (day: string): Promise<readonly [number, readonly boolean[]]> => {
      const { overdue } = await reconcile(day);
      return [overdue, (await itemsOf(kept, day)).map(({ isOverdue }) => isOverdue)];
    };
    const [none, fresh] = await on('2026-11-30');
    const [some, old] = await on('2026-12-01');
    expect([fresh, old]).toEqual([[false], [true]]);
    expect(some).toBeGreaterThan(none);
    expect(await itemsOf(reversed)).toEqual([]);
    expect(await itemsOf(kept, '2026-11-24')).toEqual([]);
  });
});

describe('a debit of an approved batch', () => {
  it('confirms the batch, in whole or by its transfers, but not before the approval', async () => {
    const [one, two, three] = [
      await fixture.createSuspenseRefund(),
      await fixture.createSuspenseRefund(),
      await fixture.createSuspenseRefund(),
    ];
    const whole = await fixture.clerk.prepareBatch([one.id]);
    const parts = await fixture.clerk.prepareBatch([two.id, three.id]);
    expectStatus(200, await fixture.secondClerk.approve(parts.id));
    const debit = (amount: number, about: object): CamtEntry => ({ amount, direction: 'DBIT', reference: createRef(), ...about });
    const order = `PAYOUT-${String(whole.id).padStart(8, '0')}`;
    const early = await read(debit(one.amount, { orderId: order }), debit(two.amount, { endToEndId: parts.payouts[0]!.endToEndId }));
    expect(early.map(({ reason }) => reason?.code)).toEqual(['PAYOUT_NOT_CONFIRMED', 'PAYOUT_NOT_CONFIRMED']);
    expect((await fixture.clerk.getBatch(parts.id)).status).toBe('APPROVED');

    const [last] = await read(debit(three.amount, { endToEndId: parts.payouts[1]!.endToEndId }));
    expect(last!.isOpen).toBe(false);
    expect(await fixture.clerk.getBatch(parts.id)).toMatchObject({ status: 'CONFIRMED', reference: last!.reference });
    expect((await fixture.clerk.getRefund(two.id)).status).toBe('PAID');
    // Staff confirm the batch whose debit came before its approval.
    expectStatus(200, await fixture.secondClerk.confirm(whole.id));
    for (const { reference } of early) expect(await itemsOf(reference)).toEqual([]);
  });
});

describe('the reconciliation', () => {
  it('is a file of all items in the language of the call, for accounting only', async () => {
    await reconcile(LAST_PAID);
    const file = await accountant.get(`ledger/reconciliation?on=${LAST_PAID}`, {
      headers: { Accept: 'text/csv', 'Accept-Language': 'el' },
    });
    expect(expectStatus(200, file).text).toContain('Είδος διαφοράς');
    expect(file.text).toContain('Μόνο στην τράπεζα');
    await expectRefused(app, () => accountant.get('ledger/reconciliation'), { code: '-105', violations: [['on', '-105']] });
  });
});
