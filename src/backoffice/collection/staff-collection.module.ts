import { Module } from '@nestjs/common';
import { AgentAccountsModule } from '../../record/agent-accounts/agent-accounts.module.js';
import { LedgerModule } from '../../record/ledger/ledger.module.js';
import { PaymentsModule } from '../../record/payments/payments.module.js';
import { SecretsModule } from '../../record/secrets/secrets.module.js';
import { AgentAccountService } from './agent-account.service.js';
import { AgentAccountsController } from './agent-accounts.controller.js';
import { AgentAccountListController } from './agent-account-list.controller.js';
import { MessagesController } from './messages.controller.js';
import { StaffPaymentService } from './staff-payment.service.js';
import { PaymentsController } from './payments.controller.js';
import { StaffMessageService } from './staff-message.service.js';
import { SuspenseCandidatesRepository } from './suspense-candidates.repository.js';
import { SuspenseController } from './suspense.controller.js';
import { SuspenseSearchRepository } from './suspense-search.repository.js';

/** Money as the issuing department books it: of the bank, in suspense, of agents; and the system's messages to staff. */
@Module({
  imports: [AgentAccountsModule, LedgerModule, PaymentsModule, SecretsModule],
  controllers: [AgentAccountsController, AgentAccountListController, MessagesController, PaymentsController, SuspenseController],
  providers: [AgentAccountService, StaffPaymentService, StaffMessageService, SuspenseCandidatesRepository, SuspenseSearchRepository],
})
export class StaffCollectionModule {}
