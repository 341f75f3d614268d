import { addDays, addMonths, type LocalDate } from '../../../common/athens.js';
import { getLineRow, type LineCode } from '../../reference/products/line-table.js';
import type { Receipt } from './receipt.js';

/** Days into its period after which an unpaid instalment ends a policy whose cover is suspended (money.4). */
export const SUSPENSION_DAYS = 30;

type UnpaidReceipt = Pick<Receipt, 'kind' | 'periodFrom' | 'noticeOn'>;

/** Null while there is no end (money.4). */
export function getLastPaymentDay(receipt: UnpaidReceipt, line: LineCode): LocalDate | null {
  if (receipt.kind === 'EARNED') return null;
  if (getLineRow(line).isSuspendedUnpaid) return addDays(receipt.periodFrom, SUSPENSION_DAYS - 1);
  const coverEnds = getUnpaidCoverEnd(receipt, line);
  return coverEnds && addDays(coverEnds, -1);
}

/** Null before a notice (money.4). */
export function getUnpaidCoverEnd({ periodFrom, noticeOn }: UnpaidReceipt, line: LineCode): LocalDate | null {
  if (getLineRow(line).isSuspendedUnpaid) return periodFrom;
  return noticeOn && addMonths(noticeOn, 1);
}
