import { bankText } from './bank-text.js';

const MAX_NAME = 200;

/** A name as banks write it: its words in Latin capitals. */
export function bankWords(name: string): string[] {
  return bankText(name, MAX_NAME)
    .split(/[^A-Z0-9]+/)
    .filter((word) => word.length > 1);
}

/** Whether all words of the shorter name, two at least, stand in the other. */
export function isSameName(one: string, other: string): boolean {
  const [shorter, longer] = [bankWords(one), bankWords(other)].toSorted((a, b) => a.length - b.length) as [string[], string[]];
  return shorter.length > 1 && shorter.every((word) => longer.includes(word));
}
