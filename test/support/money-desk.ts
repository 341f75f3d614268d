import { verifyLedger } from '../../src/record/money/ledger/ledger-verification.js';
import { BankFiles } from './bank-files.js';
import { CHARGE_TIME, prepaid } from './collection.js';
import { expectStatus, FireApp, type FireAgent, type FireEntity } from './fire-app.js';
import { IssuingStaff } from './issuing-staff.js';
import type { Changes } from './json-changes.js';
import { PayoutCalls, PAYOUT_IBAN, type OwedRefund } from './payouts.js';
import { StaffCalls } from './staff-calls.js';

/** An application of this process with an agent (A100) and two people of the issuing department, who take in and pay out money in production. */
export class MoneyDesk {
  readonly clerk: PayoutCalls;
  readonly bank: BankFiles;

  private constructor(
    readonly app: FireApp,
    readonly agent: FireAgent,
    readonly issuing: IssuingStaff,
    /** Who confirms what the clerk prepares. */
    readonly other: PayoutCalls,
  ) {
    this.clerk = new PayoutCalls(issuing.staff);
    this.bank = new BankFiles(issuing.staff);
  }

  static async open(): Promise<MoneyDesk> {
    const app = await FireApp.start();
    const agent = (await app.agent()).production;
    const issuing = await IssuingStaff.open(app);
    const desk = new MoneyDesk(app, agent, issuing, new PayoutCalls(await StaffCalls.open(app.running, 'issuing')));
    await desk.moveTo(CHARGE_TIME);
    expectStatus(200, await issuing.staff.put('settings', { payoutIban: PAYOUT_IBAN }));
    return desk;
  }

  stop(): Promise<void> {
    return this.app.stop();
  }

  /** Moves the clock; agent and people have new sessions then. */
  async moveTo(instant: string): Promise<void> {
    await this.issuing.moveTo(instant, this.agent);
    await this.other.staff.renew();
  }

  async expectRightBooks(): Promise<void> {
    expect(await verifyLedger(this.app.running.parts.store, 'production')).toEqual([]);
  }

  /** Of a policy that the customer paid at the bank and the insurer cancelled. */
  async owedOfCancellation(): Promise<OwedRefund> {
    const { id } = await prepaid(this.agent);
    await this.issuing.pay(this.agent, id);
    expectStatus(200, await this.issuing.cancel(id, '2026-11-25', { claims: false }));
    return this.owedOf(id);
  }

  /** Of money that paid nothing, sent for an application in prepay. */
  async owedOfSuspense(changes: Changes = {}): Promise<OwedRefund> {
    const { id } = await prepaid(this.agent, changes);
    return this.suspenseRefunded(id);
  }

  async suspenseRefunded(id: FireEntity['id']): Promise<OwedRefund> {
    expectStatus(200, await this.issuing.resolve(await this.issuing.suspended(this.agent, id), { refund: true }));
    return this.owedOf(id);
  }

  private async owedOf(id: number): Promise<OwedRefund> {
    const [refund] = (await this.clerk.list(`applicationId=${id}`)).items;
    if (!refund) throw new Error(`nothing is owed of application ${id}`);
    return refund;
  }
}
