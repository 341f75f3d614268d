import type { BonusMalusTerms } from './tariff-model.js';

/** Moves down after a year without an at-fault claim, up for each claim. */
export function calculateRenewalClass(terms: BonusMalusTerms, registryClass: number | null | undefined, atFaultClaims: number): number {
  const from = registryClass ?? terms.entry;
  const to = atFaultClaims === 0 ? from + terms.cleanYearStep : from + atFaultClaims * terms.atFaultClaimStep;
  return Math.min(Math.max(to, terms.min), terms.max);
}
