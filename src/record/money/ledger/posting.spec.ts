import fc from 'fast-check';
import { sum, toAmount, toDecimal } from '../../../common/money.js';
import { BANK, buildAgentAccount } from './account.js';
import { buildPremiumEntries, buildTransferEntries } from './posting.js';

const PARTS = {
  fee: '19.64',
  taxes: [
    { taxClass: 'OTHER', net: '243.10', tax: '39.41' },
    { taxClass: 'FIRE', net: '2.45', tax: '0.49' },
  ],
  levies: [{ code: 'AUX_FUND', amount: '4.16' }],
  gross: '309.25',
};

describe('premiumEntries', () => {
  it('debits the receivable of the line with the gross and credits income, taxes and levies', () => {
    expect(buildPremiumEntries('motor', PARTS).map(({ account, amount }) => [account.code, amount])).toEqual([
      ['receivable:motor', '309.25'],
      ['premium-income:motor:OTHER', '-243.10'],
      ['premium-income:motor:FIRE', '-2.45'],
      ['fee-income:motor', '-19.64'],
      ['tax-payable:OTHER', '-39.41'],
      ['tax-payable:FIRE', '-0.49'],
      ['levy-payable:AUX_FUND', '-4.16'],
    ]);
  });

  it('books a refund in the opposite direction and omits zero amounts', () => {
    const parts = { fee: '0.00', taxes: [{ taxClass: 'OTHER', net: '-123.11', tax: '-18.52' }], levies: [], gross: '-141.63' };
    expect(buildPremiumEntries('fire', parts).map(({ account, amount }) => [account.code, amount])).toEqual([
      ['receivable:fire', '-141.63'],
      ['premium-income:fire:OTHER', '123.11'],
      ['tax-payable:OTHER', '18.52'],
    ]);
  });

  it('always sums to zero', () => {
    const cents = fc.integer({ min: 0, max: 100_000_000 }).map((value) => toAmount(toDecimal(value).div(100)));
    fc.assert(
      fc.property(cents, cents, fc.array(cents, { maxLength: 3 }), fc.array(cents, { maxLength: 3 }), (net, fee, taxes, levies) => {
        const gross = toAmount(sum([...taxes.map(() => net), fee, ...taxes, ...levies]));
        const parts = {
          fee,
          gross,
          taxes: taxes.map((tax, at) => ({ taxClass: `T${at}`, net, tax })),
          levies: levies.map((amount, at) => ({ code: `L${at}`, amount })),
        };
        expect(sum(buildPremiumEntries('fire', parts).map(({ amount }) => amount)).toFixed(2)).toBe('0.00');
      }),
    );
  });

  it('refuses parts that do not add up', () => {
    expect(() => buildPremiumEntries('motor', { ...PARTS, gross: '309.26' })).toThrow(RangeError);
  });
});

describe('transferEntries', () => {
  it('moves an amount from the credited to the debited account', () => {
    expect(buildTransferEntries(BANK, buildAgentAccount('A100'), '50.00').map(({ account, amount }) => [account.code, amount])).toEqual([
      ['bank', '50.00'],
      ['agent:A100', '-50.00'],
    ]);
  });
});
