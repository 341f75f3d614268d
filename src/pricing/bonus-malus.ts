import type { BonusMalusTerms } from './tariff-model.js';

/**
 * Calculates the class at a renewal, from the class in the registry or else the tariff's entry class. It moves one step
 * down after a year without an at-fault claim, or up for each claim, within the limits of the tariff.
 */
export function renewalClass(terms: BonusMalusTerms, registryClass: number | null | undefined, atFaultClaims: number): number {
  const from = registryClass ?? terms.entry;
  const to = atFaultClaims === 0 ? from + terms.cleanYearStep : from + atFaultClaims * terms.atFaultClaimStep;
  return Math.min(Math.max(to, terms.min), terms.max);
}
