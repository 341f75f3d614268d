import { buildPartPattern } from '../../../common/like-pattern.js';
import { toBankWords } from '../../../record/money/payouts/bank-text.js';

const FIXED = /[^%]{3}/;
/** Only the longest words count, because the bank may add or omit others, such as the father's name. */
const MAX_WORDS = 2;

/** Transliteration of ELOT 743 to folded Greek letters, longer ones first; `%` if several are possible. */
const LETTERS: readonly (readonly [latin: RegExp, greek: string])[] = [
  [/^TH/, 'θ'],
  [/^CH/, 'χ'],
  [/^PS/, '%'],
  [/^N(?=G|X|CH)/, '%'],
  ...Array.from('AEZKLMNXPRSTDGVF', (letter, index) => [new RegExp(`^${letter}`), 'αεζκλμνξπρστδγ%%'.charAt(index)] as const),
];

export function buildNamePatterns(name: string): (readonly [greek: string, latin: string])[] {
  const patterns = toBankWords(name)
    .toSorted((a, b) => b.length - a.length)
    .map((word) => [`%${buildGreekPattern(word)}%`.replaceAll(/%+/g, '%'), buildPartPattern(word.toLowerCase())] as const)
    .filter(([greek]) => FIXED.test(greek));
  return patterns.slice(0, MAX_WORDS);
}

function buildGreekPattern(word: string): string {
  let pattern = '';
  for (let rest = word; rest !== '';) {
    const [latin, greek] = LETTERS.find(([letters]) => letters.test(rest)) ?? [/^./, '%'];
    pattern += greek;
    rest = rest.replace(latin, '');
  }
  return pattern;
}
