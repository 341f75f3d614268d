import { Module } from '@nestjs/common';
import { DocumentsModule } from '../documents/documents.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { SecretsModule } from '../secrets/secrets.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { PayoutBatchService } from './payout-batch.service.js';
import { RefundRepository } from './refund.repository.js';
import { RefundService } from './refund.service.js';

/** Money that the insurer owes, and pays by bank transfer. */
@Module({
  imports: [DocumentsModule, LedgerModule, SecretsModule, SettingsModule],
  providers: [RefundRepository, RefundService, PayoutBatchService],
  exports: [RefundService, PayoutBatchService],
})
export class PayoutsModule {}
