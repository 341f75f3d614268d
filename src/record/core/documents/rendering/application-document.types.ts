import type { LocalDate } from '../../../../common/athens.js';
import type { ActChannel, ActKind } from '../../customer-acts/customer-act.js';
import type { LabelValue, PrintedContract, PrintedTotals } from './documents.types.js';

export interface PrintedAnswers {
  readonly title: string;
  readonly answers: readonly LabelValue[];
}

export interface PrintedCustomerAct {
  readonly kind: ActKind;
  readonly at: string;
  readonly channel: ActChannel;
  readonly sentTo: string | null;
  readonly reason: string | null;
  readonly answers: readonly { readonly text: string; readonly isGiven: boolean }[];
  readonly sha256: string;
  readonly isSignature: boolean;
}

export interface ApplicationDocument extends PrintedContract {
  readonly policyNo?: string | null;
  readonly applicationDate: LocalDate;
  readonly status: string;
  readonly totals?: PrintedTotals | null;
  /** Absent, as is what follows, in copies of earlier documents. */
  readonly answers?: readonly PrintedAnswers[];
  readonly approvedOn?: LocalDate | null;
  readonly deviations?: readonly string[];
  readonly acts?: readonly PrintedCustomerAct[];
}
