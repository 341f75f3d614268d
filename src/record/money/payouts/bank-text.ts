import { toLatinText } from '../../../common/latin-text.js';

/** What every bank of SEPA takes. */
const NOT_TAKEN = /[^A-Za-z0-9/\-?:().,'+ ]/g;

/** The text in the letters that every bank takes, in capitals, cut to `max`: Greek by ELOT 743, others without their accents, the rest as blanks. */
export function bankText(text: string, max: number): string {
  const latin = toLatinText(text).normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('&', '+');
  return latin.replaceAll(NOT_TAKEN, ' ').replaceAll(/ +/g, ' ').trim().toUpperCase().slice(0, max).trim();
}
