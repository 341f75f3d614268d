import { calculate, type Calculation } from '../../src/pricing/calculate.js';
import { buildMotorFacts, type MotorFacts } from '../../src/pricing/motor-facts.js';
import type { MotorRisk } from '../../src/pricing/motor-risk.js';
import { calculateRefund } from '../../src/pricing/refund.js';
import { motorReference, motorTariff } from '../support/pricing-fixtures.js';
import { workedExamples, toExpectedMessages, toExpectedTotals, type PricedExample } from '../support/worked-examples.js';

function factsOf(input: unknown): MotorFacts {
  return buildMotorFacts(input as MotorRisk, motorTariff, motorReference, workedExamples.calculationDate);
}

/** Selects the fields of a line that the examples contain, without object and group. */
function linesOf(calculation: Calculation) {
  return calculation.price?.lines.map(({ object: _object, group: _group, title: _title, sumInsured: _sumInsured, ...line }) => line);
}

describe('vehicle: the worked examples', () => {
  it.each(workedExamples.motor.map((example): [string, PricedExample] => [`${example.id} ${example.title}`, example]))(
    'have their expected price: %s',
    (_name, { input, expected }) => {
      const facts = factsOf(input);
      const calculation = calculate(facts, motorTariff);

      expect(calculation.status).toBe(expected.status);
      expect(toExpectedMessages(calculation)).toStrictEqual(expected.messages);
      expect(Number(facts.objects[0].values['taxableHp'])).toBe(expected.taxableHp);
      expect(linesOf(calculation)).toStrictEqual(expected.lines);
      expect(toExpectedTotals(calculation)).toStrictEqual(expected.totals);
      expect(calculation.price?.instalments).toStrictEqual(expected.instalments);
      expect(calculation.enfiaEligible).toStrictEqual([]);
    },
  );
});

describe('vehicle: the worked decisions', () => {
  const decisions = workedExamples.decisions.filter((decision) => decision.branch === 'motor');

  it.each(decisions.map((decision) => [`${decision.id} ${decision.title}`, decision] as const))(
    'have their expected decision: %s',
    (_name, { input, expected }) => {
      const calculation = calculate(factsOf(input), motorTariff);

      expect(calculation.status).toBe(expected.status);
      expect(toExpectedMessages(calculation)).toStrictEqual(expected.messages);
      expect(calculation.price?.gross ?? null).toBe(expected.gross);
    },
  );
});

describe('the worked refunds', () => {
  it.each(workedExamples.refunds.map((refund) => [refund.id, refund] as const))(
    'have their expected amount: %s',
    (_id, { of, expected }) => {
      const priced = workedExamples.motor.find(({ id }) => id === of);
      const price = calculate(factsOf(priced?.input), motorTariff).price!;
      const { refundScale: scale } = motorTariff;
      const startDate = price.instalments[0]!.from;
      const terms = { rule: scale.default, scale, startDate, coverEnds: expected.cancelDate, termNet: price.net };
      const { rows, refund } = calculateRefund(price.instalments, terms);

      expect(rows.map(({ fee, ...row }) => (fee === '0.00' ? row : fee))).toStrictEqual(expected.rows);
      expect(refund).toBe(expected.refund);
    },
  );
});
