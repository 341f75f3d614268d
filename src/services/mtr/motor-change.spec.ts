import fc from 'fast-check';
import type { Environment } from '../../common/environment.js';
import type { Terms } from '../../record/core/applications/approval.js';
import { CHANGE_KINDS, type ChangeKind, type RatedSegment } from '../../record/core/lines/change.js';
import type { MotorQuestionnaire } from '../../record/reference/products/motor-questionnaire.js';
import { ABSENT, type Changes } from '../../../test/support/json-changes.js';
import { referenceLists } from '../../../test/support/lists.js';
import { buildMotorPolicy, buildSegment, buildTariffService, findKey, START } from '../../../test/support/policy-changes.js';
import { buildChangedTariff, MOTOR_TARIFF_FILE, motorTariff } from '../../../test/support/pricing-fixtures.js';
import { MotorCalculator } from './motor-calculator.js';
import { findForbiddenMotorChanges } from './motor-changes.js';

type TariffJson = { version: number; validFrom: string; tables: Record<string, { rows: Record<string, string> }>; policyFee: object };

const environment: Environment = 'production';
const TARIFF = { tariffCode: 'MOTOR-SAMPLE', tariffVersion: 1 };
const newTariff = buildChangedTariff<TariffJson>(MOTOR_TARIFF_FILE, (json) => {
  json.version = 2;
  json.tables['T_USAGE']!.rows['01'] = '3.00';
  delete json.tables['T_BM']!.rows['9'];
});
const calculator = new MotorCalculator(buildTariffService([motorTariff, newTariff]), referenceLists);

type Step = RatedSegment<MotorQuestionnaire>;
const YOUNG: Changes = { driverBirthYear: 2004, driverLicenceDate: '2024-02-01' };
const original = buildSegment(START, buildMotorPolicy({ bundleCode: 'B2' }));

function change(history: readonly Step[], next: Step, tariffVersion = 1) {
  return calculator.calculateChange(
    { environment },
    { history: [history[0] ?? original, ...history.slice(1)], next, tariff: { ...TARIFF, tariffVersion } },
  );
}

function calculateChain(...steps: readonly (readonly [from: string, changes: Changes])[]) {
  const segments = steps.map(([from, changes]) => buildSegment(from, buildMotorPolicy({ bundleCode: 'B2', ...changes })));
  return change([original, ...segments.slice(0, -1)], segments.at(-1) ?? original);
}

describe('the ages of a changed vehicle policy', () => {
  it('takes a new driver at the effective date, and the vehicle at the start', () => {
    const before = calculateChain(['2026-12-31', YOUNG]);
    const after = calculateChain(['2027-03-01', YOUNG]);

    expect([before, after].map((result) => ['T_DRIVER_AGE', 'T_LICENCE', 'T_VEHICLE_AGE'].map((table) => findKey(result, table)))).toEqual([
      ['22', '2', '8'],
      ['23', '3', '8'],
    ]);
  });

  it('takes a new vehicle at the effective date, even one that was made after the start', () => {
    const result = calculateChain(['2027-05-03', { manufactureYear: 2027, plateNo: 'BKI5801' }]);

    expect(result).toMatchObject({ status: '01', messages: [] });
    expect([findKey(result, 'T_VEHICLE_AGE'), findKey(result, 'T_DRIVER_AGE')]).toEqual(['0', '40']);
  });

  it('identifies a new vehicle without a plate at its effective date', () => {
    const unplated = { plateNo: ABSENT, frameNumber: 'VNKKC96330A765432', manufactureYear: 2026 };

    expect(calculateChain(['2027-05-03', unplated]).status).toBe('01');
    expect(calculateChain(['2027-05-03', { ...unplated, manufactureYear: 2025 }]).messages).toMatchObject([{ code: 'M00-01' }]);
  });

  it.each<[what: string, changes: Changes]>([
    ['another value', { insuredValue: 12_000 }],
    ['another plate', { plateNo: 'AIX8986', frameNumber: 'VNKKC96330A765432' }],
    ['another bundle', { bundleCode: 'B3' }],
  ])('leaves every age at the start after %s', (_, changes) => {
    const result = calculateChain(['2027-11-01', changes]);

    expect([findKey(result, 'T_DRIVER_AGE'), findKey(result, 'T_VEHICLE_AGE')]).toEqual(['40', '8']);
  });

  it('keeps the date of an earlier change of the driver', () => {
    const result = calculateChain(['2026-12-15', YOUNG], ['2027-09-01', { ...YOUNG, insuredValue: 12_000 }]);

    expect(findKey(result, 'T_DRIVER_AGE')).toBe('22');
  });

  it('refuses a driver who is too young at the effective date, not at the start', () => {
    const born = { driverBirthYear: 2009, driverLicenceDate: '2027-02-01' };

    expect(calculateChain(['2026-12-31', born]).messages.map(({ code }) => code)).toEqual(['M00-06', 'M00-12']);
    expect(calculateChain(['2027-02-01', born]).messages).toEqual([]);
  });

  it('returns to the price of the start when everything is changed back, after any chain of changes', () => {
    const issued = calculateChain([START, {}]).price;
    const days = fc.array(fc.integer({ min: 1, max: 364 }), { minLength: 1, maxLength: 4 });
    const changes = fc.constantFrom<Changes>(YOUNG, { manufactureYear: 2027 }, { insuredValue: 30_000 }, { bundleCode: 'B1' });

    fc.assert(
      fc.property(days, changes, (offsets, changed) => {
        const dates = offsets
          .sort((one, other) => one - other)
          .map((offset) => new Date(Date.UTC(2026, 11, 1 + offset)).toISOString().slice(0, 10));
        const steps = dates.map((date, index): [string, Changes] => [date, index % 2 === 0 ? changed : {}]);
        expect(calculateChain(...steps, ['2027-11-30', {}]).price).toEqual(issued);
      }),
      { numRuns: 30 },
    );
  });
});

describe('the price of a changed vehicle policy', () => {
  it('comes from the tariff of the policy and never from a later one', () => {
    const next = buildSegment('2027-03-01', buildMotorPolicy({ bundleCode: 'B2', insuredValue: 12_000 }));

    expect(change([original], next)).toMatchObject({ price: { tariffVersion: 1, instalments: [{ from: START, to: '2027-12-01' }] } });
    expect(findRate(change([original], next))).toBe('1.00');
    expect(findRate(change([original], next, 2))).toBe('3.00');
  });

  it('is the same whether the policy started long ago or begins tomorrow', () => {
    const past = { policyStartDate: '2026-01-15', insuredValue: 9_000 };
    const history = buildSegment('2026-01-15', buildMotorPolicy(past));

    expect(change([history], buildSegment('2026-11-01', buildMotorPolicy({ ...past, insuredValue: 12_000 })))).toMatchObject({
      status: '01',
      messages: [],
      price: { instalments: [{ from: '2026-01-15', to: '2027-01-15' }] },
    });
  });

  it('names the way out for a risk that the tariff of the policy cannot key', () => {
    const { status, price, messages } = change(
      [original],
      buildSegment('2027-03-01', buildMotorPolicy({ bonusMalus: 9, registryBonusMalus: 9 })),
      2,
    );

    expect({ status, price }).toEqual({ status: '00', price: null });
    expect(messages).toMatchObject([
      { code: '-601', severity: 'error', text: { en: expect.stringContaining('(T_BM) Until it ends') as string } },
    ]);
  });
});

describe('rules and approvals of a changed vehicle policy', () => {
  const expensive = (terms?: Terms | null, changes: Changes = {}, from = START) =>
    buildSegment(from, buildMotorPolicy({ insuredValue: 70_000, ...changes }), terms);
  const LOADING = { loadingPercent: '10', note: 'only with a garage' };

  it('does not ask again about facts that were approved, and keeps the terms', () => {
    const { status, messages, price, terms } = change([expensive(LOADING)], expensive(undefined, { bundleCode: 'B2' }, '2027-03-01'));

    expect({ status, terms }).toEqual({ status: '01', terms: LOADING });
    expect(messages.map(({ code }) => code)).toEqual(['APPROVAL_LOADING', 'APPROVAL_NOTE']);
    expect(price?.lines[0]?.trace).toContainEqual({ step: 'loading', value: '1.10' });
  });

  it('asks again when the fact of the rule changed, until the change itself is approved', () => {
    const changes = { insuredValue: 80_000 };
    const referred = change([expensive(LOADING)], expensive(undefined, changes, '2027-03-01'));
    const approved = change([expensive(LOADING)], expensive({ deductible: '300.00' }, changes, '2027-03-01'));

    expect(referred).toMatchObject({ status: '25', terms: LOADING });
    expect(referred.messages).toContainEqual(expect.objectContaining({ code: 'M25-04', severity: 'referral' }));
    expect(approved).toMatchObject({ status: '01', terms: { ...LOADING, deductible: '300.00' } });
  });

  it('replaces only the terms that a later approval names, and keeps them for further changes', () => {
    const second = expensive({ loadingPercent: '25' }, { insuredValue: 80_000 }, '2027-02-01');
    const result = change([expensive(LOADING), second], expensive(undefined, { insuredValue: 80_000, bundleCode: 'B2' }, '2027-03-01'));

    expect(result).toMatchObject({ status: '01', terms: { ...LOADING, loadingPercent: '25' } });
    expect(result.price?.lines[0]?.trace).toContainEqual({ step: 'loading', value: '1.25' });
  });

  it('asks about a declared class that is better than the one that was approved', () => {
    const approved = expensive(null, { insuredValue: 9_000, bonusMalus: 8 });

    expect(change([approved], expensive(undefined, { insuredValue: 9_000, bonusMalus: 8, bundleCode: 'B2' }, '2027-03-01')).status).toBe(
      '01',
    );
    expect(change([approved], expensive(undefined, { insuredValue: 9_000, bonusMalus: 5 }, '2027-03-01')).messages).toMatchObject([
      { code: 'M25-07' },
    ]);
  });

  it('asks when only a change makes a rule apply', () => {
    expect(calculateChain(['2027-03-01', { usageCode: '02', bundleCode: 'B1' }])).toMatchObject({
      status: '25',
      messages: [{ code: 'M25-05' }],
    });
  });
});

describe('changes that a kind of amendment may not make', () => {
  const CASES: readonly (readonly [changes: Changes, path: string, allowed: readonly ChangeKind[]])[] = [
    [{ policyStartDate: '2026-12-02' }, 'policyStartDate', []],
    [{ payFrequencyInMonths: 3 }, 'payFrequencyInMonths', []],
    [{ serviceAgentCode: 'B200' }, 'serviceAgentCode', []],
    [{ frozen: { ...TARIFF, until: '2027-01-01' } }, 'frozen', []],
    [{ bundleCode: 'B2' }, 'bundleCode', ['CHANGE']],
    [{ plateNo: 'AIX8986' }, 'plateNo', ['CHANGE', 'REPLACEMENT', 'CORRECTION']],
    [{ makeCode: '200' }, 'makeCode', ['REPLACEMENT', 'CORRECTION']],
    [{ insuredValue: 1 }, 'insuredValue', ['CHANGE', 'REPLACEMENT']],
    [{ bonusMalus: 5 }, 'bonusMalus', ['CHANGE', 'CORRECTION', 'SUCCESSION']],
    [{ pawnerTitle: 'Τράπεζα' }, 'pawnerTitle', ['CHANGE', 'REPLACEMENT', 'CLAUSE', 'CORRECTION']],
    [{ driverBirthYear: 1990 }, 'driverBirthYear', ['CHANGE', 'CORRECTION', 'SUCCESSION']],
    [{ 'client.afm': '090000045' }, 'client.afm', ['CORRECTION', 'SUCCESSION']],
    [{ 'client.mobile': '6900000000' }, 'client.mobile', ['CHANGE', 'CORRECTION', 'SUCCESSION']],
    [{ comments: 'α' }, 'comments', CHANGE_KINDS],
  ];

  it.each(CASES)('lists %j at its path for every other kind', (changes, path, allowed) => {
    const before = buildMotorPolicy();
    const refused = CHANGE_KINDS.filter((kind) => {
      const violations = findForbiddenMotorChanges(before, buildMotorPolicy(changes), kind);
      expect(violations.map((violation) => [violation.path, violation.code])).toEqual(
        allowed.includes(kind) ? [] : [[`changes.${path}`, '-102']],
      );
      return violations.length > 0;
    });

    expect(refused).toEqual(CHANGE_KINDS.filter((kind) => !allowed.includes(kind)));
  });

  it('names the kinds that can make the change', () => {
    const [violation] = findForbiddenMotorChanges(buildMotorPolicy(), buildMotorPolicy({ makeCode: '200' }), 'CHANGE');

    expect(violation?.text.en).toBe('An amendment of kind CHANGE cannot make this change. Kinds that can: REPLACEMENT, CORRECTION.');
  });

  it('compares an added insured person field by field, and ignores what the record adds', () => {
    const { client } = buildMotorPolicy();
    const after = buildMotorPolicy({ insured: { ...client, id: 7 }, registryBonusMalus: 3 });

    expect(findForbiddenMotorChanges(buildMotorPolicy(), after, 'SUCCESSION')).toEqual([]);
    expect(findForbiddenMotorChanges(buildMotorPolicy(), after, 'CHANGE').map(({ path }) => path)).toContain('changes.insured.afm');
  });
});

function findRate({ price }: ReturnType<typeof change>): string | undefined {
  return price?.lines[0]?.trace.find(({ table }) => table === 'T_USAGE')?.value;
}
