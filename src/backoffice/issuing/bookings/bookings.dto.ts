import { OneOf, TextUpTo } from '../../../common/validation/decorators.js';
import { IntegerParameter, RequiredText } from '../../common/fields.js';
import { PageQueryDto, PageResponseOf } from '../../common/page.dto.js';

const MAX_ID = 9_999_999_999;
const MAX_REFERENCE = 100;
const MAX_REASON = 500;

export class BookingQuery extends PageQueryDto {
  /** The bank's reference. @example 'NBG-20261121-000123' */
  @TextUpTo(MAX_REFERENCE)
  reference?: string;

  /** Id of the application. @example 1 */
  @IntegerParameter(1, MAX_ID)
  applicationId?: number;

  /** Code of the agent of a settlement. @example '10001' */
  @TextUpTo(20)
  agentCode?: string;

  /** yes: reversed bookings; no: all others. @example 'no' */
  @OneOf(['yes', 'no'])
  reversed?: string;
}

export class BookingReversalRequest {
  /** Why the booking is reversed. @example 'Λάθος ποσό: 500 € αντί για 5.000 €.' */
  @RequiredText(MAX_REASON)
  reason: string;
}

export class BookingReversalResponse {
  /** Time of the reversal, Athens. @example '2026-11-27T09:10:00' */
  at: string;
  /** Name of the user who reversed it. @example 'Μαρία Γεωργίου' */
  by: string;
  /** Why it was reversed. @example 'Λάθος ποσό.' */
  reason: string;
}

export class BookingResponse {
  /** Id of the ledger transaction. @example 41 */
  transactionId: number;
  /**
   * PAYMENT (of a receipt), SETTLEMENT (of an agent), SUSPENSE (money that waits), BANK_ITEM (a charge). Uses of money
   * in suspense are RESOLUTION (paid a receipt), SUSPENSE_REFUND (is owed), SUSPENSE_CREDIT (credit of a customer) and
   * SUSPENSE_SETTLEMENT (paid the debt of an agent).
   * @example 'SETTLEMENT'
   */
  kind: string;
  /** Time of the booking, Athens. @example '2026-11-26T10:20:00' */
  at: string;
  /** Amount in euro. @example 5000 */
  amount: number;
  /** The bank's reference. @example 'NBG-20261130-000077' */
  reference: string;
  /** Day on which the bank booked it; null for a use of money in suspense. @example '2026-11-26' */
  valueDate: string | null;
  /** Id of the application; null without one. @example 1 */
  applicationId: number | null;
  /** Number of the policy; null without one. @example 'P260000001' */
  policyNo: string | null;
  /** Code of the agent; null without one. @example '10001' */
  agentCode: string | null;
  /** Number of the paid receipt; null without one. @example 17 */
  receiptNo: number | null;
  /** Id of the item in suspense; null without one. @example 3 */
  suspenseId: number | null;
  /** Whether a file of the bank was booked, which cannot be reversed. @example false */
  isFromFile: boolean;
  /** Its reversal; null until it is reversed. */
  reversal: BookingReversalResponse | null;
}

export class BookingPageResponse extends PageResponseOf(BookingResponse) {}
