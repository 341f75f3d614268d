import { Module } from '@nestjs/common';
import { LedgerService } from './ledger.service.js';
import { LedgerRepository } from './ledger.repository.js';
import { PaymentCodeService } from './payment-code.service.js';
import { ReceiptRepository } from './receipt.repository.js';

@Module({
  providers: [LedgerService, LedgerRepository, PaymentCodeService, ReceiptRepository],
  exports: [LedgerService, PaymentCodeService, ReceiptRepository],
})
export class LedgerModule {}
