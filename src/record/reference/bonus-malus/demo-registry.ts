import { afmWithCheckDigit } from '../../../common/identifiers.js';
import type { BonusMalusEntry } from './bonus-malus-registry.js';

const LETTERS = 'ABEZHIKMNOPTYX';
const ROWS = 300;
const CAR_NUMBERS = 9_000;
const CLASSES = 20;

/**
 * Rows for trying out, the same in every installation: row n (from 0) has the plate that `demoPlate` makes of it and the AFM of the digits
 * 1400000n. Every seventh owner had a claim within the year.
 */
export function demoRegistry(): BonusMalusEntry[] {
  return Array.from({ length: ROWS }, (_, row) => {
    const claimsLastYear = row % 7 === 0 ? 1 : 0;
    return {
      plateNo: demoPlate(row),
      afm: afmWithCheckDigit(14_000_000 + row),
      bonusMalus: (row * 7) % CLASSES === 0 ? 10 : ((row * 7) % CLASSES) + 1,
      claimsLastYear,
      claimsLast5Years: claimsLastYear + (row % 3),
      source: 'DEMO',
      asOf: '2026-01-01',
    };
  });
}

/** A plate of a car. */
function demoPlate(row: number): string {
  const letters = [row, row * 5 + 3, row * 11 + 7].map((at) => LETTERS.charAt(at % LETTERS.length)).join('');
  return `${letters}${1000 + ((row * 2_741) % CAR_NUMBERS)}`;
}
