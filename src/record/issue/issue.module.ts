import { Module } from '@nestjs/common';
import { AgentsModule } from '../agents/agents.module.js';
import { ApplicationsModule } from '../applications/applications.module.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { TariffsModule } from '../tariffs/tariffs.module.js';
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
  imports: [AgentsModule, ApplicationsModule, DocumentsModule, LedgerModule, SettingsModule, TariffsModule],
  providers: [
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
  exports: [Charges, GreenCards, Issuing, PaymentNotices, PolicyPrinter],
})
export class IssueModule {}
