import { Module } from '@nestjs/common';
import { AgentsModule } from '../../record/agents/agents.module.js';
import { LedgerModule } from '../../record/ledger/ledger.module.js';
import { PaymentsModule } from '../../record/payments/payments.module.js';
import { AgentAccounts } from './agent-accounts.js';
import { AgentAccountsController } from './agent-accounts.controller.js';
import { MessagesController } from './messages.controller.js';
import { PaymentDesk } from './payment-desk.js';
import { PaymentsController } from './payments.controller.js';
import { StaffMessages } from './staff-messages.js';
import { SuspenseController } from './suspense.controller.js';
import { SuspenseSearch } from './suspense-search.js';

/** Money as the issuing department books it: of the bank, in suspense, of agents; and what the system tells the staff. */
@Module({
  imports: [AgentsModule, LedgerModule, PaymentsModule],
  controllers: [AgentAccountsController, MessagesController, PaymentsController, SuspenseController],
  providers: [AgentAccounts, PaymentDesk, StaffMessages, SuspenseSearch],
})
export class CollectionDeskModule {}
