/**
 * The form of a name that searches and comparisons use. The SQL function `fold_name` (migrations/1764000000000-create-functions.ts) gives the
 * same result for every text: both work from the tables below, so neither the server's locale nor its ICU version has a say. Change
 * both together, in a new migration that also rewrites what is stored.
 */
const MARKS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+/g;
const BLANKS = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+/g;

// Capitals that decomposition leaves whole, the final sigma, the dotless i and the micro sign that keyboards give for a Greek mu.
const FROM = 'ABCDEFGHIJKLMNOPQRSTUVWXYZΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςµÆÐØÞĐĦıŁŊŒŦẞ' + 'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЀЁЂЃЄЅІЇЈЉЊЋЌЍЎЏ';
const TO = 'abcdefghijklmnopqrstuvwxyzαβγδεζηθικλμνξοπρστυφχψωσμæðøþđħiłŋœŧß' + 'абвгдежзийклмнопрстуфхцчшщъыьэюяѐёђѓєѕіїјљњћќѝўџ';

const folded = new Map(Array.from(FROM, (letter, index) => [letter, TO.charAt(index)]));

/** Marks stripped, small letters, final sigma as sigma, runs of blanks as one blank, none at the ends: ` Ἀθηνᾶ  ΠΑΠΑΔΆΚΗΣ` → `αθηνα παπαδακησ`. */
export function foldName(name: string): string {
  const bare = name.normalize('NFD').replace(MARKS, '');
  let text = '';
  for (const letter of bare) text += folded.get(letter) ?? letter;
  return text.replace(BLANKS, ' ').trim();
}
