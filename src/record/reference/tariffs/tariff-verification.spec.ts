import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../../common/package-root.js';
import { IPID_SECTIONS } from '../../../pricing/tariff-model.js';
import { parseTariff } from '../../../pricing/tariff.js';
import { addProductInformation } from './tariff-corrections.js';
import { findMissingInformation, findTariffProblems } from './tariff-verification.js';
import { ReferenceLists } from '../lists/reference-lists.js';

const LISTS = new ReferenceLists();

interface TariffFile {
  tables: Record<string, { rows: Record<string, unknown> & unknown[] }>;
  seismicZones: Record<string, string>;
  bundles: { kinds: string[] }[];
  rules: Record<string, unknown>[];
}

const COMPLETE = Object.fromEntries(IPID_SECTIONS.map((section) => [section, [{ el: 'α', en: 'a' }]]));

function sample(branch: 'fire' | 'motor'): TariffFile {
  return JSON.parse(readFileSync(join(PACKAGE_ROOT, `tariffs/${branch}-sample-1.json`), 'utf8')) as TariffFile;
}

function problemsOf(change: (file: TariffFile) => void, branch: 'fire' | 'motor' = 'fire'): string[] {
  const file = sample(branch);
  change(file);
  return findTariffProblems(parseTariff(addProductInformation(file)), LISTS);
}

function withRule(...all: object[]): string[] {
  const rule = { code: 'X', scope: 'object', outcome: '25', all, message: { el: 'x', en: 'x' } };
  return problemsOf((file) => void file.rules.push(rule));
}

describe('tariffProblems', () => {
  it('finds a bundle whose product information would not fit on two pages, and apart from it one without', () => {
    const long = { el: 'α'.repeat(1_501), en: 'a' };
    const change = (file: TariffFile): void => {
      const [, second, third] = file.bundles as { ipid?: object }[];
      Object.assign(file, { tariffCode: 'OTHER', ipid: COMPLETE });
      for (const bundle of file.bundles) Object.assign(bundle, { ipid: {} });
      delete second?.ipid;
      Object.assign(third?.ipid ?? {}, { insured: [long], where: [] });
    };
    expect(problemsOf(change)).toEqual([
      'bundles: ipid of 103, insured has more than 1500 characters',
      'bundles: ipid of 103, where is empty',
    ]);
    const file = sample('fire');
    change(file);
    expect(findMissingInformation(parseTariff(file))).toEqual(['bundles: 102 has no ipid']);
  });

  it('finds a need that no bundle meets, and refuses one with an unknown cover (rating.16)', () => {
    const text = { el: 'α', en: 'a' };
    const withNeed = (covers: readonly string[]): string[] =>
      problemsOf((file) => {
        Object.assign(file, { tariffCode: 'OTHER', ipid: COMPLETE, needs: [{ code: 'X', title: text, question: text, covers }] });
        for (const bundle of file.bundles) Object.assign(bundle, { ipid: {}, included: ['001'], addable: [] });
      }).filter((problem) => problem.startsWith('needs'));
    expect(withNeed(['001'])).toEqual([]);
    expect(withNeed(['012'])).toEqual(['needs: no bundle meets X']);
    expect(() => withNeed(['999'])).toThrow('needs[0].covers[0]');
  });

  it('refuses product information that lacks a section', () => {
    expect(() =>
      problemsOf((file) => {
        Object.assign(file, { tariffCode: 'OTHER' });
        for (const bundle of file.bundles) Object.assign(bundle, { ipid: { ...COMPLETE, term: undefined } });
      }),
    ).toThrow('bundles[0].ipid.term: required');
  });

  it('finds a refund rule of an unknown reason, and of one that refunds everything in any case', () => {
    const reasons = { SALE: 'NONE', WITHDRAWAL: 'NONE', MOVED: 'ALL' };
    expect(problemsOf((file) => void Object.assign(file, { refundScale: { reasons } }))).toEqual([
      'refundScale: WITHDRAWAL refunds everything and can have no rule',
      'refundScale: MOVED is no code of cancellationReasons',
    ]);
  });

  it.each(['fire', 'motor'] as const)('finds no problem in the %s sample', (branch) => {
    expect(problemsOf(() => undefined, branch)).toEqual([]);
  });

  it.each<[string, string, 'fire' | 'motor', string]>([
    ['T_SKELETON_FIRE', '03', 'fire', 'tables.T_SKELETON_FIRE: no row for 03'],
    ['T_FIRE_BASE', '0401|02', 'fire', 'tables.T_FIRE_BASE: no row for 0401|02'],
    ['T_LOCKS', '02', 'fire', 'tables.T_LOCKS: no row for 02'],
    ['T_ALARM', '00', 'fire', 'tables.T_ALARM: no row for 00'],
    ['T_FLOOD_BASEMENT', '1', 'fire', 'tables.T_FLOOD_BASEMENT: no row for 1'],
    ['T_EQ_ZONE', '3', 'fire', 'tables.T_EQ_ZONE: no row for 3'],
    ['T_BM', '3', 'motor', 'tables.T_BM: no row for 3'],
    ['T_REGION', '10', 'motor', 'tables.T_REGION: no row for 10'],
    ['T_DEDUCTIBLE', '500', 'motor', 'tables.T_DEDUCTIBLE: no row for 500'],
  ])('reports a missing row: %s %s', (table, row, branch, problem) => {
    expect(problemsOf((file) => delete file.tables[table]?.rows[row], branch)).toEqual([problem]);
  });

  it('reports a code that no list contains', () => {
    const problems = problemsOf((file) => Object.assign(file.tables['T_ROOF_FIRE']?.rows ?? {}, { '77': '1.00' }));
    expect(problems).toEqual(['tables.T_ROOF_FIRE: 77 is no code of roof']);
  });

  it('requires the last range to be open', () => {
    const problems = problemsOf((file) => void (file.tables['T_PIPING_AGE']?.rows as unknown[]).pop());
    expect(problems).toEqual(['tables.T_PIPING_AGE: the last row must be open']);
  });

  it('requires a zone for each prefecture', () => {
    expect(problemsOf((file) => delete file.seismicZones['02'])).toEqual(['seismicZones: no zone for prefecture 02']);
  });

  it('requires bundles for every risk on offer', () => {
    expect(problemsOf((file) => void file.bundles[0]?.kinds.push('77'))).toEqual([expect.stringContaining('offered for 77')]);
  });

  it.each<[string, object[]]>([
    ['a flag that is neither 0 nor 1', [{ fact: 'illegal', op: '==', value: '2' }]],
    ['a code that the list does not have', [{ fact: 'skeleton', op: 'in', value: ['77', '78'] }]],
    ['two codes at once', [{ fact: 'roof', op: '==', value: '01' }, { fact: 'roof', op: '==', value: '02' }]],
    ['missing and compared', [{ fact: 'metersFromRiver', op: 'missing', value: null }, { fact: 'metersFromRiver', op: '<', value: 50 }]],
    ['an empty interval', [{ fact: 'pipingAge', op: '>', value: 2 }, { fact: 'pipingAge', op: '<', value: 3 }]],
    ['below nothing', [{ fact: 'claimsCount', op: '<', value: 0 }]],
    ['a hazard class above all', [{ fact: 'hazardClass', op: '>', value: 99 }]],
    ['a cover that no bundle has', [{ fact: 'covers', op: 'contains', value: '777' }]],
  ])('reports a rule that can never apply: %s', (_, all) => {
    expect(withRule(...all)).toEqual([expect.stringMatching(/^rules: X can never hit, for its conditions on /)]);
  });

  it.each<[string, object[]]>([
    ['a narrow interval of amounts', [{ fact: 'claimsAmount', op: '>', value: '2' }, { fact: 'claimsAmount', op: '<', value: '2.01' }]],
    ['another code', [{ fact: 'skeleton', op: '!=', value: '01' }]],
    ['a negative age', [{ fact: 'pipingAge', op: '<', value: 0 }]],
    ['two covers of one bundle', [{ fact: 'covers', op: 'contains', value: '001' }, { fact: 'covers', op: 'contains', value: '003' }]],
  ])('accepts a rule that can apply: %s', (_, all) => expect(withRule(...all)).toEqual([]));
});
