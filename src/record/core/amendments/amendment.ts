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

export const SUSPENSION_KINDS = ['SUSPENSION', 'REACTIVATION'] as const;

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

export interface RequestedAmendment {
  readonly kind: AmendmentKind;
  readonly effectiveDate: LocalDate;
  readonly receivedOn: LocalDate | null;
  readonly reason: string;
  /** Declared by the policyholder, for an increase of a past day. */
  readonly isLossUnknown: boolean;
  readonly resolutions: readonly ConflictResolution[];
}

export const RESOLUTION_CHOICES = ['THEIRS', 'YOURS'] as const;

/** YOURS replaces the value of the later amendment; THEIRS leaves it. */
export interface ConflictResolution {
  readonly path: string;
  readonly amendmentNo: number;
  readonly keep: (typeof RESOLUTION_CHOICES)[number];
}

export interface CoverDifference {
  readonly objectId: number | null;
  readonly code: string;
  readonly title: string;
  readonly due: Amount;
  readonly booked: Amount;
  readonly delta: Amount;
}

export interface AmendmentReceipt extends GrossAmounts {
  readonly instalmentNo: number;
  /** ENDORSEMENT of a paid period; otherwise the kind of the pending receipt that it replaces. */
  readonly kind: string;
  readonly periodFrom: LocalDate;
  readonly periodTo: LocalDate;
  readonly replaces: number | null;
  readonly covers: readonly CoverDifference[];
}

export interface ReadableConflict {
  readonly title: Text | null;
  readonly theirs: Text | null;
  readonly yours: Text | null;
}

export interface Conflict {
  readonly path: string;
  readonly effectiveDate: LocalDate;
  readonly amendmentNo: number;
  readonly theirs: unknown;
  readonly yours: unknown;
  readonly keep: ConflictResolution['keep'] | null;
  /** Added by the review; an erasure deletes the conflicts. */
  readonly readable?: ReadableConflict;
}

export interface RenewalOutcome {
  readonly applicationId: number;
  readonly policyNo: string;
  readonly effectiveDate: LocalDate;
  readonly before: GrossAmounts;
  readonly after: GrossAmounts | null;
  readonly due: GrossAmounts;
}

export interface AmendmentOutcome {
  readonly before: GrossAmounts;
  readonly after: GrossAmounts | null;
  /** Amount for paid periods; below zero it is given back. */
  readonly due: GrossAmounts;
  readonly receipts: readonly AmendmentReceipt[];
  readonly conflicts: readonly Conflict[];
  /** Changes on the effective date; an erasure deletes them. */
  readonly changes: readonly AnswerChange[];
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
  readonly reinstates: number | null;
  /** Number of issued amendments when it was last calculated. */
  readonly baseIssue: number;
  readonly payBy: Date | null;
  readonly paymentCode: string | null;
  readonly issueNo: number | null;
  readonly issuedAt: Date | null;
  readonly reversedAt: Date | null;
  readonly version: number;
  readonly actDocumentId: number | null;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export function isEffective(
  { effectiveDate, issuedAt, reversedAt }: Pick<Amendment, 'effectiveDate' | 'issuedAt' | 'reversedAt'>,
  { on, known }: { readonly on: LocalDate; readonly known: Date },
): boolean {
  return effectiveDate <= on && issuedAt !== null && issuedAt <= known && (reversedAt === null || reversedAt > known);
}

/** Added to the number of an amendment in its payment code. Numbers of instalments are below it. */
const CODE_OFFSET = 1000;

export function toCodeNumber({ amendmentNo }: Pick<Amendment, 'amendmentNo'>): number {
  return CODE_OFFSET + amendmentNo;
}

export function findAmendmentNo(codeNumber: number | null): number | null {
  return codeNumber !== null && codeNumber > CODE_OFFSET ? codeNumber - CODE_OFFSET : null;
}
