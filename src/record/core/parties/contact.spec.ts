import { listContactForms, toContact } from './contact.js';

describe('toContact', () => {
  it.each([
    ['MOBILE', '6912345678', '6912345678'],
    ['MOBILE', ' +30 691-234 5678 ', '6912345678'],
    ['MOBILE', '0030 6912345678', '6912345678'],
    ['PHONE', '(210) 123 4567', '2101234567'],
    ['PHONE', '6912345678', '6912345678'],
    ['FAX', '+44 20 7946 0958', '+442079460958'],
    ['MOBILE', '+49 1512 3456789', '+4915123456789'],
    ['EMAIL', ' maria@example.gr ', 'maria@example.gr'],
  ])('stores the %s %j as %j', (type, value, expected) => {
    expect(toContact(type, value)).toBe(expected);
  });

  it.each([
    ['MOBILE', '2101234567'],
    ['MOBILE', '691234567'],
    ['PHONE', '12'],
    ['PHONE', '2101234567 ext. 12'],
    ['PHONE', 'τηλ. 2101234567'],
    ['PHONE', 'maria@example.gr'],
    ['FAX', '9999999999'],
    ['EMAIL', '6912345678'],
    ['EMAIL', 'maria@'],
  ])('refuses a %s of %j', (type, value) => {
    expect(toContact(type, value)).toBeNull();
  });
});

describe('contactForms', () => {
  it('returns the forms in which a number or an address can be stored', () => {
    expect(listContactForms('+30 6912345678')).toEqual(['+30 6912345678', '6912345678', '+306912345678']);
    expect(listContactForms('Maria@Example.GR')).toEqual(['maria@example.gr']);
  });
});
