import { toLatinText } from '../../../common/latin-text.js';

const MAX_NAME = 200;

/** Characters outside the set that every SEPA bank accepts. */
const UNSUPPORTED = /[^A-Za-z0-9/\-?:().,'+ ]/g;

/** Transcribes Greek by ELOT 743, without accents; blanks replace other letters. */
export function toBankText(text: string, max: number): string {
  const latin = toLatinText(text).normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('&', '+');
  return latin.replaceAll(UNSUPPORTED, ' ').replaceAll(/ +/g, ' ').trim().toUpperCase().slice(0, max).trim();
}

export function toBankWords(name: string): string[] {
  return toBankText(name, MAX_NAME)
    .split(/[^A-Z0-9]+/)
    .filter((word) => word.length > 1);
}

/** The shorter name must have at least two words, all in the other name. */
export function isSameName(one: string, other: string): boolean {
  const [shorter, longer] = [toBankWords(one), toBankWords(other)].toSorted((a, b) => a.length - b.length) as [string[], string[]];
  return shorter.length > 1 && shorter.every((word) => longer.includes(word));
}
