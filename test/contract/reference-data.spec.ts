import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DATA_DIRECTORY } from '../../src/record/reference/lists/list-file.js';
import { LIST_ADDRESSES } from '../../src/record/reference/lists/list-addresses.js';
import { ReferenceLists } from '../../src/record/reference/lists/reference-lists.js';
import { LIST_NAMES, REFERENCE_LISTS, type ListName } from '../../src/record/reference/lists/registry.js';
import { readDocument } from '../support/described/document.js';

/** Compares the data files with their README, where possible without the code that serves them. */
type Row = Readonly<Record<string, unknown>>;

const read = (file: string) => JSON.parse(readFileSync(join(DATA_DIRECTORY, file), 'utf8')) as Row[];
const lists = new ReferenceLists();
/** Adds the default flag: a row without it is active. */
const flagged = (rows: Row[]): Row[] => rows.map((row) => ({ active: true, ...row }));
const texts = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : Array.isArray(value)
      ? value.flatMap(texts)
      : value && typeof value === 'object'
        ? Object.values(value).flatMap(texts)
        : [];

const COUNTS: Readonly<Record<ListName, number>> = {
  prefectures: 52,
  postcodePrefixes: 72,
  postcodes: 1332,
  genders: 3,
  personTypes: 9,
  jobs: 496,
  banks: 71,
  doy: 288,
  nationalities: 249,
  contactWays: 7,
  marketingConsents: 11,
  addressTypes: 5,
  contactTypes: 4,
  serviceRequestCategories: 18,
  documentCategories: 36,
  cancellationReasons: 9,
  acceptanceMethods: 7,
  kindsOfRisk: 17,
  subkindsOfRisk: 110,
  groupsInsured: 3,
  skeletons: 10,
  walls: 13,
  roofs: 14,
  fireProtection: 15,
  theftProtection: 12,
  shutters: 9,
  locks: 7,
  alarms: 7,
  vehicleUsages: 20,
  vehicleUsageSubcodes: 91,
  vehicleMakes: 223,
  vehicleModels: 6384,
  greenCardCountries: 47,
  fuelTypes: 13,
  leaseTypes: 5,
  licenceTypes: 21,
  autonomousTypes: 6,
};

describe('every file of data/', () => {
  it('has one entry in the registry', () => {
    const ofNoList = ['fixtures.json', 'motor-template.json', 'postcodes-check.json'];
    const files = readdirSync(DATA_DIRECTORY).filter((file) => file.endsWith('.json') && !ofNoList.includes(file));
    expect(
      Object.values(REFERENCE_LISTS)
        .map((list) => list.file as string)
        .sort(),
    ).toEqual(files.sort());
  });

  it.each(LIST_NAMES)('%s has rows, unique keys and clean text', (list) => {
    const { file, key } = REFERENCE_LISTS[list];
    const raw = readFileSync(join(DATA_DIRECTORY, file), 'utf8');
    const rows = read(file);
    expect(rows).toHaveLength(COUNTS[list]);
    expect(new Set(rows.map((row) => row[key])).size).toBe(rows.length);
    expect(raw.charCodeAt(0)).not.toBe(0xfeff);
    expect(raw).toBe(raw.normalize('NFC'));
    expect(texts(rows).filter((text) => text !== text.trim() || /\s{2}|\uFFFD|Ã|Î[^\w\s]/.test(text))).toEqual([]);
    expect(lists.all(list)).toEqual(flagged(rows));
  });

  it('mixes no Greek and Latin letters in a word', () => {
    const mixed = LIST_NAMES.flatMap((list) => texts(read(REFERENCE_LISTS[list].file))).filter((text) =>
      text.split(/[^\p{L}]+/u).some((word) => /\p{Script=Greek}/u.test(word) && /\p{Script=Latin}/u.test(word)),
    );
    expect(mixed).toEqual([]);
  });

  it('is not changed by its use', () => {
    expect(lists.all('vehicleModels')).toEqual(flagged(read('vehicle-models.json')));
  });
});

describe('references between the files', () => {
  const codes = (file: string, key = 'code') => new Set(read(file).map((row) => row[key]));

  it.each<[string, string, string, string]>([
    ['postcode-prefixes.json', 'prefectureCode', 'prefectures.json', 'code'],
    ['prefectures.json', 'postcodePrefixes', 'postcode-prefixes.json', 'prefix'],
    ['postcodes.json', 'prefectureCode', 'prefectures.json', 'code'],
    ['postcodes.json', 'alsoServes', 'prefectures.json', 'code'],
    ['postcodes.json', 'doyCode', 'doy.json', 'code'],
    ['doy.json', 'prefectureCode', 'prefectures.json', 'code'],
    ['jobs.json', 'parentCode', 'jobs.json', 'code'],
    ['subkinds-of-risk.json', 'kindOfRiskCode', 'kinds-of-risk.json', 'code'],
    ['vehicle-usage-subcodes.json', 'usageCode', 'vehicle-usages.json', 'code'],
    ['vehicle-makes.json', 'usageCodes', 'vehicle-usages.json', 'code'],
    ['vehicle-models.json', 'makeCode', 'vehicle-makes.json', 'code'],
    ['vehicle-models.json', 'usageCodes', 'vehicle-usages.json', 'code'],
    ['vehicle-models.json', 'fuelCode', 'fuel-types.json', 'code'],
  ])('%s %s exists in %s', (file, field, target, key) => {
    const known = codes(target, key);
    const values = read(file).flatMap((row) => row[field] ?? []);
    expect(values.length).toBeGreaterThan(0);
    expect(values.filter((value) => !known.has(value))).toEqual([]);
  });

  it('give subkinds to every kind of risk, subcodes to every usage and models to every make', () => {
    const parents = (file: string, field: string) => new Set(read(file).flatMap((row) => row[field]));
    expect(parents('subkinds-of-risk.json', 'kindOfRiskCode')).toEqual(codes('kinds-of-risk.json'));
    expect(parents('vehicle-usage-subcodes.json', 'usageCode')).toEqual(codes('vehicle-usages.json'));
    expect(parents('vehicle-models.json', 'makeCode')).toEqual(codes('vehicle-makes.json'));
  });

  it('match each make with the number of its models and their usages', () => {
    const models = read('vehicle-models.json');
    const wrong = read('vehicle-makes.json').filter((make) => {
      const own = models.filter((model) => model['makeCode'] === make['code']);
      const usages = new Set(own.flatMap((model) => model['usageCodes'] as string[]));
      return own.length !== make['modelCount'] || [...usages].some((usage) => !(make['usageCodes'] as string[]).includes(usage));
    });
    expect(wrong).toEqual([]);
  });
});

describe('the values that the contract fixes', () => {
  it('include the insured groups 01, 02 and 03, and dwellings as kind 04 without building improvements', () => {
    expect(read('groups-insured.json').map((row) => [row['code'], row['titleEn']])).toEqual([
      ['01', 'Building'],
      ['02', 'Content'],
      ['03', 'Building and content'],
    ]);
    const without = read('kinds-of-risk.json').filter((row) => row['buildingImprovementsApply'] === false);
    expect(without.map((row) => row['code'])).toEqual(['04']);
  });

  it('include bank types 0 and 1, two named request categories, and consents answered 0 or 1', () => {
    expect(new Set(read('banks.json').map((row) => row['type']))).toEqual(new Set(['0', '1']));
    expect(read('service-request-categories.json').map((row) => row['id'])).toEqual(expect.arrayContaining(['MOTOR', 'MOTOR-CLAIMS']));
    for (const row of read('marketing-consents.json')) expect(row['answers']).toEqual(['0', '1']);
  });

  it('include 102 active tax offices, and the others as retired', () => {
    expect(read('doy.json').filter((row) => row['active'] === true)).toHaveLength(102);
  });
});

describe('the prefecture of a postcode', () => {
  const checks = read('postcodes-check.json');

  it('109 checked postcodes cover every prefecture', () => {
    expect(checks).toHaveLength(109);
    expect(new Set(checks.map((row) => row['prefectureCode'])).size).toBe(52);
  });

  it.each(checks.map((row) => [row['postCode'], row['town'], row['prefectureCode'], row['prefectureTitle']] as const))(
    '%s %s belongs to %s %s',
    (postCode, _, code, title) => {
      expect(lists.prefectureOf(String(postCode))).toBe(code);
      expect(lists.item('prefectures', String(code))?.title).toBe(title);
    },
  );

  it('every address of a list in an error text is an operation of the document', () => {
    const paths = Object.keys(readDocument().paths);
    expect(Object.values(LIST_ADDRESSES).filter((address) => !paths.includes(address))).toEqual([]);
  });

  it('every known postcode agrees with its prefix', () => {
    const wrong = read('postcodes.json').filter((row) => lists.prefectureOf(String(row['postCode'])) !== row['prefectureCode']);
    expect(wrong).toEqual([]);
  });

  it('the longest prefix is the range with the highest priority for every possible postcode', () => {
    const ranges = read('postcode-prefixes.json').sort((a, b) => Number(b['priority']) - Number(a['priority']));
    const wrong: string[] = [];
    for (let number = 0; number <= 99_999; number += 7) {
      const postcode = String(number).padStart(5, '0');
      const range = ranges.find((row) => String(row['from']) <= postcode && postcode <= String(row['to']));
      if (lists.prefectureOf(postcode) !== range?.['prefectureCode']) wrong.push(postcode);
    }
    for (const postcode of ['63085', '63086', '63087', '63088']) {
      const range = ranges.find((row) => String(row['from']) <= postcode && postcode <= String(row['to']));
      expect(lists.prefectureOf(postcode)).toBe(range?.['prefectureCode']);
    }
    expect(wrong).toEqual([]);
  });
});
