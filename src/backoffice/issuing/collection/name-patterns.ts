import { containing } from '../../../common/like-pattern.js';
import { bankWords } from '../../../record/money/payouts/same-name.js';

/** What a trigram index needs of a pattern. */
const FIXED = /[^%]{3}/;
/** Two words of a name are found by, the longest: the bank may add a father's name, or leave one out. */
const MOST_WORDS = 2;

/** What the letters of ELOT 743 were in Greek, as folded names have them, where there is but one way; the longer ones first. */
const LETTERS: readonly (readonly [latin: RegExp, greek: string])[] = [
  [/^TH/, 'θ'],
  [/^CH/, 'χ'],
  [/^PS/, '%'],
  [/^N(?=G|X|CH)/, '%'],
  ...Array.from('AEZKLMNXPRSTDGVF', (letter, index) => [new RegExp(`^${letter}`), 'αεζκλμνξπρστδγ%%'.charAt(index)] as const),
];

/** LIKE patterns of folded names in which the words of a bank's name may stand: for each word in Greek, and as it is. */
export function namePatterns(name: string): (readonly [greek: string, latin: string])[] {
  const patterns = bankWords(name)
    .toSorted((a, b) => b.length - a.length)
    .map((word) => [`%${greekPattern(word)}%`.replaceAll(/%+/g, '%'), containing(word.toLowerCase())] as const)
    .filter(([greek]) => FIXED.test(greek));
  return patterns.slice(0, MOST_WORDS);
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
