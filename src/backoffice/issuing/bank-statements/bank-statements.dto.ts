import { OneOf, Required, TextUpTo } from '../../../common/validation/decorators.js';
import { ENTRY_RESULTS } from '../../../record/exchange/statements/statement-rows.js';
import { BankAccountName } from '../../common/fields.js';
import { PageQueryDto, PageResponseOf } from '../../common/page.dto.js';

const MAX_REFERENCE = 100;
const MAX_ACCOUNT = 34;
const MAX_REASON = 500;

export class BankStatementQuery extends PageQueryDto {
  /** BOOKING (transfers wait) or DONE; both when absent. @example 'DONE' */
  @OneOf(['BOOKING', 'DONE'])
  state?: string;

  /** Account as named in the file. @example 'GR9608100010000001234567890' */
  @TextUpTo(MAX_ACCOUNT)
  account?: string;

  /** The bank's id of the statement. @example 'STMT-20261123' */
  @TextUpTo(MAX_REFERENCE)
  bankStatementId?: string;
}

export class BankStatementUploadQuery {
  /** Reason to accept a statement with a gap before it. @example 'Το αντίγραφο της 24/11 δεν εκδόθηκε.' */
  @TextUpTo(MAX_REASON)
  gapReason?: string;
}

export class BankDebitRequest {
  /** Name of an account of bank items, up to 20 letters, digits, dots, hyphens and underscores. @example 'charges' */
  @Required()
  @BankAccountName()
  account: string;
}

export class BankTransferQuery extends PageQueryDto {
  /** Result of the booking; all results when absent. @example 'SUSPENSE' */
  @OneOf(ENTRY_RESULTS)
  result?: string;

  /** CREDIT or DEBIT; both when absent. @example 'CREDIT' */
  @OneOf(['CREDIT', 'DEBIT'])
  direction?: string;

  /** The bank's reference, or the reference of the booking. @example 'NBG-20261123-000123' */
  @TextUpTo(MAX_REFERENCE)
  reference?: string;
}

export class BankStatementResponse {
  /** Id of the statement. @example 1 */
  id: number;
  /** camt.053.001.08 (statement) or camt.054.001.08 (notification). @example 'camt.053.001.08' */
  format: string;
  /** IBAN of the account, or another number if it has no IBAN. @example 'GR9608100010000001234567890' */
  account: string;
  /** The bank's id of the statement. @example 'STMT-20261123' */
  bankStatementId: string;
  /** The bank's id of the message. @example 'MSG-20261123-1' */
  messageId: string;
  /** Page number of a statement of several files. @example 1 */
  page: number;
  /** Day on which the bank created it. @example '2026-11-23' */
  createdOn: string | null;
  /** First day of the period. @example '2026-11-23' */
  fromDate: string | null;
  /** Last day of the period. @example '2026-11-23' */
  toDate: string | null;
  /** Opening balance in euro; null if the file has none. @example 1000 */
  openingBalance: number | null;
  /** Closing balance in euro; null if the file has none. @example 1332.64 */
  closingBalance: number | null;
  /** Reason why a gap before it was accepted; null without one. @example 'Το αντίγραφο της 24/11 δεν εκδόθηκε.' */
  gapReason: string | null;
  /** Number of entries in the file. @example 2 */
  entries: number;
  /** Number of transfers; a batched entry has several. @example 3 */
  transfers: number;
  /** BOOKING while transfers wait, then DONE. @example 'DONE' */
  state: string;
  /** Name of the user who uploaded it. @example 'Μαρία Γεωργίου' */
  uploadedBy: string;
  /** Time of the upload, Athens. @example '2026-11-23T18:00:00' */
  uploadedAt: string;
  /** Time of the last booking, Athens; null while transfers wait. @example '2026-11-23T18:00:05' */
  doneAt: string | null;
}

export class BankTransferSumResponse {
  /** Number of transfers. @example 1 */
  count: number;
  /** Sum in euro. @example 332.64 */
  amount: number;
}

/** Sums in euro; `total` is the sum of the others. */
class BankSumsFields {
  /** All transfers of this direction. */
  total: BankTransferSumResponse;
  /** Transfers that were booked before, by hand or from another file. */
  duplicate: BankTransferSumResponse;
  /** Charges, interest and others that were booked to an account by rule or by staff. */
  booked: BankTransferSumResponse;
  /** Transfers that are not booked; each has a reason. */
  notBooked: BankTransferSumResponse;
  /** Transfers that are not processed yet. */
  waiting: BankTransferSumResponse;
}

export class BankCreditsResponse extends BankSumsFields {
  /** Credits that issued a policy or paid an instalment. */
  paid: BankTransferSumResponse;
  /** Credits in suspense. */
  suspense: BankTransferSumResponse;
  /** The insurer's own transfers that the bank returned. */
  returned: BankTransferSumResponse;
}

export class BankDebitsResponse extends BankSumsFields {
  /** Payouts, booked when their batch was confirmed. */
  payout: BankTransferSumResponse;
}

export class BankStatementWithSumsResponse extends BankStatementResponse {
  /** Credits by result. */
  credits: BankCreditsResponse;
  /** Debits by result. */
  debits: BankDebitsResponse;
  /** Number of transfers in other currencies, which are not booked and not in the sums. @example 0 */
  otherCurrencies: number;
}

export class BankStatementPageResponse extends PageResponseOf(BankStatementResponse) {}

export class BankTransferReasonResponse {
  /**
   * Error code of a transfer in suspense; else PENDING, NO_AMOUNT, OTHER_CURRENCY, REVERSAL, DEBIT,
   * PAYOUT_NOT_CONFIRMED or REFERENCE_USED.
   * @example '-703'
   */
  code: string;
  /** Text in the language of the call. @example 'Ο κωδικός πληρωμής δεν υπάρχει.' */
  message: string;
}

export class BankTransferOriginalResponse {
  /** Id of its statement. @example 1 */
  statementId: number;
  /** Id of the transfer. @example 17 */
  id: number;
}

export class BankTransferResponse {
  /** Id of the transfer. @example 17 */
  id: number;
  /** Position of its entry in the file, from 1. @example 1 */
  entryNo: number;
  /** Position in its entry, from 1; 0 for the entry as a whole. @example 0 */
  detailNo: number;
  /** CREDIT or DEBIT. @example 'CREDIT' */
  direction: string;
  /** Amount in `currency`. @example 332.64 */
  amount: number;
  /** Currency, ISO 4217. @example 'EUR' */
  currency: string;
  /** Day of booking at the bank. @example '2026-11-23' */
  bookingDate: string | null;
  /** Value date; the day of booking if the bank gives none. @example '2026-11-23' */
  valueDate: string | null;
  /** The bank's reference. @example 'NBG-20261123-000123' */
  bankReference: string | null;
  /** Reference of the booking. @example 'NBG-20261123-000123' */
  reference: string;
  /** RF code named in the transfer. @example 'RF23912344000000000100017' */
  paymentCode: string | null;
  /** The bank's code of the kind of transaction. @example 'PMNT/RCDT/ESCT' */
  bankCode: string | null;
  /** Account of the books that it was booked to by rule or by staff. @example 'charges' */
  account: string | null;
  /** Whether no booking of the books is known for this line of a statement. @example false */
  isOpen: boolean;
  /** Name of the payer; null once the money is used. @example 'PAPADOPOULOU MARIA' */
  sender: string | null;
  /** Text of the transfer, while the money waits or the debit is not booked. @example 'ASFALISTRA SPITIOU' */
  remittance: string | null;
  /** WAITING, PAID, SUSPENSE, RETURNED, PAYOUT, DUPLICATE, BOOKED or NOT_BOOKED. @example 'PAID' */
  result: string;
  /** Why it is in suspense or not booked; null otherwise. */
  reason: BankTransferReasonResponse | null;
  /** Application or policy that it paid, or whose payment code it names. @example 1 */
  applicationId: number | null;
  /** Number of the receipt that it paid. @example 17 */
  receiptNo: number | null;
  /** Id of the item in suspense. @example 3 */
  suspenseId: number | null;
  /** Id of the refund that it paid or returned. @example 4 */
  refundId: number | null;
  /** Id of its payout batch. @example 2 */
  payoutBatchId: number | null;
  /** The transfer that was booked first; null also if that was booked by hand. */
  duplicateOf: BankTransferOriginalResponse | null;
}

export class BankTransferPageResponse extends PageResponseOf(BankTransferResponse) {}
