import { Module } from '@nestjs/common';
import { AgentsModule } from '../../record/agents/agents.module.js';
import { PayoutsModule } from '../../record/payouts/payouts.module.js';
import { SecretsModule } from '../../record/secrets/secrets.module.js';
import { AgentRefundsController } from './agent-refunds.controller.js';
import { KnownAgents } from './known-agents.js';
import { PayoutBatchSearchRepository } from './payout-batch-search.repository.js';
import { PayoutBatchesController } from './payout-batches.controller.js';
import { RefundSearchRepository } from './refund-search.repository.js';
import { RefundsController } from './refunds.controller.js';
import { StaffRefundService } from './staff-refund.service.js';

/** Money that is owed, and its payment by bank transfer. */
@Module({
  imports: [AgentsModule, PayoutsModule, SecretsModule],
  controllers: [RefundsController, AgentRefundsController, PayoutBatchesController],
  providers: [StaffRefundService, KnownAgents, RefundSearchRepository, PayoutBatchSearchRepository],
})
export class StaffRefundsModule {}
