import { containing } from '../../../common/like-pattern.js';
import { toBankWords } from '../../../record/money/payouts/bank-text.js';

/** Shortest fixed part that a trigram index can use. */
const FIXED = /[^%]{3}/;
/** Only the two longest words count, because the bank may add a father's name or leave one out. */
const MAX_WORDS = 2;

/** Greek letters of the transliteration ELOT 743, as in folded names; `%` where several are possible. Longer ones first. */
const LETTERS: readonly (readonly [latin: RegExp, greek: string])[] = [
  [/^TH/, 'θ'],
  [/^CH/, 'χ'],
  [/^PS/, '%'],
  [/^N(?=G|X|CH)/, '%'],
  ...Array.from('AEZKLMNXPRSTDGVF', (letter, index) => [new RegExp(`^${letter}`), 'αεζκλμνξπρστδγ%%'.charAt(index)] as const),
];

/** LIKE patterns of folded names that may contain the words of a bank's name: for each word in Greek, and in Latin. */
export function namePatterns(name: string): (readonly [greek: string, latin: string])[] {
  const patterns = toBankWords(name)
    .toSorted((a, b) => b.length - a.length)
    .map((word) => [`%${greekPattern(word)}%`.replaceAll(/%+/g, '%'), containing(word.toLowerCase())] as const)
    .filter(([greek]) => FIXED.test(greek));
  return patterns.slice(0, MAX_WORDS);
}

function greekPattern(word: string): string {
  let pattern = '';
  for (let rest = word; rest !== '';) {
    const [latin, greek] = LETTERS.find(([letters]) => letters.test(rest)) ?? [/^./, '%'];
    pattern += greek;
    rest = rest.replace(latin, '');
  }
  return pattern;
}
