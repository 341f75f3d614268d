import fc from 'fast-check';
import { toDecimal, divideDownToCent, roundToCent, sum, toAmount, type Amount } from '../../../common/money.js';
import type { Instalment, Price, PriceLine } from '../../../pricing/price.js';
import { getExamplePrice } from '../../../../test/support/worked-examples.js';
import type { NewReceipt } from '../../core/applications/receipt.js';
import { buildReceipts } from './receipt-plan.js';

const TERMS = { kind: 'NEW', issueDate: '2026-11-25', objectIds: [501, 502] } as const;

describe('planReceipts', () => {
  it('creates one receipt for a yearly policy with the figures of the price', () => {
    const price = getExamplePrice('M-1');
    const receipts = buildReceipts(price, { ...TERMS, objectIds: [] });
    expect(receipts).toHaveLength(1);
    expect(receipts[0]).toMatchObject({
      instalmentNo: 1,
      kind: 'NEW',
      periodFrom: '2026-12-01',
      periodTo: '2027-12-01',
      issueDate: '2026-11-25',
      dueDate: '2026-11-25',
      net: '245.55',
      fee: '19.64',
      tax: '39.90',
      levy: '4.16',
      gross: '309.25',
      taxes: price.taxes,
      levies: [{ code: 'AUX_FUND', rate: '0.018', amount: '4.16' }],
    });
    expect(receipts[0]?.covers.map(({ objectId, code, net }) => [objectId, code, net])).toEqual([
      [null, 'M01', '231.25'],
      [null, 'M02', '2.25'],
      [null, 'M03', '4.05'],
      [null, 'M13', '8.00'],
    ]);
  });

  it('creates four receipts for a quarterly policy, the later ones as instalments due at the start of their period', () => {
    const receipts = buildReceipts(getExamplePrice('M-2'), { ...TERMS, kind: 'RENEWAL', objectIds: [] });
    expect(receipts.map(({ instalmentNo, kind, dueDate, gross }) => [instalmentNo, kind, dueDate, gross])).toEqual([
      [1, 'RENEWAL', '2026-11-25', '159.08'],
      [2, 'INSTALMENT', '2027-03-20', '159.02'],
      [3, 'INSTALMENT', '2027-06-20', '159.02'],
      [4, 'INSTALMENT', '2027-09-20', '159.02'],
    ]);
    // 20.52 by 81.53 : 0.46 is 20.4048… and 0.1151…; 10.00 by 39.83 : 0.17 is 9.9575 and 0.0425
    expect(receipts[0]?.taxes.map(({ fee, tax }) => [fee, tax])).toEqual([
      ['9.96', '20.40'],
      ['0.04', '0.12'],
    ]);
    expect(receipts[0]?.levies).toEqual([{ code: 'AUX_FUND', rate: '0.018', amount: '2.10' }]);
    receipts.forEach(expectToAddUp);
  });

  it('combines the groups of one object in one cover, and keeps objects separate', () => {
    const price = getPrice(
      [
        line(1, '001', 'FIRE', 100, '01'),
        line(1, '001', 'FIRE', 51, '02'),
        line(1, '002', 'FIRE', 10, null),
        line(2, '001', 'FIRE', 7, '01'),
      ],
      1,
    );
    const [receipt] = buildReceipts(price, TERMS);
    expect(receipt?.covers.map(({ objectId, code, net, sumInsured }) => [objectId, code, net, sumInsured])).toEqual([
      [501, '001', '1.51', '2000.00'],
      [501, '002', '0.10', null],
      [502, '001', '0.07', '1000.00'],
    ]);
  });

  it('shares every figure so that covers, tax classes and levies add up to it', () => {
    fc.assert(
      fc.property(prices(), (price) => {
        const receipts = buildReceipts(price, TERMS);
        receipts.forEach(expectToAddUp);
        for (const field of ['net', 'fee', 'gross'] as const) expect(total(receipts.map((receipt) => receipt[field]))).toBe(price[field]);
      }),
    );
  });

  it('keeps every cover within a cent of its share of the instalment', () => {
    fc.assert(
      fc.property(prices(), (price) => {
        for (const receipt of buildReceipts(price, TERMS)) {
          const exact = new Map<string, number>();
          for (const { object, cover, net } of price.lines) {
            const key = `${500 + object}|${cover}`;
            exact.set(key, (exact.get(key) ?? 0) + (Number(receipt.net) * Number(net)) / Number(price.net));
          }
          expect(receipt.covers.map(({ objectId, code }) => `${objectId}|${code}`)).toEqual([...exact.keys()]);
          for (const { objectId, code, net } of receipt.covers)
            expect(Math.abs(Number(net) - (exact.get(`${objectId}|${code}`) ?? 0))).toBeLessThan(0.010001);
        }
      }),
    );
  });
});

function expectToAddUp(receipt: NewReceipt): void {
  expect(total(receipt.covers.map(({ net }) => net))).toBe(receipt.net);
  expect(total(receipt.taxes.map(({ net }) => net))).toBe(receipt.net);
  expect(total(receipt.taxes.map(({ fee }) => fee))).toBe(receipt.fee);
  expect(total(receipt.taxes.map(({ tax }) => tax))).toBe(receipt.tax);
  expect(total(receipt.levies.map(({ amount }) => amount))).toBe(receipt.levy);
  expect(total([receipt.net, receipt.fee, receipt.tax, receipt.levy])).toBe(receipt.gross);
}

function total(amounts: readonly Amount[]): Amount {
  return toAmount(sum(amounts));
}

function prices(): fc.Arbitrary<Price> {
  const lines = fc.array(
    fc.record({
      object: fc.integer({ min: 1, max: 2 }),
      cover: fc.constantFrom('001', '002', '003', '004', '005'),
      cents: fc.integer({ min: 0, max: 2_000_000 }),
      group: fc.constantFrom('01', '02', null),
    }),
    { minLength: 1, maxLength: 20 },
  );
  return fc
    .tuple(lines, fc.constantFrom(1, 2, 4))
    .filter(([drawn]) => drawn.some(({ cents }) => cents > 0))
    .map(([drawn, count]) =>
      getPrice(
        drawn.map(({ object, cover, cents, group }) => line(object, cover, getTaxClass(cover), cents, group)),
        count,
      ),
    );
}

function getTaxClass(cover: string): string {
  return cover === '001' ? 'FIRE' : 'OTHER';
}

function line(object: number, cover: string, taxClass: string, cents: number, group: string | null): PriceLine {
  const net = toAmount(toDecimal(cents).div(100));
  const sumInsured = group === null ? null : '1000.00';
  return {
    object,
    group,
    cover,
    title: `Cover ${cover}`,
    taxClass,
    net,
    sumInsured,
    technical: net,
    discountRate: '0',
    discount: '0.00',
    frequencyLoading: '0.00',
    trace: [],
  };
}

/** Prices by rating.P4 to rating.P8, with the sample rates. */
function getPrice(lines: readonly PriceLine[], count: number): Price {
  const net = sum(lines.map((item) => item.net));
  const fee = roundToCent(net.times('0.08'));
  const classes = ['OTHER', 'FIRE']
    .map((taxClass) => ({ taxClass, net: sum(lines.filter((item) => item.taxClass === taxClass).map((item) => item.net)) }))
    .filter((item) => item.net.gt(0));
  const later = classes.slice(1).map((item) => ({ ...item, fee: roundToCent(fee.times(item.net).div(net)) }));
  const first = classes.slice(0, 1).map((item) => ({ ...item, fee: fee.minus(sum(later.map((other) => toAmount(other.fee)))) }));
  const taxes = [...first, ...later].map((item) => ({ ...item, tax: roundToCent(item.net.plus(item.fee).times('0.15')) }));
  const levy = roundToCent(net.times('0.018'));
  const tax = sum(taxes.map((item) => toAmount(item.tax)));
  return {
    tariffCode: 'TEST',
    tariffVersion: 1,
    lines,
    net: toAmount(net),
    minimumTopUp: '0.00',
    fee: toAmount(fee),
    taxes: taxes.map((item) => ({
      taxClass: item.taxClass,
      net: toAmount(item.net),
      fee: toAmount(item.fee),
      rate: '0.15',
      tax: toAmount(item.tax),
    })),
    taxTotal: toAmount(tax),
    levies: [{ code: 'AUX_FUND', base: toAmount(net), rate: '0.018', amount: toAmount(levy) }],
    levyTotal: toAmount(levy),
    gross: toAmount(net.plus(fee).plus(tax).plus(levy)),
    instalments: Array.from({ length: count }, (_, at) => getInstalment([net, fee, tax, levy].map(toAmount), count, at)),
  };
}

function getInstalment(totals: readonly Amount[], count: number, at: number): Instalment {
  const [net = '', fee = '', tax = '', levy = ''] = totals.map((whole) => {
    const part = divideDownToCent(toDecimal(whole), count);
    return toAmount(at === 0 ? toDecimal(whole).minus(part.times(count - 1)) : part);
  });
  return { no: at + 1, from: `2027-0${at + 1}-01`, to: `2027-0${at + 2}-01`, net, fee, tax, levy, gross: total([net, fee, tax, levy]) };
}
