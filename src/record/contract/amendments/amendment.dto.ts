import { OBJECT_CHECK } from '../../../common/validation/checks.js';
import {
  CheckedBy,
  Instant,
  IntegerBetween,
  IsoDate,
  ListOf,
  OneOf,
  Required,
  RequiredWhen,
  TextUpTo,
  TrueFalse,
} from '../../../common/validation/decorators.js';
import { LinkResponse, MessageResponse } from '../../core/lines/application.dto.js';
import { AMENDMENT_KINDS, RESOLUTION_CHOICES, SUSPENSION_KINDS } from '../../core/amendments/amendment.js';
import { MAX_AMENDMENTS } from '../../core/amendments/amendment.repository.js';

export const MAX_AMENDMENT_REASON = 500;
const MAX_PATH = 200;
const MAX_RESOLUTIONS = 100;

export class ContractDayQuery {
  /** Day on which the contract is to be shown; today when only `asOf` is sent. @example '2027-03-15' */
  @IsoDate()
  on?: string;

  /** Instant as of which it is to be known; now when absent. @example '2027-02-01T10:00:00' */
  @Instant()
  asOf?: string;
}

export function needsChanges({ kind }: { readonly kind: string }): boolean {
  return !(SUSPENSION_KINDS as readonly string[]).includes(kind);
}

/** Choice for a field that a later amendment has changed too. */
export class AmendmentResolutionRequest {
  /** Path, as in `conflicts`. @example 'insuredValue' */
  @Required()
  @TextUpTo(MAX_PATH)
  path: string;

  /** Number of the later amendment, as in `conflicts`. @example 1 */
  @Required()
  @IntegerBetween(1, MAX_AMENDMENTS)
  amendmentNo: number;

  /** YOURS: this value counts to the end. THEIRS: that of the later amendment, from its day on. @example 'YOURS' */
  @Required()
  @OneOf(RESOLUTION_CHOICES)
  keep: string;
}

export class AmendmentRequest {
  /**
   * CHANGE: facts, sums or covers. REPLACEMENT: another vehicle. CLAUSE: a mortgagee or another third party.
   * SUSPENSION of a vehicle that is off the road, and REACTIVATION. Recorded
   * by staff alone: CORRECTION of what was wrong from the start, SUCCESSION of the policyholder.
   * @example 'CHANGE'
   */
  @Required()
  @OneOf(AMENDMENT_KINDS)
  kind: string;

  /** First day, from today to the end of insurance. A correction counts from the start. @example '2027-03-15' */
  @Required()
  @IsoDate()
  effectiveDate: string;

  /** Day on which the request arrived; only staff can send an earlier day than today. @example '2027-03-15' */
  @IsoDate()
  receivedOn?: string | null;

  /** Reason, which is printed on the act. @example 'Αντικατάσταση πινακίδων' */
  @Required()
  @TextUpTo(MAX_AMENDMENT_REASON)
  reason: string;

  /** Whether the policyholder declared that no loss is known, for an increase of past days. @example true */
  @TrueFalse()
  isLossUnknown?: boolean | null;

  /** Changed fields, as in an update of the application; absent fields stay. @example { "plateNo": "AIX8986" } */
  @RequiredWhen(needsChanges)
  @CheckedBy(OBJECT_CHECK)
  changes?: Record<string, unknown> | null;

  /** Choices for conflicts; recorded by staff alone. */
  @ListOf(() => AmendmentResolutionRequest, MAX_RESOLUTIONS)
  resolutions?: AmendmentResolutionRequest[] | null;
}

/** Amounts of a premium, euro; below zero they are given back. */
export class AmendmentAmountsResponse {
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

export class AmendmentFieldResponse {
  /** Path in the application. @example 'plateNo' */
  path: string;
  /** Section, person or insured object. @example 'Όχημα' */
  group: string;
  /** Name of the field. @example 'Αριθμός κυκλοφορίας' */
  label: string;
  /** Former value; null without one. @example 'IZX4821' */
  before: string | null;
  /** New value; null when it is removed. @example 'AIX8986' */
  after: string | null;
}

/** Difference of a cover in a period, euro net. */
export class AmendmentCoverResponse {
  /** Id of the insured object; null for a vehicle. @example 7 */
  objectId: number | null;
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
export class AmendmentReceiptResponse extends AmendmentAmountsResponse {
  /** Instalment of the policy. @example 1 */
  instalmentNo: number;
  /** ENDORSEMENT for a paid period; otherwise the kind of the receipt that it replaces. @example 'ENDORSEMENT' */
  kind: string;
  /** First day. @example '2027-03-15' */
  periodFrom: string;
  /** Day on which the next period begins. @example '2027-12-01' */
  periodTo: string;
  /** Key of the pending receipt that it replaces; null for a paid period. @example 1043 */
  replaces: number | null;
  /** Covers whose premium changes. */
  covers: AmendmentCoverResponse[];
}

/** A field that a later amendment has changed too. */
export class AmendmentConflictResponse {
  /** Path in the application. @example 'insuredValue' */
  path: string;
  /** Title of the field, with its section or object; null without one. @example 'Όχημα · Ασφαλιζόμενη αξία' */
  title: string | null;
  /** First day of the other amendment. @example '2027-06-01' */
  effectiveDate: string;
  /** Number of the other amendment. @example 1 */
  amendmentNo: number;
  /** Its value in words; null where it empties or removes the field. @example '12000' */
  theirs: string | null;
  /** Value of this request in words; null where it empties or removes the field. @example '15000' */
  yours: string | null;
  /** Value that staff chose, THEIRS or YOURS; null while it is open. @example 'YOURS' */
  keep: string | null;
}

/** Change of the issued renewal with that of its policy. */
export class AmendmentRenewalResponse {
  /** Id of the application and policy of the renewal. @example 57 */
  applicationId: number;
  /** Number of the renewal. @example 'P260000042-27' */
  policyNo: string;
  /** First day of the change: the start of the renewal. @example '2027-12-01' */
  effectiveDate: string;
  /** Yearly premium before. */
  before: AmendmentAmountsResponse;
  /** Yearly premium after; null while it has no price. */
  after: AmendmentAmountsResponse | null;
  /** Amount to pay for the renewal, beside that of the amendment; below zero it is given back. */
  due: AmendmentAmountsResponse;
}

export class AmendmentResponse {
  /** Number of the act within its policy; 0 for a price that is not stored. @example 1 */
  amendmentNo: number;
  /** Id of the application and policy. @example 42 */
  applicationId: number;
  /** Number of the policy. @example 'P260000042' */
  policyNo: string;
  /** Kind of the amendment. @example 'CHANGE' */
  kind: string;
  /** Title of the kind. @example 'Μεταβολή στοιχείων' */
  kindTitle: string;
  /** 00, 25, 01, 30, 11, 31 and 45 as for an application; 50 issued, 70 reversed, 02 cancelled. @example '01' */
  status: string;
  /** Title of the status. @example 'Τιμολογημένη' */
  statusTitle: string;
  /** First day of the change. @example '2027-03-15' */
  effectiveDate: string;
  /** Day on which the request arrived; null when it was not sent. @example '2027-03-15' */
  receivedOn: string | null;
  /** Reason. @example 'Αντικατάσταση πινακίδων' */
  reason: string;
  /** Number of the reversed amendment that it puts in effect again; null otherwise. @example 1 */
  reinstates: number | null;
  /** Version of the amendment, which is also its `ETag`. @example 1 */
  version: number;
  /** Changed fields; empty after an erasure. */
  changes: AmendmentFieldResponse[];
  /** Yearly premium before. */
  before: AmendmentAmountsResponse | null;
  /** Yearly premium after; null while it has no price. */
  after: AmendmentAmountsResponse | null;
  /** Amount to pay now; below zero it is given back. */
  due: AmendmentAmountsResponse;
  /** Receipts that the amendment issues. */
  receipts: AmendmentReceiptResponse[];
  /** Change of the issued renewal, which becomes a separate amendment; null without one. */
  renewal: AmendmentRenewalResponse | null;
  /** Errors, referrals and warnings of the calculation. */
  messages: MessageResponse[];
  /** Fields that a later amendment has changed too; it cannot be issued with one. */
  conflicts: AmendmentConflictResponse[];
  /** Last day to pay; null when nothing is to be paid. @example '2027-03-15' */
  payBy: string | null;
  /** Payment code; null before prepay. @example 'RF52912340000000000420100' */
  paymentCode: string | null;
  /** Time of issue, local time in Athens; null before. @example '2027-03-15T10:00:00' */
  issuedAt: string | null;
  /** Time of the reversal, local time in Athens; null without one. @example '2027-03-16T10:00:00' */
  reversedAt: string | null;
  /** Time of creation, local time in Athens. @example '2027-03-15T09:00:00' */
  createdAt: string;
  /** Next steps that the caller can take. @example ["charge", "prepay"] */
  actions: string[];
  /** Related addresses. */
  links: LinkResponse[];
}
