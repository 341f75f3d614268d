import fc from 'fast-check';
import { getRounds } from '../../test/support/depth.js';
import { fireReference, fireTariff, motorReference, motorTariff, TODAY } from '../../test/support/pricing-fixtures.js';
import { fireObjects, fireRisks, motorRisks } from '../../test/support/random-risks.js';
import { addMonths } from '../common/athens.js';
import { toDecimal, roundToCent, sum, toAmount } from '../common/money.js';
import { calculate, type Price } from './calculate.js';
import { calculateDiscountAmounts } from './discount-amounts.js';
import { buildFireFacts } from './fire-facts.js';
import type { FireRisk } from './fire-risk.js';
import { buildMotorFacts } from './motor-facts.js';
import type { MotorRisk } from './motor-risk.js';
import { calculateRefund } from './refund.js';

const RUNS = { numRuns: getRounds({ everyday: 250, deep: 10_000 }) };
const FEWER_RUNS = { numRuns: getRounds({ everyday: 50, deep: 500 }) };
const TIMEOUT_MS = 180_000;

const ofFire = (risk: FireRisk) => calculate(buildFireFacts(risk, fireTariff, fireReference, TODAY), fireTariff);
const ofMotor = (risk: MotorRisk) => calculate(buildMotorFacts(risk, motorTariff, motorReference, TODAY), motorTariff);

/**
 * Lists the invariants that a price violates. Compares plainly, because ten thousand prices have a million comparisons.
 */
function brokenLaws(price: Price, start: string): string[] {
  const broken: string[] = [];
  const check = (law: string, found: string | undefined, wanted: string): void => {
    if (found !== wanted) broken.push(`${law}: ${found} instead of ${wanted}`);
  };
  const total = (amounts: readonly string[]): string => toAmount(sum(amounts));
  check('lines', total(price.lines.map(({ net }) => net)), price.net);
  check('taxed nets', total(price.taxes.map(({ net }) => net)), price.net);
  check('taxed fees', total(price.taxes.map(({ fee }) => fee)), price.fee);
  check('taxes', total(price.taxes.map(({ tax }) => tax)), price.taxTotal);
  check('levies', total(price.levies.map(({ amount }) => amount)), price.levyTotal);
  check('gross', total([price.net, price.fee, price.taxTotal, price.levyTotal]), price.gross);
  const wholes = { net: price.net, fee: price.fee, tax: price.taxTotal, levy: price.levyTotal, gross: price.gross };
  for (const part of ['net', 'fee', 'tax', 'levy', 'gross'] as const)
    check(`instalments’ ${part}`, total(price.instalments.map((instalment) => instalment[part])), wholes[part]);
  price.instalments.forEach(({ from }, index) => check('period', from, price.instalments[index - 1]?.to ?? start));
  check('end', price.instalments.at(-1)?.to, addMonths(start, 12));
  for (const line of price.lines) {
    check(`discount of ${line.cover}`, line.discount, toAmount(roundToCent(toDecimal(line.technical).times(line.discountRate))));
    const made = sum([line.technical, line.frequencyLoading, line.minimumLine ?? '0', line.minimumTopUp ?? '0']).minus(line.discount);
    check(`net of ${line.cover}`, line.net, toAmount(made));
  }
  return broken;
}

const stored = <T>(risk: T): T => JSON.parse(JSON.stringify(risk)) as T;

describe('every fire price', () => {
  it(
    'adds up, is reproduced to the byte from stored data, and after an object is removed and added again',
    () => {
      fc.assert(
        fc.property(fireRisks, fc.nat(3), (risk, position) => {
          const calculation = ofFire(risk);
          const price = calculation.price!;
          expect(brokenLaws(price, risk.startDate)).toEqual([]);
          expect(JSON.stringify(ofFire(stored(risk)))).toBe(JSON.stringify(calculation));

          const index = position % risk.objects.length;
          const rest = risk.objects.filter((_, other) => other !== index);
          const after = ofFire({ ...risk, objects: [...rest, risk.objects[index]!] }).price!;
          // The object returns as the last one, so only the object numbers and the line with the top-up may differ.
          expect(JSON.stringify({ ...after, lines: after.lines.length })).toBe(JSON.stringify({ ...price, lines: price.lines.length }));
        }),
        RUNS,
      );
    },
    TIMEOUT_MS,
  );

  it('never falls when an object is added', () => {
    fc.assert(
      fc.property(fireRisks, fireObjects, (risk, added) => {
        const more = ofFire({ ...risk, objects: [...risk.objects, added] }).price!;

        expect(toDecimal(more.net).gte(ofFire(risk).price!.net)).toBe(true);
      }),
      FEWER_RUNS,
    );
  });

  it('shows the share of each discount in the total discount', () => {
    fc.assert(
      fc.property(fireRisks, fireObjects, (risk, object) => {
        const price = ofFire({ ...risk, objects: [object] }).price!;
        const amounts = calculateDiscountAmounts(object.discounts, price, fireTariff).map(({ amount }) => amount!);

        expect(toAmount(sum(amounts))).toBe(toAmount(sum(price.lines.map(({ discount }) => discount))));
        expect(amounts.every((amount) => !amount.startsWith('-'))).toBe(true);
      }),
      FEWER_RUNS,
    );
  });
});

describe('every vehicle price', () => {
  it(
    'adds up and is reproduced to the byte from stored data',
    () => {
      fc.assert(
        fc.property(motorRisks, (risk) => {
          const calculation = ofMotor(risk);
          expect(brokenLaws(calculation.price!, risk.policyStartDate)).toEqual([]);
          expect(JSON.stringify(ofMotor(stored(risk)))).toBe(JSON.stringify(calculation));
        }),
        RUNS,
      );
    },
    TIMEOUT_MS,
  );

  it('is refunded by at most the amount paid without the fee', () => {
    fc.assert(
      fc.property(motorRisks, fc.integer({ min: -30, max: 400 }), (risk, days) => {
        const { instalments, gross, fee, net: termNet } = ofMotor(risk).price!;
        const { policyStartDate: startDate } = risk;
        const date = new Date(Date.parse(risk.policyStartDate) + days * 86_400_000).toISOString().slice(0, 10);
        const terms = { rule: 'PRO_RATA', scale: motorTariff.refundScale, startDate, coverEnds: date, termNet } as const;
        const { refund } = calculateRefund(instalments, terms);

        expect(toDecimal(refund).lte(toDecimal(gross).minus(fee))).toBe(true);
        expect(toDecimal(refund).gte(0)).toBe(true);
      }),
      FEWER_RUNS,
    );
  });
});
