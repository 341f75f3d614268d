import { Module } from '@nestjs/common';
import { GatewayModule } from '../../gateway/gateway.module.js';
import { ContractModule } from '../../record/contract/contract.module.js';
import { ExchangeModule } from '../../record/exchange/exchange.module.js';
import { MoneyModule } from '../../record/money/money.module.js';
import { BankStatementSearchRepository } from './bank-statements/bank-statement-search.repository.js';
import { BankStatementsController } from './bank-statements/bank-statements.controller.js';
import { StaffBankDebitService } from './bank-statements/staff-bank-debit.service.js';
import { StaffStatementService } from './bank-statements/staff-statement.service.js';
import { StatementBookingWorker } from './bank-statements/statement-booking.worker.js';
import { BookingSearchRepository } from './bookings/booking-search.repository.js';
import { BookingsController } from './bookings/bookings.controller.js';
import { StaffBookingService } from './bookings/staff-booking.service.js';
import { AgentAccountService } from './collection/agent-account.service.js';
import { AgentAccountListController, AgentAccountsController } from './collection/agent-accounts.controller.js';
import { MessagesController } from './collection/messages.controller.js';
import { PaymentsController, SuspenseController } from './collection/payments.controller.js';
import { StaffMessageService } from './collection/staff-message.service.js';
import { StaffPaymentService } from './collection/staff-payment.service.js';
import { StaffSettlementService } from './collection/staff-settlement.service.js';
import { StaffSuspenseService } from './collection/staff-suspense.service.js';
import { SuspenseCandidatesRepository } from './collection/suspense-candidates.repository.js';
import { SuspenseSearchRepository } from './collection/suspense-search.repository.js';
import { CommissionRatesController } from './commission/commission-rates.controller.js';
import { CommissionStatementsController } from './commission/commission-statements.controller.js';
import { CommissionScope, StaffCommissionService } from './commission/staff-commission.service.js';
import { LedgerController } from './ledger/ledger.controller.js';
import { StaffLedgerService } from './ledger/ledger.service.js';
import { ReconciliationController } from './ledger/reconciliation.controller.js';
import { StaffReconciliationService } from './ledger/reconciliation.service.js';
import { PayoutBatchSearchRepository } from './refunds/payout-batch-search.repository.js';
import { PayoutBatchesController } from './refunds/payout-batches.controller.js';
import { RefundSearchRepository } from './refunds/refund-search.repository.js';
import { RefundsController } from './refunds/refunds.controller.js';
import { StaffRefundService } from './refunds/staff-refund.service.js';

@Module({
  imports: [ContractModule, ExchangeModule, GatewayModule, MoneyModule],
  controllers: [
    AgentAccountListController,
    AgentAccountsController,
    BankStatementsController,
    BookingsController,
    CommissionRatesController,
    CommissionStatementsController,
    LedgerController,
    MessagesController,
    PaymentsController,
    PayoutBatchesController,
    ReconciliationController,
    RefundsController,
    SuspenseController,
  ],
  providers: [
    AgentAccountService,
    BankStatementSearchRepository,
    BookingSearchRepository,
    CommissionScope,
    PayoutBatchSearchRepository,
    RefundSearchRepository,
    StaffBankDebitService,
    StaffBookingService,
    StaffCommissionService,
    StaffLedgerService,
    StaffMessageService,
    StaffPaymentService,
    StaffReconciliationService,
    StaffRefundService,
    StaffSettlementService,
    StaffStatementService,
    StaffSuspenseService,
    StatementBookingWorker,
    SuspenseCandidatesRepository,
    SuspenseSearchRepository,
  ],
})
export class IssuingModule {}
