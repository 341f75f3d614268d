import { amka, vat } from 'stdnum/lib/cjs/gr/index.js';

const AFM = /^(?!0{9})\d{9}$/;
const AMKA = /^\d{11}$/;
const POSTCODE = /^\d{5}$/;
const BLANKS = /\s+/g;

/** The check digit alone would accept zeros. */
export function isAfm(text: string): boolean {
  return AFM.test(text) && vat.validate(text).isValid;
}

export function isAmka(text: string, birthDate?: string): boolean {
  if (!AMKA.test(text) || !amka.validate(text).isValid) return false;
  return birthDate === undefined || text.startsWith(birthDate.slice(8, 10) + birthDate.slice(5, 7) + birthDate.slice(2, 4));
}

export function isPostcode(text: string): boolean {
  return POSTCODE.test(text);
}

export function removeBlanks(text: string): string {
  return text.replace(BLANKS, '');
}

const COUNTRY_CHARACTERS = 2;
const SHOWN_DIGITS = 4;

/** Keeps the country and the last four characters. @example 'GR…0695' */
export function maskIban(iban: string): string {
  const compact = removeBlanks(iban);
  return `${compact.slice(0, COUNTRY_CHARACTERS)}…${compact.slice(-SHOWN_DIGITS)}`;
}

export function buildAfm(eightDigits: number): string {
  const digits = String(eightDigits).padStart(8, '0');
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * 2 ** (8 - index), 0);
  return `${digits}${(sum % 11) % 10}`;
}

const OBJECT_ID = /^[1-9]\d{0,9}$/;

export function parseObjectId(text: string): number | null {
  return OBJECT_ID.test(text) ? Number(text) : null;
}
