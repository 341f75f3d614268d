import { ApiProperty } from '@nestjs/swagger';
import { CheckedText, ListOf, Required, TextUpTo, TrueFalse, Email } from '../../common/validation/decorators.js';
import { buildCheck } from '../../common/validation/checks.js';
import { LINK_PURPOSES } from '../../record/contract/customer/customer-link.js';
import { ACT_KINDS } from '../../record/core/customer-acts/customer-act.js';
import { WITHDRAWAL_STATES } from '../../record/contract/customer/withdrawal.repository.js';

const MAX_REASON = 500;
const MAX_ADDRESS = 300;
const MAX_PHONE = 30;
const MAX_CODE = 20;
const MAX_HASH = 64;
const MAX_STATEMENTS = 10;
const FOUR_DIGITS = /^\d{4}$/;

const DIGITS_CHECK = buildCheck(
  'digits',
  { el: 'Συμπληρώστε 4 ψηφία.', en: 'Enter 4 digits.' },
  (value) => typeof value === 'string' && FOUR_DIGITS.test(value),
  { pattern: FOUR_DIGITS.source },
);

export class CustomerDigitsRequest {
  /** Last 4 digits of the policyholder's AFM. @example '6783' */
  @Required()
  @CheckedText(DIGITS_CHECK)
  digits: string;
}

export class CustomerVisitResponse {
  /** Purpose of the link: accept, pay, policy or withdraw. @example 'accept' */
  @ApiProperty({ enum: LINK_PURPOSES })
  purpose: string;
  /** Whether the second factor was given; until then nothing else can be called. @example false */
  confirmed: boolean;
  /** Name of the insurer. @example 'Ασφαλιστική Α.Ε.' */
  insurer: string;
  /** Telephone of the insurer. @example '+30 210 000 0000' */
  phone: string;
  /** Address of the insurer for mail. @example 'info@example.gr' */
  email: string;
  /** Whether it is the sandbox, where nothing is real. @example true */
  sandbox: boolean;
}

export class CustomerDocumentResponse {
  /** Id of the document in its address: a number, or the name of an information document. @example 'ipid-104' */
  id: string;
  /** Title of its category. @example 'Ασφαλιστήριο' */
  title: string;
  /** Name of its file. @example 'P260000001.pdf' */
  file_name: string;
}

export class CustomerCoverResponse {
  /** Number of the insured object, from 1. @example 1 */
  object: number;
  /** Title of the cover. @example 'Πυρκαγιά' */
  title: string;
  /** Sum insured in euro; null for a cover without one. @example 150000 */
  sum_insured: number | null;
}

export class CustomerInstalmentResponse {
  /** Number of the instalment. @example 1 */
  no: number;
  /** First day that it pays for. @example '2026-12-01' */
  from: string;
  /** Amount in euro. @example 332.64 */
  gross: number;
}

export class CustomerStatementResponse {
  /** Code of the statement. @example 'READ' */
  code: string;
  /** Text of the statement. @example 'Έλαβα και διάβασα τα έγγραφα της πρότασης πριν από την αποδοχή της.' */
  text: string;
  /** Whether an acceptance needs a yes. @example true */
  required: boolean;
}

export class CustomerPaymentResponse {
  /** Amount to pay, euro. @example 332.64 */
  amount: number;
  /** RF code of the payment. @example 'RF92900006000000000100001' */
  payment_code: string;
  /** Last day to pay. @example '2026-12-01' */
  due_date: string;
  /** Modules of the QR code on each side. @example 29 */
  qr_size: number;
  /** Dark runs of the QR code as an SVG path. @example 'M4 4h7v1h-7z' */
  qr_path: string;
}

export class CustomerActResponse {
  /** ACCEPTED or REJECTED. @example 'ACCEPTED' */
  @ApiProperty({ enum: ACT_KINDS })
  kind: string;
  /** Time of the act, local time in Athens. @example '2026-11-27T14:05:10' */
  at: string;
  /** SHA-256 of the shown content. @example '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' */
  shown: string;
}

export class CustomerWithdrawalResponse {
  /** Time at which it was received, local time in Athens. @example '2026-11-27T14:05:10' */
  received_at: string;
  /** The declaration. @example 'Σας γνωστοποιώ ότι υπαναχωρώ από την ασφαλιστική σύμβαση P260000001.' */
  statement: string;
  /** CANCELLED, OPEN (a claim is recorded, so staff decide) or CLOSED. @example 'CANCELLED' */
  @ApiProperty({ enum: WITHDRAWAL_STATES })
  state: string;
  /** Refunded premium, euro; null unless the policy was cancelled. @example 332.64 */
  refund: number | null;
  /** Decision of the insurer; null without one. @example 'Μετά από ζημιά δεν επιτρέπεται υπαναχώρηση.' */
  decision: string | null;
}

export class CustomerCaseResponse {
  /** accept, pay, policy or withdraw. @example 'accept' */
  @ApiProperty({ enum: LINK_PURPOSES })
  purpose: string;
  /** Number of the policy, or of the application before it has one. @example 'F260000001' */
  number: string;
  /** Title of the line of business. @example 'Ασφάλιση πυρός' */
  line: string;
  /** First day of the insurance. @example '2026-12-01' */
  start_date: string;
  /** Day on which the insurance ends. @example '2027-12-01' */
  end_date: string;
  /** Premium with tax and levies, euro; null without a price. @example 332.64 */
  gross: number | null;
  /** Instalments of the premium. */
  instalments: CustomerInstalmentResponse[];
  /** Covers. */
  covers: CustomerCoverResponse[];
  /** Documents that the link shows. */
  documents: CustomerDocumentResponse[];
  /** Statements to answer with an acceptance; empty for other purposes. */
  statements: CustomerStatementResponse[];
  /**
   * SHA-256 of the shown content; an answer names it.
   * @example '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
   */
  shown: string;
  /** Last day to answer; null when no answer is awaited. @example '2026-12-03' */
  accept_by: string | null;
  /** Amount to pay; null for other purposes, and when nothing is due. */
  payment: CustomerPaymentResponse | null;
  /** Answer that was given by this link; null without one. */
  act: CustomerActResponse | null;
  /** Last day to withdraw; null for other purposes. @example '2026-12-04' */
  withdraw_by: string | null;
  /** Withdrawal that was received; null without one. */
  withdrawal: CustomerWithdrawalResponse | null;
}

export class CustomerCodeResponse {
  /** Address, in part, to which the code went. @example 'm…@example.gr' */
  sent_to: string;
  /** The code itself in the sandbox, where nothing is mailed; otherwise null. @example '048213' */
  code: string | null;
}

export class CustomerStatementRequest {
  /** Code of the statement. @example 'READ' */
  @Required()
  @TextUpTo(MAX_CODE)
  code: string;

  /** Whether the customer makes the statement. @example true */
  @Required()
  @TrueFalse()
  given: boolean;
}

export class CustomerAnswerRequest {
  /** Whether the customer accepts. @example true */
  @Required()
  @TrueFalse()
  accepted: boolean;

  /** Reason for a refusal. @example 'Βρήκα φθηνότερα.' */
  @TextUpTo(MAX_REASON)
  reason?: string | null;

  /** Answers to the statements; required for an acceptance. */
  @ListOf(() => CustomerStatementRequest, MAX_STATEMENTS)
  answers?: CustomerStatementRequest[] | null;

  /** One-time code; required for an acceptance. @example '048213' */
  @TextUpTo(MAX_CODE)
  code?: string | null;

  /** `shown` of the case that was read. @example '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' */
  @Required()
  @TextUpTo(MAX_HASH)
  shown: string;
}

export class CustomerContactRequest {
  /** New mail address. @example 'maria@example.gr' */
  @Email()
  email?: string | null;

  /** New telephone number. @example '+30 694 123 4567' */
  @TextUpTo(MAX_PHONE)
  phone?: string | null;

  /** New postal address. @example 'Ερμού 1, 10563 Αθήνα' */
  @TextUpTo(MAX_ADDRESS)
  address?: string | null;
}

export class CustomerRequestResponse {
  /** Number of the service request. @example 'SR-26-000123-K' */
  service_request_id: string;
}

export class CustomerWithdrawalRequest {
  /** Confirmation of the withdrawal. @example true */
  @Required()
  @TrueFalse()
  confirmed: boolean;

  /** Reason, which nobody has to give. @example 'Άλλαξα γνώμη.' */
  @TextUpTo(MAX_REASON)
  reason?: string | null;
}
