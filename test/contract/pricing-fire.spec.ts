import { calculate, type Calculation } from '../../src/pricing/calculate.js';
import { buildFireFacts } from '../../src/pricing/fire-facts.js';
import { toFireRisk, type RatedFireQuestionnaire } from '../../src/services/fire/fire-risk.mapper.js';
import { fireReference, fireTariff } from '../support/pricing-fixtures.js';
import { workedExamples, toExpectedMessages, toExpectedTotals, type PricedExample } from '../support/worked-examples.js';

function calculateInput(input: unknown): Calculation {
  return calculate(
    buildFireFacts(toFireRisk(input as RatedFireQuestionnaire), fireTariff, fireReference, workedExamples.calculationDate),
    fireTariff,
  );
}

/** Selects the fields of a line that the examples contain. */
function listLines(calculation: Calculation) {
  return calculation.price?.lines.map(({ title: _title, sumInsured: _sumInsured, ...line }) => line);
}

describe('fire: the worked examples', () => {
  it.each(workedExamples.fire.map((example): [string, PricedExample] => [`${example.id} ${example.title}`, example]))(
    'have their expected price: %s',
    (_name, { input, expected }) => {
      const calculation = calculateInput(input);

      expect(calculation.status).toBe(expected.status);
      expect(toExpectedMessages(calculation)).toStrictEqual(expected.messages);
      expect(calculation.enfiaEligible).toStrictEqual(expected.enfiaEligible);
      expect(listLines(calculation)).toStrictEqual(expected.lines);
      expect(toExpectedTotals(calculation)).toStrictEqual(expected.totals);
      expect(calculation.price?.instalments).toStrictEqual(expected.instalments);
    },
  );
});

describe('fire: the worked decisions', () => {
  const decisions = workedExamples.decisions.filter((decision) => decision.branch === 'fire');

  it.each(decisions.map((decision) => [`${decision.id} ${decision.title}`, decision] as const))(
    'have their expected decision: %s',
    (_name, { input, expected }) => {
      const calculation = calculateInput(input);

      expect(calculation.status).toBe(expected.status);
      expect(toExpectedMessages(calculation)).toStrictEqual(expected.messages);
      expect(calculation.price?.gross ?? null).toBe(expected.gross);
    },
  );
});
