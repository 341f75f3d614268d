import { Module } from '@nestjs/common';
import { UploadsModule } from '../../gateway/body/uploads.module.js';
import { StatementsModule } from '../../record/statements/statements.module.js';
import { BankStatementsController } from './bank-statements.controller.js';
import { BankStatementSearchRepository } from './bank-statement-search.repository.js';
import { StaffStatementService } from './staff-statement.service.js';
import { StatementBookingWorker } from './statement-booking.worker.js';

/** Files of the bank, and the booking of their transfers. */
@Module({
  imports: [StatementsModule, UploadsModule],
  controllers: [BankStatementsController],
  providers: [BankStatementSearchRepository, StaffStatementService, StatementBookingWorker],
})
export class StaffStatementsModule {}
