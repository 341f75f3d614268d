/** Letters that look alike in Greek and Latin. Their count is a prime above ten, so that wrong digits are found. */
const LETTERS = 'ABEZHIKMNPTYX';
const DIGITS = 6;
const NUMBER = /^SR-(\d{2})-(\d{6,10})-([A-Z])$/;

const LOOK_ALIKES = new Map(Array.from('ΑΒΕΖΗΙΚΜΝΡΤΥΧ', (letter, index) => [letter, LETTERS.charAt(index)]));

/** `SR-26-000123-K`; the check letter detects one wrong digit, or two exchanged ones. */
export function buildRequestNumber(year: number, id: number): string {
  const shortYear = String(year % 100).padStart(2, '0');
  const serial = String(id).padStart(DIGITS, '0');
  return `SR-${shortYear}-${serial}-${calculateCheckLetter(shortYear + serial)}`;
}

export function parseRequestNumber(text: string): string | null {
  const latin = Array.from(text.trim().toUpperCase(), (letter) => LOOK_ALIKES.get(letter) ?? letter).join('');
  const [, year = '', serial = '', letter] = NUMBER.exec(latin) ?? [];
  return letter !== undefined && letter === calculateCheckLetter(year + serial) ? latin : null;
}

function calculateCheckLetter(digits: string): string {
  return LETTERS.charAt(Number(BigInt(digits) % BigInt(LETTERS.length)));
}
