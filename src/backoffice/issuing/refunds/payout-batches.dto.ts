import { integerCheck } from '../../../common/validation/checks.js';
import { ArrayOf, FromNumericText, IntegerBetween, IsoDate, OneOf, Required } from '../../../common/validation/decorators.js';
import { BankReference } from '../../../record/contract/payments/bank-advice.dto.js';
import { MAX_PAYOUTS } from '../../../record/money/payouts/payout-batch.service.js';
import { PageDto, PageQueryDto } from '../../common/page.dto.js';

const MAX_ID = 9_999_999_999;

export class PayoutBatchQuery extends PageQueryDto {
  /** PREPARED, APPROVED, CONFIRMED or CANCELLED; all when absent @example 'PREPARED' */
  @OneOf(['PREPARED', 'APPROVED', 'CONFIRMED', 'CANCELLED'])
  status?: string;

  /** This one alone, without its transfers @example 4 */
  @FromNumericText()
  @IntegerBetween(1, MAX_ID)
  id?: number;
}

export class PayoutBatchRequest {
  /** Refunds, up to 1000; when absent, all that are owed and have an account, the oldest first @example [7, 9] */
  @ArrayOf(MAX_PAYOUTS, integerCheck(1, MAX_ID), 1)
  refundIds?: number[] | null;

  /** Day on which the bank is asked to pay, up to 30 days from now; today when absent @example '2026-12-01' */
  @IsoDate()
  executionDate?: string | null;
}

export class PayoutConfirmationRequest {
  /** The bank's reference of the whole batch, once for each @example 'NBG-20261201-000009' */
  @Required()
  @BankReference()
  reference: string;
}

export class PayoutBatchResponse {
  /** Id @example 4 */
  id: number;

  /** PREPARED, APPROVED, CONFIRMED or CANCELLED @example 'PREPARED' */
  status: string;

  /** Day on which the bank is asked to pay @example '2026-12-01' */
  executionDate: string;

  /** Transfers in it @example 12 */
  count: number;

  /** Their sum in euro @example 1840.25 */
  amount: number;

  /** Who prepared it @example 'Μαρία Γεωργίου' */
  preparedBy: string;

  /** When, Athens @example '2026-11-30T12:00:00' */
  preparedAt: string;

  /** Transfers whose holder is not the client or agent that the money is owed to @example 1 */
  holderDiffersCount: number;

  /** Transfers that share their IBAN with another one of the batch @example 2 */
  ibanRepeatedCount: number;

  /** Who approved it, another person than who prepared it @example 'Νίκος Αλεξίου' */
  approvedBy: string | null;

  /** When, Athens @example '2026-11-30T12:40:00' */
  approvedAt: string | null;

  /** Who confirmed or cancelled it @example 'Νίκος Αλεξίου' */
  endedBy: string | null;

  /** When, Athens @example '2026-12-01T15:10:00' */
  endedAt: string | null;

  /** The bank's reference, once it is confirmed @example 'NBG-20261201-000009' */
  reference: string | null;
}

export class PayoutBatchPageResponse extends PageDto {
  /** The requested part */
  items: PayoutBatchResponse[];
}

export class PayoutReasonResponse {
  /**
   * CANCELLATION, WITHDRAWAL, NON_PAYMENT, AGENT_CREDIT or RETURNED_TO_SENDER; of money that paid nothing a code of the catalogue, such as -702
   * @example 'WITHDRAWAL'
   */
  code: string;

  /** In the language of the caller @example 'Υπαναχώρηση' */
  message: string;
}

export class PayoutResponse {
  /** Refund that it pays @example 7 */
  refundId: number;

  /** What goes with the money to its end @example 'REFUND-7-12' */
  endToEndId: string;

  /** In euro @example 120.4 */
  amount: number;

  /**
   * Client of the application, or agent that the money is owed to; null when it goes back to an unknown sender
   * @example 'Παπαδοπούλου Μαρία'
   */
  clientName: string | null;

  /** Number of the policy; null before it is issued, and when the money is of no application @example 'P260000001' */
  policyNo: string | null;

  /** Application; null when the money is of none @example 1 */
  applicationId: number | null;

  /** Why it is owed */
  reason: PayoutReasonResponse;

  /** Whether the holder was another one than `clientName` when the batch was prepared; null when nothing was compared @example false */
  holderDiffers: boolean | null;

  /** Whether another transfer of the batch goes to the same IBAN; null when nothing was compared @example false */
  ibanRepeated: boolean | null;

  /** Country and last four characters of the account; null once it was changed or erased @example 'GR…0695' */
  iban: string | null;

  /** Whose account it is; null once it was changed or erased @example 'Παπαδοπούλου Μαρία' */
  holder: string | null;

  /** When the money came back, Athens @example '2026-12-03T09:00:00' */
  returnedAt: string | null;

  /** Why it came back @example 'AC04 closed account' */
  returnReason: string | null;
}

export class PayoutPageResponse extends PageDto {
  /** The requested part */
  items: PayoutResponse[];
}

export class PayoutBatchWithPayoutsResponse extends PayoutBatchResponse {
  /** The transfers, by their refunds */
  payouts: PayoutResponse[];
}
