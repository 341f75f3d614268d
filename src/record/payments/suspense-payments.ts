import { Injectable } from '@nestjs/common';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import type { ApplicationRecord } from '../applications/application.js';
import { Applications } from '../applications/applications.js';
import { POLICY_STATUSES } from '../applications/status.js';
import { Issuing } from '../issue/issuing.js';
import type { CustomerPayer } from '../issue/payer.js';
import { SUSPENSE } from '../ledger/account.js';
import type { Booker } from './bank-advice.js';
import { Suspense } from './suspense.js';

/** Pays with money that is in suspense. */
@Injectable()
export class SuspensePayments {
  constructor(
    private readonly suspense: Suspense,
    private readonly applications: Applications,
    private readonly issuing: Issuing,
  ) {}

  /**
   * Uses an item for an application, as a payment of the bank would be: it issues one in prepay, or pays the next instalment of a policy. When
   * it cannot, it stays.
   * @throws DomainError CHILD_NOT_FOUND, APPLICATION_NOT_FOUND, NOT_ALLOWED_IN_STATUS (also when it is resolved), FINAL_STATUS, WRONG_AMOUNT, ALREADY_PAID,
   * PAYMENT_EXPIRED, DUPLICATE_POLICY, CHANGED_MEANWHILE
   */
  async pay(booker: Booker, id: number, applicationId: number): Promise<ApplicationRecord> {
    const item = await this.suspense.getOpen(booker, id);
    const application = await this.applications.getAnyApplication(booker.doer.environment, String(applicationId));
    const { amount, reference } = item;
    const payer: CustomerPayer = { method: 'RF', reference, amount, instalmentNo: null, from: SUSPENSE };
    const pays = POLICY_STATUSES.has(application.status) ? 'payInstalment' : 'issue';
    const paid = await this.issuing[pays](booker.doer, application, payer, (tx, _receipt, { transactionId }) =>
      this.suspense.close(tx, booker, item, { kind: 'APPLICATION', transactionId, applicationId }),
    );
    if (!paid) throw new DomainError(ErrorCode.CHANGED_MEANWHILE);
    return paid;
  }
}
