/** Must match the SQL function `fold_name` (migrations/1764000000000-create-functions.ts) and the stored names. */
const MARKS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+/g;
const BLANKS = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+/g;

// Letters that decomposition does not change.
const FROM = 'ABCDEFGHIJKLMNOPQRSTUVWXYZΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςµÆÐØÞĐĦıŁŊŒŦẞ' + 'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЀЁЂЃЄЅІЇЈЉЊЋЌЍЎЏ';
const TO = 'abcdefghijklmnopqrstuvwxyzαβγδεζηθικλμνξοπρστυφχψωσμæðøþđħiłŋœŧß' + 'абвгдежзийклмнопрстуфхцчшщъыьэюяѐёђѓєѕіїјљњћќѝўџ';

const folded = new Map(Array.from(FROM, (letter, index) => [letter, TO.charAt(index)]));

/** Converts ` Ἀθηνᾶ  ΠΑΠΑΔΆΚΗΣ` to `αθηνα παπαδακησ`. */
export function foldName(name: string): string {
  const bare = name.normalize('NFD').replace(MARKS, '');
  let text = '';
  for (const letter of bare) text += folded.get(letter) ?? letter;
  return text.replace(BLANKS, ' ').trim();
}
