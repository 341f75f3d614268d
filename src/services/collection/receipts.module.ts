import { Module } from '@nestjs/common';
import { LedgerModule } from '../../record/ledger/ledger.module.js';
import { ReceiptsController } from './receipts.controller.js';
import { ReceiptsService } from './receipts.service.js';

/** The common-api of the contract: receipts of policies. */
@Module({ imports: [LedgerModule], controllers: [ReceiptsController], providers: [ReceiptsService] })
export class ReceiptsModule {}
