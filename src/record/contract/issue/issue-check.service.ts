import { Injectable } from '@nestjs/common';
import { toLocalDate } from '../../../common/athens.js';
import { DomainError } from '../../../common/domain-error.js';
import type { Occasion } from '../../../common/caller.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Transaction } from '../../../store/store.js';
import type { ApplicationRecord } from '../../core/applications/application.js';
import { LineRegistry } from '../../core/lines/line-registry.js';
import { PolicyPlateRepository } from '../../core/applications/policy-plate.repository.js';
import { assertPriceStands } from '../../core/applications/quote-validity.js';
import { PAYABLE_STATUSES } from '../../core/applications/status.js';

/** What must hold for an application to become a policy. */
@Injectable()
export class IssueCheckService {
  constructor(
    private readonly lines: LineRegistry,
    private readonly plates: PolicyPlateRepository,
  ) {}

  /**
   * In prepay the price stands until pay-by; before it the price is checked again, as prepay does (applications.7, applications.8).
   * @throws DomainError PAYMENT_EXPIRED, PRICE_NO_LONGER_VALID
   */
  assertPayable(occasion: Occasion, application: ApplicationRecord): void {
    const { at } = occasion;
    if (application.payBy !== null && at >= application.payBy) throw new DomainError(ErrorCode.PAYMENT_EXPIRED);
    if (PAYABLE_STATUSES.has(application.status)) return;
    const recalculation = this.lines.of(application.line).calculator.calculate(occasion, application.questionnaire, application.approval);
    assertPriceStands(application, recalculation, toLocalDate(at));
  }

  /** @throws DomainError DUPLICATE_POLICY */
  assertVehicleFree(tx: Transaction, application: ApplicationRecord): Promise<void> {
    return this.plates.assertFree(tx, application);
  }
}
