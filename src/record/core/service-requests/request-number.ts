/** Letters that are the same in Greek and Latin and do not sound alike; their number is a prime above ten. */
const LETTERS = 'ABEZHIKMNPTYX';
const DIGITS = 6;
const NUMBER = /^SR-(\d{2})-(\d{6,10})-([A-Z])$/;

/** Greek capitals that look like the Latin ones of a number. */
const LOOK_ALIKES = new Map(Array.from('ΑΒΕΖΗΙΚΜΝΡΤΥΧ', (letter, index) => [letter, 'ABEZHIKMNPTYX'.charAt(index)]));

/**
 * The number that people use for a request: `SR-26-000123-K`. The letter follows from the digits, so that one wrong digit, or two
 * neighbours exchanged, make a number that does not exist.
 */
export function requestNumber(year: number, id: number): string {
  const shortYear = String(year % 100).padStart(2, '0');
  const serial = String(id).padStart(DIGITS, '0');
  return `SR-${shortYear}-${serial}-${letterOf(shortYear + serial)}`;
}

/** A number as it was typed, in its stored form; null when it is none. */
export function parseRequestNumber(text: string): string | null {
  const latin = Array.from(text.trim().toUpperCase(), (letter) => LOOK_ALIKES.get(letter) ?? letter).join('');
  const [, year = '', serial = '', letter] = NUMBER.exec(latin) ?? [];
  return letter !== undefined && letter === letterOf(year + serial) ? latin : null;
}

function letterOf(digits: string): string {
  return LETTERS.charAt(Number(BigInt(digits) % BigInt(LETTERS.length)));
}
