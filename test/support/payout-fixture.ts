import { verifyLedger } from '../../src/record/money/ledger/ledger-verification.js';
import { BankFileClient } from './bank-file-client.js';
import { CHARGE_TIME, createPrepaid } from './collection.js';
import { expectStatus, FireApp, type FireAgent, type FireEntity } from './fire-app.js';
import { LocalCollectionClient, WITHDRAWAL } from './collection-client.js';
import type { Changes } from './json-changes.js';
import { PayoutClient, PAYOUT_IBAN, type OwedRefund } from './payout-client.js';
import { StaffClient } from './staff-client.js';

/** A running application with an agent (A100) and two clerks of the issuing department, in production. */
export class PayoutFixture {
  readonly clerk: PayoutClient;
  readonly bank: BankFileClient;

  private constructor(
    readonly app: FireApp,
    readonly agent: FireAgent,
    readonly issuing: LocalCollectionClient,
    /** Confirms batches that the first clerk prepares. */
    readonly secondClerk: PayoutClient,
  ) {
    this.clerk = new PayoutClient(issuing.staff);
    this.bank = new BankFileClient(issuing.staff);
  }

  static async start(): Promise<PayoutFixture> {
    const app = await FireApp.start();
    const agent = (await app.createAgent()).production;
    const issuing = await LocalCollectionClient.open(app);
    const fixture = new PayoutFixture(app, agent, issuing, new PayoutClient(await StaffClient.open(app.running, 'issuing')));
    await fixture.moveClock(CHARGE_TIME);
    expectStatus(200, await issuing.staff.put('settings', { payoutIban: PAYOUT_IBAN }));
    return fixture;
  }

  stop(): Promise<void> {
    return this.app.stop();
  }

  /** Moves the clock and renews the sessions, which may have expired. */
  async moveClock(instant: string): Promise<void> {
    await this.issuing.moveTo(instant, this.agent);
    await this.secondClerk.staff.renewSession();
  }

  async expectCorrectBooks(): Promise<void> {
    expect(await verifyLedger(this.app.running.parts.store, 'production')).toEqual([]);
  }

  /** Creates the refund of a cancelled policy that the customer paid at the bank. */
  async createCancellationRefund(terms: object = WITHDRAWAL): Promise<OwedRefund> {
    const { id } = await createPrepaid(this.agent);
    await this.issuing.pay(this.agent, id);
    expectStatus(200, await this.issuing.cancel(id, '2026-11-25', terms));
    return this.getRefundOf(id);
  }

  /** Creates the refund of suspense money sent for an application in prepay. */
  async createSuspenseRefund(changes: Changes = {}): Promise<OwedRefund> {
    const { id } = await createPrepaid(this.agent, changes);
    return this.refundSuspense(id);
  }

  async refundSuspense(id: FireEntity['id']): Promise<OwedRefund> {
    expectStatus(200, await this.issuing.resolve(await this.issuing.createSuspense(this.agent, id), { refund: true }));
    return this.getRefundOf(id);
  }

  private async getRefundOf(id: number): Promise<OwedRefund> {
    const [refund] = (await this.clerk.list(`applicationId=${id}`)).items;
    if (!refund) throw new Error(`application ${id} has no refund`);
    return refund;
  }
}
