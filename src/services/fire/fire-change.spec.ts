import type { Environment } from '../../common/environment.js';
import type { Terms } from '../../record/core/applications/approval.js';
import { CHANGE_KINDS, type ChangeKind } from '../../record/core/lines/change.js';
import type { FireQuestionnaire } from '../../record/reference/products/fire-questionnaire.js';
import { ABSENT, type Changes } from '../../../test/support/json-changes.js';
import { referenceLists } from '../../../test/support/lists.js';
import { buildFirePolicy, buildSegment, buildTariffService, findKey, START } from '../../../test/support/policy-changes.js';
import { fireTariff } from '../../../test/support/pricing-fixtures.js';
import { FireCalculator } from './fire-calculator.js';
import { findForbiddenFireChanges } from './fire-changes.js';

const environment: Environment = 'production';
const tariff = { tariffCode: 'FIRE-SAMPLE', tariffVersion: 1 };
const calculator = new FireCalculator(buildTariffService([fireTariff]), referenceLists);

const COVERED: Changes = { 'objects_insured[0].bundle_code': '103', 'objects_insured[0].meters_from_river': 400 };
const build = (changes: Changes = {}): FireQuestionnaire => buildFirePolicy({ ...COVERED, ...changes });
const PIPES = 'objects_insured[0].building_year_piping';

function calculateChange(
  before: FireQuestionnaire,
  after: FireQuestionnaire,
  from = '2027-05-01',
  terms?: Terms | null,
  own?: Terms | null,
) {
  return calculator.calculateChange(
    { environment },
    { history: [buildSegment(START, before, terms)], next: buildSegment(from, after, own), tariff },
  );
}

function withSecond(of: FireQuestionnaire, changes: Readonly<Record<string, unknown>> = {}): FireQuestionnaire {
  const [first] = of.objects_insured;
  return { ...of, objects_insured: [first!, { ...first!, object_id: 2, ...changes }] };
}

describe('the ages of a changed fire policy', () => {
  it('takes new pipes at the effective date', () => {
    const result = calculateChange(build(), build({ [PIPES]: 2027 }));

    expect([result.status, findKey(result, 'T_PIPING_AGE')]).toEqual(['01', '0']);
  });

  it('takes old pipes of a raised sum at the start', () => {
    const result = calculateChange(build(), build({ 'objects_insured[0].insured_values[0].insured_value': 180_000 }));

    expect(findKey(result, 'T_PIPING_AGE')).toBe('22');
  });

  it('takes pipes of a moved and of an added object at the effective date, and those of the other object at the start', () => {
    const moved = calculateChange(build(), build({ 'objects_insured[0].address': 'Σταδίου' }));
    const added = calculateChange(build(), withSecond(build()));

    expect([findKey(moved, 'T_PIPING_AGE'), findKey(added, 'T_PIPING_AGE'), findKey(added, 'T_PIPING_AGE', 2)]).toEqual(['23', '22', '23']);
  });

  it('counts the claims of an added object as of the effective date, and those of the other object as of the start', () => {
    const claims = [{ claim_id: 9, claim_date: '2022-01-10', claim_amount: 100 }];
    const before = build({ 'objects_insured[0].claims_history': claims });
    const after = build({ 'objects_insured[0].claims_history': claims, [PIPES]: 2027 });
    const result = calculateChange(before, withSecond(after, { claims_history: [{ ...claims[0], claim_id: 10 }] }));

    expect([findKey(result, 'T_CLAIMS'), findKey(result, 'T_CLAIMS', 2)]).toEqual(['1', '0']);
  });

  it('keeps the date of earlier pipes, and returns to the start when they are changed back', () => {
    const [first, renewed] = [buildSegment(START, build()), buildSegment('2026-12-20', build({ [PIPES]: 2016 }))];
    const keyOf = (next: FireQuestionnaire) =>
      findKey(
        calculator.calculateChange({ environment }, { history: [first, renewed], next: buildSegment('2027-05-01', next), tariff }),
        'T_PIPING_AGE',
      );

    expect(keyOf(build({ [PIPES]: 2016, 'objects_insured[0].type_of_locks': '04' }))).toBe('10');
    expect(keyOf(build())).toBe('22');
  });
});

describe('rules and approvals of a changed fire policy', () => {
  const OLD = { building_year: 1950, building_year_piping: 2004 };
  const old = build({ 'objects_insured[0].building_year': 1950 });

  it('does not ask again about a referred object whose place in the list changed', () => {
    const before = withSecond(build(), OLD);
    const after = { ...before, objects_insured: before.objects_insured.slice(1) };

    expect(calculateChange(before, after, '2027-05-01', null)).toMatchObject({ status: '01', messages: [] });
  });

  it('asks about an added object although another one was approved for the same reason', () => {
    expect(calculateChange(old, withSecond(old), '2027-05-01', null)).toMatchObject({
      status: '25',
      messages: [{ code: 'F25-01', path: 'objects_insured[1]' }],
    });
  });

  it('applies terms to the objects that they were given for', () => {
    const terms = { loadingPercent: '10', excludedCovers: ['005'] };
    const { price } = calculateChange(old, withSecond(old, { building_year: 2004 }), '2027-05-01', terms);
    const coversOf = (object: number) => price?.lines.filter((line) => line.object === object).map(({ cover }) => cover);
    const isLoaded = (object: number) => price?.lines.find((line) => line.object === object)?.trace.some(({ step }) => step === 'loading');

    expect([coversOf(1)?.includes('005'), coversOf(2)?.includes('005')]).toEqual([false, true]);
    expect([isLoaded(1), isLoaded(2)]).toEqual([true, false]);
  });

  it('applies terms of the change to all objects that it has', () => {
    const { price, status } = calculateChange(old, withSecond(old), '2027-05-01', { loadingPercent: '10' }, { loadingPercent: '20' });

    expect(status).toBe('01');
    expect(new Set(price?.lines.map(({ trace }) => trace.find(({ step }) => step === 'loading')?.value))).toEqual(new Set(['1.20']));
  });

  it('prices a policy whose client answered fewer consents than are asked today', () => {
    const consents = { 'client.consents': [] };
    const result = calculateChange(build(consents), build({ ...consents, [PIPES]: 2027 }));

    expect(result).toMatchObject({ status: '01', messages: [] });
    expect(result.price).not.toBeNull();
  });

  it('prices nothing for an error that the change makes', () => {
    expect(calculateChange(build(), build({ 'objects_insured[0].post_code': '39100' }))).toMatchObject({
      status: '00',
      price: null,
      messages: [{ code: 'F00-09' }],
    });
  });

  it('prices an unchanged policy as at issue, on any day', () => {
    const issued = calculator.calculate({ environment, at: new Date('2026-11-21T08:00:00Z') }, build(), null);

    expect(calculateChange(build(), build(), '2027-11-30')).toMatchObject({
      status: '01',
      price: issued.fields.price,
      enfiaEligible: issued.fields.enfiaEligible,
    });
  });
});

describe('changes that a kind of amendment may not make', () => {
  const OBJECT = 'objects_insured[0]';
  const LOAN = { bank_id: '011', amount_loan: 90_000 };
  const CASES: readonly (readonly [changes: Changes, path: string, allowed: readonly ChangeKind[]])[] = [
    [{ start_date: '2026-12-02' }, 'start_date', []],
    [{ pay_frequency_in_months: 3 }, 'pay_frequency_in_months', []],
    [{ subagent_code: '1' }, 'subagent_code', []],
    [{ [`${OBJECT}.insured_values`]: [] }, `${OBJECT}.insured_values`, ['CHANGE']],
    [{ [`${OBJECT}.mortgages_loans`]: [LOAN] }, `${OBJECT}.mortgages_loans`, ['CHANGE', 'CLAUSE', 'CORRECTION', 'SUCCESSION']],
    [{ [`${OBJECT}.post_code`]: '11528' }, `${OBJECT}.post_code`, ['CHANGE', 'CORRECTION']],
    [{ [`${OBJECT}.claims_history`]: [1] }, `${OBJECT}.claims_history`, ['CORRECTION']],
    [{ [`${OBJECT}.object_id`]: 2 }, OBJECT, ['CHANGE']],
    [{ 'client.last_name': 'Άλλη' }, 'client.last_name', ['CORRECTION', 'SUCCESSION']],
    [{ 'insured.birth_date': ABSENT }, 'insured.birth_date', ['CORRECTION', 'SUCCESSION']],
    [{ 'client.email': 'a@b.gr' }, 'client.email', ['CHANGE', 'CORRECTION', 'SUCCESSION']],
  ];

  it.each(CASES)('lists %j at its path for every other kind', (changes, path, allowed) => {
    for (const kind of CHANGE_KINDS) {
      const [violation] = findForbiddenFireChanges(build(), build(changes), kind);
      expect([kind, violation?.path, violation?.code]).toEqual(
        allowed.includes(kind) ? [kind, undefined, undefined] : [kind, `changes.${path}`, '-102'],
      );
    }
  });

  it('lists a removed object at the list', () => {
    const violations = findForbiddenFireChanges(withSecond(build()), build(), 'CORRECTION');

    expect(violations.map(({ path }) => path)).toEqual(['changes.objects_insured']);
  });
});
