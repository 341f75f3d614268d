import { foldName } from '../../common/fold-name.js';
import { isPlate, normalizePlate } from '../../common/plate.js';
import { contactForms } from '../../record/parties/contact.js';

/** A company has no first name. */
export interface PersonName {
  readonly last: string;
  readonly first: string | null;
}

/** What a person was called and reached by, as it was written anywhere; each list may hold the same twice. */
export interface Traits {
  readonly names: readonly PersonName[];
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

export interface PatternOptions {
  /** First and last name of under four letters each, `Li Yu`, count side by side; otherwise only beside a number of the person. */
  readonly withShortNames: boolean;
}

const BLANK = String.raw`\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000`;
const MARKS = String.raw`[\u0300-\u036f]*`;
const WORD = String.raw`0-9A-Za-z\u00c0-\u024f\u0300-\u03ff\u0400-\u052f\u1f00-\u1fff`;
/** Between two words of a name. A line's end stands in JSON as a backslash and a letter. */
const BETWEEN_WORDS = String.raw`(?:[${BLANK},.;:'"’()/_\\-]|\\[nrt]){1,4}`;
/** Between a name and a number; a full stop ends what belongs together. */
const BESIDE = String.raw`[${BLANK},:()/_-]{1,3}`;
const BETWEEN_DIGITS = String.raw`[${BLANK}().,/-]{0,2}`;
const LETTERS: readonly (readonly [number, number])[] = [
  [0x41, 0x24f],
  [0x386, 0x52f],
  [0x1f00, 0x1fff],
];
/** What is written before a number. */
const LABELS = ['αφμ', 'α.φ.μ', 'αμκα', 'α.μ.κ.α', 'afm', 'amka'];
/** The most of a kind in one pattern: both keep it to a size that the database reads fast. */
const MOST_PIECES = 50;
const MOST_LETTERS = 800;
const NAMES_BESIDE_A_NUMBER = 20;
const MOST_NUMBERS_BESIDE = 3;
/** A shorter name is a common word. */
const FEWEST_LETTERS_OF_A_NAME = 4;
const FEWEST_DIGITS_OF_A_NUMBER = 9;
const FEWEST_DIGITS_OF_A_PHONE = 7;
const FEWEST_CHARACTERS_OF_A_PAPER = 5;
const FEWEST_CHARACTERS_OF_A_PLATE = 6;
const GREEK_CAPITALS = [...'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ'];

interface Piece {
  readonly source: string;
  /** Letters or digits that have to be compared. */
  readonly length: number;
}

/** None when nothing is known of the person; each of as many pieces as the database finds its way through fast. */
export function mentionPatterns(traits: Traits, { withShortNames }: PatternOptions): MentionPattern[] {
  const numbers = traits.numbers.map(numberOf).filter((piece) => piece !== null);
  const words = [
    ...traits.names.flatMap((name) => namesOf(name, withShortNames)),
    ...namesBesideNumbers(traits.names, numbers),
    ...traits.papers.map(paperOf),
    ...traits.plates.map(plateOf),
  ];
  const emails = traits.emails.filter((email) => email.includes('@')).map((email) => pieceOf(literal(foldName(email)), email.length));
  const kinds = [
    { groups: groupsOf(words), before: `(?<![${WORD}])`, after: `(?![${WORD}])` },
    { groups: groupsOf([...numbers, ...traits.phones.map(phoneOf)]), before: '(?<![0-9])', after: '(?![0-9])' },
    { groups: groupsOf(emails), before: `(?<![${WORD}._%+-])`, after: `(?![${WORD}]|[.-][${WORD}])` },
  ];
  return Array.from({ length: Math.max(...kinds.map(({ groups }) => groups.length)) }, (_, at) => {
    const known = kinds.flatMap(({ groups, before, after }) => {
      const group = groups[at];
      return group === undefined ? [] : [{ loose: `(?:${group.join('|')})`, before, after }];
    });
    return {
      exact: known.map(({ loose, before, after }) => before + loose + after).join('|'),
      loose: known.map(({ loose }) => loose),
    };
  });
}

/** Different ones, in their order. */
function groupsOf(pieces: readonly (Piece | null)[]): string[][] {
  const lengths = new Map(pieces.filter((piece) => piece !== null).map(({ source, length }) => [source, length]));
  const groups: string[][] = [];
  let letters = Infinity;
  for (const [source, length] of lengths) {
    const group = groups.at(-1);
    if (group === undefined || group.length === MOST_PIECES || letters + length > MOST_LETTERS) {
      groups.push([source]);
      letters = length;
    } else {
      group.push(source);
      letters += length;
    }
  }
  return groups;
}

const pieceOf = (source: string, length: number): Piece => ({ source, length });

/**
 * First and last name together, in either order; one of them alone is many people's. A company's name alone must have two words, one of them no
 * short one.
 */
function namesOf({ last, first }: PersonName, withShortNames: boolean): Piece[] {
  const [lastWords, firstWords] = [wordsOf(last), wordsOf(first ?? '')];
  if (lastWords.length === 0) return [];
  const length = lettersOf([...lastWords, ...firstWords]);
  if (firstWords.length === 0) {
    const isName = lastWords.length > 1 && lastWords.some((word) => !isShort([word]));
    return isName ? [pieceOf(lastWords.map(literal).join(BETWEEN_WORDS), length)] : [];
  }
  if (!withShortNames && isShort(lastWords) && isShort(firstWords)) return [];
  const [lastName, firstName] = [phrase(lastWords), phrase(firstWords)];
  return [pieceOf(`${lastName}${BETWEEN_WORDS}${firstName}`, length), pieceOf(`${firstName}${BETWEEN_WORDS}${lastName}`, length)];
}

/** One name alone, however short, with a number of the person right before or after it. */
function namesBesideNumbers(names: readonly PersonName[], numbers: readonly Piece[]): Piece[] {
  if (numbers.length === 0) return [];
  const number = `(?:${numbers
    .slice(0, MOST_NUMBERS_BESIDE)
    .map(({ source }) => source)
    .join('|')})`;
  const label = `(?:(?:${LABELS.map(literal).join('|')})[.${BLANK}:]{1,3})?`;
  const phrases = names
    .flatMap(({ last, first }) => [wordsOf(last), wordsOf(first ?? '')])
    .filter((words) => words.length > 0)
    .map((words) => pieceOf(phrase(words), lettersOf(words)));
  const pieces: Piece[] = [];
  for (let at = 0; at < phrases.length; at += NAMES_BESIDE_A_NUMBER) {
    const some = phrases.slice(at, at + NAMES_BESIDE_A_NUMBER);
    const name = `(?:${some.map(({ source }) => source).join('|')})`;
    const length = some.reduce((sum, one) => sum + one.length, 0);
    pieces.push(pieceOf(`${name}${BESIDE}${label}${number}`, length), pieceOf(`${number}${BESIDE}${name}`, length));
  }
  return pieces;
}

const wordsOf = (name: string): string[] => foldName(name).match(/[\p{L}\p{N}]+/gu) ?? [];
const lettersOf = (words: readonly string[]): number => words.reduce((sum, word) => sum + word.length, 0);
const isShort = (words: readonly string[]): boolean => lettersOf(words) < FEWEST_LETTERS_OF_A_NAME;

/** The first words, as many as make no short name, and the others when they are there too. */
function phrase(words: readonly string[]): string {
  const needed = words.findIndex((_, index) => !isShort(words.slice(0, index + 1))) + 1 || words.length;
  return words.slice(0, needed).map(inflected).join(BETWEEN_WORDS) + optional(words.slice(needed));
}

function optional([first, ...rest]: readonly string[]): string {
  return first === undefined ? '' : `(?:${BETWEEN_WORDS}${inflected(first)}${optional(rest)})?`;
}

/** Greek names in any case: `Παπαδόπουλος`, `Παπαδόπουλου`, `Παπαδόπουλο`; `Ελένη`, `Ελένης`. */
function inflected(word: string): string {
  const masculine = /^(.{2,})(?:οσ|ου|ο)$/u.exec(word)?.[1];
  if (masculine !== undefined) return `${literal(masculine)}(?:${literal('ο')}(?:${literal('σ')}|${literal('υ')})?|${literal('ε')})`;
  const other = /^(.+[αηιωευ])σ?$/u.exec(word)?.[1];
  return other === undefined ? literal(word) : `${literal(other)}(?:${literal('σ')})?`;
}

function numberOf(number: string): Piece | null {
  return number.replace(/\D/g, '').length < FEWEST_DIGITS_OF_A_NUMBER ? null : pieceOf(digitsOf(number), number.length);
}

const digitsOf = (number: string): string => [...number.replace(/\D/g, '')].join(BETWEEN_DIGITS);

/** With or without the country's code before it. */
function phoneOf(phone: string): Piece | null {
  const international = contactForms(phone).find((form) => form.startsWith('+'));
  const number = international ?? phone;
  if (number.replace(/\D/g, '').length < FEWEST_DIGITS_OF_A_PHONE) return null;
  const source = international?.startsWith('+30')
    ? String.raw`(?:(?:\+|00)?${digitsOf('30')}${BETWEEN_DIGITS})?${digitsOf(international.slice(3))}`
    : String.raw`(?:\+|00)?${digitsOf(number)}`;
  return pieceOf(source, number.length);
}

function paperOf(paper: string): Piece | null {
  const characters = foldName(paper).match(/[\p{L}\p{N}]/gu) ?? [];
  if (characters.length < FEWEST_CHARACTERS_OF_A_PAPER || !/\d/.test(paper)) return null;
  return pieceOf(characters.map(literal).join(BETWEEN_DIGITS), characters.length);
}

/** With Greek letters or the Latin ones that look the same. A short one of a motorcycle reads like a word and a number. */
function plateOf(text: string): Piece | null {
  const plate = normalizePlate(text);
  if (!isPlate(plate) || plate.length < FEWEST_CHARACTERS_OF_A_PLATE) return null;
  const source = [...plate]
    .map((letter) => `(?:${[letter, ...lookAlikes(letter)].map((one) => literal(foldName(one))).join('|')})`)
    .join(BETWEEN_DIGITS);
  return pieceOf(source, plate.length);
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
