import { foldName } from '../../common/fold-name.js';
import { isPlate, normalizePlate } from '../../common/plate.js';
import { contactForms } from '../../record/parties/contact.js';

/** What a person was called and reached by, as it was written anywhere; each list may hold the same twice. */
export interface Traits {
  /** A company has no first name. */
  readonly names: readonly { readonly last: string; readonly first: string | null }[];
  /** AFM and AMKA. */
  readonly numbers: readonly string[];
  /** Of identity cards and passports. */
  readonly papers: readonly string[];
  /** Of vehicles that are the person's alone. */
  readonly plates: readonly string[];
  readonly phones: readonly string[];
  readonly emails: readonly string[];
}

/** Regular expressions that Postgres and JavaScript read alike. */
export interface MentionPattern {
  /** What is taken out of a text. */
  readonly exact: string;
  /** One of them finds every text that has such a piece, and a few more: small ones without look-around, so that a whole table is read fast. */
  readonly loose: readonly string[];
}

const BLANK = String.raw`\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000`;
const MARKS = String.raw`[\u0300-\u036f]*`;
const WORD = String.raw`0-9A-Za-z\u00c0-\u024f\u0300-\u03ff\u0400-\u052f\u1f00-\u1fff`;
/** Between two words of a name. A line's end stands in JSON as a backslash and a letter. */
const BETWEEN_WORDS = String.raw`(?:[${BLANK},.;:'"’()/_\\-]|\\[nrt]){1,4}`;
const BETWEEN_DIGITS = String.raw`[${BLANK}().,/-]{0,2}`;
const LETTERS: readonly (readonly [number, number])[] = [
  [0x41, 0x24f],
  [0x386, 0x52f],
  [0x1f00, 0x1fff],
];
/** Of a kind, in one pattern. */
const MOST_PIECES = 50;
const FEWEST_DIGITS_OF_A_NUMBER = 9;
const FEWEST_DIGITS_OF_A_PHONE = 7;
const FEWEST_CHARACTERS_OF_A_PAPER = 5;
const FEWEST_CHARACTERS_OF_A_PLATE = 6;
const GREEK_CAPITALS = [...'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ'];

/** None when nothing is known of the person; each of as many pieces as the database finds its way through fast. */
export function mentionPatterns(traits: Traits): MentionPattern[] {
  const words = [...traits.names.flatMap(namesOf), ...traits.papers.map(paperOf), ...traits.plates.map(plateOf)];
  const numbers = [...traits.numbers.map(numberOf), ...traits.phones.map(phoneOf)];
  const emails = traits.emails.filter((email) => email.includes('@')).map((email) => literal(foldName(email)));
  const kinds = [
    { pieces: different(words), before: `(?<![${WORD}])`, after: `(?![${WORD}])` },
    { pieces: different(numbers), before: '(?<![0-9])', after: '(?![0-9])' },
    { pieces: different(emails), before: `(?<![${WORD}._%+-])`, after: `(?![${WORD}]|[.-][${WORD}])` },
  ];
  const patterns: MentionPattern[] = [];
  for (let at = 0; kinds.some(({ pieces }) => pieces.length > at); at += MOST_PIECES) {
    const known = kinds
      .filter(({ pieces }) => pieces.length > at)
      .map(({ pieces, before, after }) => ({ loose: `(?:${pieces.slice(at, at + MOST_PIECES).join('|')})`, before, after }));
    patterns.push({
      exact: known.map(({ loose, before, after }) => before + loose + after).join('|'),
      loose: known.map(({ loose }) => loose),
    });
  }
  return patterns;
}

function different(pieces: readonly (string | null)[]): string[] {
  return [...new Set(pieces.filter((piece) => piece !== null))];
}

/** First and last name together, in either order; one of them alone is many people's. A company's name alone must have two words. */
function namesOf({ last, first }: Traits['names'][number]): (string | null)[] {
  const [lastWords, firstWords] = [wordsOf(last), wordsOf(first ?? '')];
  if (lastWords.length === 0) return [];
  if (firstWords.length === 0) return [lastWords.length > 1 ? lastWords.map(literal).join(BETWEEN_WORDS) : null];
  const [lastName, firstName] = [phrase(lastWords), phrase(firstWords)];
  return [`${lastName}${BETWEEN_WORDS}${firstName}`, `${firstName}${BETWEEN_WORDS}${lastName}`];
}

const wordsOf = (name: string): string[] => foldName(name).match(/[\p{L}\p{N}]+/gu) ?? [];

/** The first word, and the others when they are there too. */
function phrase([first = '', ...rest]: readonly string[]): string {
  return rest.length === 0 ? inflected(first) : `${inflected(first)}(?:${BETWEEN_WORDS}${phrase(rest)})?`;
}

/** Greek names in any case: `Παπαδόπουλος`, `Παπαδόπουλου`, `Παπαδόπουλο`; `Ελένη`, `Ελένης`. */
function inflected(word: string): string {
  const masculine = /^(.{2,})(?:οσ|ου|ο)$/u.exec(word)?.[1];
  if (masculine !== undefined) return `${literal(masculine)}(?:${literal('ο')}(?:${literal('σ')}|${literal('υ')})?|${literal('ε')})`;
  const other = /^(.+[αηιωευ])σ?$/u.exec(word)?.[1];
  return other === undefined ? literal(word) : `${literal(other)}(?:${literal('σ')})?`;
}

function numberOf(number: string): string | null {
  return number.replace(/\D/g, '').length < FEWEST_DIGITS_OF_A_NUMBER ? null : digitsOf(number);
}

const digitsOf = (number: string): string => [...number.replace(/\D/g, '')].join(BETWEEN_DIGITS);

/** With or without the country's code before it. */
function phoneOf(phone: string): string | null {
  const international = contactForms(phone).find((form) => form.startsWith('+'));
  const number = international ?? phone;
  if (number.replace(/\D/g, '').length < FEWEST_DIGITS_OF_A_PHONE) return null;
  if (!international?.startsWith('+30')) return String.raw`(?:\+|00)?${digitsOf(number)}`;
  return String.raw`(?:(?:\+|00)?${digitsOf('30')}${BETWEEN_DIGITS})?${digitsOf(international.slice(3))}`;
}

function paperOf(paper: string): string | null {
  const characters = foldName(paper).match(/[\p{L}\p{N}]/gu) ?? [];
  if (characters.length < FEWEST_CHARACTERS_OF_A_PAPER || !/\d/.test(paper)) return null;
  return characters.map(literal).join(BETWEEN_DIGITS);
}

/** With Greek letters or the Latin ones that look the same. A short one of a motorcycle reads like a word and a number. */
function plateOf(text: string): string | null {
  const plate = normalizePlate(text);
  if (!isPlate(plate) || plate.length < FEWEST_CHARACTERS_OF_A_PLATE) return null;
  return [...plate]
    .map((letter) => `(?:${[letter, ...lookAlikes(letter)].map((one) => literal(foldName(one))).join('|')})`)
    .join(BETWEEN_DIGITS);
}

const lookAlikes = (letter: string): string[] => GREEK_CAPITALS.filter((greek) => normalizePlate(greek) === letter);

/** The folded text in every spelling that folds to it. */
function literal(folded: string): string {
  return [...folded].map((character) => spellings().get(character) ?? character.replace(/[^\p{L}\p{N}]/u, String.raw`\$&`)).join('');
}

let known: ReadonlyMap<string, string> | null = null;

/** To each small letter without marks the letters that fold to it. */
function spellings(): ReadonlyMap<string, string> {
  if (known) return known;
  const letters = new Map<string, string>();
  for (const [from, to] of LETTERS)
    for (let code = from; code <= to; code += 1) {
      const letter = String.fromCharCode(code);
      const folded = foldName(letter);
      if (/^\p{L}$/u.test(folded)) letters.set(folded, (letters.get(folded) ?? '') + letter);
    }
  return (known = new Map([...letters].map(([letter, all]) => [letter, `[${all}]${MARKS}`])));
}
