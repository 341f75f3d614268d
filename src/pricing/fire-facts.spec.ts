import {
  buildChangedTariff,
  FIRE_TARIFF_FILE,
  fireReference,
  buildFireRisk,
  fireTariff,
  TODAY,
} from '../../test/support/pricing-fixtures.js';
import { formatFact } from './facts.js';
import { buildFireFacts } from './fire-facts.js';
import type { FireRisk, FireRiskObject } from './fire-risk.js';

function facts(object: Partial<FireRiskObject> = {}, risk: Partial<FireRisk> = {}) {
  return buildFireFacts(buildFireRisk(object, risk), fireTariff, fireReference, TODAY);
}

function fact(name: string, object: Partial<FireRiskObject>, risk: Partial<FireRisk> = {}) {
  const value = facts(object, risk).objects[0]!.values[name];
  return value === undefined ? undefined : formatFact(value);
}

const building = (amount: number | string) => ({ group: '01', amount });

describe('the facts of a fire object', () => {
  it.each<[string, Partial<FireRiskObject>, string | undefined]>([
    ['prefecture', {}, '02'],
    ['prefecture', { postcode: '63086' }, '69'],
    ['prefecture', { postcode: '63100' }, '64'],
    ['prefecture', { postcode: '39100' }, undefined],
    ['prefecture', { postcode: undefined }, undefined],
    ['prefecture', { prefecture: '21' }, '21'],
    ['seismicZone', { postcode: '29100' }, '3'],
    ['seismicZone', { postcode: '39100' }, undefined],
    ['seismicZone', { prefecture: '99' }, undefined],
    ['hazardClass', { subkind: '0106' }, '4'],
    ['hazardClass', { subkind: '9999' }, undefined],
    ['seismicYear', {}, '2004'],
    ['seismicYear', { buildingCommencementYear: 2001 }, '2001'],
    ['pipingAge', {}, '22'],
    ['pipingAge', { buildingYearPiping: 2026 }, '0'],
    ['pipingAge', { buildingYearPiping: undefined }, undefined],
    ['metersFromRiver', {}, undefined],
    ['metersFromRiver', { metersFromRiver: 0 }, '0'],
    ['hasBasementInsured', { insuranceFloors: [0] }, '0'],
    ['hasBasementInsured', { insuranceFloors: [3, -1] }, '1'],
    ['hasGroundOrBelowInsured', { insuranceFloors: [1, 2] }, '0'],
    ['hasGroundOrBelowInsured', { insuranceFloors: [1, 0] }, '1'],
    ['hasGroundOrBelowInsured', { insuranceFloors: [-2] }, '1'],
    ['hasGroundOrBelowInsured', { insuranceFloors: [] }, '0'],
    ['locks', {}, undefined],
    ['locks', { locks: '04' }, '04'],
    ['alarm', { alarms: [] }, '00'],
    ['alarm', { alarms: ['07'] }, '07'],
    ['alarm', { alarms: ['04', '03', '02'] }, '02'],
    ['alarm', { alarms: ['06', '05'] }, '05'],
    ['alarm', { alarms: ['07', '99'] }, '07'],
    ['alarm', { alarms: ['99', '01'] }, '01'],
    ['isOwner', {}, undefined],
    ['isOwner', { isOwner: '0' }, '0'],
    ['illegal', {}, '0'],
    ['illegal', { illegal: '1' }, '1'],
    ['hasFireProtection', {}, '0'],
    ['hasFireProtection', { hasFireProtection: true }, '1'],
    ['covers', { bundleCode: '101', extraCovers: [{ cover: '005', group: '01' }] }, '001 014 005'],
    ['sumInsured', { insuredValues: [building(150000), { group: '02', amount: '0.10' }] }, '150000.1'],
    ['sumInsured', { insuredValues: [] }, '0'],
    ['insuredValuesCount', { insuredValues: [] }, '0'],
    ['insuredValuesCount', {}, '1'],
    ['groupsMixed', {}, '0'],
    ['groupsMixed', { insuredValues: [building(1), { group: '02', amount: 1 }] }, '0'],
    ['groupsMixed', { insuredValues: [{ group: '03', amount: 1 }] }, '0'],
    [
      'groupsMixed',
      {
        insuredValues: [
          { group: '03', amount: 1 },
          { group: '02', amount: 1 },
        ],
      },
      '1',
    ],
    ['groupsMixed', { insuredValues: [building(1), { group: '03', amount: 1 }] }, '1'],
    ['bundleAllowed', {}, '1'],
    ['bundleAllowed', { kind: '01' }, '0'],
    ['bundleAllowed', { bundleCode: '999' }, '0'],
    ['extraCoverInvalid', {}, '0'],
    ['extraCoverInvalid', { extraCovers: [{ cover: '006', group: '01' }] }, '0'],
    [
      'extraCoverInvalid',
      {
        extraCovers: [
          { cover: '006', group: '01' },
          { cover: '012', group: '01' },
        ],
      },
      '1',
    ],
    ['discountInvalid', {}, '0'],
    ['discountInvalid', { discounts: ['02'] }, '1'],
    ['discountInvalid', { discounts: ['02'], isOwner: '1' }, '0'],
    ['discountInvalid', { discounts: ['03'], claims: [{ date: '2026-01-01', amount: 1 }] }, '1'],
    ['discountInvalid', { discounts: ['03'], claims: [{ date: '2020-01-01', amount: 1 }] }, '0'],
    ['discountInvalid', { discounts: ['04'] }, '1'],
    ['discountInvalid', { discounts: ['04'], hasFireProtection: true }, '0'],
    ['referralDiscount', { discounts: ['01'] }, '0'],
    ['referralDiscount', { discounts: ['01', '90'] }, '1'],
  ])('the fact %s of %j is %p', (name, object, expected) => {
    expect(fact(name, object)).toBe(expected);
  });

  it.each([
    [2004, 2004, '0'],
    [2004, 2026, '0'],
    [2026, 2026, '0'],
    [2005, 2004, '1'],
    [2004, 2027, '1'],
    [2027, 2027, '1'],
    [undefined, 2004, '1'],
    [2004, undefined, '1'],
  ])('years built %p, pipes %p with a start in 2026 are invalid: %s', (buildingYear, buildingYearPiping, expected) => {
    expect(fact('yearsInvalid', { buildingYear, buildingYearPiping })).toBe(expected);
  });

  it.each<[FireRiskObject['insuredValues'], number | undefined, string | undefined]>([
    [[building(150000)], 100, '1500'],
    [[{ group: '03', amount: 90000 }], 100, '900'],
    [[building('89999.99')], 100, '899.9999'],
    [[building(90000), { group: '02', amount: 50000 }], 100, '900'],
    [[{ group: '02', amount: 50000 }], 100, undefined],
    [[building(0)], 100, undefined],
    [[], 100, undefined],
    [[building(90000)], 0, undefined],
    [[building(90000)], undefined, undefined],
    [[building(100)], 3, '33.3333333333333333333333333333333333333333'],
    [[building('1.5')], 1.5, '1'],
  ])('the building sum per square metre of %j over %p is %p', (insuredValues, squareMeters, expected) => {
    expect(fact('buildingSumPerSqm', { insuredValues, squareMeters })).toBe(expected);
  });

  it.each([
    ['2021-12-01', '2026-12-01', '0'],
    ['2021-12-02', '2026-12-01', '1'],
    ['2021-11-30', '2026-12-01', '0'],
    ['2024-02-29', '2029-02-28', '0'],
    ['2024-02-29', '2029-02-27', '1'],
    ['2026-12-31', '2026-12-01', '1'],
  ])('a claim of %s counts for a start on %s: %s', (date, startDate, expected) => {
    expect(fact('claimsCount', { claims: [{ date, amount: '10.10' }] }, { startDate })).toBe(expected);
    expect(fact('claimsAmount', { claims: [{ date, amount: '10.10' }] }, { startDate })).toBe(expected === '1' ? '10.1' : '0');
  });

  it('add up the claims that count exactly', () => {
    const claims = [0.1, 0.2, 0.3].map((amount) => ({ date: '2025-01-01', amount }));

    expect(fact('claimsAmount', { claims: [...claims, { date: '2015-01-01', amount: 5000 }] })).toBe('0.6');
  });

  it('do not offer a bundle that is no longer sold', () => {
    const tariff = buildChangedTariff<{ bundles: { active: boolean }[] }>(FIRE_TARIFF_FILE, (json) => (json.bundles[3]!.active = false));
    const { values } = buildFireFacts(buildFireRisk(), tariff, fireReference, TODAY).objects[0]!;

    expect(values['bundleAllowed']).toBe('0');
  });

  it('contain the path of each object', () => {
    const { objects } = buildFireRisk();

    expect(facts({}, { objects: [...objects, ...objects] }).objects.map(({ where }) => where)).toStrictEqual([
      'objects_insured[0]',
      'objects_insured[1]',
    ]);
  });
});

describe('the facts of a fire application', () => {
  it.each([
    ['2026-11-19', '1'],
    ['2026-11-20', '0'],
    ['2027-02-18', '0'],
    ['2027-02-19', '1'],
  ])('a start on %s is invalid: %s', (startDate, expected) => {
    expect(facts({}, { startDate }).application['startDateInvalid']).toBe(expected);
  });

  it('contain the number of objects', () => {
    expect(formatFact(facts({}, { objects: [] }).application['objectsCount'])).toBe('0');
  });

  const answered = fireReference.marketingConsents.map(({ masterId, id }, index) => ({ masterId, id, answer: String(index % 2) }));

  it.each<[string, FireRisk['consents'], string | undefined]>([
    ['nobody is asked', undefined, undefined],
    ['no answer', [], '1'],
    ['every answer', answered, '0'],
    ['every answer and one too many', [...answered, { masterId: 9, id: 9, answer: '1' }], '0'],
    ['one missing', answered.slice(1), '1'],
    ['one neither yes nor no', [{ ...answered[0]!, answer: '' }, ...answered.slice(1)], '1'],
    ['an id under another master', [{ ...answered[0]!, masterId: 2 }, ...answered.slice(1)], '1'],
  ])('consents are checked: %s', (_name, consents, expected) => {
    expect(facts({}, { consents }).application['consentsMissing']).toBe(expected);
  });
});

describe('the facts of a fire quote', () => {
  it.each([
    [2004, undefined, '0'],
    [2027, undefined, '1'],
    [undefined, undefined, '0'],
    [2004, 2003, '1'],
  ])('accept missing years: built %p, pipes %p is invalid: %s', (buildingYear, buildingYearPiping, expected) => {
    const risk = buildFireRisk({ buildingYear, buildingYearPiping });
    const { values } = buildFireFacts(risk, fireTariff, fireReference, TODAY, { isQuotation: true }).objects[0]!;

    expect(values['yearsInvalid']).toBe(expected);
  });
});
