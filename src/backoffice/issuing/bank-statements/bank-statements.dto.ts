import { OneOf, TextUpTo } from '../../../common/validation/decorators.js';
import { ENTRY_RESULTS } from '../../../record/exchange/statements/statement-rows.js';
import { PageDto, PageQueryDto } from '../../common/page.dto.js';

const MAX_REFERENCE = 100;
const MAX_ACCOUNT = 34;

export class BankStatementQuery extends PageQueryDto {
  /** BOOKING (transfers wait) or DONE; all when absent @example 'DONE' */
  @OneOf(['BOOKING', 'DONE'])
  state?: string;

  /** Account as the file names it @example 'GR9608100010000001234567890' */
  @TextUpTo(MAX_ACCOUNT)
  account?: string;

  /** The bank's own id of the statement @example 'STMT-20261123' */
  @TextUpTo(MAX_REFERENCE)
  bankStatementId?: string;
}

export class BankTransferQuery extends PageQueryDto {
  /** What became of them; all when absent @example 'SUSPENSE' */
  @OneOf(ENTRY_RESULTS)
  result?: string;

  /** CREDIT or DEBIT; both when absent @example 'CREDIT' */
  @OneOf(['CREDIT', 'DEBIT'])
  direction?: string;

  /** The bank's reference, or the one that it is booked under @example 'NBG-20261123-000123' */
  @TextUpTo(MAX_REFERENCE)
  reference?: string;
}

export class BankStatementResponse {
  /** Id @example 1 */
  id: number;

  /** camt.053.001.08 (statement) or camt.054.001.08 (notification) @example 'camt.053.001.08' */
  format: string;

  /** Account: an IBAN, or another number where it has none @example 'GR9608100010000001234567890' */
  account: string;

  /** The bank's own id of the statement @example 'STMT-20261123' */
  bankStatementId: string;

  /** The bank's id of the message @example 'MSG-20261123-1' */
  messageId: string;

  /** Page of a statement of several files @example 1 */
  page: number;

  /** When the bank made it @example '2026-11-23' */
  createdOn: string | null;

  /** First day that it is about @example '2026-11-23' */
  fromDate: string | null;

  /** Last day that it is about @example '2026-11-23' */
  toDate: string | null;

  /** Opening balance in euro, if it tells one @example 1000 */
  openingBalance: number | null;

  /** Closing balance in euro, if it tells one @example 1332.64 */
  closingBalance: number | null;

  /** Entries of the file @example 2 */
  entries: number;

  /** Transfers: those of a batched entry one by one @example 3 */
  transfers: number;

  /** BOOKING while transfers wait, then DONE @example 'DONE' */
  state: string;

  /** Who uploaded it @example 'Μαρία Γεωργίου' */
  uploadedBy: string;

  /** When, Athens @example '2026-11-23T18:00:00' */
  uploadedAt: string;

  /** When the last transfer was booked, Athens @example '2026-11-23T18:00:05' */
  doneAt: string | null;
}

export class BankTransferSumResponse {
  /** How many @example 1 */
  count: number;

  /** In euro @example 332.64 */
  amount: number;
}

/** Sums in euro; `total` is the sum of the others. */
export class BankCreditsResponse {
  /** All of them */
  total: BankTransferSumResponse;

  /** Issued a policy or paid an instalment */
  paid: BankTransferSumResponse;

  /** Went to suspense */
  suspense: BankTransferSumResponse;

  /** Transfers of our own that came back */
  returned: BankTransferSumResponse;

  /** Booked before, by hand or of another file */
  duplicate: BankTransferSumResponse;

  /** Not booked, with the reason at each */
  notBooked: BankTransferSumResponse;

  /** Still to be booked */
  waiting: BankTransferSumResponse;
}

/** Sums in euro; `total` is the sum of the others. */
export class BankDebitsResponse {
  /** All of them */
  total: BankTransferSumResponse;

  /** Payouts, booked when their batch was confirmed */
  payout: BankTransferSumResponse;

  /** Told before by another file */
  duplicate: BankTransferSumResponse;

  /** Not booked, with the reason at each */
  notBooked: BankTransferSumResponse;

  /** Still to be looked at */
  waiting: BankTransferSumResponse;
}

export class BankStatementWithSumsResponse extends BankStatementResponse {
  /** What came in */
  credits: BankCreditsResponse;

  /** What went out */
  debits: BankDebitsResponse;

  /** Transfers in other currencies, which are not booked and stand in no sum @example 0 */
  otherCurrencies: number;
}

export class BankStatementPageResponse extends PageDto {
  /** The requested part */
  items: BankStatementResponse[];
}

export class BankTransferReasonResponse {
  /**
   * In suspense a code of the catalogue; else PENDING, NO_AMOUNT, OTHER_CURRENCY, REVERSAL, DEBIT, PAYOUT_NOT_CONFIRMED or REFERENCE_USED
   * @example '-703'
   */
  code: string;

  /** In the language of the call @example 'Άγνωστος κωδικός πληρωμής.' */
  message: string;
}

/** The transfer of another file that was booked first. */
export class BankTransferOriginalResponse {
  /** Its statement @example 1 */
  statementId: number;

  /** Its id @example 17 */
  id: number;
}

export class BankTransferResponse {
  /** Id @example 17 */
  id: number;

  /** Place of its entry in the file, from 1 @example 1 */
  entryNo: number;

  /** Place in its entry, from 1; 0: it is the entry as a whole @example 0 */
  detailNo: number;

  /** CREDIT or DEBIT @example 'CREDIT' */
  direction: string;

  /** Amount @example 332.64 */
  amount: number;

  /** ISO 4217 @example 'EUR' */
  currency: string;

  /** Day of booking at the bank @example '2026-11-23' */
  bookingDate: string | null;

  /** Value date; the day of booking without one @example '2026-11-23' */
  valueDate: string | null;

  /** The bank's reference, or the place that it gives the entry @example 'NBG-20261123-000123' */
  bankReference: string | null;

  /** What it is booked under @example 'NBG-20261123-000123' */
  reference: string;

  /** RF code that it names @example 'RF23912344000000000100017' */
  paymentCode: string | null;

  /** Who paid; only while the money waits @example 'PAPADOPOULOU MARIA' */
  sender: string | null;

  /** What for, in the sender's words; only while the money waits @example 'ASFALISTRA SPITIOU' */
  remittance: string | null;

  /** WAITING, PAID, SUSPENSE, RETURNED, PAYOUT, DUPLICATE or NOT_BOOKED @example 'PAID' */
  result: string;

  /** Why it is in suspense, or not booked */
  reason: BankTransferReasonResponse | null;

  /** Application or policy that it paid, or whose code it names @example 1 */
  applicationId: number | null;

  /** Receipt that it paid @example 17 */
  receiptNo: number | null;

  /** The item in suspense @example 3 */
  suspenseId: number | null;

  /** The refund that it paid, or that came back @example 4 */
  refundId: number | null;

  /** Its batch of payouts @example 2 */
  payoutBatchId: number | null;

  /** The transfer that told the same first; null also when it was booked by hand */
  duplicateOf: BankTransferOriginalResponse | null;
}

export class BankTransferPageResponse extends PageDto {
  /** The requested part */
  items: BankTransferResponse[];
}
