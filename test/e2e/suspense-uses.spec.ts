import type { BankFileClient } from '../support/bank-file-client.js';
import { buildCamtFile } from '../support/camt.js';
import { CHARGE_TIME, createPrepaid, listReceipts, QUARTERLY } from '../support/collection.js';
import { createUnknownCode, getPaymentCode, type LocalCollectionClient } from '../support/collection-client.js';
import { expectRefused } from '../support/expect-error.js';
import { expectStatus, type FireAgent, type FireApp } from '../support/fire-app.js';
import { PayoutFixture } from '../support/payout-fixture.js';

const PRICE = 332.64;

interface Item {
  readonly id: number;
  readonly amount: number;
  readonly receivedAmount: number;
  readonly creditOf: number | null;
  readonly resolution: string | null;
  readonly parts: readonly { readonly id: number; readonly amount: number; readonly resolution: string | null }[];
}

let fixture: PayoutFixture;
let app: FireApp;
let agent: FireAgent;
let issuing: LocalCollectionClient;
let bank: BankFileClient;

beforeAll(async () => {
  fixture = await PayoutFixture.start();
  ({ app, agent, issuing, bank } = fixture);
});
afterAll(() => fixture.stop());
beforeEach(() => fixture.moveClock(CHARGE_TIME));
afterEach(() => fixture.expectCorrectBooks());

let references = 0;
const createRef = (): string => `USE-${++references}`;
const getItem = async (id: number): Promise<Item> => expectStatus(200, await issuing.staff.get(`suspense/${id}`)).json<Item>();
const balance = async (account: string): Promise<number> => Math.round(Number(await issuing.accountBalance(account)) * 100) / 100;
const statusOf = async (id: number): Promise<string> => (await agent.get(id)).status_code;

/** Books money of an unknown code and returns its item in suspense. */
async function put(amount: number, reference = createRef()): Promise<number> {
  return (await issuing.bookPayment(createUnknownCode(), amount, reference)).suspenseId!;
}
const createCoded = async (changes = {}): Promise<{ id: number; code: string; amount: number }> => {
  const { id } = await createPrepaid(agent, changes);
  const { payment_code: code, amount } = await getPaymentCode(agent, id);
  return { id, code, amount };
};
const grossesOf = async (id: number, status: string): Promise<number[]> =>
  (await listReceipts(agent, id)).filter((receipt) => receipt.status === status).map(({ gross }) => gross);

describe('a transfer with several payment codes', () => {
  it('pays all of them when the sum fits, within the tolerance, and none when it does not', async () => {
    const [one, two, three, four] = [await createCoded(), await createCoded(), await createCoded(), await createCoded()];
    const text = (...codes: readonly { readonly code: string }[]): string => codes.map(({ code }) => code).join(' ');
    const { id: statementId } = await bank.uploadAndBook(
      buildCamtFile([
        { amount: 2 * PRICE + 0.3, reference: createRef(), texts: [text(one, two)], sender: 'PAPADOPOULOU MARIA' },
        { amount: 2 * PRICE + 0.6, reference: createRef(), texts: [text(three, four)] },
      ]),
    );
    const [paid, waiting] = await bank.listTransfers(statementId);
    expect([paid!.result, paid!.sender, paid!.isOpen, waiting!.result, waiting!.reason?.code]).toEqual([
      'PAID',
      null,
      false,
      'SUSPENSE',
      '-703',
    ]);
    expect(await Promise.all([one, two, three, four].map(({ id }) => statusOf(id)))).toEqual(['50', '50', '45', '45']);
    expect((await getItem(paid!.suspenseId!)).parts.map(({ resolution }) => resolution)).toEqual(['APPLICATION']);
    expect(await balance('write-offs')).toBe(-0.3);
    // The uses can be reversed, the receipt of the money cannot.
    const { items } = await issuing.list<{ transactionId: number; kind: string }>(`bookings?reference=${paid!.reference}`);
    const [last, , deposit] = items;
    expect(items.map(({ kind }) => kind)).toEqual(['RESOLUTION', 'RESOLUTION', 'SUSPENSE']);
    await expectRefused(app, () => issuing.reverse(deposit!.transactionId), { code: '-400' });
    expectStatus(200, await issuing.reverse(last!.transactionId));
    expect(await statusOf(two.id)).toBe('70');
  });
});

describe('several instalments', () => {
  it('are paid at once by one code, and in advance from suspense', async () => {
    const { id, code, amount } = await createCoded(QUARTERLY);
    const prices = [amount, ...(await quarterly())];
    const sum = (count: number): number => Math.round(prices.slice(0, count).reduce((total, price) => total + price * 100, 0)) / 100;
    const booked = await issuing.bookPayment(code, sum(2));
    expect(booked).toMatchObject({ outcome: 'PAID_SEVERAL', receiptNo: null, reason: null });
    expect(await statusOf(id)).toBe('50');
    expect(await grossesOf(id, 'PAID')).toEqual(prices.slice(0, 2));
    expectStatus(200, await issuing.resolve(await put(prices[2]! + prices[3]!), { applicationId: id }));
    expect(await grossesOf(id, 'PENDING')).toEqual([]);
    const late = await put(prices[3]!);
    await expectRefused(app, () => issuing.resolve(late, { applicationId: id }), { code: '-702' });
  });

  async function quarterly(): Promise<number[]> {
    const { id } = await createPrepaid(agent, QUARTERLY);
    await issuing.pay(agent, id);
    return grossesOf(id, 'PENDING');
  }
});

describe('a difference from what is due', () => {
  it.each([
    ['missing', -0.5],
    ['above it', 0.5],
  ])('up to the tolerance is written off: %s', async (_, difference) => {
    const { id, code } = await createCoded();
    const before = await balance('write-offs');
    expect((await issuing.bookPayment(code, PRICE + difference)).outcome).toBe('ISSUED');
    expect(await balance('write-offs')).toBeCloseTo(before - difference, 2);
    expect((await listReceipts(agent, id)).map(({ gross }) => gross)).toEqual([PRICE]);
  });

  it('above the tolerance waits, and is written off by two people', async () => {
    const { id, code } = await createCoded();
    const { suspenseId } = await issuing.bookPayment(code, PRICE - 0.51);
    await expectRefused(app, () => issuing.resolve(suspenseId!, { applicationId: id }), { code: '-701' });
    const before = await balance('write-offs');
    const response = await issuing.resolve(suspenseId!, { applicationId: id, writeOff: true });
    const { id: action, kind } = expectStatus(202, response).json<{ id: number; kind: string }>();
    expect([kind, await statusOf(id)]).toEqual(['SUSPENSE', '45']);
    expectStatus(200, await fixture.secondClerk.staff.put(`pending-actions/${action}/approve`, undefined));
    expect([await statusOf(id), await balance('write-offs')]).toEqual(['50', Math.round((before + 0.51) * 100) / 100]);
  });
});

describe('money in suspense', () => {
  it('is split over receipts, an agent, a refund and credit, all at once or not at all', async () => {
    const [one, two] = [await createCoded(), await createCoded()];
    const item = await put(1000);
    const debt = await balance('agent:A100');
    const parts = [
      { applicationId: one.id, amount: PRICE },
      { agentCode: 'A100', amount: 100 },
      { refund: true, amount: 50 },
      { creditOf: two.id, amount: 20 },
    ];
    const lost = [...parts, { applicationId: two.id, amount: 1 }];
    await expectRefused(app, () => issuing.resolve(item, { parts: lost }), { code: '-701' });
    await expectRefused(app, () => issuing.resolve(item, { parts: [{ refund: true, amount: 1000.01 }] }), { code: '-400' });
    await expectRefused(app, () => issuing.resolve(item, { parts: [{ agentCode: 'NOBODY', amount: 1 }] }), {
      code: '-102',
      violations: [['agentCode', '-102']],
    });
    const preview = expectStatus(200, await issuing.staff.post(`suspense/${item}/resolution/preview`, { parts })).json<{
      uses: { use: string }[];
      rest: number;
    }>();
    expect([preview.uses.map(({ use }) => use), preview.rest]).toEqual([['PAID', 'SETTLED', 'OWED', 'CREDIT'], 497.36]);
    expectStatus(200, await issuing.resolve(item, { parts }));
    expect(await getItem(item)).toMatchObject({ amount: 497.36, receivedAmount: 1000, resolution: null });
    expect([await statusOf(one.id), await balance('agent:A100'), await balance('customer-credit')]).toEqual(['50', debt - 100, -20]);
    const { items } = await issuing.list<{ kind: string; amount: number }>('agents/A100/account?limit=500');
    expect(items.at(-1)).toMatchObject({ kind: 'SETTLEMENT', amount: -100 });
  });

  it('of several transfers pays one receipt together, once', async () => {
    const { id } = await createCoded();
    const [first, second] = [await put(200), await put(PRICE - 150)];
    const use = (): Promise<unknown> =>
      issuing.resolve(first, { applicationId: id, withItems: [second], amount: PRICE }).then(({ status }) => status);
    expect((await Promise.all([use(), use(), use()])).toSorted()).toEqual([200, 400, 400]);
    expect([await statusOf(id), (await getItem(first)).resolution, (await getItem(second)).amount]).toEqual(['50', 'APPLICATION', 50]);
  });

  it('kept as credit pays a later receipt or is paid out, and is listed apart', async () => {
    const { id } = await createCoded();
    const item = await put(PRICE + 10);
    expectStatus(200, await issuing.resolve(item, { creditOf: id }));
    const listed = await issuing.list<Item>(`suspense?state=credit&applicationId=${id}`);
    expect(listed.items).toEqual([expect.objectContaining({ id: item, creditOf: id, resolution: null })]);
    expect((await issuing.list<Item>('suspense?state=open&limit=500')).items.map((open) => open.id)).not.toContain(item);
    const other = await put(1);
    await expectRefused(app, () => issuing.resolve(item, { applicationId: id, withItems: [other] }), { code: '-400' });
    expectStatus(200, await issuing.resolve(item, { applicationId: id, amount: PRICE }));
    expectStatus(200, await issuing.resolve(item, { refund: true }));
    const [refund] = (await fixture.clerk.list(`applicationId=${id}`)).items;
    expect(refund).toMatchObject({ amount: 10, status: 'OWED', kind: 'SUSPENSE' });
  });

  it('asks for one use of each amount', async () => {
    const item = await put(5);
    for (const [body, path, code] of [
      [{}, 'applicationId', '-101'],
      [{ refund: true, agentCode: 'A100' }, 'refund', '-102'],
      [{ parts: [{ refund: true }] }, 'parts[0].amount', '-101'],
      [{ parts: [{ refund: true, amount: 1 }], refund: true }, 'parts', '-102'],
    ] as const)
      await expectRefused(app, () => issuing.resolve(item, body), { code, violations: [[path, code]] });
  });
});

describe('the reversal of a use', () => {
  it('returns the part to suspense: of a receipt, an agent, a credit and a refund', async () => {
    const { id } = await createCoded();
    const reference = createRef();
    const item = await put(600, reference);
    const [suspense, debt, credit] = [await balance('suspense'), await balance('agent:A100'), await balance('customer-credit')];
    const parts = [
      { applicationId: id, amount: PRICE },
      { agentCode: 'A100', amount: 100 },
      { creditOf: id, amount: 60 },
      { refund: true, amount: 7 },
    ];
    expectStatus(200, await issuing.resolve(item, { parts }));
    const { items } = await issuing.list<{ transactionId: number; kind: string }>(`bookings?reference=${reference}`);
    const [deposit, ...uses] = items.toReversed();
    expect(uses.map(({ kind }) => kind)).toEqual(['RESOLUTION', 'SUSPENSE_SETTLEMENT', 'SUSPENSE_CREDIT', 'SUSPENSE_REFUND']);
    await expectRefused(app, () => issuing.reverse(deposit!.transactionId), { code: '-400' });
    for (const { transactionId } of uses) expectStatus(200, await issuing.reverse(transactionId));
    expect([await balance('suspense'), await balance('agent:A100'), await balance('customer-credit')]).toEqual([suspense, debt, credit]);
    expect(await statusOf(id)).toBe('70');
    const { parts: open } = await getItem(item);
    expect(open.map(({ resolution }) => resolution)).toEqual([null, null, null, null]);
    expectStatus(200, await issuing.reverse(deposit!.transactionId));
  });
});

describe('the preview of a batch', () => {
  it('warns of three refunds to one IBAN and of another holder, and stores nothing', async () => {
    const refunds = [await fixture.createSuspenseRefund(), await fixture.createSuspenseRefund(), await fixture.createSuspenseRefund()];
    const refundIds = refunds.map(({ id }) => id);
    for (const id of refundIds) expectStatus(200, await fixture.clerk.setAccount(id));
    expectStatus(200, await fixture.clerk.setAccount(refundIds[0]!, undefined, 'Δήμου Ελένη'));
    const before = await app.readFingerprint();
    const preview = expectStatus(200, await issuing.staff.post('payout-batches/preview', { refundIds })).json<{
      count: number;
      warnings: { code: string; refundIds: number[] }[];
    }>();
    expect(await app.readFingerprint()).toEqual(before);
    expect([preview.count, preview.warnings.map(({ code, refundIds: of }) => [code, of])]).toEqual([
      3,
      [
        ['IBAN_THRICE', refundIds],
        ['HOLDER_DIFFERS', [refundIds[0]]],
      ],
    ]);
    await expectRefused(app, () => issuing.staff.post('payout-batches/preview', { refundIds: [999_999] }), {
      code: '-102',
      violations: [['refundIds[0]', '-102']],
    });
  });
});
