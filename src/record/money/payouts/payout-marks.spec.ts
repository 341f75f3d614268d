import { findPayoutMarks } from './payout-marks.js';

const IBAN = 'GR1601101250000000012300695';
const OTHER_IBAN = 'DE89370400440532013000';

describe('findPayoutMarks', () => {
  it.each([
    ['Παπαδοπούλου Μαρία', 'Παπαδοπούλου Μαρία', false],
    ['ΜΑΡΙΑ ΠΑΠΑΔΟΠΟΥΛΟΥ', 'Παπαδοπούλου Μαρία', false],
    ['PAPADOPOULOU MARIA', 'Παπαδοπούλου Μαρία', false],
    ['Παπαδοπούλου Μαρία του Γεωργίου', 'Παπαδοπούλου Μαρία', false],
    ['Άλφα', 'ΑΛΦΑ', false],
    ['ALFA', 'Άλφα', false],
    ['Иванов', 'ИВАНОВ', false],
    ['Παπαδοπούλου Ελένη', 'Παπαδοπούλου Μαρία', true],
    ['Παπαδοπούλου', 'Παπαδοπούλου Μαρία', true],
    ['Иванов', 'Петров', true],
    ['Βήτα Ο.Ε.', 'Άλφα Ο.Ε.', true],
    ['Παπαδοπούλου Μαρία', null, null],
  ])('compares the holder %s with the creditor %s: %s', (holder, creditorName, holderDiffers) => {
    expect(findPayoutMarks([{ holder, creditorName, iban: IBAN }])).toEqual([{ holderDiffers, ibanRepeated: false, ibanCount: 1 }]);
  });

  it('marks every payout whose IBAN occurs twice, and none whose IBAN cannot be read', () => {
    const marks = findPayoutMarks([IBAN, OTHER_IBAN, null, IBAN, null].map((iban) => ({ holder: 'Α', creditorName: 'Α', iban })));
    expect(marks.map(({ ibanRepeated }) => ibanRepeated)).toEqual([true, false, null, true, null]);
    expect(marks.map(({ ibanCount }) => ibanCount)).toEqual([2, 1, null, 2, null]);
  });
});
