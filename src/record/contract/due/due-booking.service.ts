import { Injectable } from '@nestjs/common';
import type { OperationContext } from '../../../common/caller.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { CommissionStatementService } from '../../money/commission/commission-statement.service.js';
import { PremiumService } from '../../money/ledger/premium.service.js';
import { RenewalPreparationService } from '../issue/renewal-preparation.service.js';

@Injectable()
export class DueBookingService {
  constructor(
    private readonly premiums: PremiumService,
    private readonly statements: CommissionStatementService,
    private readonly renewals: RenewalPreparationService,
  ) {}

  async run(context: OperationContext & Writer): Promise<void> {
    await this.premiums.writeDue(context);
    await this.statements.prepareDue(context);
    await this.renewals.reportClosedAgents(context);
  }
}
