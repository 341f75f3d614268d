import {
  isWithdrawal,
  calculateCancellationRefund,
  calculateWithdrawalRefund,
  type CancellationFacts,
  type PaidReceipt,
} from './refund.js';

const FIRST: PaidReceipt = { from: '2026-12-20', to: '2027-03-20', net: '126.46', fee: '10.00', tax: '20.52', levy: '2.10' };
const SECOND: PaidReceipt = { from: '2027-03-20', to: '2027-06-20', net: '126.45', fee: '10.00', tax: '20.49', levy: '2.08' };

describe('the refund of a cancellation', () => {
  it('returns the unearned days of each period, and the fee only for a period that has not begun', () => {
    expect(calculateCancellationRefund([FIRST, SECOND], '2027-01-31')).toStrictEqual({
      rows: [
        // 126.46 x 48 / 90 = 67.4453; 20.52 x 67.45 / 136.46 = 10.1428; 2.10 x 67.45 / 126.46 = 1.1201
        { receipt: 1, days: 90, unearnedDays: 48, net: '67.45', fee: '0.00', tax: '10.14', levy: '1.12', gross: '78.71' },
        // The whole net; 20.49 x 126.45 / 136.45 = 18.9884
        { receipt: 2, days: 92, unearnedDays: 92, net: '126.45', fee: '0.00', tax: '18.99', levy: '2.08', gross: '147.52' },
      ],
      refund: '226.23',
    });
  });

  it.each([
    ['2026-12-01', 90, '126.46'],
    ['2026-12-20', 90, '126.46'],
    ['2026-12-21', 89, '125.05'],
    ['2027-03-19', 1, '1.41'],
    ['2027-03-20', 0, '0.00'],
    ['2027-09-01', 0, '0.00'],
  ])('cancelling on %s leaves %p unearned days and a net refund of %s', (date, unearnedDays, net) => {
    expect(calculateCancellationRefund([FIRST], date).rows[0]).toMatchObject({ unearnedDays, net });
  });

  it('is zero when nothing was paid', () => {
    const nothing: PaidReceipt = { ...FIRST, net: '0.00', fee: '0.00', tax: '0.00', levy: '0.00' };

    expect(calculateCancellationRefund([nothing], '2027-01-31').refund).toBe('0.00');
    expect(calculateCancellationRefund([{ ...FIRST, to: FIRST.from }], '2026-12-20').refund).toBe('0.00');
    expect(calculateCancellationRefund([], '2027-01-31')).toStrictEqual({ rows: [], refund: '0.00' });
  });
});

describe('the refund of a withdrawal', () => {
  it('returns the whole premium', () => {
    expect(calculateWithdrawalRefund([FIRST], '2026-12-24')).toStrictEqual({
      rows: [{ receipt: 1, days: 90, unearnedDays: 86, net: '126.46', fee: '10.00', tax: '20.52', levy: '2.10', gross: '159.08' }],
      refund: '159.08',
    });
  });

  const ISSUED = { issueDate: '2026-12-01', startDate: '2026-12-01', hasClaim: false, isProofOfCover: false };

  it.each<[string, Partial<CancellationFacts> & Pick<CancellationFacts, 'enteredDate' | 'cancelDate'>, boolean]>([
    ['on the day of issue', { enteredDate: '2026-12-01', cancelDate: '2026-12-01' }, true],
    ['on the 14th day after issue', { enteredDate: '2026-12-15', cancelDate: '2026-12-15' }, true],
    ['on the 14th day, dated back', { enteredDate: '2026-12-15', cancelDate: '2026-12-01' }, true],
    ['a day later', { enteredDate: '2026-12-16', cancelDate: '2026-12-16' }, false],
    ['a day later, dated back', { enteredDate: '2026-12-16', cancelDate: '2026-12-15' }, false],
    ['eight months later, dated back', { enteredDate: '2027-08-01', cancelDate: '2026-12-02' }, false],
    ['after a claim', { enteredDate: '2026-12-02', cancelDate: '2026-12-02', hasClaim: true }, false],
    ['of a vehicle, today', { enteredDate: '2026-12-10', cancelDate: '2026-12-10', isProofOfCover: true }, true],
    ['of a vehicle that was in force, dated back', { enteredDate: '2026-12-10', cancelDate: '2026-12-09', isProofOfCover: true }, false],
    [
      'of a vehicle before its cover began, dated back',
      { enteredDate: '2026-12-10', cancelDate: '2026-12-09', startDate: '2026-12-11', isProofOfCover: true },
      true,
    ],
  ])('depends on the day of entry: %s', (_name, facts, expected) => {
    expect(isWithdrawal({ ...ISSUED, ...facts })).toBe(expected);
  });
});
