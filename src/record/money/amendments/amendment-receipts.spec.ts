import {
  amend,
  END,
  issueContract,
  payNext,
  priceRisk,
  START,
  storeReceipt,
  TAX_RATES,
  type Books,
  type Risk,
} from '../../../../test/support/amendment-books.js';
import type { ReceiptWithCovers } from '../../core/applications/receipt.js';
import { buildEarnedReceipt, buildLateReceipt } from '../ledger/receipt-plan.js';
import { buildAmendmentReceipts, buildBookedPeriods } from './amendment-receipts.js';
import { calculatePeriodChanges } from './period-change.js';

/** Nets in cents; covers before `03` are of class FIRE. */
const riskOf = (nets: Readonly<Record<string, number>>): Risk => ({
  client: { name: 'A' },
  objects_insured: [
    { object_id: 11, insured_values: Object.entries(nets).map(([group_cover, insured_value]) => ({ group_cover, insured_value })) },
  ],
});
const changeOf = (effectiveDate: string, nets: Readonly<Record<string, number | null>>) => ({
  effectiveDate,
  changes: Object.entries(nets).map(([code, cents]) => ({ objectId: 11, code, cents })),
});
const listAmounts = ({ kind, periodFrom, periodTo, net, fee, tax, levy, gross }: Books['receipts'][number]) =>
  [kind, periodFrom, periodTo, net, fee, tax, levy, gross].join(' ');
const netsOf = ({ covers }: Pick<ReceiptWithCovers, 'covers'>) => covers.map(({ code, net }) => `${code} ${net}`);

describe('buildBookedPeriods', () => {
  it('sums the receipts of an instalment, without refunds, cancelled ones and unpaid endorsements', () => {
    const books = amend(issueContract(riskOf({ '02': 12_000, '03': 8_000 }), 6, 1), changeOf('2027-03-01', { '02': 24_000 }))!;
    const [first, , endorsement] = books.receipts;
    const others: Partial<ReceiptWithCovers>[] = [
      { ...endorsement, status: 'PENDING' },
      { ...first, status: 'CANCELLED' },
      { ...first, kind: 'REFUND' },
    ];

    // 60.00 and 60.00 x 92 / 182 of cover 02, 40.00 of cover 03
    expect(
      buildBookedPeriods([...books.receipts, ...(others as ReceiptWithCovers[])]).map((period) => [
        period.no,
        period.isPaid,
        period.fee,
        ...netsOf(period),
      ]),
    ).toEqual([
      [1, true, '8.00', '02 90.33', '03 40.00'],
      [2, false, '8.00', '02 120.00', '03 40.00'],
    ]);
  });

  it('begins with the days that were covered before a late payment, and knows the gap', () => {
    const books = issueContract(riskOf({ '02': 12_000 }), 6, 1);
    const second = books.receipts[1]!;
    const receipts = [
      books.receipts[0]!,
      storeReceipt(buildEarnedReceipt(second, '2027-07-01', '2027-07-01'), true),
      storeReceipt(buildLateReceipt(second, '2027-07-11', '2027-07-11', '2027-07-01'), true),
    ];

    // 60.00 x (30 + 143) / 183
    expect(buildBookedPeriods(receipts)[1]).toMatchObject({
      no: 2,
      from: '2027-06-01',
      to: END,
      gap: { from: '2027-07-01', to: '2027-07-11' },
      isPaid: true,
      fee: '4.80',
      covers: [{ net: '56.73' }],
    });
  });
});

describe('buildAmendmentReceipts', () => {
  it('adds an endorsement from the effective date to a paid period, and replaces a pending receipt with its fee', () => {
    const books = amend(issueContract(riskOf({ '02': 12_000, '03': 8_000 }), 6, 1), changeOf('2027-03-01', { '02': 24_000, '03': 4_000 }))!;

    expect(books.receipts.map(listAmounts)).toEqual([
      `NEW ${START} 2027-06-01 100.00 8.00 19.44 0.00 127.44`,
      `INSTALMENT 2027-06-01 ${END} 140.00 8.00 28.44 0.00 176.44`,
      `ENDORSEMENT 2027-03-01 2027-06-01 20.22 0.00 4.55 0.00 24.77`,
    ]);
    expect(netsOf(books.receipts[2]!)).toEqual(['02 30.33', '03 -10.11']);
  });

  it('is due on the effective date, or when it is issued after that; a replaced receipt keeps its day', () => {
    const contract = issueContract(riskOf({ '02': 12_000 }), 6, 1);
    const { changes, receipts } = { ...amend(contract, changeOf('2027-03-01', { '02': 24_000 }))!, receipts: contract.receipts };
    const listDueDates = (issueDate: string) => {
      const { endorsements, replacements } = buildAmendmentReceipts(changes, receipts, { effectiveDate: '2027-03-01', issueDate });
      return [...endorsements, ...replacements].map(({ dueDate }) => dueDate);
    };

    expect(listDueDates('2027-02-01')).toEqual(['2027-03-01', '2027-06-01']);
    expect(listDueDates('2027-03-15')).toEqual(['2027-03-15', '2027-06-01']);
  });

  it('books a change that moves nets between covers without changing their sum', () => {
    const books = amend(
      issueContract(riskOf({ '03': 10_000, '04': 10_000 }), 12, 1),
      changeOf('2027-06-01', { '03': 5_000, '04': 15_000 }),
    )!;

    expect(listAmounts(books.receipts[1]!)).toBe(`ENDORSEMENT 2027-06-01 ${END} 0.00 0.00 0.00 0.00 0.00`);
    expect(netsOf(books.receipts[1]!)).toEqual(['03 -25.07', '04 25.07']);
  });

  it('begins with the first day of cover where the effective date is in a gap', () => {
    const books = payNext(issueContract(riskOf({ '02': 12_000 }), 6, 1), (receipt) =>
      buildLateReceipt(receipt, '2027-07-11', '2027-07-11'),
    );
    const after = amend(books, changeOf('2027-07-01', { '02': 24_000 }))!;

    expect(after.receipts.slice(2).map(listAmounts)).toEqual([`ENDORSEMENT 2027-07-11 ${END} 46.88 0.00 9.37 0.00 56.25`]);
  });

  it('takes a tax below zero from another class, when a small cover is removed', () => {
    const books = amend(issueContract(riskOf({ '02': 6, '03': 10_000 }), 6, 1), changeOf('2027-06-01', { '02': null }))!;

    expect(books.receipts[1]!.taxes.map(({ taxClass, tax }) => [taxClass, tax])).toEqual([['OTHER', '8.09']]);
  });
});

describe('calculatePeriodChanges', () => {
  it('taxes what is added at the rate of the day, and what goes back as it was booked', () => {
    const risk = riskOf({ '02': 10_000, '03': 10_000 });
    const { segments: before, receipts } = issueContract(risk, 12, 1);
    const after = [{ from: START, to: END, ...priceRisk(riskOf({ '02': 20_000, '03': 5_000 }), 12) }];
    const taxRates = new Map([...TAX_RATES].map(([taxClass]) => [taxClass, '0.30']));
    const [change] = calculatePeriodChanges(after, buildBookedPeriods(receipts), {
      issued: priceRisk(risk, 12),
      before,
      taxRates,
      levies: new Map(),
    });

    expect(change?.taxes).toEqual([
      { taxClass: 'FIRE', rate: '0.30', due: '60.00', booked: '30.00', delta: '30.00' },
      { taxClass: 'OTHER', rate: '0.15', due: '7.50', booked: '15.00', delta: '-7.50' },
    ]);
  });

  it('keeps the cents of untouched covers when the contract is corrected from its start', () => {
    const books = amend(issueContract(riskOf({ '02': 3_333, '03': 3_335, '04': 3_334 }), 3, 1), changeOf(START, { '02': 1 }))!;

    expect(books.changes.map(({ covers }) => covers.filter(({ delta }) => delta !== '0.00').map(({ code }) => code))).toEqual([
      ['02'],
      ['02'],
      ['02'],
      ['02'],
    ]);
  });

  it('refuses a tax class without a rate', () => {
    const risk = riskOf({ '02': 10_000 });
    const { segments: before, receipts } = issueContract(risk, 12, 1);
    const after = [{ from: START, to: END, ...priceRisk(riskOf({ '02': 10_000, '03': 5_000 }), 12) }];
    const terms = { issued: priceRisk(risk, 12), before, taxRates: new Map<string, string>(), levies: new Map() };

    expect(() => calculatePeriodChanges(after, buildBookedPeriods(receipts), terms)).toThrow('No rate of OTHER.');
  });
});
