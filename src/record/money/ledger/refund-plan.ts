import type { LocalDate } from '../../../common/athens.js';
import { toDecimal, toAmount, type Amount } from '../../../common/money.js';
import type { RefundRow } from '../../../pricing/refund.js';
import type { NewReceipt, ReceiptWithCovers } from '../../core/applications/receipt.js';
import { shareParts } from './receipt-plan.js';

interface RefundTerms {
  readonly row: RefundRow;
  readonly periodFrom: LocalDate;
  readonly issueDate: LocalDate;
}

export function buildRefund(paid: ReceiptWithCovers, { row, periodFrom, issueDate }: RefundTerms): NewReceipt {
  const parts = { net: negate(row.net), fee: negate(row.fee), tax: negate(row.tax), levy: negate(row.levy) };
  return {
    instalmentNo: paid.instalmentNo,
    kind: 'REFUND',
    periodFrom,
    periodTo: paid.periodTo,
    issueDate,
    dueDate: issueDate,
    ...parts,
    gross: negate(row.gross),
    ...shareParts(parts, paid),
  };
}

function negate(amount: Amount): Amount {
  const value = toDecimal(amount);
  return toAmount(value.eq(0) ? value : value.neg());
}
