import { randomInt } from 'node:crypto';

/** Vehicle plates of Greece (input.15): three of the letters that Greek and Latin share, and a number. */

/** The Greek capitals and the Latin ones that look the same, in the same order. */
const GREEK = 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ';
const LATIN = 'ABEZHIKMNOPTYX';
const LATIN_OF = new Map([...GREEK].map((letter, index) => [letter, LATIN.charAt(index)]));

const BLANKS_AND_HYPHENS = /[\s\p{Pd}\u2212]/gu;
const CAR = new RegExp(`^[${LATIN}]{3}[1-9]\\d{3}$`);
const MOTORCYCLE = new RegExp(`^[${LATIN}]{3}[1-9]\\d{0,2}$`);

/** Any plate of a car. */
export function randomPlate(): string {
  const letters = Array.from({ length: 3 }, () => LATIN.charAt(randomInt(LATIN.length))).join('');
  return `${letters}${randomInt(1_000, 10_000)}`;
}

/** How many digits a plate has: four on a car (1000 to 9999), up to three on a motorcycle (1 to 999). */
export type PlateKind = 'car' | 'motorcycle';

/** A plate as it is stored and compared, `IZX4821`: blanks and hyphens dropped, Latin capitals for Greek ones. What is no plate stays recognisable. */
export function normalizePlate(text: string): string {
  const capitals = text.normalize('NFC').replace(BLANKS_AND_HYPHENS, '').toUpperCase();
  return [...capitals].map((letter) => LATIN_OF.get(letter) ?? letter).join('');
}

/** Whether the text, normalised or not, is a plate; of the given kind, or of either. */
export function isPlate(text: string, kind?: PlateKind): boolean {
  const plate = normalizePlate(text);
  return (kind !== 'motorcycle' && CAR.test(plate)) || (kind !== 'car' && MOTORCYCLE.test(plate));
}
