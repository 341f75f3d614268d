import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { ApplicationRecord } from '../../core/applications/application.js';
import { ApplicationService } from '../../core/applications/application.service.js';
import { POLICY_STATUSES } from '../../core/applications/status.js';
import { IssueService } from '../issue/issue.service.js';
import type { CustomerPayer } from '../issue/payer.js';
import { SUSPENSE } from '../../money/ledger/account.js';
import { AgentClocks } from '../../../store/agent-clocks.js';
import type { BookingContext } from './bank-advice.js';
import { SuspenseService } from './suspense.service.js';

/** Pays with money that is in suspense. */
@Injectable()
export class SuspensePaymentService {
  constructor(
    private readonly suspense: SuspenseService,
    private readonly applications: ApplicationService,
    private readonly issuing: IssueService,
    private readonly agentClocks: AgentClocks,
  ) {}

  /**
   * Uses an item for an application, as a payment of the bank would be: it issues one in prepay, or pays the next instalment of a policy. When
   * it cannot, it stays.
   * @throws DomainError CHILD_NOT_FOUND, APPLICATION_NOT_FOUND, NOT_ALLOWED_IN_STATUS (also when it is resolved), FINAL_STATUS, WRONG_AMOUNT, ALREADY_PAID,
   * PAYMENT_EXPIRED, DUPLICATE_POLICY, CHANGED_MEANWHILE
   */
  async pay(booker: BookingContext, id: number, applicationId: number): Promise<ApplicationRecord> {
    const item = await this.suspense.getOpen(booker, id);
    const application = await this.applications.getAnyApplication(booker.actor, String(applicationId));
    const actor = await this.agentClocks.dated(booker.actor, application.agentCode);
    const { amount, reference } = item;
    const payer: CustomerPayer = { method: 'RF', reference, amount, instalmentNo: null, from: SUSPENSE };
    const pays = POLICY_STATUSES.has(application.status) ? 'payInstalment' : 'issue';
    const paid = await this.issuing[pays](actor, application, payer, (tx, _receipt, { transactionId }) =>
      this.suspense.close(tx, { ...booker, actor }, item, { kind: 'APPLICATION', transactionId, applicationId }),
    );
    if (!paid) throw new DomainError(ErrorCode.CHANGED_MEANWHILE);
    return paid;
  }
}
