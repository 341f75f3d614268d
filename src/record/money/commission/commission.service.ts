import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../store/store.js';
import { CommissionRepository } from './commission.repository.js';

@Injectable()
export class CommissionService {
  constructor(private readonly repository: CommissionRepository) {}

  earn(tx: Transaction, { receiptNo, at }: { readonly receiptNo: number; readonly at: Date }): Promise<void> {
    return this.repository.earn(tx, receiptNo, at);
  }

  takeBack(
    tx: Transaction,
    { receiptNo, refundedReceiptNo, at }: { readonly receiptNo: number; readonly refundedReceiptNo: number; readonly at: Date },
  ): Promise<void> {
    return this.repository.takeBack(tx, receiptNo, refundedReceiptNo, at);
  }

  /** Reverses the commission of a receipt or refund whose own booking is reversed. A later payment earns again. */
  reverse(tx: Transaction, { receiptNo, at }: { readonly receiptNo: number; readonly at: Date }): Promise<void> {
    return this.repository.reverse(tx, receiptNo, at);
  }
}
