/** Months between two instalments. */
export type PayFrequencyMonths = 3 | 6 | 12;
