import { Module } from '@nestjs/common';
import { PaymentsModule } from '../payments/payments.module.js';
import { PayoutsModule } from '../payouts/payouts.module.js';
import { SecretsModule } from '../secrets/secrets.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { BankStatementRepository } from './bank-statement.repository.js';
import { BankStatementService } from './bank-statement.service.js';
import { StatementBookingService } from './statement-booking.service.js';

/** Files in which the bank tells what was credited and debited. */
@Module({
  imports: [PaymentsModule, PayoutsModule, SecretsModule, SettingsModule],
  providers: [BankStatementRepository, BankStatementService, StatementBookingService],
  exports: [BankStatementRepository, BankStatementService, StatementBookingService],
})
export class StatementsModule {}
