export const WITHHOLDINGS = ['INDIVIDUAL', 'COMPANY'] as const;
export type Withholding = (typeof WITHHOLDINGS)[number];
