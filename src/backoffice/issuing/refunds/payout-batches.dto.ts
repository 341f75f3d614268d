import { PickType } from '@nestjs/swagger';
import { buildIntegerCheck } from '../../../common/validation/checks.js';
import { ArrayOf, IsoDate, OneOf, Required } from '../../../common/validation/decorators.js';
import { BankReference } from '../../../record/contract/payments/bank-advice.dto.js';
import { MAX_PAYOUTS } from '../../../record/money/payouts/payout-batch.service.js';
import { IntegerParameter } from '../../common/fields.js';
import { PageQueryDto, PageResponseOf } from '../../common/page.dto.js';

const MAX_ID = 9_999_999_999;

export class PayoutBatchQuery extends PageQueryDto {
  /** PREPARED, APPROVED, CONFIRMED or CANCELLED; all statuses when absent. @example 'PREPARED' */
  @OneOf(['PREPARED', 'APPROVED', 'CONFIRMED', 'CANCELLED'])
  status?: string;

  /** Id of the batch. @example 4 */
  @IntegerParameter(1, MAX_ID)
  id?: number;
}

export class PayoutBatchRequest {
  /** Ids of up to 1000 refunds; when absent, all owed refunds with an account, oldest first. @example [7, 9] */
  @ArrayOf(MAX_PAYOUTS, buildIntegerCheck(1, MAX_ID), 1)
  refundIds?: number[] | null;

  /** Requested day of execution, at most 30 days ahead; today when absent. @example '2026-12-01' */
  @IsoDate()
  executionDate?: string | null;
}

export class PayoutConfirmationRequest {
  /** The bank's reference of the whole batch. @example 'NBG-20261201-000009' */
  @Required()
  @BankReference()
  reference: string;
}

export class PayoutBatchResponse {
  /** Id of the batch. @example 4 */
  id: number;
  /** PREPARED, APPROVED, CONFIRMED or CANCELLED. @example 'PREPARED' */
  status: string;
  /** Requested day of execution. @example '2026-12-01' */
  executionDate: string;
  /** Number of transfers. @example 12 */
  count: number;
  /** Sum in euro. @example 1840.25 */
  amount: number;
  /** Name of the user who prepared it. @example 'Μαρία Γεωργίου' */
  preparedBy: string;
  /** Id of that user, who may neither approve nor confirm it. @example 3 */
  preparedById: number;
  /** Time of preparation, Athens. @example '2026-11-30T12:00:00' */
  preparedAt: string;
  /** Transfers whose account holder is not the client or agent. @example 1 */
  holderDiffersCount: number;
  /** Transfers whose IBAN occurs several times in the batch. @example 2 */
  ibanRepeatedCount: number;
  /** Name of the user who approved it, never the one who prepared it. @example 'Νίκος Αλεξίου' */
  approvedBy: string | null;
  /** Time of approval, Athens. @example '2026-11-30T12:40:00' */
  approvedAt: string | null;
  /** Name of the user who confirmed or cancelled it. @example 'Νίκος Αλεξίου' */
  endedBy: string | null;
  /** Time of confirmation or cancellation, Athens. @example '2026-12-01T15:10:00' */
  endedAt: string | null;
  /** The bank's reference; null until it is confirmed. @example 'NBG-20261201-000009' */
  reference: string | null;
}

export class PayoutBatchPageResponse extends PageResponseOf(PayoutBatchResponse) {}

export class PayoutReasonResponse {
  /**
   * CANCELLATION, WITHDRAWAL, VOID, NON_PAYMENT, OVERPAYMENT, AGENT_CREDIT or RETURNED_TO_SENDER; for money from
   * suspense an error code such as -702.
   * @example 'WITHDRAWAL'
   */
  code: string;
  /** Text in the language of the call. @example 'Υπαναχώρηση' */
  message: string;
}

export class PayoutResponse {
  /** Id of the refund. @example 7 */
  refundId: number;
  /** End-to-end id of the transfer. @example 'REFUND-7-12' */
  endToEndId: string;
  /** Amount in euro. @example 120.4 */
  amount: number;
  /** Name of the client or agent who gets the money; null for an unknown sender. @example 'Παπαδοπούλου Μαρία' */
  clientName: string | null;
  /** Number of the client in the register; null for an agent or a sender. @example 5 */
  clientId: number | null;
  /** Number of the policy; null before issue and without an application. @example 'P260000001' */
  policyNo: string | null;
  /** Id of the application; null without one. @example 1 */
  applicationId: number | null;
  /** Why the money is owed. */
  reason: PayoutReasonResponse;
  /** Whether the account holder was not `clientName` at preparation; null if not compared. @example false */
  holderDiffers: boolean | null;
  /** Whether another transfer of the batch has the same IBAN; null if not compared. @example false */
  ibanRepeated: boolean | null;
  /** Number of transfers of the batch to the same IBAN; null if not compared. @example 1 */
  ibanCount: number | null;
  /** Country and last four characters of the IBAN; null once changed or erased. @example 'GR…0695' */
  iban: string | null;
  /** Name of the account holder; null once changed or erased. @example 'Παπαδοπούλου Μαρία' */
  holder: string | null;
  /** When the bank returned the money, Athens; null if it did not. @example '2026-12-03T09:00:00' */
  returnedAt: string | null;
  /** Why the bank returned the money. @example 'AC04 closed account' */
  returnReason: string | null;
}

export class PayoutPageResponse extends PageResponseOf(PayoutResponse) {}

export class PayoutWarningResponse {
  /** IBAN_THRICE or HOLDER_DIFFERS. @example 'IBAN_THRICE' */
  code: string;
  /** Text in the language of the call. @example 'Τρεις ή περισσότερες επιστροφές στο ίδιο IBAN.' */
  message: string;
  /** Ids of the refunds. @example [7, 9, 12] */
  refundIds: number[];
}

export class PayoutBatchWithPayoutsResponse extends PayoutBatchResponse {
  /** Reasons to check accounts before the approval; empty without any. */
  warnings: PayoutWarningResponse[];
  /** Transfers, ordered by refund. */
  payouts: PayoutResponse[];
}

export class PayoutBatchPreviewResponse extends PickType(PayoutBatchWithPayoutsResponse, [
  'executionDate',
  'count',
  'amount',
  'holderDiffersCount',
  'ibanRepeatedCount',
  'warnings',
  'payouts',
]) {}
