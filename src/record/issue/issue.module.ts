import { Module } from '@nestjs/common';
import { AgentsModule } from '../agents/agents.module.js';
import { CancellationModule } from '../cancellation/cancellation.module.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { LinesModule } from '../lines/lines.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { TariffsModule } from '../tariffs/tariffs.module.js';
import { ChargeService } from './charge.service.js';
import { GreenCardService } from './green-card.service.js';
import { IssueCheckService } from './issue-check.service.js';
import { IssueService } from './issue.service.js';
import { MissingDocumentPrinter } from './missing-document.printer.js';
import { MissingDocumentService } from './missing-document.service.js';
import { MissingDocumentsRepository } from './missing-documents.repository.js';
import { PaymentNoticeService } from './payment-notice.service.js';
import { PolicyDocumentService } from './policy-document.service.js';
import { PolicyPrinter } from './policy-printer.js';
import { PrintQueue } from './print-queue.js';
import { RefusedCredit } from './refused-credit.js';
import { RenewalRepository } from './renewal.repository.js';
import { RenewalService } from './renewal.service.js';

@Module({
  imports: [AgentsModule, CancellationModule, DocumentsModule, LedgerModule, LinesModule, SettingsModule, TariffsModule],
  providers: [
    ChargeService,
    GreenCardService,
    MissingDocumentPrinter,
    MissingDocumentService,
    MissingDocumentsRepository,
    IssueCheckService,
    IssueService,
    PaymentNoticeService,
    PolicyDocumentService,
    PolicyPrinter,
    PrintQueue,
    RefusedCredit,
    RenewalRepository,
    RenewalService,
  ],
  exports: [ChargeService, GreenCardService, IssueService, PaymentNoticeService, RefusedCredit],
})
export class IssueModule {}
