import { readFileSync } from 'node:fs';
import { calculate, type Calculation } from '../../src/pricing/calculate.js';
import { buildFireFacts } from '../../src/pricing/fire-facts.js';
import type { FireReference, FireRisk, FireRiskObject } from '../../src/pricing/fire-risk.js';
import type { MotorReference, MotorRisk } from '../../src/pricing/motor-risk.js';
import { parseTariff, type Tariff } from '../../src/pricing/tariff.js';

const ROOT = new URL('../../', import.meta.url);

export function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(new URL(path, ROOT), 'utf8')) as T;
}

export const FIRE_TARIFF_FILE = 'tariffs/fire-sample-1.json';
export const MOTOR_TARIFF_FILE = 'tariffs/motor-sample-1.json';
export const fireTariff = parseTariff(readJson(FIRE_TARIFF_FILE));
export const motorTariff = parseTariff(readJson(MOTOR_TARIFF_FILE));

/** Reads a tariff file and changes it, for example by `(json) => { json.discountCap = '0.10'; }`. */
export function buildChangedTariff<T extends object>(file: string, change: (json: T) => void): Tariff {
  const json = readJson<T>(file);
  change(json);
  return parseTariff(json);
}

/** Calculation date of the worked examples. */
export const TODAY = '2026-11-20';

const prefectureByPrefix = new Map(
  readJson<{ prefix: string; prefectureCode: string }[]>('data/postcode-prefixes.json').map((row) => [row.prefix, row.prefectureCode]),
);
const hazardClasses = new Map(
  readJson<{ code: string; hazardClass: number }[]>('data/subkinds-of-risk.json').map((row) => [row.code, row.hazardClass]),
);

/** Finds the prefecture by the longest listed prefix of the postcode. */
function findPrefecture(postcode: string): string | undefined {
  return [5, 4, 3, 2].map((length) => prefectureByPrefix.get(postcode.slice(0, length))).find((code) => code !== undefined);
}

export const fireReference: FireReference = {
  prefectureOf: findPrefecture,
  hazardClassOf: (subkind) => hazardClasses.get(subkind),
  marketingConsents: readJson<{ masterId: number; id: number }[]>('data/marketing-consents.json'),
};

export const motorReference: MotorReference = { prefectureOf: findPrefecture };

/** Apartment of worked example F-1: bundle 104, building 150,000, no message. */
export const APARTMENT: FireRiskObject = {
  kind: '04',
  subkind: '0401',
  postcode: '11527',
  buildingYear: 2004,
  buildingYearPiping: 2004,
  squareMeters: 100,
  insuranceFloors: [3],
  skeleton: '01',
  roof: '01',
  alarms: [],
  hasFireProtection: false,
  claims: [],
  bundleCode: '104',
  insuredValues: [{ group: '01', amount: 150000 }],
  extraCovers: [],
  discounts: [],
};

export function buildFireRisk(object: Partial<FireRiskObject> = {}, risk: Partial<FireRisk> = {}): FireRisk {
  return { startDate: '2026-12-01', payFrequencyInMonths: 12, objects: [{ ...APARTMENT, ...object }], ...risk };
}

/** Calculates the changed apartment on `TODAY`. */
export function calculateFire(
  object: Partial<FireRiskObject> = {},
  risk: Partial<FireRisk> = {},
  tariff: Tariff = fireTariff,
): Calculation {
  return calculate(buildFireFacts(buildFireRisk(object, risk), tariff, fireReference, TODAY), tariff);
}

/** Car of worked example M-1: bundle B1, no message. */
export const CAR: MotorRisk = {
  makeCode: '199',
  modelCode: '1990080',
  usageCode: '01',
  policyStartDate: '2026-12-01',
  payFrequencyInMonths: 12,
  plateNo: 'ΙΖΧ-4821',
  bundleCode: 'B1',
  regionPostcode: '11527',
  bonusMalus: 10,
  engineCc: 1398,
  powerInKw: 73,
  manufactureYear: 2018,
  driverBirthYear: 1986,
  driverLicenceDate: '2005-06-01',
  insuredValue: 9000,
};
