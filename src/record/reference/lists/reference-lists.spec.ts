import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATA_DIRECTORY } from './list-file.js';
import { toKeptCode, ReferenceLists } from './reference-lists.js';

const referenceLists = new ReferenceLists();

type Row = Record<string, unknown>;

describe('the reference lists in memory', () => {
  it('find a row by its code, by number or text where the key is an id', () => {
    expect(referenceLists.item('prefectures', '02')).toMatchObject({ code: '02', title: 'Αττική', titleEn: 'Attica' });
    expect(referenceLists.item('fireProtection', 3)).toBe(referenceLists.item('fireProtection', '3'));
    expect(referenceLists.item('prefectures', '2')).toBeUndefined();
    expect(referenceLists.item('genders', '__proto__')).toBeUndefined();
  });

  it('return all rows in the order of the file, the same array each time', () => {
    expect(referenceLists.all('groupsInsured').map((item) => item.code)).toEqual(['01', '02', '03']);
    expect(referenceLists.all('groupsInsured')).toBe(referenceLists.all('groupsInsured'));
  });

  it('cannot be changed', () => {
    const prefecture = referenceLists.item('prefectures', '02') as unknown as { title: string; postcodePrefixes: string[] };
    expect(() => (prefecture.title = 'x')).toThrow(TypeError);
    expect(() => prefecture.postcodePrefixes.push('99')).toThrow(TypeError);
    expect(() => (referenceLists.all('genders') as unknown[]).push({})).toThrow(TypeError);
  });

  it('distinguish retired codes from active ones', () => {
    expect(referenceLists.isActive('doy', '1101')).toBe(true);
    expect(referenceLists.isActive('doy', '1176')).toBe(false);
    expect(referenceLists.isActive('doy', '0000')).toBe(false);
    expect(referenceLists.isActive('genders', '1')).toBe(true);
  });

  it.each([
    ['subkindsOfRisk', '0401', { kindOfRiskCode: '04' }, true],
    ['subkindsOfRisk', '0401', { kindOfRiskCode: '05' }, false],
    ['subkindsOfRisk', '9999', { kindOfRiskCode: '04' }, false],
    ['vehicleModels', '0010001', { makeCode: '001', usageCodes: '09' }, true],
    ['vehicleModels', '0010001', { makeCode: '001', usageCodes: '05' }, false],
    ['vehicleModels', '0010001', { makeCode: '002' }, false],
    ['marketingConsents', 201, { masterId: 2 }, true],
    ['marketingConsents', 201, { masterId: 1 }, false],
    ['genders', '1', { noSuchField: '1' }, false],
  ] as const)('%s: code %s belongs to %j: %s', (list, code, parents, expected) => {
    expect(referenceLists.belongsTo(list, code, parents)).toBe(expected);
  });

  it('return titles in both languages', () => {
    expect(referenceLists.title('genders', '1')).toEqual({ el: 'Άνδρας', en: 'Male' });
    expect(referenceLists.title('serviceRequestCategories', 'MOTOR-CLAIMS')).toEqual({ el: 'Ζημιές αυτοκινήτου', en: 'Motor claims' });
    expect(referenceLists.title('vehicleMakes', '001')).toEqual({ el: 'Abarth', en: 'Abarth' });
    expect(referenceLists.title('genders', 'x')).toBeUndefined();
  });
});

describe('the prefecture of a postcode', () => {
  it.each([
    ['63086', '69'],
    ['63088', '64'],
    ['80100', '02'],
    ['10431', '02'],
    ['39000', undefined],
    ['09999', undefined],
    ['1043', undefined],
    ['104 31', undefined],
    ['', undefined],
    ['abcde', undefined],
  ])('%s belongs to prefecture %s', (postcode, prefecture) => {
    expect(referenceLists.prefectureOf(postcode)).toBe(prefecture);
  });
});

describe('the codes of a stored record', () => {
  const retired = '1176';

  it('stay valid in a change of that record and nowhere else', () => {
    const kept = referenceLists.keeping([toKeptCode('doy', retired)]);
    expect(kept.isAcceptable('doy', retired)).toBe(true);
    expect(kept.isAcceptable('jobs', retired)).toBe(false);
    expect(kept.isAcceptable('doy', '1151x')).toBe(false);
    expect(kept.isActive('doy', retired)).toBe(false);
    expect(kept.item('doy', retired)).toBe(referenceLists.item('doy', retired));
    expect(referenceLists.isAcceptable('doy', retired)).toBe(false);
  });

  it('are valid only for one change: another change has its own', () => {
    const one = referenceLists.keeping([toKeptCode('doy', retired)]);
    const other = referenceLists.keeping([toKeptCode('banks', '999x')]);
    expect([one, other].map((lists) => [lists.isAcceptable('doy', retired), lists.isAcceptable('banks', '999x')])).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it('follow the lists when these are replaced', () => {
    const lists = new ReferenceLists();
    const kept = lists.keeping([toKeptCode('doy', retired)]);
    const female = { ...lists.item('genders', '2'), active: false };
    lists.adopt(new ReferenceLists(undefined, new Map([['genders', new Map([['2', female]])]])));
    expect(kept.isActive('genders', '2')).toBe(false);
    expect(kept.isAcceptable('doy', retired)).toBe(true);
  });
});

describe('the start with a bad data file', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'lists-'));
    cpSync(DATA_DIRECTORY, directory, { recursive: true });
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  function change(file: string, edit: (rows: Row[]) => unknown): void {
    const rows = JSON.parse(readFileSync(join(directory, file), 'utf8')) as Row[];
    writeFileSync(join(directory, file), JSON.stringify(edit(rows) ?? rows));
  }
  const edited =
    (edit: (row: Row) => void, row = 2) =>
    (rows: Row[]) =>
      void edit(rows[row - 1] ?? {});

  it.each<[string, string, (rows: Row[]) => unknown, string]>([
    ['a missing field', 'genders.json', edited((row) => delete row['titleEn']), 'data/genders.json, row 2: titleEn is missing'],
    ['a wrong type', 'jobs.json', edited((row) => (row['level'] = '2')), 'data/jobs.json, row 2: level must be a number'],
    [
      'null for an optional field',
      'jobs.json',
      edited((row) => (row['parentCode'] = null)),
      'data/jobs.json, row 2: parentCode must be a string',
    ],
    [
      'an unknown field',
      'banks.json',
      edited((row) => (row['swift'] = 'X')),
      'data/banks.json, row 2: the registry does not know the field swift',
    ],
    ['an empty text', 'doy.json', edited((row) => (row['title'] = '')), 'data/doy.json, row 2: title must be a text in NFC'],
    ['blanks around a code', 'doy.json', edited((row) => (row['code'] = '1104 ')), 'data/doy.json, row 2: code must be a text in NFC'],
    [
      'a decomposed accent',
      'genders.json',
      edited((row) => (row['title'] = 'Άνδρας'.normalize('NFD'))),
      'data/genders.json, row 2: title must be a text in NFC',
    ],
    [
      'a text for a list of texts',
      'prefectures.json',
      edited((row) => (row['postcodePrefixes'] = '30')),
      'row 2: postcodePrefixes must be an array',
    ],
    ['a number in a list of texts', 'marketing-consents.json', edited((row) => (row['answers'] = [0])), 'row 2: answers must be a string'],
    ['a repeated code', 'genders.json', edited((row) => (row['code'] = '1')), 'data/genders.json, row 2: code 1 appears twice'],
    [
      'a lost parent',
      'subkinds-of-risk.json',
      edited((row) => (row['kindOfRiskCode'] = '77')),
      'data/subkinds-of-risk.json, row 2: kindOfRiskCode 77 is not in data/kinds-of-risk.json',
    ],
    [
      'a lost parent in a large list',
      'vehicle-models.json',
      edited((row) => (row['makeCode'] = '999')),
      'data/vehicle-models.json, row 2: makeCode 999 is not in data/vehicle-makes.json',
    ],
    [
      'a lost code in an array',
      'postcodes.json',
      edited((row) => (row['alsoServes'] = ['02', '88'])),
      'data/postcodes.json, row 2: alsoServes 88 is not in data/prefectures.json',
    ],
    ['a row that is no object', 'genders.json', (rows) => [...rows, 'x'], 'data/genders.json, row 4: must be an object'],
    ['no array', 'genders.json', () => ({}), 'data/genders.json: must be an array'],
    ['no row', 'genders.json', () => [], 'data/genders.json: the list is empty'],
  ])('fails for %s', (_, file, edit, message) => {
    change(file, edit);
    expect(() => new ReferenceLists(directory)).toThrow(message);
  });

  it('fails for broken JSON and for a missing file', () => {
    writeFileSync(join(directory, 'genders.json'), '[{"code": "1",]');
    expect(() => new ReferenceLists(directory)).toThrow(/^data\/genders\.json: cannot be read: .*JSON/);
    rmSync(join(directory, 'genders.json'));
    expect(() => new ReferenceLists(directory)).toThrow(/^data\/genders\.json: cannot be read: ENOENT/);
  });
});
