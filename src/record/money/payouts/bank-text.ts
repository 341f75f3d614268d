import { toLatinText } from '../../../common/latin-text.js';

const MAX_NAME = 200;

/** Characters that not every SEPA bank accepts. */
const UNSUPPORTED = /[^A-Za-z0-9/\-?:().,'+ ]/g;

/** Writes a text in Latin capitals, cut to `max`: Greek by ELOT 743, others without accents, the rest as blanks. */
export function bankText(text: string, max: number): string {
  const latin = toLatinText(text).normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('&', '+');
  return latin.replaceAll(UNSUPPORTED, ' ').replaceAll(/ +/g, ' ').trim().toUpperCase().slice(0, max).trim();
}

/** Lists the words of a name, in Latin capitals as banks write it. */
export function bankWords(name: string): string[] {
  return bankText(name, MAX_NAME)
    .split(/[^A-Z0-9]+/)
    .filter((word) => word.length > 1);
}

/** Whether all words of the shorter name, at least two, are in the other. */
export function isSameName(one: string, other: string): boolean {
  const [shorter, longer] = [bankWords(one), bankWords(other)].toSorted((a, b) => a.length - b.length) as [string[], string[]];
  return shorter.length > 1 && shorter.every((word) => longer.includes(word));
}
