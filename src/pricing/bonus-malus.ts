import type { BonusMalusTerms } from './tariff-model.js';

/**
 * The class at a renewal: from the registry's class, or the tariff's entry class for a vehicle without a row, one step
 * down for a year without an at-fault claim and steps up for each one, never beyond the tariff's classes.
 */
export function renewalClass(terms: BonusMalusTerms, registryClass: number | null | undefined, atFaultClaims: number): number {
  const from = registryClass ?? terms.entry;
  const to = atFaultClaims === 0 ? from + terms.cleanYearStep : from + atFaultClaims * terms.atFaultClaimStep;
  return Math.min(Math.max(to, terms.min), terms.max);
}
