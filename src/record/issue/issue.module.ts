import { Module } from '@nestjs/common';
import { AgentsModule } from '../agents/agents.module.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { LinesModule } from '../lines/lines.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { TariffsModule } from '../tariffs/tariffs.module.js';
import { ApplicationPaymentsService } from './application-payments.service.js';
import { Charges } from './charges.js';
import { GreenCards } from './green-cards.js';
import { IssueChecks } from './issue-checks.js';
import { Issuing } from './issuing.js';
import { MissingDocuments } from './missing-documents.js';
import { MissingDocumentsRepository } from './missing-documents.repository.js';
import { PaymentNotices } from './payment-notices.js';
import { PolicyDocuments } from './policy-documents.js';
import { PolicyPrinter } from './policy-printer.js';
import { PrintQueue } from './print-queue.js';
import { RenewalRepository } from './renewal.repository.js';
import { Renewals } from './renewals.js';

@Module({
  imports: [AgentsModule, DocumentsModule, LedgerModule, LinesModule, SettingsModule, TariffsModule],
  providers: [
    ApplicationPaymentsService,
    Charges,
    GreenCards,
    MissingDocuments,
    MissingDocumentsRepository,
    IssueChecks,
    Issuing,
    PaymentNotices,
    PolicyDocuments,
    PolicyPrinter,
    PrintQueue,
    RenewalRepository,
    Renewals,
  ],
  exports: [ApplicationPaymentsService, GreenCards, Issuing],
})
export class IssueModule {}
