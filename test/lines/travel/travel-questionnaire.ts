import type { LocalDate } from '../../../src/common/athens.js';

/** A journey of at most one year. */
export interface TravelQuestionnaire {
  readonly start_date: LocalDate;
  readonly destination: string;
  readonly travellers: number;
  /** Amount in euro with at most two decimals. */
  readonly sum_insured: number;
  readonly client: TravelClient;
}

export interface TravelClient {
  readonly afm: string;
  readonly last_name: string;
  readonly first_name?: string;
}

// A line of the program adds itself to `OwnQuestionnaires`. From then on every list of lines without it fails to
// compile.
declare module '../../../src/record/reference/products/line-table.js' {
  interface Questionnaires {
    readonly travel: TravelQuestionnaire;
  }
}
