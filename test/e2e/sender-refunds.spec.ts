import { SecretBox } from '../../src/record/reference/secrets/secret-box.js';
import { buildCamtFile, type CamtEntry } from '../support/camt.js';
import { expectFileRefused } from '../support/bank-file-client.js';
import { expectStatus } from '../support/fire-app.js';
import { getPaymentCode, createUnknownCode } from '../support/collection-client.js';
import { PayoutFixture } from '../support/payout-fixture.js';
import { PAYOUT_IBAN, type Batch, type OwedRefund } from '../support/payout-client.js';
import { createPrepaid } from '../support/collection.js';
import { expectRefused } from '../support/expect-error.js';

/** Account of every sender in the test files, and its masked form. */
const [SENDER_IBAN, SHOWN] = ['GR1601101250000000012300695', 'GR…0695'];
const SENDER = 'DIMOU ELENI';

let fixture: PayoutFixture;

beforeAll(async () => {
  fixture = await PayoutFixture.start();
});
afterAll(() => fixture.stop());
afterEach(() => fixture.expectCorrectBooks());

/** Books a file with one transfer; returns the suspense item. */
async function createSuspended(changes: Partial<CamtEntry> = {}): Promise<number> {
  const entry = { amount: 45.67, reference: fixture.issuing.createReference(), sender: SENDER, ...changes };
  const { id } = await fixture.bank.uploadAndBook(buildCamtFile([entry]));
  return (await fixture.bank.listTransfers(id))[0]!.suspenseId!;
}

async function refundOf(suspenseId: number): Promise<OwedRefund> {
  const { items } = await fixture.clerk.list(`suspenseId=${suspenseId}`);
  expect(items).toHaveLength(1);
  return items[0]!;
}

async function refunded(suspenseId: number): Promise<OwedRefund> {
  expectStatus(200, await fixture.issuing.resolve(suspenseId, { refund: true }));
  return refundOf(suspenseId);
}

async function prepare(...refundIds: readonly number[]): Promise<Batch> {
  return expectStatus(201, await fixture.clerk.staff.post('payout-batches', { refundIds })).json<Batch>();
}

const balances = async (): Promise<number[]> => {
  const found: number[] = [];
  for (const code of ['bank', 'suspense', 'sender-payable'])
    found.push(Math.round(Number(await fixture.issuing.accountBalance(code)) * 100));
  return found;
};
const listStored = (suspenseId: number): Promise<object[]> =>
  fixture.app.query('production', 'SELECT sender, sender_iban, remittance FROM bank_statement_entry WHERE suspense_id = $1', [suspenseId]);

describe('money of a bank file that returns to its sender', () => {
  it('is owed to the account that it came from, and leaves the bank when a second person confirms the batch', async () => {
    const { clerk, secondClerk: other, issuing } = fixture;
    const before = await balances();
    const reference = issuing.createReference();
    const suspenseId = await createSuspended({ reference });
    const item = expectStatus(200, await issuing.staff.get(`suspense/${suspenseId}`)).json();
    expect(item).toMatchObject({ sender: SENDER, senderIban: SHOWN });
    const shown = await issuing.staff.post(`suspense/${suspenseId}/resolution/preview`, { refund: true });
    const account = { iban: SHOWN, holder: SENDER };
    const use = { use: 'OWED', amount: 45.67, applicationId: null, application: null, agentCode: null, account };
    expect(expectStatus(200, shown).json()).toEqual({ ...use, uses: [use], rest: 0 });
    const refund = await refunded(suspenseId);
    expect(refund).toMatchObject({ kind: 'SUSPENSE', status: 'OWED', amount: 45.67, applicationId: null, agentCode: null, account });
    const owed = [before[0]! + 4567, before[1], before[2]! - 4567];
    expect(await balances()).toEqual(owed);
    expect(await listStored(suspenseId)).toEqual([{ sender: null, sender_iban: null, remittance: null }]);
    expect(expectStatus(200, await issuing.staff.get(`suspense/${suspenseId}`)).json()).toMatchObject({ sender: null, senderIban: null });

    const batch = await prepare(refund.id);
    expect(batch.payouts).toMatchObject([
      {
        clientName: null,
        policyNo: null,
        applicationId: null,
        reason: { code: 'RETURNED_TO_SENDER' },
        holderDiffers: null,
        ibanRepeated: false,
      },
    ]);
    expectStatus(200, await other.approve(batch.id));
    const file = (await clerk.staff.get(`payout-batches/${batch.id}/file`)).text;
    for (const text of [SENDER_IBAN, SENDER, `REFUND ${refund.id} PAYMENT ${reference}`]) expect(file).toContain(text);
    await expectRefused(fixture.app, () => clerk.confirm(batch.id), { status: 403, code: '-203' });
    expect(await balances()).toEqual(owed);
    expectStatus(200, await other.confirm(batch.id));
    expect(await balances()).toEqual(before);
    // They are deleted with the payment, because no erasure would find them.
    expect(await clerk.getRefund(refund.id)).toMatchObject({ status: 'PAID', account: null, payout: { status: 'PAID' } });
    const left = 'SELECT iban, iban_shown, holder FROM refund WHERE id = $1';
    expect(await fixture.app.query('production', left, [refund.id])).toEqual([{ iban: null, iban_shown: null, holder: null }]);
  });

  it('is owed again to an account that staff enter when the bank returns it, also by a bank file', async () => {
    const { clerk, secondClerk: other, bank } = fixture;
    const refund = await refunded(await createSuspended());
    const owed = await balances();
    expectStatus(200, await other.confirm((await prepare(refund.id)).id));
    const returned = expectStatus(200, await clerk.returnPayment(refund.id)).json<OwedRefund>();
    expect(returned).toMatchObject({ status: 'OWED', account: null, payout: { status: 'RETURNED' } });
    expect(await balances()).toEqual(owed);
    const batch = await clerk.prepareBatch([refund.id]);
    expectStatus(200, await other.confirm(batch.id));
    const { endToEndId } = batch.payouts[0]!;
    const back: CamtEntry = { amount: 45.67, reference: clerk.createReference(), endToEndId, returned: 'AC04', sender: 'THE INSURER' };
    const statement = await bank.uploadAndBook(buildCamtFile([back]));
    expect(await bank.listTransfers(statement.id)).toMatchObject([{ result: 'RETURNED', refundId: refund.id }]);
    expect(await clerk.getRefund(refund.id)).toMatchObject({ status: 'OWED', account: null });
    expect(await balances()).toEqual(owed);
  });

  it('is owed to the customer of its application, at the account that it came from', async () => {
    const { id } = await createPrepaid(fixture.agent);
    const { payment_code: code } = await getPaymentCode(fixture.agent, id);
    const refund = await refunded(await createSuspended({ amount: 12, code }));
    expect(refund).toMatchObject({ applicationId: id, agentCode: 'A100', account: { iban: SHOWN, holder: SENDER } });
    expect(await fixture.issuing.accountBalance(`customer-payable:${id}`)).toBe('-12.00');
  });

  it('is returned once, though two persons return it and a third one uses it', async () => {
    const suspenseId = await createSuspended({ amount: 332.64 });
    const { id } = await createPrepaid(fixture.agent);
    const uses = [{ refund: true }, { refund: true }, { applicationId: id }];
    const responses = await Promise.all(uses.map((use) => fixture.issuing.resolve(suspenseId, use)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    for (const response of responses) if (response.status === 400) expect(response.json()).toMatchObject({ error: '-400' });
    const { total } = await fixture.clerk.list(`suspenseId=${suspenseId}`);
    expect(total).toBe(responses[2]!.status === 200 ? 0 : 1);
  });

  it('is in one batch, though two persons prepare it', async () => {
    const refund = await refunded(await createSuspended());
    const prepared = await Promise.all(
      [fixture.clerk, fixture.secondClerk].map(({ staff }) => staff.post('payout-batches', { refundIds: [refund.id] })),
    );
    expect(prepared.map(({ status }) => status).toSorted()).toEqual([201, 400]);
    expect(prepared.find(({ status }) => status === 400)!.json()).toMatchObject({ error: '-102', details: [{ path: 'refundIds[0]' }] });
  });

  it('cannot be withdrawn, unlike an agent’s credit', async () => {
    const refund = await refunded(await createSuspended());
    await expectFileRefused(fixture.app, () => fixture.clerk.staff.post(`refunds/${refund.id}/withdrawal`, {}), 400, '-400');
  });

  it('counts among the owed refunds of the overview until it is paid', async () => {
    const owed = async (): Promise<{ count: number; sum: number }> => {
      const { app, issuing } = fixture;
      await app.running.parts.overviewFold.run({ environment: 'production', at: app.clock.now() }, { evenIfFresh: true });
      const { issuing: shown } = expectStatus(200, await issuing.staff.get('overview')).json<{
        issuing: { refundsOwed: { count: number; sum: number } };
      }>();
      return shown.refundsOwed;
    };
    const before = await owed();
    const refund = await refunded(await createSuspended());
    const after = await owed();
    expect([after.count, Math.round((after.sum - before.sum) * 100)]).toEqual([before.count + 1, 4567]);
    expectStatus(200, await fixture.secondClerk.confirm((await prepare(refund.id)).id));
    expect(await owed()).toEqual(before);
  });
});

describe('money that returns to an unknown account', () => {
  it('requires holder and IBAN when it was booked by hand', async () => {
    const { suspenseId } = await fixture.issuing.bookPayment(createUnknownCode(), 7.5);
    const refund = await refunded(suspenseId!);
    expect(refund).toMatchObject({ status: 'OWED', applicationId: null, account: null });
    const prepareIt = () => fixture.clerk.staff.post('payout-batches', { refundIds: [refund.id] });
    await expectFileRefused(fixture.app, prepareIt, 400, '-102', ['refundIds[0]']);
    const batch = await fixture.clerk.prepareBatch([refund.id]);
    expectStatus(200, await fixture.secondClerk.confirm(batch.id));
    expect(await fixture.clerk.getRefund(refund.id)).toMatchObject({ status: 'PAID', account: null });
  });

  it('requires holder and IBAN when the file has no name, no SEPA IBAN, or the insurer’s own account', async () => {
    const reference = fixture.issuing.createReference();
    const nameless = await createSuspended({ reference, sender: undefined });
    const isolated = async (iban: string): Promise<number> => {
      const entry = { amount: 3, reference: fixture.issuing.createReference(), sender: SENDER };
      const { id } = await fixture.bank.uploadAndBook(Buffer.from(buildCamtFile([entry]).toString().replace(SENDER_IBAN, iban)));
      return (await fixture.bank.listTransfers(id))[0]!.suspenseId!;
    };
    const items = [
      nameless,
      await isolated('GR1601101250000000012300696'),
      await isolated('BR1500000000000010932840814P2'),
      await isolated(PAYOUT_IBAN),
    ];
    for (const item of items) expect((await refunded(item)).account).toBeNull();
  });

  it('requires holder and IBAN when no key opens the account any more', async () => {
    const suspenseId = await createSuspended();
    const alien = new SecretBox([Buffer.alloc(32, 1)]);
    const lose = 'UPDATE bank_statement_entry SET sender_iban = $2 WHERE suspense_id = $1';
    await fixture.app.query('production', lose, [suspenseId, alien.seal(SENDER_IBAN)]);
    expect(expectStatus(200, await fixture.issuing.staff.get(`suspense/${suspenseId}`)).json()).toMatchObject({ senderIban: null });
    expect((await refunded(suspenseId)).account).toBeNull();
  });
});
