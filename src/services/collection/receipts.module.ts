import { Module } from '@nestjs/common';
import { DocumentsModule } from '../../record/documents/documents.module.js';
import { LedgerModule } from '../../record/ledger/ledger.module.js';
import { ReceiptsController } from './receipts.controller.js';
import { ReceiptsService } from './receipts.service.js';

/** `common-api`: receipts of policies. */
@Module({ imports: [DocumentsModule, LedgerModule], controllers: [ReceiptsController], providers: [ReceiptsService] })
export class ReceiptsModule {}
