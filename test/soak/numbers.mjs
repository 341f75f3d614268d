const LETTERS = 'ABEZHIKMNOPTYX';
const NUMBERS_PER_LETTERS = 9000;
const FIRST_AFM = 50_000_000;

let persons = 0;
let plates = 0;

/** Returns an unused tax number of eight digits and a check digit. */
export function newAfm() {
  const digits = String(FIRST_AFM + persons++);
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * 2 ** (8 - index), 0);
  return digits + ((sum % 11) % 10);
}

/** Returns an unused plate. */
export function newPlate() {
  const number = plates++;
  let rest = Math.floor(number / NUMBERS_PER_LETTERS);
  let letters = '';
  for (let place = 0; place < 3; place += 1) {
    letters += LETTERS[rest % LETTERS.length];
    rest = Math.floor(rest / LETTERS.length);
  }
  return `${letters}${1000 + (number % NUMBERS_PER_LETTERS)}`;
}
