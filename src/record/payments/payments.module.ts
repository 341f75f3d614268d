import { Module } from '@nestjs/common';
import { ApplicationsModule } from '../applications/applications.module.js';
import { IssueModule } from '../issue/issue.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { BankAdvices } from './bank-advices.js';
import { BankAdviceRepository } from './bank-advice.repository.js';
import { Suspense } from './suspense.js';
import { SuspensePayments } from './suspense-payments.js';
import { SuspenseRepository } from './suspense.repository.js';

/** Money of customers as the bank advises it. */
@Module({
  imports: [ApplicationsModule, IssueModule, LedgerModule],
  providers: [BankAdvices, BankAdviceRepository, Suspense, SuspensePayments, SuspenseRepository],
  exports: [BankAdvices, Suspense, SuspensePayments],
})
export class PaymentsModule {}
