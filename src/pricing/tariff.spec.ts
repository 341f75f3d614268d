import {
  buildChangedTariff,
  FIRE_TARIFF_FILE,
  fireTariff,
  MOTOR_TARIFF_FILE,
  motorTariff,
  readJson,
} from '../../test/support/pricing-fixtures.js';
import { TariffError } from './tariff-node.js';
import { parseTariff, findTariff, type Tariff } from './tariff.js';

type Json = { [key: string]: Json } & Json[] & string;

function changed(file: string, path: string, value: unknown): unknown {
  const json = readJson<Json>(file);
  const keys = path.split(/[.[\]]+/).filter((key) => key !== '');
  const last = keys.pop()!;
  const parent = keys.reduce<Json>((node, key) => node[key]!, json) as unknown as Record<string, unknown>;
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return json;
}

describe('parseTariff', () => {
  it('reads the sample files', () => {
    expect([fireTariff.code, fireTariff.branch, fireTariff.version, fireTariff.validTo]).toStrictEqual(['FIRE-SAMPLE', 'FIRE', 1, null]);
    expect([...fireTariff.covers.keys()]).toHaveLength(14);
    expect([...fireTariff.bundles.keys()]).toStrictEqual(['101', '102', '103', '104']);
    expect(fireTariff.rules.application.map(({ code }) => code)).toStrictEqual(['F00-00', 'F00-08', 'F00-10']);
    expect(fireTariff.rules.object).toHaveLength(23);
    expect(fireTariff.covers.get('005')?.deductible).toStrictEqual({ type: 'percentOfSumInsured', value: '0.02' });
    expect(motorTariff.motor?.mandatoryLimits.get('propertyPerAccident')).toBe('1300000.00');
    expect(motorTariff.motor?.bonusMalus).toStrictEqual({ min: 1, max: 20, entry: 10, cleanYearStep: -1, atFaultClaimStep: 2 });
    expect(motorTariff.taxClasses.map(({ code }) => code)).toStrictEqual(['OTHER', 'FIRE']);
  });

  it('does not depend on the order of keys in the file', () => {
    const reversed = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(reversed);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .map(([key, item]) => [key, reversed(item)])
          .reverse(),
      );
    };
    const tariff = parseTariff(reversed(readJson(FIRE_TARIFF_FILE)));

    expect([...tariff.covers.keys()]).toStrictEqual([...fireTariff.covers.keys()]);
    expect(tariff.frequencyLoading).toStrictEqual(fireTariff.frequencyLoading);
  });

  it('ignores unknown fields', () => {
    expect(() => parseTariff(changed(FIRE_TARIFF_FILE, 'remark', { any: 1 }))).not.toThrow();
  });

  it.each<[string, unknown, string]>([
    ['branch', 'LIFE', 'branch: must be one of FIRE MOTOR'],
    ['tariffCode', '', 'tariffCode: must be a text'],
    ['version', 0, 'version: must be a whole number from 1'],
    ['version', '1', 'version: must be a whole number'],
    ['validFrom', '2026-02-30', 'validFrom: must be a date'],
    ['validTo', '2025-12-31', 'validTo: is before validFrom'],
    ['validTo', undefined, 'validTo: required'],
    ['currency', 'USD', 'currency: must be one of EUR'],
    ['quoteValidityDays', undefined, 'quoteValidityDays: required'],
    ['claimsLookbackYears', 0, 'claimsLookbackYears: must be a whole number from 1'],
    ['taxClasses[1].rate', 0.15, 'taxClasses[1].rate: must be a decimal written as text'],
    ['taxClasses[1].rate', '-0.15', 'taxClasses[1].rate: must not be negative'],
    ['taxClasses[1].code', 'FIRE', 'taxClasses[1]: FIRE is repeated'],
    ['policyFee.max', '1.00', 'policyFee: max is below min'],
    ['frequencyLoading.3', undefined, 'frequencyLoading.3: required'],
    ['minimumNetPremium.topUpCover', '099', 'minimumNetPremium.topUpCover: cover 099 is not defined'],
    ['minimumNetPremium.appliesTo', 'object', 'minimumNetPremium.appliesTo: must be one of application'],
    ['discountCap', '1e2', 'discountCap: must be a decimal'],
    ['tables.T_LOCKS.type', 'list', 'tables.T_LOCKS.type: must be one of lookup range'],
    ['tables.T_LOCKS.key', ['lock'], 'tables.T_LOCKS.key[0]: lock is not a fact'],
    ['tables.T_LOCKS.key', [], 'tables.T_LOCKS.key: must name a fact'],
    ['tables.T_LOCKS.missing', undefined, 'tables.T_LOCKS.missing: required'],
    ['tables.T_LOCKS.rows.01', 'x', 'tables.T_LOCKS.rows.01: must be a decimal'],
    ['tables.T_FIRE_BASE.rows.0401', '1.00', 'tables.T_FIRE_BASE.rows: 0401 must have 2 parts'],
    ['tables.T_EQ_YEAR.rows', [], 'tables.T_EQ_YEAR.rows: must have a row'],
    ['tables.T_EQ_YEAR.rows[1].from', 1959, 'tables.T_EQ_YEAR.rows[1]: overlaps'],
    ['tables.T_EQ_YEAR.rows[1].to', 1950, 'tables.T_EQ_YEAR.rows[1]: ends before it begins'],
    ['tables.T_EQ_YEAR.rows[0].to', null, 'tables.T_EQ_YEAR.rows[1]: is never reached'],
    ['tables.T_EQ_YEAR.rows[0].to', true, 'tables.T_EQ_YEAR.rows[0].to: must be a decimal'],
    ['covers[0].taxClass', 'LIFE', 'covers[0].taxClass: tax class LIFE is not defined'],
    ['covers[0].basis.rateTable', 'T_X', 'covers[0].basis.rateTable: table T_X is not defined'],
    ['covers[0].basis.rate', '1.00', 'covers[0].basis: has both rate and rateTable'],
    ['covers[0].basis.type', 'lump', 'covers[0].basis.type: must be one of'],
    ['covers[0].factors[0]', 'T_X', 'covers[0].factors[0]: table T_X is not defined'],
    ['covers[0].discountable', 'yes', 'covers[0].discountable: must be true or false'],
    ['covers[1].code', '001', 'covers[1]: 001 is repeated'],
    ['covers', {}, 'covers: must be a list'],
    ['bundles[0].kinds', undefined, 'bundles[0].kinds: required'],
    ['bundles[0].included[0]', '099', 'bundles[0].included[0]: cover 099 is not defined'],
    ['bundles[0].addable[0]', '001', 'bundles[0].addable: 001 is already included'],
    ['discounts[3].scope', ['099'], 'discounts[3].scope[0]: cover 099 is not defined'],
    ['discounts[1].requires[0].fact', 'owner', 'discounts[1].requires[0].fact: must be one of'],
    ['enfia.requiredCovers', ['099'], 'enfia.requiredCovers[0]: cover 099 is not defined'],
    ['rules[0].scope', 'policy', 'rules[0].scope: must be one of application object'],
    ['rules[0].all[0].fact', 'claimsCount', 'rules[0].all[0].fact: must be one of'],
    ['rules[1].all', [], 'rules[1].all: must have a condition'],
    ['rules[1].outcome', '11', 'rules[1].outcome: must be one of'],
    ['rules[1].message.en', undefined, 'rules[1].message.en: required'],
    ['rules[1].code', 'F00-00', 'rules[1]: F00-00 is repeated'],
    ['rules[14].all[0].op', 'like', 'rules[14].all[0].op: must be one of'],
    ['rules[14].all[0].value', 'many', 'rules[14].all[0].value: must be a number to be compared by >='],
    ['seismicZones.01', 2, 'seismicZones.01: must be a text'],
  ])('reports a fire file with %s = %p: %s', (path, value, message) => {
    const parse = () => parseTariff(changed(FIRE_TARIFF_FILE, path, value));

    expect(parse).toThrow(TariffError);
    expect(parse).toThrow(message);
  });

  it.each<[object, string]>([
    [{ default: 'HALF' }, 'refundScale.default: must be one of PRO_RATA ALL NONE SHORT_RATE'],
    [{ reasons: { SALE: 1 } }, 'refundScale.reasons.SALE: must be one of'],
    [{ reasons: { SALE: 'SHORT_RATE' } }, 'refundScale: shortRates is required for SHORT_RATE'],
    [{ shortRates: [{ days: 30, earned: '1.01' }] }, 'refundScale.shortRates[0].earned: must not be above 1'],
    [
      {
        shortRates: [
          { days: 30, earned: '0.2' },
          { days: 30, earned: '0.3' },
        ],
      },
      'refundScale.shortRates[1].days: must be above',
    ],
    [
      {
        shortRates: [
          { days: 30, earned: '0.2' },
          { days: 60, earned: '0.1' },
        ],
      },
      'refundScale.shortRates[1].earned: must not be below',
    ],
  ])('reports the rules of refunds %j: %s', (refundScale, message) => {
    expect(() => parseTariff(changed(FIRE_TARIFF_FILE, 'refundScale', refundScale))).toThrow(message);
  });

  it.each<[string, unknown, string]>([
    ['levies[0].base', 'gross', 'levies[0].base: must be one of net'],
    ['levies[0].covers[0]', 'M99', 'levies[0].covers[0]: cover M99 is not defined'],
    ['minimumLineNet.M99', {}, 'minimumLineNet.M99: cover M99 is not defined'],
    ['usages[0].measure', 'powerInKw', 'usages[0].measure: must be one of'],
    ['usages[0].plateForm', 'boat', 'usages[0].plateForm: must be one of'],
    ['bundles[1].usages[0]', '77', 'bundles[1].usages[0]: usage 77 is not defined'],
    ['bundles[1].swappable[0].out', 'M14', 'bundles[1].swappable[0].out: M14 is not included'],
    ['covers[0].basis.byUsage.77', 'T_MTPL_HP', 'covers: M01: usage 77 is not defined'],
    ['covers[0].basis.electricTable.car', 'T_X', 'covers[0].basis.electricTable.car: table T_X is not defined'],
    ['covers[13].basis.cover', 'M14', 'covers[13].basis.cover: is itself a percentage'],
    ['covers[13].basis.cover', 'M99', 'covers[13].basis.cover: cover M99 is not defined'],
    ['taxableHp.rounding', 'DOWN', 'taxableHp.rounding: must be one of HALF_UP'],
    ['taxableHp.min', '4', 'taxableHp.min: must be a whole number'],
    ['bonusMalus.entry', 21, 'bonusMalus.entry: is not between min and max'],
    ['electricFuelTypes', undefined, 'electricFuelTypes: required'],
  ])('reports a vehicle file with %s = %p: %s', (path, value, message) => {
    expect(() => parseTariff(changed(MOTOR_TARIFF_FILE, path, value))).toThrow(message);
  });

  it.each([[null], [undefined], ['tariff'], [[]], [7]])('refuses the content %p', (json) => {
    expect(() => parseTariff(json)).toThrow(TariffError);
  });
});

describe('findTariff', () => {
  const version = (number: number, validFrom: string, validTo: string | null = null): Tariff =>
    buildChangedTariff<Record<string, unknown>>(FIRE_TARIFF_FILE, (json) => Object.assign(json, { version: number, validFrom, validTo }));
  const first = version(1, '2026-01-01');
  const second = version(2, '2027-01-01', '2027-06-30');
  const third = version(3, '2027-01-01', '2027-03-31');
  const all = [second, first, motorTariff, third];

  it.each([
    ['2025-12-31', undefined],
    ['2026-01-01', first],
    ['2026-12-31', first],
    ['2027-01-01', third],
    ['2027-03-31', third],
    ['2027-04-01', second],
    ['2027-06-30', second],
    ['2027-07-01', first],
  ])('returns the tariff that is valid for a start on %s', (date, expected) => {
    expect(findTariff(all, 'FIRE', date)?.version).toBe(expected?.version);
  });

  it('requires the line', () => {
    expect(findTariff([first], 'MOTOR', '2026-06-01')).toBeUndefined();
    expect(findTariff(all, 'MOTOR', '2026-06-01')).toBe(motorTariff);
  });
});
