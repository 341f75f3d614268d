import { DemoCustomerService } from './demo/demo-customer.service.js';
import { DemoSecretsMaker } from './demo/demo-secrets-maker.js';
import { DemoService } from './demo/demo.service.js';
import { GatewayModule } from '../../gateway/gateway.module.js';
import { UnderwritingModule } from '../underwriting/underwriting.module.js';
import { BackofficeCleanupScheduler } from './cleanup/backoffice-cleanup.scheduler.js';
import { IdentityModule } from '../../identity/identity.module.js';
import { Module } from '@nestjs/common';
import { CallSearchRepository } from '../../gateway/observability/call-search.repository.js';
import { CoreModule } from '../../record/core/core.module.js';
import { ExchangeModule } from '../../record/exchange/exchange.module.js';
import { MoneyModule } from '../../record/money/money.module.js';
import { ContractModule } from '../../record/contract/contract.module.js';
import { AmendmentRunSearchRepository } from './amendment-runs/amendment-run-search.repository.js';
import { AmendmentRunWorker } from './amendment-runs/amendment-run.worker.js';
import { AmendmentRunsController } from './amendment-runs/amendment-runs.controller.js';
import { StaffAmendmentRunService } from './amendment-runs/staff-amendment-run.service.js';
import { AgentAdministrationService } from './agents/agent-administration.service.js';
import { AgentsController } from './agents/agents.controller.js';
import { StaffCallsController } from './calls/calls.controller.js';
import { CodeListsController } from './code-lists/code-lists.controller.js';
import { ErrorCodesController } from './error-codes/error-codes.controller.js';
import { EnvironmentHealthReader } from './health/environment-health.reader.js';
import { IncidentDraftRepository } from './incidents/incident-draft.repository.js';
import { IncidentDraftService } from './incidents/incident-draft.service.js';
import { IncidentsController } from './incidents/incidents.controller.js';
import { NodeHeartbeatScheduler } from './health/node-heartbeat.scheduler.js';
import { StaffHealthController } from './health/staff-health.controller.js';
import { StaffHealthService } from './health/staff-health.service.js';
import { PortfolioTransferWorker } from './portfolio-transfers/portfolio-transfer.worker.js';
import { PortfolioTransfersController } from './portfolio-transfers/portfolio-transfers.controller.js';
import { PortfolioTransferRequestService } from './portfolio-transfers/portfolio-transfer-request.service.js';
import { StaffPortfolioTransferService } from './portfolio-transfers/staff-portfolio-transfer.service.js';
import { StaffReportsController } from './reports/staff-reports.controller.js';
import { SearchController } from './search/search.controller.js';
import { SearchService } from './search/search.service.js';
import { SettingsController } from './settings/settings.controller.js';
import { StaffLetterTextsService } from './settings/staff-letter-texts.service.js';
import { StaffLegalTextsService } from './settings/staff-legal-texts.service.js';
import { StaffSettingsService } from './settings/staff-settings.service.js';
import { AgentWebhookService } from './webhooks/agent-webhook.service.js';
import { AgentDeliveriesController, AgentWebhooksController } from './webhooks/webhooks.controller.js';

@Module({
  imports: [ContractModule, CoreModule, ExchangeModule, GatewayModule, IdentityModule, MoneyModule, UnderwritingModule],
  controllers: [
    AgentDeliveriesController,
    AgentWebhooksController,
    AgentsController,
    AmendmentRunsController,
    CodeListsController,
    ErrorCodesController,
    IncidentsController,
    PortfolioTransfersController,
    SearchController,
    SettingsController,
    StaffCallsController,
    StaffHealthController,
    StaffReportsController,
  ],
  providers: [
    AgentAdministrationService,
    AgentWebhookService,
    AmendmentRunSearchRepository,
    AmendmentRunWorker,
    BackofficeCleanupScheduler,
    CallSearchRepository,
    DemoCustomerService,
    DemoSecretsMaker,
    DemoService,
    SearchService,
    EnvironmentHealthReader,
    IncidentDraftRepository,
    IncidentDraftService,
    NodeHeartbeatScheduler,
    PortfolioTransferWorker,
    StaffAmendmentRunService,
    StaffHealthService,
    StaffLegalTextsService,
    PortfolioTransferRequestService,
    StaffPortfolioTransferService,
    StaffLetterTextsService,
    StaffSettingsService,
  ],
})
export class AdministrationModule {}
