import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../../../common/athens.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { toAmount, toDecimal, type Amount } from '../../../common/money.js';
import { AgentClocks } from '../../../store/agent-clocks.js';
import type { Transaction } from '../../../store/store.js';
import type { Actor, ApplicationRecord } from '../../core/applications/application.js';
import { ApplicationService } from '../../core/applications/application.service.js';
import { POLICY_STATUSES, Status } from '../../core/applications/status.js';
import type { Posted } from '../../money/ledger/ledger.repository.js';
import { IssueService, type AfterPayment } from '../issue/issue.service.js';
import { countPaid, type CustomerPayer } from '../issue/payer.js';
import { findAmendmentNo } from '../../core/amendments/amendment.js';
import { AmendmentPaymentService } from '../amendments/amendment-payment.service.js';
import { toRenewedElsewhere } from '../cancellation/reinstatement.service.js';
import { BankAdviceRepository } from './bank-advice.repository.js';
import { LapseReinstatementService } from './lapse-reinstatement.service.js';

type AfterInstalment = (tx: Transaction, actor: Actor, part: Amount, posted: Posted) => Promise<void>;

@Injectable()
export class CustomerPaymentService {
  constructor(
    private readonly repository: BankAdviceRepository,
    private readonly applications: ApplicationService,
    private readonly issuing: IssueService,
    private readonly agentClocks: AgentClocks,
    private readonly lapses: LapseReinstatementService,
    private readonly amendments: AmendmentPaymentService,
  ) {}

  /** The actor has the time of the application's agent. @throws DomainError APPLICATION_NOT_FOUND */
  async open(by: Actor, applicationId: number): Promise<{ readonly application: ApplicationRecord; readonly actor: Actor }> {
    const application = await this.applications.getAnyApplication(by, String(applicationId));
    return { application, actor: await this.agentClocks.applyClock(by, application.agentCode) };
  }

  /**
   * @throws DomainError NOT_ALLOWED_IN_STATUS, FINAL_STATUS, WRONG_AMOUNT, ALREADY_PAID, PAYMENT_EXPIRED,
   * DUPLICATE_POLICY, CHANGED_MEANWHILE
   */
  async pay(actor: Actor, application: ApplicationRecord, payer: CustomerPayer, after: AfterPayment): Promise<ApplicationRecord> {
    const paid = await this.tryToPay(actor, application, payer, after);
    if (!paid) throw new DomainError(ErrorCode.CHANGED_MEANWHILE);
    return paid;
  }

  async paysSeveral(actor: Actor, application: ApplicationRecord, money: Pick<CustomerPayer, 'amount' | 'tolerance'>): Promise<boolean> {
    return countPaid(await this.issuing.listDues(actor, application), money) > 1;
  }

  /** Books each instalment separately, within the caller's unit of work (money.104). @throws DomainError as `pay` */
  async payAll(by: Actor, applicationId: number, payer: CustomerPayer, after: AfterInstalment): Promise<ApplicationRecord> {
    const { application, actor } = await this.open(by, applicationId);
    const dues = await this.issuing.listDues(actor, application);
    const count = countPaid(dues, payer);
    let [current, rest] = [application, toDecimal(payer.amount)];
    for (let index = 0; index < count; index += 1) {
      // The last one takes the rest, with the difference from what is due.
      const amount = index === count - 1 ? toAmount(rest) : dues[index]!.gross;
      const part = { ...payer, amount, instalmentNo: index === 0 ? payer.instalmentNo : null };
      current = await this.pay(actor, current, part, (tx, _receipt, posted) => after(tx, actor, amount, posted));
      rest = rest.minus(amount);
    }
    return current;
  }

  /** @throws DomainError as `pay` */
  async reinstate(
    by: Actor,
    applicationId: number,
    payer: CustomerPayer,
    reason: string,
    after: AfterInstalment,
  ): Promise<ApplicationRecord> {
    const { application, actor } = await this.open(by, applicationId);
    const inTime = await this.lapses.findPaidInTime(actor, application, payer.valueDate);
    const lapse = inTime ?? (await this.lapses.getLapse(actor, application));
    const afterPayment: AfterPayment = (tx, _receipt, posted) => after(tx, actor, payer.amount, posted);
    const reinstated = await this.lapses.reinstate(actor, application, { ...lapse, payer, after: afterPayment, reason });
    if (!reinstated) throw new DomainError(ErrorCode.CHANGED_MEANWHILE);
    return reinstated;
  }

  async tryToPay(
    actor: Actor,
    application: ApplicationRecord,
    payer: CustomerPayer,
    after: AfterPayment,
  ): Promise<ApplicationRecord | null> {
    if (findAmendmentNo(payer.instalmentNo) !== null) return this.amendments.pay(actor, application, payer, after);
    const lapse = await this.lapses.findPaidInTime(actor, application, payer.valueDate);
    if (lapse) return this.lapses.reinstate(actor, application, { ...lapse, payer, after, reason: 'PAID_IN_TIME' });
    if (POLICY_STATUSES.has(application.status)) return this.issuing.payInstalment(actor, application, payer, after);
    if (application.status === Status.CANCELLED) await this.assertPaidBeforeExpiry(actor, application, payer.valueDate);
    return this.issuing.issue(actor, application, payer, after).catch((error: unknown) => {
      throw toRenewedElsewhere(error);
    });
  }

  /** The application must only have expired, and been paid in time by the bank's value date (money.82). */
  private async assertPaidBeforeExpiry(actor: Actor, application: ApplicationRecord, valueDate: LocalDate): Promise<void> {
    const lastDay = await this.repository.findLastDayOfExpired(actor, application);
    if (lastDay === null) throw new DomainError(ErrorCode.FINAL_STATUS);
    if (valueDate > lastDay) throw new DomainError(ErrorCode.PAYMENT_EXPIRED);
  }
}
