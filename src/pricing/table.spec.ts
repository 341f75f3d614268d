import { fireTariff, motorTariff } from '../../test/support/pricing-fixtures.js';
import { toDecimal } from '../common/money.js';
import type { FactValues } from './facts.js';
import { isRowMissing, findRate } from './table.js';
import type { Table, Tariff } from './tariff.js';

function found(tariff: Tariff, table: string, facts: FactValues, group: string | null = null) {
  const { key, rate } = findRate(tariff.tables.get(table)!, facts, group);
  return [key, rate?.text ?? null];
}

describe('a lookup table', () => {
  it.each<[string, FactValues, string | null, string, string | null]>([
    ['T_FIRE_BASE', { subkind: '0401' }, '02', '0401|02', '0.61'],
    ['T_FIRE_BASE', { subkind: '0401' }, null, '0401|', null],
    ['T_FIRE_BASE', { subkind: undefined }, '01', '|01', null],
    ['T_FIRE_BASE', { subkind: '9999' }, '01', '9999|01', null],
    ['T_LOCKS', { locks: '04' }, '01', '04', '0.90'],
    ['T_LOCKS', { locks: undefined }, '01', '', '1.10'],
    ['T_LOCKS', { locks: '99' }, '01', '99', '1.10'],
    ['T_EQ_ZONE', { seismicZone: '4' }, '01', '4', null],
  ])('%s with facts %p and group %p: looks up key %p and finds %p', (table, facts, group, key, value) => {
    expect(found(fireTariff, table, facts, group)).toStrictEqual([key, value]);
  });

  it('uses the plain text of a quantity as key', () => {
    expect(found(motorTariff, 'T_BM', { bonusMalus: toDecimal('7.0') })).toStrictEqual(['7', '0.80']);
    expect(found(motorTariff, 'T_BM', { bonusMalus: toDecimal(21) })).toStrictEqual(['21', null]);
  });

  it('finds no row for a missing fact, even when a row has an empty key', () => {
    const rate = { text: '2.00', value: toDecimal(2) };
    const table: Table = { type: 'lookup', name: 'T', key: ['locks', 'group'], rows: new Map([['|01', rate]]), missing: null };

    expect(findRate(table, {}, '01')).toStrictEqual({ key: '|01', rate: null });
  });

  it('does not find inherited keys', () => {
    expect(found(fireTariff, 'T_ROOF_FIRE', { roof: 'constructor' })).toStrictEqual(['constructor', null]);
  });
});

describe('a range table', () => {
  it.each<[string, string | number | undefined, string, string | null]>([
    ['metersFromRiver', 0, '0', '2.50'],
    ['metersFromRiver', 49, '49', '2.50'],
    ['metersFromRiver', '49.5', '49.5', '1.50'],
    ['metersFromRiver', 99, '99', '1.50'],
    ['metersFromRiver', 100, '100', '1.20'],
    ['metersFromRiver', 249, '249', '1.20'],
    ['metersFromRiver', 250, '250', '1.00'],
    ['metersFromRiver', 100000, '100000', '1.00'],
    ['metersFromRiver', -1, '-1', '2.50'],
    ['metersFromRiver', undefined, '', '1.00'],
  ])('%s of %p: looks up key %p and finds %p', (fact, value, key, expected) => {
    expect(found(fireTariff, 'T_FLOOD_DISTANCE', { [fact]: value === undefined ? undefined : toDecimal(value) })).toStrictEqual([
      key,
      expected,
    ]);
  });

  it('returns no price for a missing fact where the table says so', () => {
    expect(found(fireTariff, 'T_EQ_YEAR', {})).toStrictEqual(['', null]);
  });
});

describe('lacksRow', () => {
  it.each<[string, FactValues, boolean]>([
    ['T_EQ_ZONE', { seismicZone: '2' }, false],
    ['T_EQ_ZONE', { seismicZone: '9' }, true],
    ['T_EQ_ZONE', {}, false],
    ['T_EQ_ZONE', { seismicZone: undefined }, true],
    ['T_LOCKS', { locks: undefined }, false],
    ['T_LOCKS', { locks: '99' }, false],
    ['T_FIRE_BASE', { subkind: '0401' }, false],
  ])('table %s with facts %p lacks a row: %p', (table, facts, expected) => {
    expect(isRowMissing(fireTariff.tables.get(table)!, facts, null)).toBe(expected);
  });
});
