import { StaffApplicationResponse } from './staff-application.dto.js';

/** Amounts are positive. */
export class RefundedReceiptResponse {
  /** The receipt of kind REFUND; null when nothing of it goes back, and in a preview. @example 18 */
  receiptNo: number | null;
  /** The paid receipt. @example 17 */
  refundedReceiptNo: number;
  /** How it was paid, and so how it goes back: CHARGE to the agent's account, RF to what is owed to the customer. @example 'CHARGE' */
  method: string;
  /** Days of its period. @example 365 */
  days: number;
  /** Days of it from the cancellation on. @example 183 */
  unearnedDays: number;
  /** Net, euro. @example 123.11 */
  net: number;
  /** Fee, euro; on a withdrawal only. @example 0 */
  fee: number;
  /** Tax, euro. @example 18.52 */
  tax: number;
  /** Levy, euro. @example 2.09 */
  levy: number;
  /** All of it, euro. @example 143.72 */
  gross: number;
}

export class RefundResponse {
  /** Whether it was a withdrawal: everything goes back. @example false */
  withdrawal: boolean;
  /** In all, euro. @example 143.72 */
  total: number;
  /** Each paid receipt, in the order of the instalments. */
  receipts: RefundedReceiptResponse[];
}

export class CancelledApplicationResponse extends StaffApplicationResponse {
  /** What goes back. */
  refund: RefundResponse;
}
