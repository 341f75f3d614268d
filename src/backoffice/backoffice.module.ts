import { Module } from '@nestjs/common';
import { KeptResponsesModule } from '../gateway/idempotency/kept-responses.module.js';
import { BackofficeAccessModule } from './access/access.module.js';
import { AccountsModule } from './accounts/accounts.module.js';
import { StaffStatementsModule } from './bank-statements/staff-statements.module.js';
import { StaffApplicationsModule } from './applications/staff-applications.module.js';
import { AgentAdministrationModule } from './agents/agent-administration.module.js';
import { AuditModule } from './audit/audit.module.js';
import { StaffCodeListsModule } from './code-lists/staff-code-lists.module.js';
import { StaffCallsModule } from './calls/staff-calls.module.js';
import { EventsModule } from '../record/events/events.module.js';
import { BackofficeCleanupScheduler } from './cleanup.js';
import { StaffCollectionModule } from './collection/staff-collection.module.js';
import { StaffHealthModule } from './health/staff-health.module.js';
import { KeysModule } from './keys/keys.module.js';
import { StaffOverviewModule } from './overview/staff-overview.module.js';
import { StaffPartiesModule } from './parties/staff-parties.module.js';
import { StaffPoliciesModule } from './policies/staff-policies.module.js';
import { StaffRefundsModule } from './refunds/staff-refunds.module.js';
import { StaffReportsModule } from './reports/staff-reports.module.js';
import { StaffServiceRequestsModule } from './service-requests/staff-service-requests.module.js';
import { StaffSettingsModule } from './settings/staff-settings.module.js';
import { UserKeysModule } from './user-keys/user-keys.module.js';
import { UserAdministrationModule } from './users/user-administration.module.js';
import { AgentWebhooksModule } from './webhooks/agent-webhooks.module.js';

/** The insurer's people: who they are, what they may do, and what they do with keys, users and agents. */
@Module({
  imports: [
    BackofficeAccessModule,
    EventsModule,
    KeptResponsesModule,
    AuditModule,
    AccountsModule,
    AgentAdministrationModule,
    StaffCallsModule,
    StaffCodeListsModule,
    StaffCollectionModule,
    KeysModule,
    UserAdministrationModule,
    UserKeysModule,
    AgentWebhooksModule,
    StaffSettingsModule,
    StaffApplicationsModule,
    StaffHealthModule,
    StaffOverviewModule,
    StaffPartiesModule,
    StaffPoliciesModule,
    StaffServiceRequestsModule,
    StaffRefundsModule,
    StaffStatementsModule,
    StaffReportsModule,
  ],
  providers: [BackofficeCleanupScheduler],
})
export class BackofficeModule {}
