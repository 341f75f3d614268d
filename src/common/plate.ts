import { randomInt } from 'node:crypto';

/** Greek plates (input.15): two or three letters that Greek and Latin share, and a number. */

const GREEK = 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ';
const LATIN = 'ABEZHIKMNOPTYX';
const LATIN_OF = new Map([...GREEK].map((letter, index) => [letter, LATIN.charAt(index)]));

const BLANKS_AND_HYPHENS = /[\s\p{Pd}\u2212]/gu;
/** Plates from before 1983 have two letters. */
const CAR = new RegExp(`^[${LATIN}]{2,3}[1-9]\\d{3}$`);
const MOTORCYCLE = new RegExp(`^[${LATIN}]{2,3}[1-9]\\d{0,2}$`);
/** 17 characters without I, O and Q (ISO 3779). */
const CHASSIS_NUMBER = /^[A-HJ-NPR-Z0-9]{17}$/i;

export function createRandomPlate(): string {
  const letters = Array.from({ length: 3 }, () => LATIN.charAt(randomInt(LATIN.length))).join('');
  return `${letters}${randomInt(1_000, 10_000)}`;
}

export type PlateKind = 'car' | 'motorcycle';

export function normalizePlate(text: string): string {
  const capitals = text.normalize('NFC').replace(BLANKS_AND_HYPHENS, '').toUpperCase();
  return [...capitals].map((letter) => LATIN_OF.get(letter) ?? letter).join('');
}

export function isChassisNumber(text: string | null | undefined): text is string {
  return typeof text === 'string' && CHASSIS_NUMBER.test(text);
}

export function isPlate(text: string, kind?: PlateKind): boolean {
  const plate = normalizePlate(text);
  return (kind !== 'motorcycle' && CAR.test(plate)) || (kind !== 'car' && MOTORCYCLE.test(plate));
}
