import fc from 'fast-check';
import { CAR, fireReference, fireTariff, motorReference, motorTariff, TODAY } from '../../test/support/pricing-fixtures.js';
import { addMonths } from '../common/athens.js';
import { decimal, roundToCent, sum, toAmount } from '../common/money.js';
import { calculate, type Price } from './calculate.js';
import { discountAmounts } from './discount-amounts.js';
import { fireFacts } from './fire-facts.js';
import type { FireRisk, FireRiskObject } from './fire-risk.js';
import { motorFacts } from './motor-facts.js';
import type { MotorRisk } from './motor-risk.js';
import { refundOnCancellation } from './refund.js';

const RUNS = { numRuns: 150 };

const frequency = fc.constantFrom(12, 6, 3);
const startDate = fc.integer({ min: 0, max: 90 }).map((days) => new Date(Date.parse(TODAY) + days * 86_400_000).toISOString().slice(0, 10));
const cents = (max: number) => fc.integer({ min: 1, max }).map((value) => (value / 100).toFixed(2));

const insuredValues = fc.oneof(
  fc.tuple(cents(50_000_000)).map(([amount]) => [{ group: '03', amount }]),
  fc.tuple(cents(50_000_000), cents(10_000_000)).map(([building, content]) => [
    { group: '01', amount: building },
    { group: '02', amount: content },
  ]),
);

const fireObject: fc.Arbitrary<FireRiskObject> = fc.record({
  kind: fc.constant('04'),
  subkind: fc.constantFrom('0401', '0403', '0407'),
  postcode: fc.constantFrom('11527', '29100', '84100'),
  buildingYear: fc.integer({ min: 1900, max: 2000 }),
  buildingYearPiping: fc.integer({ min: 2000, max: 2026 }),
  squareMeters: fc.integer({ min: 20, max: 400 }),
  insuranceFloors: fc.constantFrom([1], [0, 1], [-1]),
  metersFromRiver: fc.integer({ min: 0, max: 400 }),
  skeleton: fc.constantFrom('01', '04', '08'),
  roof: fc.constantFrom('01', '03', '11'),
  alarms: fc.subarray(['01', '02', '07']),
  hasFireProtection: fc.constant(true),
  claims: fc.array(fc.record({ date: fc.constantFrom('2019-05-05', '2024-02-29', '2026-01-01'), amount: cents(500_000) }), {
    maxLength: 3,
  }),
  bundleCode: fc.constantFrom('101', '102', '103', '104'),
  insuredValues,
  extraCovers: fc.constant([]),
  discounts: fc.subarray(['01', '04', '05', '90']),
});

const fireRisk: fc.Arbitrary<FireRisk> = fc.record({
  startDate,
  payFrequencyInMonths: frequency,
  objects: fc.array(fireObject, { minLength: 1, maxLength: 4 }),
});

const motorRisk: fc.Arbitrary<MotorRisk> = fc
  .record({
    policyStartDate: startDate,
    payFrequencyInMonths: frequency,
    bundleCode: fc.constantFrom('B1', 'B2', 'B3'),
    insuredValue: cents(7_000_000),
    bonusMalus: fc.integer({ min: 1, max: 20 }),
    engineCc: fc.integer({ min: 600, max: 4000 }),
    driverBirthYear: fc.integer({ min: 1940, max: 2008 }),
    deductible: fc.constantFrom(300, 500, 1000),
    regionPostcode: fc.constantFrom('11527', '54642', '84100'),
    discountCodes: fc.subarray(['10', '11', '12', '13', '14']),
  })
  .map((risk) => ({ ...CAR, ...risk }));

const ofFire = (risk: FireRisk) => calculate(fireFacts(risk, fireTariff, fireReference, TODAY), fireTariff);
const ofMotor = (risk: MotorRisk) => calculate(motorFacts(risk, motorTariff, motorReference, TODAY), motorTariff);

/** What holds of every price. */
function expectConsistent(price: Price, start: string): void {
  const total = (amounts: readonly string[]) => toAmount(sum(amounts));
  expect(total(price.lines.map(({ net }) => net))).toBe(price.net);
  expect(total(price.taxes.map(({ net }) => net))).toBe(price.net);
  expect(total(price.taxes.map(({ fee }) => fee))).toBe(price.fee);
  expect(total(price.taxes.map(({ tax }) => tax))).toBe(price.taxTotal);
  expect(total(price.levies.map(({ amount }) => amount))).toBe(price.levyTotal);
  expect(total([price.net, price.fee, price.taxTotal, price.levyTotal])).toBe(price.gross);
  for (const [part, whole] of [
    ['net', price.net],
    ['fee', price.fee],
    ['tax', price.taxTotal],
    ['levy', price.levyTotal],
    ['gross', price.gross],
  ] as const) {
    expect(total(price.instalments.map((instalment) => instalment[part]))).toBe(whole);
  }
  price.instalments.forEach(({ from }, index) => expect(from).toBe(price.instalments[index - 1]?.to ?? start));
  expect(price.instalments.at(-1)?.to).toBe(addMonths(start, 12));
  for (const line of price.lines) {
    expect(line.discount).toBe(toAmount(roundToCent(decimal(line.technical).times(line.discountRate))));
    const made = sum([line.technical, line.frequencyLoading, line.minimumLine ?? '0', line.minimumTopUp ?? '0']).minus(line.discount);
    expect(line.net).toBe(toAmount(made));
  }
}

describe('every fire price', () => {
  it('adds up', () => {
    fc.assert(
      fc.property(fireRisk, (risk) => {
        const { price } = ofFire(risk);
        expectConsistent(price!, risk.startDate);
      }),
      RUNS,
    );
  });

  it('is the same bytes when calculated again', () => {
    fc.assert(
      fc.property(fireRisk, (risk) => {
        expect(JSON.stringify(ofFire(structuredClone(risk)))).toBe(JSON.stringify(ofFire(risk)));
      }),
      RUNS,
    );
  });

  it('comes back when an object is removed and added again, which puts it last', () => {
    fc.assert(
      fc.property(fireRisk, fc.nat(3), (risk, position) => {
        const index = position % risk.objects.length;
        const rest = risk.objects.filter((_, other) => other !== index);
        const before = ofFire(risk).price!;
        const after = ofFire({ ...risk, objects: [...rest, risk.objects[index]!] }).price!;

        // Only the numbers of the objects, and with them the line that takes the top-up, may differ.
        expect({ ...after, lines: after.lines.length }).toStrictEqual({ ...before, lines: before.lines.length });
      }),
      RUNS,
    );
  });

  it('never falls when an object is added', () => {
    fc.assert(
      fc.property(fireRisk, fireObject, (risk, added) => {
        const more = ofFire({ ...risk, objects: [...risk.objects, added] }).price!;

        expect(decimal(more.net).gte(ofFire(risk).price!.net)).toBe(true);
      }),
      RUNS,
    );
  });

  it('tells each discount’s share of its discounts', () => {
    fc.assert(
      fc.property(fireRisk, fireObject, (risk, object) => {
        const price = ofFire({ ...risk, objects: [object] }).price!;
        const amounts = discountAmounts(object.discounts, price, fireTariff).map(({ amount }) => amount!);

        expect(toAmount(sum(amounts))).toBe(toAmount(sum(price.lines.map(({ discount }) => discount))));
        expect(amounts.every((amount) => !amount.startsWith('-'))).toBe(true);
      }),
      RUNS,
    );
  });
});

describe('every vehicle price', () => {
  it('adds up', () => {
    fc.assert(
      fc.property(motorRisk, (risk) => {
        expectConsistent(ofMotor(risk).price!, risk.policyStartDate);
      }),
      RUNS,
    );
  });

  it('is refunded no more than was paid, without the fee', () => {
    fc.assert(
      fc.property(motorRisk, fc.integer({ min: -30, max: 400 }), (risk, days) => {
        const { instalments, gross, fee } = ofMotor(risk).price!;
        const date = new Date(Date.parse(risk.policyStartDate) + days * 86_400_000).toISOString().slice(0, 10);
        const { refund } = refundOnCancellation(instalments, date);

        expect(decimal(refund).lte(decimal(gross).minus(fee))).toBe(true);
        expect(decimal(refund).gte(0)).toBe(true);
      }),
      RUNS,
    );
  });
});
