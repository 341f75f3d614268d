import { Injectable } from '@nestjs/common';
import type { Occasion } from '../../../common/caller.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { CommissionStatementService } from '../../money/commission/commission-statement.service.js';
import { PremiumService } from '../../money/ledger/premium.service.js';

/** Bookings and drafts that are due because time passed, besides the transitions of applications. */
@Injectable()
export class DueBookingService {
  constructor(
    private readonly premiums: PremiumService,
    private readonly statements: CommissionStatementService,
  ) {}

  /** Writes premium whose period has begun, and prepares statements of commission of months that are over. */
  async run(occasion: Occasion & Writer): Promise<void> {
    await this.premiums.writeDue(occasion);
    await this.statements.prepareDue(occasion);
  }
}
