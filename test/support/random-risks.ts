import fc from 'fast-check';
import type { FireRisk, FireRiskObject } from '../../src/pricing/fire-risk.js';
import type { MotorRisk } from '../../src/pricing/motor-risk.js';
import type { Tariff } from '../../src/pricing/tariff.js';
import { CAR, fireTariff, motorTariff, readJson, TODAY } from './pricing-fixtures.js';

/** Arbitraries of risks that the sample tariffs can price, with every kind, usage, bundle, cover and discount. */

const DAY_MS = 86_400_000;
const POSTCODES = ['11527', '29100', '84100', '54642', '28080', '73100'];

const frequency = fc.constantFrom(12, 6, 3);
const dateAfter = (days: number): string => new Date(Date.parse(TODAY) + days * DAY_MS).toISOString().slice(0, 10);
const startDate = fc.integer({ min: 0, max: 90 }).map(dateAfter);
const pastDate = fc.integer({ min: -12 * 365, max: -1 }).map(dateAfter);
export const centAmounts = (max: number): fc.Arbitrary<string> => fc.integer({ min: 1, max }).map((value) => (value / 100).toFixed(2));

const subkinds = readJson<{ code: string; kindOfRiskCode: string }[]>('data/subkinds-of-risk.json');

const insuredValues = fc.oneof(
  centAmounts(150_000_000).map((amount) => [{ group: '03', amount }]),
  centAmounts(150_000_000).map((amount) => [{ group: '01', amount }]),
  centAmounts(50_000_000).map((amount) => [{ group: '02', amount }]),
  fc.tuple(centAmounts(150_000_000), centAmounts(50_000_000)).map(([building, content]) => [
    { group: '01', amount: building },
    { group: '02', amount: content },
  ]),
);

export const fireObjects: fc.Arbitrary<FireRiskObject> = fc.constantFrom(...subkinds).chain(({ code: subkind, kindOfRiskCode: kind }) => {
  const bundles = [...fireTariff.bundles.values()].filter((bundle) => bundle.offeredFor.has(kind));
  return fc.tuple(fc.constantFrom(...bundles), insuredValues).chain(([bundle, values]) =>
    fc
      .record({
        postcode: fc.constantFrom(...POSTCODES),
        years: fc.tuple(fc.integer({ min: 1890, max: 2026 }), fc.integer({ min: 1890, max: 2026 })),
        squareMeters: fc.integer({ min: 20, max: 2000 }),
        insuranceFloors: fc.constantFrom([1], [0, 1], [-1], [3, 4]),
        metersFromRiver: fc.integer({ min: 0, max: 400 }),
        skeleton: fc.constantFrom('01', '02', '03', '04', '05', '06', '07', '08', '09', '99'),
        roof: fc.constantFrom('01', '02', '03', '04', '06', '11', '13', '99'),
        locks: fc.option(fc.constantFrom('01', '02', '03', '04', '07'), { nil: undefined }),
        alarms: fc.subarray(['01', '02', '03', '04', '07']),
        isOwner: fc.constantFrom('0', '1'),
        illegal: fc.constantFrom('0', '1'),
        hasFireProtection: fc.boolean(),
        claims: fc.array(fc.record({ date: pastDate, amount: centAmounts(2_000_000) }), { maxLength: 4 }),
        extras: fc.subarray(addableFor(bundle.addable, values)),
        discounts: fc.subarray(['01', '05', '90']),
      })
      .map(({ years: [one, other], extras, ...rest }) => ({
        ...rest,
        kind,
        subkind,
        bundleCode: bundle.code,
        insuredValues: values,
        buildingYear: Math.min(one, other),
        buildingYearPiping: Math.max(one, other),
        extraCovers: extras.map((cover) => ({ cover })),
      })),
  );
});

/** Returns the addable covers that apply to one of the insured groups. */
function addableFor(addable: ReadonlySet<string>, values: readonly { group: string }[]): string[] {
  return [...addable].filter((code) => {
    const groups = fireTariff.covers.get(code)?.groups ?? [];
    return groups.length === 0 || values.some(({ group }) => groups.includes(group));
  });
}

export const fireRisks: fc.Arbitrary<FireRisk> = fc.record({
  startDate,
  payFrequencyInMonths: frequency,
  objects: fc.array(fireObjects, { minLength: 1, maxLength: 4 }),
});

export const motorRisks: fc.Arbitrary<MotorRisk> = fc.constantFrom(...usagesOf(motorTariff)).chain((usageCode) => {
  const bundles = [...motorTariff.bundles.values()].filter((bundle) => bundle.offeredFor.has(usageCode));
  const isMotorcycle = motorTariff.motor?.usages.get(usageCode)?.plateForm === 'motorcycle';
  return fc.constantFrom(...bundles).chain((bundle) =>
    fc
      .record({
        policyStartDate: startDate,
        payFrequencyInMonths: frequency,
        insuredValue: centAmounts(7_000_000),
        bonusMalus: fc.integer({ min: 1, max: 20 }),
        engineCc: isMotorcycle ? fc.integer({ min: 50, max: 1800 }) : fc.integer({ min: 600, max: 5000 }),
        powerInKw: fc.integer({ min: 1, max: 400 }),
        grossWeight: fc.integer({ min: 900, max: 18_000 }),
        taxableHp: fc.option(fc.integer({ min: 1, max: 40 })),
        fuelType: fc.constantFrom('01', '02', '08', '11'),
        autonomousType: fc.option(fc.integer({ min: 0, max: 5 })),
        manufactureYear: fc.integer({ min: 1960, max: 2026 }),
        driverBirthYear: fc.integer({ min: 1930, max: 2005 }),
        driverLicenceDate: pastDate,
        deductible: fc.constantFrom(300, 500, 1000),
        regionPostcode: fc.constantFrom(...POSTCODES),
        extraCovers: fc.subarray([...bundle.addable]),
        discountCodes: fc.subarray(['10', '11', '12', '13', '14', '90']),
        swap: fc.boolean(),
      })
      .map(({ swap, ...risk }) => {
        const pairs = [...bundle.swappable].flatMap(([out, ins]) => [...ins].map((code) => ({ out, in: code })));
        const plateNo = isMotorcycle ? 'ΙΖΧ-482' : 'ΙΖΧ-4821';
        return { ...CAR, ...risk, plateNo, usageCode, bundleCode: bundle.code, swappableCovers: swap ? pairs.slice(0, 1) : [] };
      }),
  );
});

function usagesOf({ motor }: Tariff): string[] {
  return [...(motor?.usages.keys() ?? [])];
}
