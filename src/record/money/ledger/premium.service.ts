import { Injectable } from '@nestjs/common';
import { toLocalDate } from '../../../common/athens.js';
import type { OperationContext } from '../../../common/caller.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { Store } from '../../../store/store.js';
import { LedgerService } from './ledger.service.js';
import { ReceiptRepository } from './receipt.repository.js';

/** Small, because a charge of a locked receipt waits. */
const BATCH = 50;

/** Writes the receipts whose period begins before they are paid (books.2). */
@Injectable()
export class PremiumService {
  constructor(
    private readonly store: Store,
    private readonly receipts: ReceiptRepository,
    private readonly ledger: LedgerService,
  ) {}

  /** Safe on several nodes, which skip each other's rows. */
  async writeDue(context: OperationContext & Writer): Promise<void> {
    while ((await this.writeBatch(context)) === BATCH);
  }

  private writeBatch(context: OperationContext & Writer): Promise<number> {
    const { at } = context;
    return this.store.transaction(context, async (tx) => {
      const receipts = await this.receipts.lockUnwritten(tx, context, toLocalDate(at), BATCH);
      await Promise.all(
        receipts.map(({ line, applicationId, receiptNo, policyNo, instalmentNo, periodFrom: valueDate, ...parts }) =>
          this.ledger.write(tx, { at, line, applicationId, receiptNo, parts, valueDate, reference: `${policyNo}/${instalmentNo}` }),
        ),
      );
      return receipts.length;
    });
  }
}
