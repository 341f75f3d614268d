import { MAX_DETAILS, buildAddressPlan, buildContactPlan, type PartyAddress, type PartyContact } from './party-details.js';

const HOME: PartyAddress = { id: 1, type: 'HOME', line1: 'Ερμού 1', city: 'Αθήνα', postCode: '10563', inUse: true };
const WORK: PartyAddress = { ...HOME, id: 2, type: 'WORK' };
const MOBILE: PartyContact = { id: 1, type: 'MOBILE', contact: '6912345678', inUse: true, preferred: true };
const PHONE: PartyContact = { id: 2, type: 'PHONE', contact: '2101234567', inUse: true, preferred: true };

describe('planAddresses', () => {
  it('plans no change for equal addresses', () => {
    expect(buildAddressPlan([HOME, WORK], [])).toEqual({ changes: [], violations: [] });
    expect(buildAddressPlan([HOME, WORK], [{ id: 1 }, { ...WORK, id: undefined }])).toEqual({ changes: [], violations: [] });
  });

  it('changes an address by id, revives an equal one and adds a new one', () => {
    const retired = { ...WORK, inUse: false };
    const { changes, violations } = buildAddressPlan(
      [HOME, retired],
      [
        { id: 1, line1: 'Ερμού 2' },
        { ...WORK, id: undefined, inUse: undefined },
        { ...HOME, id: undefined, type: 'POST' },
      ],
    );
    expect(violations).toEqual([]);
    expect(changes).toEqual([{ ...HOME, line1: 'Ερμού 2' }, WORK, { ...HOME, id: null, type: 'POST' }]);
  });

  it.each([
    ['an unknown id', [{ id: 3 }], 'partyAddresses[0].addressId -304'],
    ['one id twice', [{ id: 1 }, { id: 1 }], 'partyAddresses[1] -102'],
    ['an id and the same address', [{ id: 1 }, { ...HOME, id: undefined }], 'partyAddresses[1] -102'],
    ['a change into another one', [{ id: 1, type: 'WORK' }], 'partyAddresses[0] -102'],
    ['two new ones alike', [{ type: 'POST' }, { type: 'POST' }], 'partyAddresses[1] -102'],
  ])('refuses addresses with %s', (_, sent, violation) => {
    expect(buildAddressPlan([HOME, WORK], sent).violations.map(({ path, code }) => `${path} ${code}`)).toEqual([violation]);
  });
});

describe('planContacts', () => {
  it('moves the preference to the new preferred contact', () => {
    const { changes } = buildContactPlan([MOBILE, PHONE], [{ type: 'MOBILE', contact: '6900000000', preferred: true }]);
    expect(changes).toEqual([
      { ...MOBILE, preferred: false },
      { id: null, type: 'MOBILE', contact: '6900000000', inUse: true, preferred: true },
    ]);
  });

  it('does not prefer an unused contact, nor two of a type after a change of type', () => {
    expect(buildContactPlan([MOBILE, PHONE], [{ id: 1, inUse: false }]).changes).toEqual([{ ...MOBILE, inUse: false, preferred: false }]);
    const { changes, violations } = buildContactPlan([MOBILE, PHONE], [{ id: 2, type: 'MOBILE', contact: '6900000000' }]);
    expect(violations).toEqual([]);
    expect(changes).toEqual([{ ...PHONE, type: 'MOBILE', contact: '6900000000', preferred: false }]);
  });

  it('limits the number of contacts of a party', () => {
    const many = Array.from({ length: MAX_DETAILS }, (_, index) => ({ ...PHONE, id: index + 1, contact: `2100${index}` }));
    const planned = (sent: readonly object[]) => buildContactPlan(many, sent).violations.map(({ path, code }) => `${path} ${code}`);
    expect(planned([{ id: 1, inUse: false }])).toEqual([]);
    expect(planned([{ type: 'MOBILE', contact: '6900000000' }])).toEqual(['partyContacts -102']);
    expect(buildContactPlan(many.slice(1), [{ type: 'MOBILE', contact: '6900000000' }]).violations).toEqual([]);
  });

  it('refuses to prefer an unused contact', () => {
    const { violations } = buildContactPlan([{ ...MOBILE, inUse: false, preferred: false }], [{ id: 1, preferred: true }]);
    expect(violations.map(({ path, code }) => `${path} ${code}`)).toEqual(['partyContacts[0].preferred -102']);
  });

  it('refuses two preferred contacts of a type', () => {
    const { violations } = buildContactPlan(
      [MOBILE, { ...MOBILE, id: 3, contact: '6900000000', preferred: false }],
      [
        { id: 1, preferred: true },
        { id: 3, preferred: true },
      ],
    );
    expect(violations.map(({ path, code }) => `${path} ${code}`)).toEqual(['partyContacts[1].preferred -102']);
  });
});
