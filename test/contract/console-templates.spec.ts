import { fillTemplate, insertTemplate } from '../../console/src/parts/contract/template-text.js';

const FACTS = { client: 'Παπαδοπούλου Μαρία', number: 'M260000044', plate: 'IZX4821' };

describe('a message template', () => {
  it('is filled in with client, number and plate, and keeps other braces', () => {
    expect(fillTemplate('{client}: {number}, {plate}, {plate}, {other}', FACTS)).toBe(
      'Παπαδοπούλου Μαρία: M260000044, IZX4821, IZX4821, {other}',
    );
  });

  it('does not fit a referral without a plate if it names the plate', () => {
    const facts = { ...FACTS, plate: null };
    expect(fillTemplate('Το όχημα {plate}', facts)).toBeNull();
    expect(fillTemplate('Η αίτηση {number}', facts)).toBe('Η αίτηση M260000044');
  });

  it('is inserted below what was typed, and replaces the last one unless that was edited', () => {
    const first = insertTemplate(' Γράψτε μας. ', null, 'Πρώτο');
    expect(first.message).toBe('Γράψτε μας.\n\nΠρώτο');
    const second = insertTemplate(first.message, first, 'Δεύτερο');
    expect(second.message).toBe('Γράψτε μας.\n\nΔεύτερο');
    expect(insertTemplate(second.message, second, '').message).toBe('Γράψτε μας.');
    expect(insertTemplate(`${second.message}!`, second, 'Τρίτο').message).toBe('Γράψτε μας.\n\nΔεύτερο!\n\nΤρίτο');
    expect(insertTemplate('', null, 'Πρώτο').message).toBe('Πρώτο');
  });
});
