import { expectFileRefused } from '../support/bank-file-client.js';
import { getBalance, CHARGE_TIME } from '../support/collection.js';
import { expectStatus } from '../support/fire-app.js';
import { PayoutFixture } from '../support/payout-fixture.js';
import { IBAN, IBANS, type Batch, type OwedRefund } from '../support/payout-client.js';

const AGENT = 'A100';

let fixture: PayoutFixture;

beforeAll(async () => {
  fixture = await PayoutFixture.start();
});
afterAll(() => fixture.stop());
beforeEach(() => fixture.moveClock(CHARGE_TIME));
afterEach(() => fixture.expectCorrectBooks());

const file = (id: number): string => `payout-batches/${id}/file`;

/** Prepares one batch of refunds to these accounts. */
async function createPrepared(...payouts: readonly (readonly [refund: OwedRefund, holder: string, iban: string])[]): Promise<Batch> {
  const { clerk } = fixture;
  for (const [{ id }, holder, iban] of payouts) expectStatus(200, await clerk.setAccount(id, iban, holder));
  const refundIds = payouts.map(([{ id }]) => id);
  return expectStatus(201, await clerk.staff.post('payout-batches', { refundIds })).json<Batch>();
}

async function owedToAgent(): Promise<OwedRefund> {
  const { app, clerk, issuing } = fixture;
  await issuing.settle(AGENT, Math.round(((await getBalance(app, AGENT)) + 10) * 100) / 100, issuing.createReference());
  return expectStatus(201, await clerk.staff.post(`agents/${AGENT}/refunds`, { amount: 10 })).json<OwedRefund>();
}

async function getClient({ applicationId }: OwedRefund): Promise<{ name: string; policyNo: string | null }> {
  const [row] = await fixture.app.query<{ name: string; policyNo: string | null }>(
    'production',
    'SELECT client_name AS name, policy_no AS "policyNo" FROM application WHERE id = $1',
    [applicationId],
  );
  return row!;
}

describe('the approval of a payout batch', () => {
  it('is required before the file and the payment, from another person', async () => {
    const { app, clerk, secondClerk: other } = fixture;
    const { id } = await clerk.prepareBatch([(await fixture.createSuspenseRefund()).id]);
    const confirm = (by: typeof clerk) => by.staff.post(`payout-batches/${id}/confirmation`, { reference: 'EARLY-1' });
    for (const person of [clerk, other]) await expectFileRefused(app, () => person.staff.get(file(id)), 400, '-400');
    await expectFileRefused(app, () => confirm(other), 400, '-400');
    await expectFileRefused(app, () => clerk.approve(id), 403, '-203');
    expect(await clerk.getBatch(id)).toMatchObject({ status: 'PREPARED', approvedBy: null });

    const approved = expectStatus(200, await other.approve(id)).json<Batch>();
    expect(approved).toMatchObject({ status: 'APPROVED', approvedBy: 'Staff issuing', endedBy: null });
    await expectFileRefused(app, () => other.approve(id), 400, '-400');
    expectStatus(200, await clerk.staff.get(file(id)));
    await expectFileRefused(app, () => confirm(clerk), 403, '-203');
    expectStatus(200, await confirm(other));
    await expectFileRefused(app, () => other.approve(id), 400, '-400');
  });

  it('is refused to the same person in another role, and after the return to the first role', async () => {
    const { app, clerk, secondClerk: other } = fixture;
    const { id } = await clerk.prepareBatch([(await fixture.createSuspenseRefund()).id]);
    const refusedAs = async (role: string): Promise<void> => {
      await app.query('production', 'UPDATE gateway.app_user SET role = $2 WHERE id = $1', [clerk.staff.userId, role]);
      await clerk.staff.renewSession();
      await expectFileRefused(app, () => clerk.approve(id), 403, '-203');
    };
    await refusedAs('admin');
    await refusedAs('issuing');
    expect(await other.getBatch(id)).toMatchObject({ status: 'PREPARED', approvedBy: null });
  });

  it('does not prevent the cancellation of the batch', async () => {
    const { app, clerk, secondClerk: other } = fixture;
    const { id } = await clerk.prepareBatch([(await fixture.createSuspenseRefund()).id]);
    expectStatus(200, await other.approve(id));
    expect(expectStatus(200, await clerk.staff.post(`payout-batches/${id}/cancellation`, {})).json()).toMatchObject({
      status: 'CANCELLED',
    });
    await expectFileRefused(app, () => clerk.staff.get(file(id)), 400, '-400');
  });

  it('happens once for simultaneous calls', async () => {
    const { clerk, secondClerk: other } = fixture;
    const { id } = await clerk.prepareBatch([(await fixture.createSuspenseRefund()).id]);
    const responses = await Promise.all([1, 2, 3].map(() => other.approve(id)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
  });
});

describe('the payouts of a batch', () => {
  it('name the reason of a policy that was cancelled before its start', async () => {
    const batch = await createPrepared([await fixture.createCancellationRefund({}), 'Παπαδοπούλου Μαρία', IBAN]);
    expect(batch.payouts[0]?.reason).toEqual({ code: 'VOID', message: 'Ακύρωση από ενάρξεως' });
  });

  it('show client, policy and reason, and mark other holders and repeated IBANs to both persons', async () => {
    const { secondClerk: other } = fixture;
    const [cancelled, suspended, ofAgent] = [
      await fixture.createCancellationRefund(),
      await fixture.createSuspenseRefund(),
      await owedToAgent(),
    ];
    const [first, second] = [await getClient(cancelled), await getClient(suspended)];
    const holder = first.name.toUpperCase().split(' ').toReversed().join(' ');
    const batch = await createPrepared([cancelled, holder, IBAN], [suspended, 'Ξένος Νικόλαος', IBAN], [ofAgent, 'Άλλος Κανείς', IBANS[1]]);
    expect(first.policyNo).not.toBeNull();
    expect(batch).toMatchObject({
      count: 3,
      holderDiffersCount: 2,
      ibanRepeatedCount: 2,
      payouts: [
        {
          clientName: first.name,
          policyNo: first.policyNo,
          applicationId: cancelled.applicationId,
          reason: { code: 'WITHDRAWAL' },
          holderDiffers: false,
          ibanRepeated: true,
        },
        {
          clientName: second.name,
          policyNo: second.policyNo,
          applicationId: suspended.applicationId,
          reason: { code: '-701' },
          holderDiffers: true,
          ibanRepeated: true,
        },
        {
          clientName: ofAgent.agentName,
          policyNo: null,
          applicationId: null,
          reason: { code: 'AGENT_CREDIT' },
          holderDiffers: true,
          ibanRepeated: false,
        },
      ],
    });
    for (const { reason } of batch.payouts) expect(reason.message).not.toBe('');
    expect(await other.getBatch(batch.id)).toEqual(batch);
    const paged = await other.staff.get(`payout-batches/${batch.id}/payouts`);
    expect(expectStatus(200, paged).json<{ items: Batch['payouts'] }>().items).toEqual(batch.payouts);

    // The marks remain after the accounts were deleted.
    const paid = expectStatus(200, await other.confirm(batch.id)).json<Batch>();
    expect(paid).toMatchObject({ holderDiffersCount: 2, ibanRepeatedCount: 2 });
  });

  it('have no mark when each goes to an account of its own client', async () => {
    const refund = await fixture.createSuspenseRefund();
    const batch = await createPrepared([refund, (await getClient(refund)).name, IBAN]);
    expect(batch).toMatchObject({ holderDiffersCount: 0, ibanRepeatedCount: 0, payouts: [{ holderDiffers: false, ibanRepeated: false }] });
  });
});
