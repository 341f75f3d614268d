import { buildChangedTariff, FIRE_TARIFF_FILE, fireReference, fireTariff, TODAY } from '../../test/support/pricing-fixtures.js';
import { listCoversByCode, listCovers, listExtraCovers, listOfferedBundles, type OfferedRisk } from './fire-lists.js';

describe('listCovers', () => {
  it('returns all covers in tariff order', () => {
    expect(listCovers(fireTariff)).toHaveLength(14);
    expect(listCovers(fireTariff)[6]).toMatchObject({ code: '007', title: 'Κλοπή με διάρρηξη', groups: ['02', '03'], taxClass: 'OTHER' });
  });

  it.each([
    ['01', ['007']],
    ['02', ['012', '013']],
    ['03', []],
  ])('for group %s omits %p', (group, missing) => {
    const codes = listCovers(fireTariff, group).map(({ code }) => code);

    expect(
      listCovers(fireTariff)
        .filter(({ code }) => !codes.includes(code))
        .map(({ code }) => code),
    ).toStrictEqual(missing);
    expect(codes).toContain('010');
  });

  it('returns no covers for an unknown group', () => {
    expect(listCovers(fireTariff, '09')).toStrictEqual([]);
  });
});

describe('listCoversByCode', () => {
  it('returns covers in tariff order', () => {
    expect(listCoversByCode(new Set(['014', '001']), fireTariff).map(({ code }) => code)).toStrictEqual(['001', '014']);
  });
});

describe('listOfferedBundles', () => {
  const RISK: OfferedRisk = { kind: '04', subkind: '0401', prefecture: '02', buildingYear: 2004, skeleton: '01', roof: '01' };
  const offered = (risk: Partial<OfferedRisk> = {}, tariff = fireTariff) =>
    listOfferedBundles({ ...RISK, ...risk }, tariff, fireReference, TODAY).map(({ code }) => code);

  it.each<[string, Partial<OfferedRisk>, string[]]>([
    ['a dwelling', {}, ['101', '102', '103', '104']],
    ['a dwelling’s content', { group: '02' }, ['101', '102', '103', '104']],
    ['a shop', { kind: '01', subkind: '0102' }, ['101', '102', '103']],
    ['a factory', { kind: '07', subkind: '0701' }, ['101', '102']],
    ['a place without seismic zone: no bundle with earthquake', { prefecture: '99' }, ['101', '102']],
    ['a skeleton without rate', { skeleton: '77' }, []],
    ['a subkind without rate', { subkind: '0499' }, []],
    ['a building of next year', { buildingYear: 2027 }, []],
    ['an unknown kind', { kind: '99' }, []],
    ['an unknown group', { group: '09' }, []],
    ['a building that needs approval', { buildingYear: 1950, skeleton: '06' }, ['101', '102', '103', '104']],
  ])('offers the bundles for %s', (_name, risk, expected) => {
    expect(offered(risk)).toStrictEqual(expected);
  });

  it('omits bundles that are no longer sold', () => {
    const tariff = buildChangedTariff<{ bundles: { active: boolean }[] }>(FIRE_TARIFF_FILE, (json) => (json.bundles[1]!.active = false));

    expect(offered({}, tariff)).toStrictEqual(['101', '103', '104']);
  });
});

describe('listExtraCovers', () => {
  const extras = (code: string, building: number, piping: number) =>
    listExtraCovers(fireTariff.bundles.get(code)!, { building, piping }, fireTariff, TODAY);
  const reasons = (code: string, building: number, piping: number) =>
    extras(code, building, piping)
      .filter(({ reason }) => reason)
      .map(({ cover, available, reason }) => [cover.code, available, reason?.en]);

  it('returns the covers that can be added', () => {
    expect(extras('103', 2004, 2004)).toMatchObject([{ cover: { code: '012', groups: ['01', '03'] }, available: true, reason: undefined }]);
    expect(extras('101', 2004, 2004).map(({ cover }) => cover.code)).toStrictEqual([
      '002',
      '003',
      '004',
      '005',
      '006',
      '008',
      '009',
      '010',
      '011',
      '013',
    ]);
  });

  it('marks covers that need an approval', () => {
    expect(reasons('101', 1959, 1995)).toStrictEqual([
      ['005', true, 'Pre-1960 building with earthquake'],
      ['006', true, 'Pipes older than 30 years'],
    ]);
    expect(reasons('101', 1960, 1996)).toStrictEqual([]);
  });

  it('does not mark a cover for a reason that the bundle already has', () => {
    expect(reasons('104', 1950, 2020)).toStrictEqual([]);
  });

  it.each([
    [2004, 2003],
    [2004, 2027],
  ])('marks covers as unavailable for impossible years: built %p, pipes %p', (building, piping) => {
    const list = extras('103', building, piping);

    expect(list.map(({ available, reason }) => [available, reason?.en])).toStrictEqual([
      [false, 'Construction or piping year out of range'],
    ]);
  });
});
