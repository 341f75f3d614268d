import type { BonusMalusTerms } from './tariff-model.js';

/** Moves a class at a renewal: down after a year without an at-fault claim, up for each claim, within the limits. */
export function calculateRenewalClass(terms: BonusMalusTerms, registryClass: number | null | undefined, atFaultClaims: number): number {
  const from = registryClass ?? terms.entry;
  const to = atFaultClaims === 0 ? from + terms.cleanYearStep : from + atFaultClaims * terms.atFaultClaimStep;
  return Math.min(Math.max(to, terms.min), terms.max);
}
