/** INDIVIDUAL or COMPANY; decides the tax that is withheld from commission. */
export const WITHHOLDINGS = ['INDIVIDUAL', 'COMPANY'] as const;
export type Withholding = (typeof WITHHOLDINGS)[number];
