import { Module, type OnModuleInit } from '@nestjs/common';
import { UploadsModule } from '../../gateway/body/uploads.module.js';
import { AgentsModule } from '../../record/agents/agents.module.js';
import { ApplicationEntities } from '../../record/applications/application-entities.js';
import { ApplicationsModule } from '../../record/applications/applications.module.js';
import { LineCalculators } from '../../record/applications/line-calculators.js';
import { LineRenewers } from '../../record/applications/line-renewers.js';
import { BonusMalusModule } from '../../record/bonus-malus/bonus-malus.module.js';
import { DocumentsModule } from '../../record/documents/documents.module.js';
import { IssueModule } from '../../record/issue/issue.module.js';
import { LedgerModule } from '../../record/ledger/ledger.module.js';
import { TariffsModule } from '../../record/tariffs/tariffs.module.js';
import { MtrApplicationMapper, type MtrRecord } from './mtr-application.mapper.js';
import { MtrApplicationService } from './mtr-application.service.js';
import { MtrApplicationsController } from './mtr-applications.controller.js';
import { MtrCalculator } from './mtr-calculator.js';
import { MtrDocumentsController } from './mtr-documents.controller.js';
import { MtrIssueController } from './mtr-issue.controller.js';
import { MtrIssueService } from './mtr-issue.service.js';
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
  imports: [AgentsModule, ApplicationsModule, BonusMalusModule, DocumentsModule, IssueModule, LedgerModule, TariffsModule, UploadsModule],
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
    MtrIssueService,
    MtrParametersService,
    MtrQuestionnaireReader,
    MtrQuoteService,
    MtrRenewer,
    MtrTemplate,
  ],
})
export class MtrModule implements OnModuleInit {
  constructor(
    private readonly entities: ApplicationEntities,
    private readonly calculators: LineCalculators,
    private readonly calculator: MtrCalculator,
    private readonly mapper: MtrApplicationMapper,
    private readonly renewers: LineRenewers,
    private readonly renewer: MtrRenewer,
  ) {}

  onModuleInit(): void {
    this.calculators.register('motor', this.calculator);
    this.renewers.register('motor', this.renewer);
    this.entities.register('motor', (application, caller) => this.mapper.toEntity(application as MtrRecord, caller));
  }
}
