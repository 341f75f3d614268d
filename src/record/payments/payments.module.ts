import { Module } from '@nestjs/common';
import { ApplicationsModule } from '../applications/applications.module.js';
import { IssueModule } from '../issue/issue.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { SecretsModule } from '../secrets/secrets.module.js';
import { BankAdviceService } from './bank-advice.service.js';
import { BankAdviceRepository } from './bank-advice.repository.js';
import { SuspenseService } from './suspense.service.js';
import { SuspensePaymentService } from './suspense-payment.service.js';
import { SuspenseRepository } from './suspense.repository.js';

/** Money of customers as the bank advises it. */
@Module({
  imports: [ApplicationsModule, IssueModule, LedgerModule, SecretsModule],
  providers: [BankAdviceService, BankAdviceRepository, SuspenseService, SuspensePaymentService, SuspenseRepository],
  exports: [BankAdviceService, SuspenseService, SuspensePaymentService],
})
export class PaymentsModule {}
