import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { buildCamtFile } from '../support/camt.js';
import type { HttpResponse } from '../support/client.js';
import { toCents, CHARGE_TIME, createPrepaid } from '../support/collection.js';
import { getRounds, readSeed, createRandom } from '../support/depth.js';
import { expectStatus } from '../support/fire-app.js';
import { PayoutFixture } from '../support/payout-fixture.js';
import { createAfm } from '../support/party-client.js';
import { IBANS, type Batch, type OwedRefund } from '../support/payout-client.js';
import { StaffClient } from '../support/staff-client.js';

jest.setTimeout(600_000);

const SEED = readSeed('PAYOUT_RACES_SEED', 20_261_128);
const ROUNDS = getRounds({ everyday: 2, deep: 24 });
const MOST_DELAY_MS = 30;
const TODAY = '2026-11-25';
/** Error codes for callers that are too late or too early. */
const REFUSALS = ['400 -400', '400 -401', '400 -102', '400 -304', '412 -402'];

const random = createRandom(SEED);
let fixture: PayoutFixture;
let admin: StaffClient;

beforeAll(async () => {
  fixture = await PayoutFixture.start();
  admin = await StaffClient.open(fixture.app.running, 'admin');
});
afterAll(() => fixture.stop());
beforeEach(async () => {
  await fixture.moveClock(CHARGE_TIME);
  await admin.renewSession();
});
afterEach(() => fixture.expectCorrectBooks());

const STAGES = ['OWED', 'PREPARED', 'PAID'] as const;

/** A refund, and everybody who acts on it at once. */
class PayoutRace {
  readonly prepared: number[] = [];
  /** References of confirmations and returns. */
  readonly confirmed: string[] = [];
  readonly returned: string[] = [];
  givenUp = 0;
  cancelled = 0;
  erased = 0;
  /** Returned money that did not belong to a payout. */
  suspendedCents = 0;

  private constructor(
    readonly id: number,
    readonly isPolicy: boolean,
    readonly refund: OwedRefund,
    readonly party: number,
  ) {}

  /** Creates a refund of suspense money, for a policy or an application in prepay, at the given stage. */
  static async create(isPolicy: boolean, stage: (typeof STAGES)[number]): Promise<PayoutRace> {
    const { agent, app, clerk, issuing } = fixture;
    const afm = createAfm();
    const { id } = await createPrepaid(agent, { 'client.afm': afm });
    const refund = await fixture.refundSuspense(id);
    if (isPolicy) await issuing.pay(agent, id);
    expectStatus(200, await clerk.setAccount(refund.id));
    const race = new PayoutRace(id, isPolicy, refund, await app.getParty('production', afm));
    if (stage !== 'OWED') await race.prepare();
    if (stage === 'PAID') await race.confirm();
    return race;
  }

  /** Runs every possible action, each at a random moment. */
  async runAllActions(): Promise<void> {
    const twice = [() => this.cancel(), () => this.erase(), () => this.prepare(), () => this.confirm(), () => this.giveBack()];
    const once = [() => this.account(), () => this.giveUp(), () => this.tellReturn()];
    await Promise.all(
      [...twice, ...twice, ...once].map(async (action) => {
        await sleep(random() * MOST_DELAY_MS);
        const response = await action();
        if (response !== null && response.status >= 300) expect(REFUSALS).toContain(`${response.status} ${String(response.json().error)}`);
      }),
    );
  }

  private async cancel(): Promise<HttpResponse> {
    const response = await (this.isPolicy
      ? fixture.issuing.cancel(this.id, TODAY, { claims: true })
      : fixture.agent.act(this.id, 'DELETE'));
    if (response.status < 300) this.cancelled += 1;
    return response;
  }

  private async erase(): Promise<HttpResponse> {
    const response = await admin.post(`parties/${this.party}/erasure`, {});
    if (response.status < 300) this.erased += 1;
    return response;
  }

  private account(): Promise<HttpResponse> {
    return fixture.clerk.setAccount(this.refund.id, IBANS[1]);
  }

  private async prepare(): Promise<HttpResponse> {
    const response = await fixture.clerk.staff.post('payout-batches', { refundIds: [this.refund.id] });
    if (response.status === 201) this.prepared.push(response.json<Batch>().id);
    return response;
  }

  private async confirm(): Promise<HttpResponse | null> {
    const batch = await this.lastBatch();
    const reference = fixture.secondClerk.createReference();
    const response = batch === null ? null : await fixture.secondClerk.confirm(batch, reference);
    if (response?.status === 200) this.confirmed.push(reference);
    return response;
  }

  private async giveUp(): Promise<HttpResponse | null> {
    const batch = await this.lastBatch();
    const response = batch === null ? null : await fixture.clerk.staff.post(`payout-batches/${batch}/cancellation`, {});
    if (response?.status === 200) this.givenUp += 1;
    return response;
  }

  private async giveBack(): Promise<HttpResponse> {
    const reference = fixture.clerk.createReference();
    const response = await fixture.clerk.returnPayment(this.refund.id, reference);
    if (response.status === 200) this.returned.push(reference);
    return response;
  }

  /** Uploads a bank file in which the last transfer was returned. */
  private async tellReturn(): Promise<null> {
    const batch = await this.lastBatch();
    if (batch === null) return null;
    const [payout] = (await fixture.clerk.getBatch(batch)).payouts;
    const reference = fixture.issuing.createReference();
    const { amount } = this.refund;
    const reported = await fixture.bank.uploadAndBook(
      buildCamtFile([{ amount, reference, endToEndId: payout!.endToEndId, returned: 'AC04' }]),
    );
    const [transfer] = await fixture.bank.listTransfers(reported.id);
    expect(['RETURNED', 'DUPLICATE', 'NOT_BOOKED', 'SUSPENSE']).toContain(transfer?.result);
    if (transfer?.result === 'RETURNED') this.returned.push(reference);
    if (transfer?.result === 'SUSPENSE') this.suspendedCents += toCents(amount);
    return null;
  }

  private async lastBatch(): Promise<number | null> {
    return (await fixture.clerk.getRefund(this.refund.id)).payout?.batchId ?? null;
  }

  /** Expects the record to match the successful responses; returns the change of the bank account in cents. */
  async expectToldOutcome(): Promise<number> {
    const { app, clerk } = fixture;
    const payouts = await app.query<{ batch: number; state: string; reference: string | null; back: string | null; isPaid: boolean }>(
      'production',
      `SELECT b.id::int AS batch, b.status AS state, b.reference, p.return_reference AS back, p.transaction_id IS NOT NULL AS "isPaid"
       FROM payout p JOIN payout_batch b ON b.id = p.batch_id WHERE p.refund_id = $1 ORDER BY p.id`,
      [this.refund.id],
    );
    const { status, account } = await clerk.getRefund(this.refund.id);
    const inState = (state: string): number => payouts.filter((payout) => payout.state === state).length;
    const references = (key: 'reference' | 'back'): string[] => payouts.flatMap((payout) => payout[key] ?? []).toSorted();
    expect(payouts.map(({ batch }) => batch)).toEqual(this.prepared.toSorted((one, other) => one - other));
    expect(references('reference')).toEqual(this.confirmed.toSorted());
    expect(references('back')).toEqual(this.returned.toSorted());
    expect([inState('CANCELLED'), inState('PREPARED'), inState('CONFIRMED')]).toEqual([
      this.givenUp,
      Number(status === 'PREPARED'),
      payouts.filter(({ isPaid }) => isPaid).length,
    ]);
    // The refund is never paid twice.
    expect(this.confirmed.length - this.returned.length).toBe(Number(status === 'PAID'));
    // Both tried to cancel, and one succeeded.
    expect(this.cancelled).toBe(1);
    const [owed] = await app.query<{ sum: string }>(
      'production',
      `SELECT coalesce(sum(amount), 0.00) AS sum FROM refund WHERE application_id = $1 AND status IN ('OWED', 'PREPARED')`,
      [this.id],
    );
    expect(toCents(Number(await fixture.issuing.accountBalance(`customer-payable:${this.id}`))) + toCents(Number(owed?.sum))).toBe(0);
    await this.expectErased(status, account !== null);
    return toCents(this.refund.amount) * (this.returned.length - this.confirmed.length) + this.suspendedCents;
  }

  /** Expects that an erased person is owed nothing, except for a later return, and that no other person is affected. */
  private async expectErased(status: string, hasAccount: boolean): Promise<void> {
    const { app } = fixture;
    const [{ afm, isCancelled } = { afm: '', isCancelled: false }] = await app.query<{ afm: string; isCancelled: boolean }>(
      'production',
      `SELECT client_afm AS afm, status IN ('02', '70') AS "isCancelled" FROM application WHERE id = $1`,
      [this.id],
    );
    const begun = await app.query('production', 'SELECT FROM erasure WHERE party_id = $1', [this.party]);
    expect([begun.length > 0, afm === '000000000', isCancelled]).toEqual([this.erased > 0, this.erased > 0, true]);
    if (this.erased === 0) return;
    expect(this.isPolicy).toBe(false);
    expect(this.confirmed.length).toBeGreaterThan(0);
    if (status === 'PAID') expect(hasAccount).toBe(false);
    else expect(this.returned.length).toBeGreaterThan(0);
  }
}

it('payouts, cancellations, erasures, second payouts and bank returns at once have one winner and correct books', async () => {
  const bank = async (): Promise<number> => toCents(Number(await fixture.issuing.accountBalance('bank')));
  let erased = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const races: PayoutRace[] = [];
    for (const stage of STAGES) for (const isPolicy of [true, false]) races.push(await PayoutRace.create(isPolicy, stage));
    const paid = races.reduce((sum, race) => sum + race.confirmed.length * toCents(race.refund.amount), 0);
    const before = (await bank()) + paid;
    // The second round starts from the result of the first one.
    for (let storms = 0; storms < 2; storms += 1) await Promise.all(races.map((race) => race.runAllActions()));
    await fixture.app.waitForErasures();
    let moved = 0;
    for (const race of races) moved += await race.expectToldOutcome();
    expect((await bank()) - before).toBe(moved);
    await fixture.expectCorrectBooks();
    erased += races.filter((race) => race.erased > 0).length;
  }
  process.stdout.write(`Erased ${erased} of ${ROUNDS * STAGES.length}\n`);
});

describe('money that the bank returns after the erasure of the person', () => {
  /** Creates a paid-out refund of a cancelled application. */
  async function paid(): Promise<{ refund: OwedRefund; party: number }> {
    const { agent, app, clerk, secondClerk: other } = fixture;
    const afm = createAfm();
    const refund = await fixture.createSuspenseRefund({ 'client.afm': afm });
    expectStatus(204, await agent.act(refund.applicationId!, 'DELETE'));
    expectStatus(200, await other.confirm((await clerk.prepareBatch([refund.id])).id));
    return { refund, party: await app.getParty('production', afm) };
  }
  const holders = (id: number) => fixture.app.query('production', 'SELECT holder, iban_shown FROM refund WHERE id = $1', [id]);

  it('is owed to an account that is deleted with the payment', async () => {
    const { clerk, secondClerk: other } = fixture;
    const { refund, party } = await paid();
    expectStatus(200, await admin.erase(party));
    expectStatus(200, await clerk.returnPayment(refund.id));
    const batch = await clerk.prepareBatch([refund.id]);
    expect(await clerk.getRefund(refund.id)).toMatchObject({ status: 'PREPARED', account: { holder: 'Παπαδοπούλου Μαρία' } });
    expectStatus(200, await other.confirm(batch.id));
    expect(await clerk.getRefund(refund.id)).toMatchObject({ status: 'PAID', account: null });
    expect(await holders(refund.id)).toEqual([{ holder: null, iban_shown: null }]);
  });

  it('does not stop a payment during the erasure, nor the erasure from ending', async () => {
    const { app, clerk, secondClerk: other } = fixture;
    const { refund, party } = await paid();
    // Another transaction holds the application, so the erasure waits.
    await app.query('production', 'BEGIN');
    await app.query('production', 'SELECT FROM application WHERE id = $1 FOR NO KEY UPDATE', [refund.applicationId]);
    expectStatus(202, await admin.post(`parties/${party}/erasure`, {}));
    expectStatus(200, await clerk.returnPayment(refund.id));
    const batch = await clerk.prepareBatch([refund.id]);
    await app.query('production', 'COMMIT');
    await app.waitForErasures();
    expect(await holders(refund.id)).toEqual([{ holder: 'Παπαδοπούλου Μαρία', iban_shown: 'GR…0695' }]);
    expectStatus(200, await other.confirm(batch.id));
    expect(await holders(refund.id)).toEqual([{ holder: null, iban_shown: null }]);
  });
});
