import type { LocalDate } from '../../../common/athens.js';
import type { Text } from '../../../common/language.js';
import type { Amount } from '../../../common/money.js';
import type { GrossAmounts } from '../../../pricing/price.js';
import type { RecordMessage } from '../applications/application.js';
import type { Approval } from '../applications/approval.js';
import type { Status } from '../applications/status.js';
import type { AnswerChange } from '../../reference/products/answer-changes.js';
import { CHANGE_KINDS } from '../lines/change.js';
import type { Instruction } from './instructions.js';

/** Kinds of amendments without changes of answers, of a vehicle that is off the road. */
export const SUSPENSION_KINDS = ['SUSPENSION', 'REACTIVATION'] as const;

/** Kinds of amendments, whose terms are in `amendment-terms.ts`. */
export const AMENDMENT_KINDS = [...CHANGE_KINDS, ...SUSPENSION_KINDS] as const;
export type AmendmentKind = (typeof AMENDMENT_KINDS)[number];

export const KIND_TITLES: Readonly<Record<AmendmentKind, Text>> = {
  CHANGE: { el: 'Μεταβολή στοιχείων', en: 'Change' },
  REPLACEMENT: { el: 'Αντικατάσταση οχήματος', en: 'Replacement of the vehicle' },
  CLAUSE: { el: 'Όρος υπέρ τρίτου', en: 'Clause in favour of a third party' },
  CORRECTION: { el: 'Διόρθωση από την έναρξη', en: 'Correction from the start' },
  SUCCESSION: { el: 'Αλλαγή λήπτη της ασφάλισης', en: 'New policyholder' },
  SUSPENSION: { el: 'Αναστολή λόγω ακινησίας', en: 'Suspension while off the road' },
  REACTIVATION: { el: 'Επαναφορά σε κυκλοφορία', en: 'Reactivation' },
};

/** Request of an amendment, without its changes. */
export interface RequestedAmendment {
  readonly kind: AmendmentKind;
  readonly effectiveDate: LocalDate;
  /** Day on which the request arrived; null for today. */
  readonly receivedOn: LocalDate | null;
  readonly reason: string;
  /** Whether the policyholder declared that no loss is known, for an increase of a past day. */
  readonly isLossUnknown: boolean;
  readonly resolutions: readonly ConflictResolution[];
}

export const RESOLUTION_CHOICES = ['THEIRS', 'YOURS'] as const;

/** Choice of staff for a conflict. YOURS replaces the value of the later amendment; THEIRS leaves it. */
export interface ConflictResolution {
  readonly path: string;
  /** The later amendment. */
  readonly amendmentNo: number;
  readonly keep: (typeof RESOLUTION_CHOICES)[number];
}

/** Difference of a cover in a receipt period, in euro. */
export interface CoverDifference {
  readonly objectId: number | null;
  readonly code: string;
  readonly title: string;
  readonly due: Amount;
  readonly booked: Amount;
  readonly delta: Amount;
}

/** Receipt that an amendment would issue, or has issued. */
export interface AmendmentReceipt extends GrossAmounts {
  readonly instalmentNo: number;
  /** ENDORSEMENT of a paid period; otherwise the kind of the pending receipt that it replaces. */
  readonly kind: string;
  readonly periodFrom: LocalDate;
  readonly periodTo: LocalDate;
  /** Key of the pending receipt that is replaced. */
  readonly replaces: number | null;
  readonly covers: readonly CoverDifference[];
}

/** A conflict as people read it. */
export interface ReadableConflict {
  /** Section or object, and field; null without a question. */
  readonly title: Text | null;
  /** Values; null where the field is empty or removed. */
  readonly theirs: Text | null;
  readonly yours: Text | null;
}

/** A path that a later amendment has changed too. */
export interface Conflict {
  readonly path: string;
  readonly effectiveDate: LocalDate;
  readonly amendmentNo: number;
  readonly theirs: unknown;
  readonly yours: unknown;
  /** Choice of staff; null for a conflict that is open. */
  readonly keep: ConflictResolution['keep'] | null;
  /** Added by the review; an erasure deletes the conflicts. */
  readonly readable?: ReadableConflict;
}

/** Same change in the issued renewal, from its start. */
export interface RenewalOutcome {
  readonly applicationId: number;
  readonly policyNo: string;
  readonly effectiveDate: LocalDate;
  /** Yearly price before and after. */
  readonly before: GrossAmounts;
  readonly after: GrossAmounts | null;
  /** Amount to pay for its paid periods; below zero it is given back. */
  readonly due: GrossAmounts;
}

/** Result of a calculation, as stored. */
export interface AmendmentOutcome {
  /** Yearly price before and after, on the effective date. */
  readonly before: GrossAmounts;
  readonly after: GrossAmounts | null;
  /** Amount to pay now for paid periods; below zero it is given back. */
  readonly due: GrossAmounts;
  readonly receipts: readonly AmendmentReceipt[];
  readonly conflicts: readonly Conflict[];
  /** Changed answers on the effective date; an erasure deletes them. */
  readonly changes: readonly AnswerChange[];
  /** Absent without an issued renewal that changes too. */
  readonly renewal?: RenewalOutcome;
}

export interface Amendment extends RequestedAmendment {
  readonly id: number;
  readonly applicationId: number;
  readonly amendmentNo: number;
  readonly agentCode: string;
  readonly status: Status;
  readonly instructions: readonly Instruction[];
  readonly outcome: AmendmentOutcome | null;
  readonly messages: readonly RecordMessage[];
  readonly approval: Approval | null;
  /** Number of the reversed amendment that it puts in effect again; null otherwise. */
  readonly reinstates: number | null;
  /** Number of issued amendments when it was last calculated. */
  readonly baseIssue: number;
  readonly payBy: Date | null;
  readonly paymentCode: string | null;
  readonly issueNo: number | null;
  readonly issuedAt: Date | null;
  readonly reversedAt: Date | null;
  readonly version: number;
  /** Document of the act; null before it is printed. */
  readonly actDocumentId: number | null;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Whether an amendment is part of the contract on a day, as it was known at an instant. */
export function isEffective(
  { effectiveDate, issuedAt, reversedAt }: Pick<Amendment, 'effectiveDate' | 'issuedAt' | 'reversedAt'>,
  { on, known }: { readonly on: LocalDate; readonly known: Date },
): boolean {
  return effectiveDate <= on && issuedAt !== null && issuedAt <= known && (reversedAt === null || reversedAt > known);
}

/** Added to the number of an amendment in its payment code. Numbers of instalments are below it. */
const CODE_OFFSET = 1000;

/** Returns the number that stands for an instalment in the payment code of an amendment. */
export function toCodeNumber({ amendmentNo }: Pick<Amendment, 'amendmentNo'>): number {
  return CODE_OFFSET + amendmentNo;
}

/** Returns the number of the amendment that a payment code is for; null for the code of an instalment. */
export function findAmendmentNo(codeNumber: number | null): number | null {
  return codeNumber !== null && codeNumber > CODE_OFFSET ? codeNumber - CODE_OFFSET : null;
}
