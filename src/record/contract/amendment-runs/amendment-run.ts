import type { LocalDate } from '../../../common/athens.js';
import type { Violation } from '../../../common/domain-error.js';
import type { Text } from '../../../common/language.js';
import type { Amount } from '../../../common/money.js';
import type { LineCode } from '../../reference/products/line-table.js';

/** A dry run is CALCULATING, then CALCULATED; a started run is RUNNING, then DONE. Both can be STOPPED. */
export const RUN_STATES = ['CALCULATING', 'CALCULATED', 'RUNNING', 'STOPPED', 'DONE'] as const;
export type RunState = (typeof RUN_STATES)[number];

export const RUN_KINDS = ['CHANGE', 'CLAUSE', 'CORRECTION'] as const;
export type RunKind = (typeof RUN_KINDS)[number];

/** ISSUED at once; UNPAID waits for its payment; REFERRED waits for underwriting. */
export const RUN_RESULTS = ['ISSUED', 'UNPAID', 'REFERRED', 'UNCHANGED', 'REFUSED'] as const;
export type RunResult = (typeof RUN_RESULTS)[number];

export const RUN_RESULT_TITLES: Readonly<Record<RunResult, Text>> = {
  ISSUED: { el: 'Εκδίδεται', en: 'Issued' },
  UNPAID: { el: 'Αναμένει πληρωμή', en: 'Awaits payment' },
  REFERRED: { el: 'Χρειάζεται έγκριση', en: 'Needs approval' },
  UNCHANGED: { el: 'Δεν μεταβάλλεται', en: 'Unchanged' },
  REFUSED: { el: 'Δεν γίνεται δεκτή', en: 'Refused' },
};

export type PathValues = Readonly<Record<string, unknown>>;

export interface RunFilter {
  readonly line: LineCode;
  readonly agentCodes?: readonly string[];
  readonly tariffVersions?: readonly number[];
  readonly startFrom?: LocalDate;
  readonly startTo?: LocalDate;
  readonly endFrom?: LocalDate;
  readonly endTo?: LocalDate;
  /** Policies without these values are UNCHANGED. */
  readonly facts?: PathValues;
}

export interface RequestedRun {
  readonly filter: RunFilter;
  readonly changes: PathValues;
  readonly kind: RunKind;
  /** First day of the change; the start of a policy that begins later. */
  readonly effectiveDate: LocalDate;
  readonly reason: string;
}

export interface LeasedRun extends RequestedRun {
  readonly id: number;
  readonly state: 'CALCULATING' | 'RUNNING';
  readonly by: string;
}

export interface RunSum {
  readonly count: number;
  readonly yearly: Amount;
  readonly due: Amount;
}

export interface RunOutcome {
  readonly applicationId: number;
  readonly result: RunResult;
  readonly amendmentNo: number | null;
  readonly yearly: Amount | null;
  readonly due: Amount | null;
  readonly faults: readonly Violation[];
}
