import type { LocalDate } from '../../../../common/athens.js';
import type { ActChannel, ActKind } from '../../customer-acts/customer-act.js';
import type { LabelValue, PrintedContract, PrintedTotals } from './documents.types.js';

/** Answers of a section, a person or an item of a list. */
export interface PrintedAnswers {
  readonly title: string;
  readonly answers: readonly LabelValue[];
}

/** An act of the customer with its evidence (customer.35). */
export interface PrintedCustomerAct {
  readonly kind: ActKind;
  /** Moment in Greece: `27/11/2026 14:05:10`. */
  readonly at: string;
  readonly channel: ActChannel;
  /** Address in part, to which the one-time code went; null without one. */
  readonly sentTo: string | null;
  readonly reason: string | null;
  readonly answers: readonly { readonly text: string; readonly isGiven: boolean }[];
  /** SHA-256 of what was shown. */
  readonly sha256: string;
  /** Whether it signs the application, so that no place to sign is printed. */
  readonly isSignature: boolean;
}

export interface ApplicationDocument extends PrintedContract {
  readonly policyNo?: string | null;
  readonly applicationDate: LocalDate;
  /** Title of the application's status. */
  readonly status: string;
  /** Absent while the application has no price. */
  readonly totals?: PrintedTotals | null;
  /** All answers in the order of the form; absent, as is what follows, in copies of earlier documents. */
  readonly answers?: readonly PrintedAnswers[];
  /** Day of the insurer's approval; null when none was needed. */
  readonly approvedOn?: LocalDate | null;
  /** Deviations from the insurer's rules, and remarks of the calculation. */
  readonly deviations?: readonly string[];
  readonly acts?: readonly PrintedCustomerAct[];
}
