import { buildChangedTariff, FIRE_TARIFF_FILE, fireTariff, motorTariff } from '../../test/support/pricing-fixtures.js';
import { toDecimal } from '../common/money.js';
import { validateDiscounts, isAddable, isSwappable, listLineGroups, buildSelection, type ExtraCover } from './selection.js';

const basic = fireTariff.bundles.get('101')!;
const theft = motorTariff.bundles.get('B2')!;
const cover = (code: string) => fireTariff.covers.get(code)!;
const sums = (...groups: string[]) => groups.map((group) => ({ group, amount: toDecimal(1) }));

describe('buildSelection', () => {
  const chosen = (extras: ExtraCover[]) =>
    Object.fromEntries([...buildSelection(basic, extras)].map(([code, groups]) => [code, groups === 'ALL' ? groups : [...groups]]));

  it('returns the covers of the bundle for every group, and an extra cover for its own group', () => {
    expect(chosen([{ cover: '005', group: '01' }])).toStrictEqual({ '001': 'ALL', '014': 'ALL', '005': ['01'] });
  });

  it('joins the groups of an extra cover in either order', () => {
    expect(
      chosen([
        { cover: '005', group: '02' },
        { cover: '005', group: '01' },
        { cover: '005', group: '02' },
      ])['005'],
    ).toStrictEqual(['02', '01']);
    expect(chosen([{ cover: '005' }, { cover: '005', group: '01' }])['005']).toBe('ALL');
    expect(
      chosen([
        { cover: '005', group: '01' },
        { cover: '005', group: null },
      ])['005'],
    ).toBe('ALL');
  });

  it('never narrows a cover of the bundle', () => {
    expect(chosen([{ cover: '001', group: '01' }])['001']).toBe('ALL');
  });

  it('selects only the requested covers without a bundle', () => {
    expect([...buildSelection(undefined, [{ cover: '005' }], [{ out: '001', in: '002' }]).keys()]).toStrictEqual(['005']);
  });

  it('swaps a pair of the bundle and no other', () => {
    expect(isSwappable(theft, { out: 'M06', in: 'M14' })).toBe(true);
    expect(isSwappable(theft, { out: 'M14', in: 'M06' })).toBe(false);
    expect(isSwappable(theft, { out: 'M10', in: 'M14' })).toBe(false);
    const codes = [
      ...buildSelection(
        theft,
        [],
        [
          { out: 'M06', in: 'M14' },
          { out: 'M10', in: 'M14' },
          { out: 'M06', in: 'M14' },
        ],
      ).keys(),
    ];

    expect(codes).not.toContain('M06');
    expect(codes).toContain('M10');
    expect(codes).toContain('M14');
    expect(codes).toHaveLength(theft.included.length);
  });
});

describe('listLineGroups', () => {
  const all = buildSelection(basic, [
    { cover: '005' },
    { cover: '006', group: '02' },
    { cover: '010', group: '01' },
    { cover: '007' },
    { cover: '013', group: '02' },
  ]);

  it.each([
    ['001', ['02', '01'], ['02', '01']],
    ['005', ['01', '02'], ['01', '02']],
    ['006', ['01', '02'], ['02']],
    ['006', ['01'], []],
    ['007', ['01', '02'], ['02']],
    ['010', ['01', '02'], [null]],
    ['013', ['01', '02'], []],
    ['002', ['01'], []],
    ['001', ['01', '01'], ['01']],
  ])('cover %s with insured groups %p is charged for %p', (code, groups, expected) => {
    expect(listLineGroups(cover(code), all, sums(...groups))).toStrictEqual(expected);
  });
});

describe('isAddable', () => {
  it.each<[string, ExtraCover, string[], boolean]>([
    ['a listed group', { cover: '005', group: '01' }, ['01'], true],
    ['a group that is not insured', { cover: '005', group: '02' }, ['01'], false],
    ['a group that the cover does not list', { cover: '013', group: '02' }, ['01', '02'], false],
    ['a cover without groups', { cover: '010', group: '02' }, ['02'], true],
    ['a cover without groups for a group that is not insured', { cover: '010', group: '02' }, ['01'], false],
    ['a cover that the bundle has already', { cover: '001', group: '01' }, ['01'], false],
    ['a cover that the bundle does not take', { cover: '007', group: '02' }, ['02'], false],
    ['an unknown cover', { cover: '099', group: '01' }, ['01'], false],
    ['delimited', { cover: '005' }, ['01', '02'], true],
    ['delimited, one of the groups listed', { cover: '013' }, ['01', '02'], true],
    ['delimited, no group listed', { cover: '013' }, ['02'], false],
    ['delimited, without groups', { cover: '010' }, ['02'], true],
  ])('decides for %s', (_name, extra, groups, expected) => {
    expect(isAddable(extra, basic, fireTariff, groups)).toBe(expected);
  });

  it('is false without a bundle', () => {
    expect(isAddable({ cover: '005', group: '01' }, undefined, fireTariff, ['01'])).toBe(false);
  });
});

describe('validateDiscounts', () => {
  const choose = (codes: string[], facts = {}) => {
    const { accepted, ...flags } = validateDiscounts(codes, fireTariff, facts);
    return { accepted: accepted.map(({ code }) => code), ...flags };
  };

  it.each([
    ['nothing', [], {}, { accepted: [], invalid: false, referral: false }],
    ['each once', ['05', '01', '05'], {}, { accepted: ['05', '01'], invalid: false, referral: false }],
    [
      'conditions met',
      ['02', '03'],
      { isOwner: '1', claimsCount: toDecimal(0) },
      { accepted: ['02', '03'], invalid: false, referral: false },
    ],
    ['a condition not met', ['02', '01'], { isOwner: '0' }, { accepted: ['01'], invalid: true, referral: false }],
    ['a fact missing', ['02'], {}, { accepted: [], invalid: true, referral: false }],
    ['a referral one', ['90'], {}, { accepted: ['90'], invalid: false, referral: true }],
    ['one that the tariff does not know', ['77'], {}, { accepted: [], invalid: true, referral: false }],
  ])('chooses discounts for %s', (_name, codes, facts, expected) => {
    expect(choose(codes, facts)).toStrictEqual(expected);
  });

  it('marks a referral discount even when its conditions are not met', () => {
    const tariff = buildChangedTariff<{ discounts: { code: string; requires: unknown[] }[] }>(FIRE_TARIFF_FILE, (json) => {
      json.discounts.find(({ code }) => code === '90')!.requires = [{ fact: 'isOwner', op: '==', value: '1' }];
    });

    expect(validateDiscounts(['90'], tariff, {})).toStrictEqual({ accepted: [], invalid: true, referral: true });
  });
});
