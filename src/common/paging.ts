/** A part of a list. */
export interface PageWindow {
  /** 1-based position of the first row. */
  readonly start: number;
  readonly limit: number;
}

/** Totals are exact up to here (gateway.37); counting further would read the whole table for a number of no use. */
export const MAX_COUNTED = 10_000;

/** The total of rows that were counted up to one more than that. */
export function cappedTotal(counted: number): { total: number; isCapped: boolean } {
  return { total: Math.min(counted, MAX_COUNTED), isCapped: counted > MAX_COUNTED };
}

/** A page of a list and how many rows there are in all; from some number on the total is only a lower bound. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly total: number;
  readonly isCapped: boolean;
}
