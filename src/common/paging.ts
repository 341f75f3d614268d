export interface PageWindow {
  readonly start: number;
  readonly limit: number;
}

/** Totals are exact up to this number (gateway.37), because counting reads every row. */
export const MAX_COUNTED = 10_000;

export function toCappedTotal(counted: number): { total: number; isCapped: boolean } {
  return { total: Math.min(counted, MAX_COUNTED), isCapped: counted > MAX_COUNTED };
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly total: number;
  readonly isCapped: boolean;
}
