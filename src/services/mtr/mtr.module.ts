import { Module } from '@nestjs/common';
import { UploadsModule } from '../../gateway/body/uploads.module.js';
import { AgentsModule } from '../../record/agents/agents.module.js';
import { BonusMalusModule } from '../../record/bonus-malus/bonus-malus.module.js';
import { DocumentsModule } from '../../record/documents/documents.module.js';
import { IssueModule } from '../../record/issue/issue.module.js';
import { LedgerModule } from '../../record/ledger/ledger.module.js';
import { LinesModule } from '../../record/lines/lines.module.js';
import { TariffsModule } from '../../record/tariffs/tariffs.module.js';
import { MtrApplicationMapper } from './mtr-application.mapper.js';
import { MtrApplicationService } from './mtr-application.service.js';
import { MtrApplicationsController } from './mtr-applications.controller.js';
import { MtrCalculator } from './mtr-calculator.js';
import { MtrDetailsService } from './mtr-details.service.js';
import { MtrDocumentsController } from './mtr-documents.controller.js';
import { MtrIssueController } from './mtr-issue.controller.js';
import { MtrLine } from './mtr-line.js';
import { MtrParametersController } from './mtr-parameters.controller.js';
import { MtrParametersService } from './mtr-parameters.service.js';
import { MtrPoliciesController } from './mtr-policies.controller.js';
import { MtrPolicyDocumentsController } from './mtr-policy-documents.controller.js';
import { MtrQuestionnaireReader } from './mtr-questionnaire.reader.js';
import { MtrQuoteService } from './mtr-quote.service.js';
import { MtrQuotesController } from './mtr-quotes.controller.js';
import { MtrRenewer } from './mtr-renewer.js';
import { MtrResourceController } from './mtr-resource.controller.js';
import { MtrTemplate } from './mtr-template.js';
import { MtrVehicleParametersController } from './mtr-vehicle-parameters.controller.js';

@Module({
  imports: [AgentsModule, BonusMalusModule, DocumentsModule, IssueModule, LedgerModule, LinesModule, TariffsModule, UploadsModule],
  controllers: [
    MtrApplicationsController,
    MtrDocumentsController,
    MtrIssueController,
    MtrParametersController,
    MtrPoliciesController,
    MtrPolicyDocumentsController,
    MtrQuotesController,
    MtrResourceController,
    MtrVehicleParametersController,
  ],
  providers: [
    MtrApplicationMapper,
    MtrApplicationService,
    MtrCalculator,
    MtrDetailsService,
    MtrLine,
    MtrParametersService,
    MtrQuestionnaireReader,
    MtrQuoteService,
    MtrRenewer,
    MtrTemplate,
  ],
})
export class MtrModule {}
