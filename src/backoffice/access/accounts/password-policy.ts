import type { Text } from '../../../common/language.js';
import { type Check, buildCheck } from '../../../common/validation/checks.js';
import { buildInvalidField } from '../../common/errors.js';

const MIN_LENGTH = 12;
const MAX_LENGTH = 128;
/** In UTF-16 units; before normalization, letters and accents may be separate. */
export const MAX_TYPED_LENGTH = 300;

const FORM: Text = {
  el: `Ο κωδικός πρέπει να έχει από ${MIN_LENGTH} έως ${MAX_LENGTH} χαρακτήρες και να μην είναι από τους συνηθισμένους.`,
  en: `A password has ${MIN_LENGTH} to ${MAX_LENGTH} characters and is not a common one.`,
};
const TOO_NEAR: Text = { el: 'Ο κωδικός δεν μπορεί να είναι η διεύθυνση email σας.', en: 'The password must not be your email address.' };

/** Words that are refused also when repeated or surrounded by digits and signs. */
const COMMON_WORDS = `
  password passw passwort qwerty qwertyuiop asdfgh asdfghjkl zxcvbnm letmein welcome iloveyou admin
  administrator abc abcdef abcdefgh football princess sunshine monkey dragon master changeme secret trustno
  superman batman insurance gateway κωδικος κωδικοσ ασφαλεια καλημερα olympiacos panathinaikos`.split(/\s+/);
const NOT_LETTERS = /[^\p{L}]+/gu;
const SAME_AGAIN = /^(.{1,6}?)\1+.{0,5}$/u;
const WORD_AGAIN = /^(.{3,13}?)\1+$/u;
const RUNS = [
  '0123456789012345678901234567890',
  '9876543210987654321098765432109',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
];

export const PASSWORD_CHECK: Check = buildCheck('password', FORM, (value) => {
  // Checked before the normalization, which can make a text 18 times longer.
  if (typeof value !== 'string' || value.length > MAX_TYPED_LENGTH) return false;
  const length = [...value.normalize('NFKC')].length;
  return length >= MIN_LENGTH && length <= MAX_LENGTH && !isCommon(value);
});

/** Refuses the e-mail address and its local part. */
export function assertUnlike(password: string, email: string, path: string): void {
  const plain = fold(password);
  const [name = ''] = email.split('@');
  if (plain !== fold(email) && plain.replace(/[^\p{L}\p{N}]+/gu, '') !== fold(name).replace(/[^\p{L}\p{N}]+/gu, '')) return;
  throw buildInvalidField(path, TOO_NEAR);
}

function isCommon(password: string): boolean {
  const plain = fold(password);
  const letters = plain.replace(NOT_LETTERS, '');
  const repeated = WORD_AGAIN.exec(letters)?.[1] ?? letters;
  if (SAME_AGAIN.test(plain) || RUNS.some((run) => run.includes(plain))) return true;
  return COMMON_WORDS.includes(letters) || COMMON_WORDS.includes(repeated);
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .trim();
}
