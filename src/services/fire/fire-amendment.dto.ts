import { OBJECT_CHECK } from '../../common/validation/checks.js';
import { CheckedBy, IsoDate, OneOf, Required, RequiredWhen, TextUpTo, TrueFalse } from '../../common/validation/decorators.js';
import { LinkResponse, MessageResponse } from '../../record/core/lines/application.dto.js';
import { MAX_AMENDMENT_REASON, needsChanges } from '../../record/contract/amendments/amendment.dto.js';
import { AMENDMENT_KINDS } from '../../record/core/amendments/amendment.js';

export class FireAmendmentRequest {
  /**
   * CHANGE: facts, sums or covers. CLAUSE: a mortgagee or another third party. Recorded
   * by staff alone: CORRECTION of what was wrong from the start, SUCCESSION of the policyholder.
   * @example 'CHANGE'
   */
  @Required()
  @OneOf(AMENDMENT_KINDS)
  kind: string;

  /** First day, from today to the end of insurance. A correction counts from the start. @example '2027-03-15' */
  @Required()
  @IsoDate()
  effective_date: string;

  /** Day on which the request arrived; only staff can send an earlier day than today. @example '2027-03-15' */
  @IsoDate()
  received_on?: string | null;

  /** Reason, which is printed on the act. @example 'Αύξηση κεφαλαίου' */
  @Required()
  @TextUpTo(MAX_AMENDMENT_REASON)
  reason: string;

  /** Whether the policyholder declared that no loss is known, for an increase of past days. @example true */
  @TrueFalse()
  is_loss_unknown?: boolean | null;

  /** Changed fields, as in an update of the application; absent fields stay. @example { "contact_way_code": "01" } */
  @RequiredWhen(needsChanges)
  @CheckedBy(OBJECT_CHECK)
  changes?: Record<string, unknown> | null;
}

/** Amounts of a premium, euro; below zero they are given back. */
export class FireAmendmentAmountsResponse {
  /** Net premium. @example 36.04 */
  net: number;
  /** Policy fee. @example 0 */
  fee: number;
  /** Taxes. @example 7.21 */
  tax: number;
  /** Levies. @example 0 */
  levy: number;
  /** All together. @example 43.25 */
  gross: number;
}

export class FireAmendmentFieldResponse {
  /** Path in the application. @example 'objects_insured[7].square_meters' */
  path: string;
  /** Section, person or insured object. @example 'Αντικείμενο ασφάλισης 1' */
  group: string;
  /** Name of the field. @example 'Εμβαδόν (τ.μ.)' */
  label: string;
  /** Former value; null without one. @example '100' */
  before: string | null;
  /** New value; null when it is removed. @example '120' */
  after: string | null;
}

/** Difference of a cover in a period, euro net. */
export class FireAmendmentCoverResponse {
  /** Id of the insured object. @example 7 */
  object_id: number | null;
  /** Code of the cover. @example '001' */
  code: string;
  /** Title of the cover. @example 'Πυρκαγιά, κεραυνός, έκρηξη, καπνός' */
  title: string;
  /** Premium of the covered days with the amendment. @example 77.15 */
  due: number;
  /** Premium booked before. @example 67.5 */
  booked: number;
  /** Difference. @example 9.65 */
  delta: number;
}

/** A receipt of an amendment: the difference of a paid period, or the new amount of one that is not paid yet. */
export class FireAmendmentReceiptResponse extends FireAmendmentAmountsResponse {
  /** Instalment of the policy. @example 1 */
  instalment_no: number;
  /** ENDORSEMENT for a paid period; otherwise the kind of the receipt that it replaces. @example 'ENDORSEMENT' */
  kind: string;
  /** First day. @example '2027-03-15' */
  period_from: string;
  /** Day on which the next period begins. @example '2027-12-01' */
  period_to: string;
  /** Key of the pending receipt that it replaces; null for a paid period. @example 1043 */
  replaces: number | null;
  /** Covers whose premium changes. */
  covers: FireAmendmentCoverResponse[];
}

/** A field that a later amendment has changed too. */
export class FireAmendmentConflictResponse {
  /** Path in the application. @example 'objects_insured[7].square_meters' */
  path: string;
  /** Title of the field and its object; null without one. @example 'Ασφαλιζόμενο αντικείμενο 1 · Εμβαδόν (τ.μ.)' */
  title: string | null;
  /** First day of the other amendment. @example '2027-06-01' */
  effective_date: string;
  /** Number of the other amendment. @example 1 */
  amendment_no: number;
  /** Its value in words; null where it empties or removes the field. @example '12000' */
  theirs: string | null;
  /** Value of this request in words; null where it empties or removes the field. @example '15000' */
  yours: string | null;
  /** Value that the insurer chose, THEIRS or YOURS; null while it is open. @example 'YOURS' */
  keep: string | null;
}

/** Change of the issued renewal with that of its policy. */
export class FireAmendmentRenewalResponse {
  /** Id of the application and policy of the renewal. @example 57 */
  application_id: number;
  /** Number of the renewal. @example 'P260000042-27' */
  policy_no: string;
  /** First day of the change: the start of the renewal. @example '2027-12-01' */
  effective_date: string;
  /** Yearly premium before. */
  before: FireAmendmentAmountsResponse;
  /** Yearly premium after; null while it has no price. */
  after: FireAmendmentAmountsResponse | null;
  /** Amount to pay for the renewal, beside that of the amendment; below zero it is given back. */
  due: FireAmendmentAmountsResponse;
}

export class FireAmendmentResponse {
  /** Number of the act within its policy; 0 for a price that is not stored. @example 1 */
  amendment_no: number;
  /** Id of the application and policy. @example 42 */
  application_id: number;
  /** Number of the policy. @example 'P260000042' */
  policy_no: string;
  /** Kind of the amendment. @example 'CHANGE' */
  kind: string;
  /** Title of the kind. @example 'Μεταβολή στοιχείων' */
  kind_title: string;
  /** 00, 25, 01, 30, 11, 31 and 45 as for an application; 50 issued, 70 reversed, 02 cancelled. @example '01' */
  status: string;
  /** Title of the status. @example 'Τιμολογημένη' */
  status_title: string;
  /** First day of the change. @example '2027-03-15' */
  effective_date: string;
  /** Day on which the request arrived; null when it was not sent. @example '2027-03-15' */
  received_on: string | null;
  /** Reason. @example 'Αύξηση κεφαλαίου' */
  reason: string;
  /** Number of the reversed amendment that it puts in effect again; null otherwise. @example 1 */
  reinstates: number | null;
  /** Version of the amendment, which is also its `ETag`. @example 1 */
  version: number;
  /** Changed fields; empty after an erasure. */
  changes: FireAmendmentFieldResponse[];
  /** Yearly premium before. */
  before: FireAmendmentAmountsResponse | null;
  /** Yearly premium after; null while it has no price. */
  after: FireAmendmentAmountsResponse | null;
  /** Amount to pay now; below zero it is given back. */
  due: FireAmendmentAmountsResponse;
  /** Receipts that the amendment issues. */
  receipts: FireAmendmentReceiptResponse[];
  /** Change of the issued renewal, which becomes a separate amendment; null without one. */
  renewal: FireAmendmentRenewalResponse | null;
  /** Errors, referrals and warnings of the calculation. */
  messages: MessageResponse[];
  /** Fields that a later amendment has changed too; it cannot be issued with one. */
  conflicts: FireAmendmentConflictResponse[];
  /** Last day to pay; null when nothing is to be paid. @example '2027-03-15' */
  pay_by: string | null;
  /** Payment code; null before prepay. @example 'RF52912340000000000420100' */
  payment_code: string | null;
  /** Time of issue, local time in Athens; null before. @example '2027-03-15T10:00:00' */
  issued_at: string | null;
  /** Time of the reversal, local time in Athens; null without one. @example '2027-03-16T10:00:00' */
  reversed_at: string | null;
  /** Time of creation, local time in Athens. @example '2027-03-15T09:00:00' */
  created_at: string;
  /** Next steps that the caller can take. @example ["charge", "prepay"] */
  actions: string[];
  /** Related addresses. */
  links: LinkResponse[];
}
