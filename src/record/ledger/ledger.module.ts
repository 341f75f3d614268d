import { Module } from '@nestjs/common';
import { Ledger } from './ledger.js';
import { LedgerRepository } from './ledger.repository.js';
import { PaymentCodes } from './payment-codes.js';
import { ReceiptRepository } from './receipt.repository.js';

@Module({ providers: [Ledger, LedgerRepository, PaymentCodes, ReceiptRepository], exports: [Ledger, PaymentCodes, ReceiptRepository] })
export class LedgerModule {}
