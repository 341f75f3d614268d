import { expectFileRefused, expectMatchingTotals, type BankFileClient, type StoredStatement } from '../support/bank-file-client.js';
import { buildCamtFile, type CamtEntry } from '../support/camt.js';
import { CHARGE_TIME, charge, createPrepaid } from '../support/collection.js';
import { expectStatus, type FireAgent, type FireApp } from '../support/fire-app.js';
import { getPaymentCode, createUnknownCode, type LocalCollectionClient } from '../support/collection-client.js';
import { PayoutFixture } from '../support/payout-fixture.js';
import { PAYOUT_IBAN, type PayoutClient } from '../support/payout-client.js';

const PRICE = 332.64;

let fixture: PayoutFixture;
let app: FireApp;
let agent: FireAgent;
let issuing: LocalCollectionClient;
let bank: BankFileClient;
let other: PayoutClient;

beforeAll(async () => {
  fixture = await PayoutFixture.start();
  ({ app, agent, issuing, bank, secondClerk: other } = fixture);
});
afterAll(() => fixture.stop());
beforeEach(() => fixture.moveClock(CHARGE_TIME));
afterEach(() => fixture.expectCorrectBooks());

let references = 0;
const createRef = (): string => `NBG-${++references}`;

/** Creates an application in prepay with its payment code. */
async function coded(): Promise<{ id: number; code: string }> {
  const { id } = await createPrepaid(agent);
  return { id, code: (await getPaymentCode(agent, id)).payment_code };
}

const bankBalance = async (): Promise<number> => Math.round(Number(await issuing.accountBalance('bank')) * 100);
const sum = (count: number, amount: number): object => ({ count, amount });
const NONE = sum(0, 0);

describe('a bank file', () => {
  it.each(['camt.053.001.08', 'camt.054.001.08'] as const)(
    'in %s is stored and booked, and reports the result of each transfer',
    async (format) => {
      const paid = await coded();
      const under = await coded();
      const [unknown, before] = [createUnknownCode(), await bankBalance()];
      const groups = paid.code.toLowerCase().replaceAll(/(.{4})/g, '$1 ');
      const file = buildCamtFile(
        [
          { amount: PRICE, reference: createRef(), texts: [`pliromi ${groups}`], sender: 'PAPADOPOULOU MARIA' },
          { amount: 300, reference: createRef(), code: under.code, sender: 'IOANNOU NIKOS' },
          { amount: 20, reference: createRef(), code: unknown },
          { amount: 12.34, place: format, texts: ['xoris kodiko'], sender: 'DIMOU ELENI' },
          { amount: 5, direction: 'DBIT', reference: createRef(), isBare: true, info: 'Charges' },
          { amount: 50, currency: 'USD', reference: createRef() },
          { amount: 7, status: 'PDNG', reference: createRef() },
          { amount: 8, isReversal: true, reference: createRef() },
        ],
        { format, sums: format === 'camt.053.001.08' ? { closing: (1000 + PRICE + 300 + 20 + 12.34 + 8 - 5).toFixed(2) } : {} },
      );
      const first = expectStatus(202, await bank.upload(file));
      expect(first.headers['location']).toMatch(/\/backoffice-api\/bank-statements\/\d+$/);
      const statement = await bank.waitUntilBooked(first.json<StoredStatement>().id);
      expect(statement).toMatchObject({
        format,
        account: PAYOUT_IBAN,
        state: 'DONE',
        entries: 8,
        transfers: 8,
        otherCurrencies: 1,
        credits: {
          total: sum(6, 679.98),
          paid: sum(1, PRICE),
          suspense: sum(3, 332.34),
          returned: NONE,
          duplicate: NONE,
          notBooked: sum(2, 15),
          waiting: NONE,
        },
        debits: { total: sum(1, 5), notBooked: sum(1, 5), payout: NONE, duplicate: NONE, waiting: NONE },
      });
      expectMatchingTotals(statement);
      expect((await bankBalance()) - before).toBe(66498);
      expect(await agent.get(paid.id)).toMatchObject({ status_code: '50', last_receipt: { gross: PRICE } });
      const transfers = await bank.listTransfers(statement.id);
      expect(transfers.map(({ result, reason }) => [result, reason?.code ?? null])).toEqual([
        ['PAID', null],
        ['SUSPENSE', '-701'],
        ['SUSPENSE', '-703'],
        ['SUSPENSE', '-703'],
        ['NOT_BOOKED', 'DEBIT'],
        ['NOT_BOOKED', 'OTHER_CURRENCY'],
        ['NOT_BOOKED', 'PENDING'],
        ['NOT_BOOKED', 'REVERSAL'],
      ]);
      // Sender data remains only while the money is in suspense.
      expect(transfers.map(({ sender }) => sender)).toEqual([null, 'IOANNOU NIKOS', null, 'DIMOU ELENI', null, null, null, null]);
      expect(transfers[0]).toMatchObject({ applicationId: paid.id, paymentCode: paid.code, receiptNo: expect.any(Number) as number });
      const uncoded = transfers[3]!;
      expectStatus(200, await issuing.resolve(uncoded.suspenseId!, { refund: true }));
      expect((await bank.listTransfers(statement.id, 'result=SUSPENSE')).map(({ sender }) => sender)).toEqual([
        'IOANNOU NIKOS',
        null,
        null,
      ]);

      const again = await bank.upload(file);
      expect([again.status, again.json<StoredStatement>()]).toEqual([200, await bank.get(statement.id)]);
    },
  );

  it('is read with any indentation', async () => {
    const debits = Array.from({ length: 60 }, (): CamtEntry => ({ amount: 1, direction: 'DBIT', reference: createRef(), isBare: true }));
    const file = buildCamtFile(debits)
      .toString()
      .replaceAll('>\n<', `>\n${' '.repeat(40)}<`);
    expect(await bank.uploadAndBook(Buffer.from(file))).toMatchObject({ entries: 60, debits: { notBooked: sum(60, 60) } });
  });

  it('with a known id and other bytes returns the first one', async () => {
    const entries = [{ amount: 20, reference: createRef() }];
    const first = await bank.uploadAndBook(buildCamtFile(entries, { id: 'SAME' }));
    const again = await bank.upload(Buffer.concat([buildCamtFile(entries, { id: 'SAME' }), Buffer.from('<!-- sent again -->')]));
    expect([again.status, again.json<StoredStatement>().id]).toEqual([200, first.id]);
  });

  it('is stored and booked once when uploaded ten times at once', async () => {
    const { id, code } = await coded();
    const before = await bankBalance();
    const file = buildCamtFile([{ amount: PRICE, reference: createRef(), code }]);
    const responses = await Promise.all(Array.from({ length: 10 }, () => bank.upload(file)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([...new Array<number>(9).fill(200), 202]);
    const [kept, ...others] = new Set(responses.map((response) => response.json<StoredStatement>().id));
    expect(others).toEqual([]);
    expect((await bank.waitUntilBooked(kept!)).credits.paid).toEqual(sum(1, PRICE));
    expect((await bankBalance()) - before).toBe(33264);
    expect((await agent.get(id)).status_code).toBe('50');
  });

  it('is processed once with an Idempotency-Key, and gets the same response', async () => {
    const file = buildCamtFile([{ amount: 20, reference: createRef() }]);
    const headers = { 'Idempotency-Key': 'bank-file-1' };
    const first = expectStatus(202, await bank.upload(file, 'text/xml', headers));
    await bank.waitUntilBooked(first.json<StoredStatement>().id);
    const again = await bank.upload(file, 'text/xml', headers);
    expect([again.status, again.text]).toEqual([202, first.text]);
    await expectFileRefused(app, () => bank.upload(buildCamtFile([]), 'text/xml', headers), 409, '-403');
  });
});

describe('the same money in several files', () => {
  it('is booked once from the notification of the day and the statement of the evening', async () => {
    const [one, two] = [await coded(), await coded()];
    const before = await bankBalance();
    const [a, b, c] = [createRef(), createRef(), createRef()];
    const day = await bank.uploadAndBook(
      buildCamtFile(
        [
          { amount: PRICE, reference: a, code: one.code },
          {
            amount: PRICE + 10,
            reference: b,
            details: [
              { amount: PRICE, code: two.code },
              { amount: 10, texts: ['dora'] },
            ],
          },
        ],
        { format: 'camt.054.001.08' },
      ),
    );
    expect(day).toMatchObject({ transfers: 3, credits: { paid: sum(2, 2 * PRICE), suspense: sum(1, 10) } });
    // The statement has fewer details: only the sum of the batch.
    const evening = await bank.uploadAndBook(
      buildCamtFile([
        { amount: PRICE, reference: a, isBare: true },
        { amount: PRICE + 10, reference: b, isBare: true },
        { amount: 11, reference: c },
      ]),
    );
    expect(evening.credits).toMatchObject({ duplicate: sum(2, 675.28), suspense: sum(1, 11), total: sum(3, 686.28) });
    const [first] = await bank.listTransfers(day.id);
    expect((await bank.listTransfers(evening.id))[0]).toMatchObject({ duplicateOf: { statementId: day.id, id: first!.id } });
    expect((await bankBalance()) - before).toBe(68628);
  });

  it('is booked once from the statement and a later notification of its transfers', async () => {
    const { id, code } = await coded();
    const [before, reference] = [await bankBalance(), createRef()];
    await bank.uploadAndBook(buildCamtFile([{ amount: PRICE + 10, reference, isBare: true }]));
    const details = [{ amount: PRICE, code }, { amount: 10 }];
    const later = await bank.uploadAndBook(buildCamtFile([{ amount: PRICE + 10, reference, details }], { format: 'camt.054.001.08' }));
    expect(later.credits.duplicate).toEqual(sum(2, 342.64));
    expect((await bankBalance()) - before).toBe(34264);
    expect((await agent.get(id)).status_code).toBe('45');
  });

  it('is booked once when one file lists single transfers and the other a batch', async () => {
    const [before, a, b] = [await bankBalance(), createRef(), createRef()];
    await bank.uploadAndBook(
      buildCamtFile(
        [
          { amount: 10, reference: a },
          { amount: 11, reference: b },
        ],
        { format: 'camt.054.001.08' },
      ),
    );
    const details = [
      { amount: 10, reference: a },
      { amount: 11, reference: b },
    ];
    const evening = await bank.uploadAndBook(buildCamtFile([{ amount: 21, reference: createRef(), details }]));
    expect(evening.credits.duplicate).toEqual(sum(2, 21));
    expect((await bankBalance()) - before).toBe(2100);
  });

  it('is not booked again after staff booked it by hand, and left to staff with another amount', async () => {
    const { id, code } = await coded();
    const [reference, place] = [createRef(), createRef()];
    const paid = await issuing.bookPayment(code, PRICE, reference);
    await issuing.bookPayment(createUnknownCode(), 30, place);
    const before = await bankBalance();
    const { id: statement } = await bank.uploadAndBook(
      buildCamtFile([
        { amount: PRICE, reference, code },
        { amount: 30, place },
      ]),
    );
    const other = await bank.uploadAndBook(buildCamtFile([{ amount: 20, reference }]));
    expect(await bank.listTransfers(statement)).toMatchObject([
      { result: 'DUPLICATE', applicationId: id, receiptNo: paid.receiptNo, duplicateOf: null },
      { result: 'DUPLICATE' },
    ]);
    expect(await bank.listTransfers(other.id)).toMatchObject([{ result: 'NOT_BOOKED', reason: { code: 'REFERENCE_USED' } }]);
    expect(await bankBalance()).toBe(before);
  });

  it.each<[string, CamtEntry, CamtEntry, boolean]>([
    ['the same reference twice in a file', { amount: 10, reference: 'TWICE' }, { amount: 10, reference: 'TWICE' }, true],
    ['the same place with the same amount', { amount: 10, place: 'PL' }, { amount: 10, place: 'PL' }, true],
    ['the same place on another day', { amount: 10, place: 'D' }, { amount: 10, place: 'D', valueDate: '2026-11-24' }, false],
    [
      'the same place with another code',
      { amount: 10, place: 'C', code: createUnknownCode() },
      { amount: 10, place: 'C', code: createUnknownCode() },
      false,
    ],
    ['nothing that tells them apart', { amount: 10 }, { amount: 10 }, false],
  ])('is distinguished from other money: %s', async (_what, first, second, isSame) => {
    const before = await bankBalance();
    const [together, again] = [buildCamtFile([first, second]), buildCamtFile([first, second], { format: 'camt.054.001.08' })];
    const statement = await bank.uploadAndBook(together);
    expect(statement.credits).toMatchObject(isSame ? { suspense: sum(1, 10), duplicate: sum(1, 10) } : { suspense: sum(2, 20) });
    if (isSame) expect((await bank.listTransfers(statement.id))[1]).toMatchObject({ duplicateOf: { statementId: statement.id } });
    expect((await bank.uploadAndBook(again)).credits).toMatchObject({ duplicate: sum(2, 20), suspense: NONE });
    expect((await bankBalance()) - before).toBe(isSame ? 1000 : 2000);
  });

  it('waits until the bank has booked it', async () => {
    const reference = createRef();
    const pending = await bank.uploadAndBook(buildCamtFile([{ amount: 10, reference, status: 'PDNG' }], { format: 'camt.054.001.08' }));
    expect(pending.credits.notBooked).toEqual(sum(1, 10));
    expect((await bank.uploadAndBook(buildCamtFile([{ amount: 10, reference }]))).credits.suspense).toEqual(sum(1, 10));
  });

  it('is booked once from two files of different days at the same moment', async () => {
    const { code } = await coded();
    const [before, reference] = [await bankBalance(), createRef()];
    const files = Array.from({ length: 4 }, (_, index) =>
      buildCamtFile([
        { amount: PRICE, reference, code },
        { amount: index + 1, reference: createRef() },
      ]),
    );
    const kept = await Promise.all(files.map((file) => bank.upload(file)));
    for (const response of kept) expectMatchingTotals(await bank.waitUntilBooked(expectStatus(202, response).json<StoredStatement>().id));
    expect((await bankBalance()) - before).toBe(33264 + 1000);
  });
});

describe('an incoming transfer', () => {
  const grouped = (code: string): string => code.replaceAll(/(.{4})/g, '$1 ');
  it.each<[string, (code: string) => Partial<CamtEntry>]>([
    ['by its structured reference', (code) => ({ code })],
    ['by a structured reference in groups', (code) => ({ code: grouped(code) })],
    ['by its text', (code) => ({ texts: [`ΑΣΦΑΛΙΣΤΡΑ ${code} ΠΑΠΑΔΟΠΟΥΛΟΥ`] })],
    ['by its text in groups and small letters', (code) => ({ texts: [`rf:${grouped(code).toLowerCase()}- eyxaristo`] })],
    ['by a code that goes on in the next text', (code) => ({ texts: [`KODIKOS ${code.slice(0, 11)}`, code.slice(11)] })],
    ['by the text of its entry', (code) => ({ isBare: true, info: `PAYMENT ${code}` })],
    ['by its reference, whatever the text names', (code) => ({ code, texts: [createUnknownCode()] })],
    ['as one of a batch that tells no amounts but of itself', (code) => ({ details: [{ code }] })],
  ])('pays its application %s', async (_how, buildText) => {
    const { id, code } = await coded();
    const statement = await bank.uploadAndBook(buildCamtFile([{ amount: PRICE, reference: createRef(), ...buildText(code) }]));
    expect(await bank.listTransfers(statement.id)).toMatchObject([{ result: 'PAID', paymentCode: code, applicationId: id }]);
    expect((await agent.get(id)).status_code).toBe('50');
  });

  const wrong = (code: string): string => code.replace(/^RF(\d)/, (_, digit: string) => `RF${(Number(digit) + 1) % 10}`);
  it.each<[string, number, (code: string) => Partial<CamtEntry>, boolean]>([
    ['with wrong check digits', PRICE, (code) => ({ code: wrong(code) }), false],
    ['with a digit too many', PRICE, (code) => ({ texts: [`${code}7`] }), false],
    ['with two codes', PRICE, (code) => ({ texts: [code, createUnknownCode()] }), false],
    [
      'in a batch that does not add up',
      PRICE,
      (code) => ({
        details: [
          { amount: 300, code },
          { amount: 30, code },
        ],
      }),
      false,
    ],
    ['with a euro less', PRICE - 1, (code) => ({ code }), true],
    ['with a euro more', PRICE + 1, (code) => ({ code }), true],
  ])('pays nothing %s, and waits in suspense', async (_how, amount, buildText, isCoded) => {
    const { id, code } = await coded();
    const reference = createRef();
    const reported = await bank.uploadAndBook(buildCamtFile([{ amount, reference, sender: 'DIMOU', ...buildText(code) }]));
    expect(reported.credits.suspense).toEqual(sum(1, Number(amount.toFixed(2))));
    const [transfer] = await bank.listTransfers(reported.id);
    expect(transfer).toMatchObject({ reason: { code: isCoded ? '-701' : '-703' }, applicationId: isCoded ? id : null });
    const items = (await issuing.list<object>('suspense?state=open&limit=500')).items as { id: number }[];
    expect(items.find((item) => item.id === transfer?.suspenseId)).toMatchObject({ reference, paymentCode: isCoded ? code : null });
    expect((await agent.get(id)).status_code).toBe('45');
  });

  it.each<[string, string, (id: number) => Promise<unknown>]>([
    ['cancelled', '-401', (id) => agent.act(id, 'DELETE')],
    ['charged already', '-702', (id) => charge(agent, id)],
    ['paid a day late', '-704', () => issuing.moveTo('2026-12-05T22:00:00Z', agent)],
  ])('pays nothing when its application is %s', async (_what, reason, before) => {
    const { id, code } = await coded();
    await before(id);
    const statement = await bank.uploadAndBook(
      buildCamtFile([{ amount: PRICE, reference: createRef(), code }], { date: app.clock.today() }),
    );
    expect(await bank.listTransfers(statement.id)).toMatchObject([{ result: 'SUSPENSE', reason: { code: reason } }]);
  });

  it('pays by the booking date of the bank when its file comes after the last day to pay', async () => {
    const { id, code } = await coded();
    await issuing.moveTo('2026-12-06T08:00:00Z', agent);
    const entry = { amount: PRICE, reference: createRef(), code, bookingDate: '2026-12-05', valueDate: '2026-12-07' };
    const statement = await bank.uploadAndBook(buildCamtFile([entry], { date: '2026-12-05' }));
    expect(await bank.listTransfers(statement.id)).toMatchObject([{ result: 'PAID', applicationId: id }]);
  });

  it('pays once when a file has two with the same code', async () => {
    const { code } = await coded();
    const [a, b] = [createRef(), createRef()];
    const statement = await bank.uploadAndBook(buildCamtFile([a, b].map((reference) => ({ amount: PRICE, reference, code }))));
    expect(statement.credits).toMatchObject({ paid: sum(1, PRICE), suspense: sum(1, PRICE) });
  });
});

describe('our own transfers', () => {
  /** Prepares a refund in a batch. */
  async function prepared(): Promise<{ refund: number; batch: number; amount: number; endToEndId: string; order: string }> {
    const owed = await fixture.createSuspenseRefund();
    const batch = await fixture.clerk.prepareBatch([owed.id]);
    const { endToEndId } = batch.payouts[0]!;
    return { refund: owed.id, batch: batch.id, amount: owed.amount, endToEndId, order: `PAYOUT-${String(batch.id).padStart(8, '0')}` };
  }
  const paidOut = async (): Promise<Awaited<ReturnType<typeof prepared>> & { reference: string }> => {
    const made = await prepared();
    const reference = createRef();
    expectStatus(200, await other.confirm(made.batch, reference));
    return { ...made, reference };
  };

  it.each<[string, (made: { order: string; endToEndId: string; reference: string }) => Partial<CamtEntry>]>([
    ['by the id of their file', ({ order }) => ({ orderId: order })],
    ['by their EndToEndId', ({ endToEndId }) => ({ endToEndId })],
    ['by the reference that they were confirmed with', ({ reference }) => ({ reference, isBare: true })],
  ])('are recognised %s when they went out, and not booked again', async (_how, buildText) => {
    const made = await paidOut();
    const before = await bankBalance();
    const statement = await bank.uploadAndBook(
      buildCamtFile([{ amount: made.amount, direction: 'DBIT', reference: createRef(), ...buildText(made) }]),
    );
    expect(statement.debits).toMatchObject({ payout: sum(1, made.amount), total: sum(1, made.amount) });
    expect(await bank.listTransfers(statement.id)).toMatchObject([{ result: 'PAYOUT', payoutBatchId: made.batch }]);
    expect(await bankBalance()).toBe(before);
  });

  it('are reported and not booked when nobody confirmed them', async () => {
    const { amount, order, batch } = await prepared();
    const statement = await bank.uploadAndBook(buildCamtFile([{ amount, direction: 'DBIT', reference: createRef(), orderId: order }]));
    expect(await bank.listTransfers(statement.id)).toMatchObject([
      { result: 'NOT_BOOKED', reason: { code: 'PAYOUT_NOT_CONFIRMED' }, payoutBatchId: batch },
    ]);
  });

  it('become owed again once when they are returned', async () => {
    const { refund, amount, endToEndId, batch } = await paidOut();
    const [before, clerk] = [await bankBalance(), fixture.clerk];
    const statement = await bank.uploadAndBook(buildCamtFile([{ amount, reference: createRef(), endToEndId, returned: 'AC04' }]));
    expect(statement.credits.returned).toEqual(sum(1, amount));
    expect(await bank.listTransfers(statement.id)).toMatchObject([{ result: 'RETURNED', refundId: refund, payoutBatchId: batch }]);
    expect(await clerk.getRefund(refund)).toMatchObject({
      status: 'OWED',
      account: null,
      payout: { status: 'RETURNED', returnReason: 'AC04' },
    });
    expect((await bankBalance()) - before).toBe(Math.round(amount * 100));
    // Another file contains it under another reference.
    const again = await bank.uploadAndBook(buildCamtFile([{ amount, reference: createRef(), endToEndId, returned: 'AC04' }]));
    expect(again.credits.duplicate).toEqual(sum(1, amount));
    expect((await bankBalance()) - before).toBe(Math.round(amount * 100));
  });

  it('are not returned twice after staff returned them by hand', async () => {
    const { refund, amount, endToEndId } = await paidOut();
    expectStatus(200, await fixture.clerk.returnPayment(refund));
    const statement = await bank.uploadAndBook(buildCamtFile([{ amount, reference: createRef(), endToEndId, returned: 'AC04' }]));
    expect(statement.credits.duplicate).toEqual(sum(1, amount));
  });

  it.each<[string, Partial<CamtEntry>]>([
    ['of another amount', { amount: 1, returned: 'AC04' }],
    ['that never went out', { endToEndId: 'REFUND-999999-999999', returned: 'AC04' }],
    ['without return information', {}],
  ])('%s are treated like any other money', async (_what, changes) => {
    const { amount, endToEndId } = await paidOut();
    const statement = await bank.uploadAndBook(buildCamtFile([{ amount, reference: createRef(), endToEndId, ...changes }]));
    expect(await bank.listTransfers(statement.id)).toMatchObject([{ result: 'SUSPENSE', refundId: null }]);
  });

  it('are left to staff when they return before anyone confirmed them', async () => {
    const { amount, endToEndId } = await prepared();
    const statement = await bank.uploadAndBook(buildCamtFile([{ amount, reference: createRef(), endToEndId, returned: 'AC04' }]));
    expect(await bank.listTransfers(statement.id)).toMatchObject([{ result: 'NOT_BOOKED', reason: { code: 'PAYOUT_NOT_CONFIRMED' } }]);
  });
});
