/** A part of a list. */
export interface PageWindow {
  /** 1-based position of the first row. */
  readonly start: number;
  readonly limit: number;
}

/** A page of a list and how many rows there are in all; from some number on the total is only a lower bound. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly total: number;
  readonly isCapped: boolean;
}
