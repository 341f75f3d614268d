import { Module } from '@nestjs/common';
import { CoreModule } from '../core/core.module.js';
import { AgentAccountReader } from './agents/agent-account.reader.js';
import { AgentAccountRepository } from './agents/agent-account.repository.js';
import { AgentCodeService } from './agents/agent-code.service.js';
import { AgentService } from './agents/agent.service.js';
import { StatementRepository } from './agents/statement.repository.js';
import { LedgerRepository } from './ledger/ledger.repository.js';
import { LedgerService } from './ledger/ledger.service.js';
import { PaymentCodeService } from './ledger/payment-code.service.js';
import { ReceiptRepository } from './ledger/receipt.repository.js';
import { PayoutBatchService } from './payouts/payout-batch.service.js';
import { RefundRepository } from './payouts/refund.repository.js';
import { RefundService } from './payouts/refund.service.js';

/** The ledger, agents with their accounts, and what is paid out. */
@Module({
  imports: [CoreModule],
  providers: [
    AgentAccountReader,
    AgentAccountRepository,
    AgentCodeService,
    AgentService,
    LedgerRepository,
    LedgerService,
    PaymentCodeService,
    PayoutBatchService,
    ReceiptRepository,
    RefundRepository,
    RefundService,
    StatementRepository,
  ],
  exports: [
    AgentAccountReader,
    AgentAccountRepository,
    AgentCodeService,
    AgentService,
    LedgerService,
    PaymentCodeService,
    PayoutBatchService,
    ReceiptRepository,
    RefundService,
    StatementRepository,
  ],
})
export class MoneyModule {}
