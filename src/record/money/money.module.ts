import { Module } from '@nestjs/common';
import { CoreModule } from '../core/core.module.js';
import { AgentAccountRepository } from './agents/agent-account.repository.js';
import { AgentStatementService } from './agents/agent-statement.service.js';
import { AgentService } from './agents/agent.service.js';
import { StatementRepository } from './agents/statement.repository.js';
import { CommissionRatesRepository } from './commission/commission-rates.repository.js';
import { CommissionRatesService } from './commission/commission-rates.service.js';
import { CommissionStatementRepository } from './commission/commission-statement.repository.js';
import { CommissionStatementService } from './commission/commission-statement.service.js';
import { CommissionRepository } from './commission/commission.repository.js';
import { CommissionService } from './commission/commission.service.js';
import { LedgerRepository } from './ledger/ledger.repository.js';
import { LedgerService } from './ledger/ledger.service.js';
import { PaymentCodeService } from './ledger/payment-code.service.js';
import { PremiumService } from './ledger/premium.service.js';
import { ReceiptRepository } from './ledger/receipt.repository.js';
import { PayoutBatchService } from './payouts/payout-batch.service.js';
import { RefundRepository } from './payouts/refund.repository.js';
import { RefundService } from './payouts/refund.service.js';

@Module({
  imports: [CoreModule],
  providers: [
    AgentAccountRepository,
    AgentService,
    AgentStatementService,
    CommissionRatesRepository,
    CommissionRatesService,
    CommissionRepository,
    CommissionService,
    CommissionStatementRepository,
    CommissionStatementService,
    LedgerRepository,
    LedgerService,
    PaymentCodeService,
    PayoutBatchService,
    PremiumService,
    ReceiptRepository,
    RefundRepository,
    RefundService,
    StatementRepository,
  ],
  exports: [
    AgentAccountRepository,
    AgentService,
    AgentStatementService,
    CommissionRatesRepository,
    CommissionRatesService,
    CommissionService,
    CommissionStatementRepository,
    CommissionStatementService,
    LedgerService,
    PaymentCodeService,
    PayoutBatchService,
    PremiumService,
    ReceiptRepository,
    RefundService,
    StatementRepository,
  ],
})
export class MoneyModule {}
