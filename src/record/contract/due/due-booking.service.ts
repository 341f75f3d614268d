import { Injectable } from '@nestjs/common';
import type { OperationContext } from '../../../common/caller.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { CommissionStatementService } from '../../money/commission/commission-statement.service.js';
import { PremiumService } from '../../money/ledger/premium.service.js';
import { RenewalPreparationService } from '../issue/renewal-preparation.service.js';

/** Bookings, drafts and tasks that are due because time passed, besides the transitions of applications. */
@Injectable()
export class DueBookingService {
  constructor(
    private readonly premiums: PremiumService,
    private readonly statements: CommissionStatementService,
    private readonly renewals: RenewalPreparationService,
  ) {}

  /** Writes premium that is due, prepares statements of past months, and reports policies of closed agents. */
  async run(context: OperationContext & Writer): Promise<void> {
    await this.premiums.writeDue(context);
    await this.statements.prepareDue(context);
    await this.renewals.reportClosedAgents(context);
  }
}
