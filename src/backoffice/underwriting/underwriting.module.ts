import { AuthoritiesController } from './authorities/authorities.controller.js';
import { HandUpsController } from './hand-ups/hand-ups.controller.js';
import { DecisionControl } from './authorities/decision-control.service.js';
import { HandUpService } from './hand-ups/hand-up.service.js';
import { StaffAuthorityService } from './authorities/staff-authority.service.js';
import { StaffAmendmentDecisionService } from './amendments/staff-amendment-decision.service.js';
import { StaffDecisionService } from './applications/staff-decision.service.js';
import { Module } from '@nestjs/common';
import { ContractModule } from '../../record/contract/contract.module.js';
import { CoreModule } from '../../record/core/core.module.js';
import { ExchangeModule } from '../../record/exchange/exchange.module.js';
import { MoneyModule } from '../../record/money/money.module.js';
import { AmendmentQueueController } from './amendments/amendment-queue.controller.js';
import { AmendmentQueueService } from './amendments/amendment-queue.service.js';
import { StaffCertificatesController } from './amendments/certificates.controller.js';
import { StaffAmendmentDesks } from './amendments/staff-amendment-desks.service.js';
import { StaffAmendmentService } from './amendments/staff-amendment.service.js';
import { StaffAmendmentsController } from './amendments/staff-amendments.controller.js';
import { ApplicationActionsController } from './applications/application-actions.controller.js';
import { ApplicationListRepository } from './applications/application-list.repository.js';
import { ApplicationObjectController } from './applications/application-object.controller.js';
import { ApplicationObjectService } from './applications/application-object.service.js';
import { ApplicationTimelineRepository } from './applications/application-timeline.repository.js';
import { ApplicationWorkController } from './applications/application-work.controller.js';
import { ApplicationWorkRepository } from './applications/application-work.repository.js';
import { ApplicationWorkService } from './applications/application-work.service.js';
import { ApplicationDeliveriesController, ApplicationInformationController } from './offers/information.controller.js';
import { StaffApplicationFilesController } from './applications/staff-application-files.controller.js';
import { StaffApplicationFilesReader } from './applications/staff-application-files.reader.js';
import { StaffApplicationReader } from './applications/staff-application.reader.js';
import { StaffApplicationsController } from './applications/staff-applications.controller.js';
import { StaffCancellationService } from './applications/staff-cancellation.service.js';
import { StaffReinstatementService } from './applications/staff-reinstatement.service.js';
import { StaffApplicationsService } from './applications/staff-applications.service.js';
import { BonusMalusController } from './bonus-malus/bonus-malus.controller.js';
import { StaffBonusMalusService } from './bonus-malus/staff-bonus-malus.service.js';
import { ApplicationClaimsController, ClaimsController } from './claims/claims.controller.js';
import { StaffClaimService } from './claims/staff-claim.service.js';
import { ClientRepository } from './clients/client.repository.js';
import { ClientService } from './clients/client.service.js';
import { ClientsController } from './clients/clients.controller.js';
import { StaffCustomerActService } from './customers/staff-customer-act.service.js';
import { StaffWithdrawalService } from './customers/staff-withdrawal.service.js';
import { CustomerActsOfApplicationController, StaffWithdrawalsController } from './customers/withdrawals.controller.js';
import { StaffCustomerLinksController } from './customers/customer-links.controller.js';
import { ApplicationLettersController, PartyLettersController } from './letters/letters.controller.js';
import { StaffLetterService } from './letters/staff-letter.service.js';
import { MessageTemplateService } from './message-templates/message-template.service.js';
import { MessageTemplatesController } from './message-templates/message-templates.controller.js';
import { CallCountRepository } from './overview/call-count.repository.js';
import { IntegrationRepository } from './overview/integration.repository.js';
import { OverviewController } from './overview/overview.controller.js';
import { OverviewService } from './overview/overview.service.js';
import { QuoteDraftService } from './quote-drafts/quote-draft.service.js';
import { QuoteDraftsController } from './quote-drafts/quote-drafts.controller.js';
import { ErasurePreviewService } from './parties/erasure-preview.service.js';
import { ErasureRepository } from './parties/erasure.repository.js';
import { ErasureWorker } from './parties/erasure.worker.js';
import { ExportedApplications, NamedPersons } from './parties/exported-applications.service.js';
import { PartyApplicationsService } from './parties/party-applications.service.js';
import { PartyErasureController } from './parties/party-erasure.controller.js';
import { PartyErasureService } from './parties/party-erasure.service.js';
import { PersonDataRepository } from './parties/person-data.repository.js';
import { PersonExportService } from './parties/person-export.service.js';
import { RetentionService } from './parties/retention.service.js';
import { StaffPartiesController } from './parties/staff-parties.controller.js';
import { StaffPartyService } from './parties/staff-party.service.js';
import { PoliciesController } from './policies/policies.controller.js';
import { PolicyQueueRepository } from './policies/policy-queue.repository.js';
import { PolicyQueueService } from './policies/policy-queue.service.js';
import { AgentTimelineService } from './portfolio/agent-timeline.service.js';
import { AgentTaskRepository } from './portfolio/agent-task.repository.js';
import { StaffPortfolioController } from './portfolio/staff-portfolio.controller.js';
import { StaffPortfolioService } from './portfolio/staff-portfolio.service.js';
import { StaffServiceRequestsController } from './service-requests/staff-service-requests.controller.js';

@Module({
  imports: [ContractModule, CoreModule, ExchangeModule, MoneyModule],
  controllers: [
    AmendmentQueueController,
    AuthoritiesController,
    HandUpsController,
    ApplicationActionsController,
    ApplicationClaimsController,
    ApplicationLettersController,
    ApplicationObjectController,
    ApplicationWorkController,
    BonusMalusController,
    ClaimsController,
    ClientsController,
    CustomerActsOfApplicationController,
    MessageTemplatesController,
    OverviewController,
    PartyErasureController,
    PartyLettersController,
    PoliciesController,
    QuoteDraftsController,
    StaffPortfolioController,
    StaffAmendmentsController,
    ApplicationDeliveriesController,
    ApplicationInformationController,
    StaffApplicationFilesController,
    StaffApplicationsController,
    StaffCertificatesController,
    StaffCustomerLinksController,
    StaffPartiesController,
    StaffServiceRequestsController,
    StaffWithdrawalsController,
  ],
  providers: [
    AmendmentQueueService,
    StaffAmendmentDesks,
    StaffAmendmentService,
    StaffAmendmentDecisionService,
    StaffAuthorityService,
    StaffDecisionService,
    DecisionControl,
    HandUpService,
    AgentTaskRepository,
    AgentTimelineService,
    ApplicationListRepository,
    ApplicationObjectService,
    ApplicationTimelineRepository,
    ApplicationWorkRepository,
    ApplicationWorkService,
    CallCountRepository,
    ClientRepository,
    ClientService,
    IntegrationRepository,
    MessageTemplateService,
    ErasurePreviewService,
    ErasureRepository,
    ErasureWorker,
    ExportedApplications,
    NamedPersons,
    PersonExportService,
    OverviewService,
    PartyApplicationsService,
    PartyErasureService,
    PersonDataRepository,
    PolicyQueueRepository,
    PolicyQueueService,
    QuoteDraftService,
    StaffPortfolioService,
    RetentionService,
    StaffApplicationFilesReader,
    StaffApplicationReader,
    StaffApplicationsService,
    StaffBonusMalusService,
    StaffClaimService,
    StaffLetterService,
    StaffCancellationService,
    StaffReinstatementService,
    StaffPartyService,
    StaffCustomerActService,
    StaffWithdrawalService,
  ],
  exports: [RetentionService],
})
export class UnderwritingModule {}
