import { toBankText, isSameName } from './bank-text.js';

describe('bankText', () => {
  it.each([
    ['Παπαδοπούλου Μαρία', 'PAPADOPOULOU MARIA'],
    ['Ευάγγελος Αυγερινός', 'EVANGELOS AVGERINOS'],
    ['Ευτυχία Μπακογιάννη', 'EFTYCHIA BAKOGIANNI'],
    ['Λάμπρος Σφυρής', 'LAMPROS SFYRIS'],
    ['ΜΠΟΤΣΑΡΗΣ & ΥΙΟΙ Ο.Ε.', 'BOTSARIS + YIOI O.E.'],
    ['Müller – Çelik', 'MULLER CELIK'],
    ['Ψυχής Άγχος, Θεοδώρα', 'PSYCHIS ANCHOS, THEODORA'],
    ['«Ξένιος» <Ζευς>', 'XENIOS ZEFS'],
    ['中文', ''],
  ])('writes %s as %s', (text, latin) => {
    expect(toBankText(text, 70)).toBe(latin);
  });

  it('truncates a long text without a blank at the end', () => {
    expect(toBankText('Αα Ββ', 3)).toBe('AA');
  });
});

describe('isSameName', () => {
  it.each([
    ['PAPADOPOULOU MARIA', 'Μαρία Παπαδοπούλου', true],
    ['PAPADOPOULOU MARIA TOU GEORGIOU', 'Παπαδοπούλου Μαρία', true],
    ['PAPADOPOULOU ELENI', 'Παπαδοπούλου Μαρία', false],
    ['PAPADOPOULOU', 'Παπαδοπούλου Μαρία', false],
    ['', '', false],
  ])('%s and %s: %s', (one, other, isSame) => {
    expect(isSameName(one, other)).toBe(isSame);
  });
});
