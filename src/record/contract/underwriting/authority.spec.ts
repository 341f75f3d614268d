import type { Price, PriceLine } from '../../../pricing/price.js';
import {
  buildApprovalNeed,
  buildAuthorityRefusal,
  buildLineNeed,
  findExceedances,
  type AuthorityNeed,
  type GrantedAuthority,
} from './authority.js';

const TODAY = '2026-11-27';
const NEED: AuthorityNeed = {
  line: 'fire',
  rules: ['F25-01'],
  sumInsured: '250000.00',
  premium: '812.35',
  loadingPercent: '12.5',
  discountPercent: '20',
  deductible: '500.00',
};
const LIMITS: GrantedAuthority = {
  lines: ['fire'],
  rules: ['F25-01', 'F25-02'],
  maxSumInsured: '250000.00',
  maxPremium: '812.35',
  maxLoadingPercent: '12.50',
  maxDiscountPercent: '20.00',
  maxDeductible: '500.00',
  validFrom: '2026-01-01',
  validTo: null,
};

const listLimits = (need: Partial<AuthorityNeed>, ...granted: Partial<GrantedAuthority>[]): string[] =>
  findExceedances(
    granted.map((changes) => ({ ...LIMITS, ...changes })),
    { ...NEED, ...need },
    TODAY,
  ).map(({ limit, value }) => `${limit} ${value}`);

describe('findExceedances', () => {
  it('finds nothing exactly at each limit', () => {
    expect(listLimits({}, {})).toEqual([]);
  });

  it.each([
    [{ sumInsured: '250000.01' }, 'sumInsured 250000.01'],
    [{ premium: '812.36' }, 'premium 812.36'],
    [{ loadingPercent: '12.51' }, 'loading 12.51'],
    [{ discountPercent: '20.01' }, 'discount 20.01'],
    [{ deductible: '500.01' }, 'deductible 500.01'],
    [{ rules: ['F25-01', 'F25-07'] }, 'rule F25-07'],
    [{ line: 'motor' as const }, 'line motor'],
    // Differences that binary fractions do not have.
    [{ sumInsured: '9007199254740993.00' }, 'sumInsured 9007199254740993.00'],
  ])('names what exceeds: %j', (need, expected) => {
    expect(listLimits(need, {})).toEqual([expected]);
  });

  it('compares decimals exactly', () => {
    expect(listLimits({ sumInsured: '9007199254740993.00' }, { maxSumInsured: '9007199254740992.99' })).toEqual([
      'sumInsured 9007199254740993.00',
    ]);
    expect(listLimits({ loadingPercent: '0.3' }, { maxLoadingPercent: '0.30' })).toEqual([]);
  });

  it('names all that exceeds at once', () => {
    expect(listLimits({ line: 'motor', rules: ['M25-01'], premium: '1000.00' }, {})).toEqual([
      'line motor',
      'rule M25-01',
      'premium 1000.00',
    ]);
  });

  it('allows everything where a limit is null, and all rules', () => {
    const none = { maxSumInsured: null, maxPremium: null, maxLoadingPercent: null, maxDiscountPercent: null, maxDeductible: null };
    const much = { sumInsured: '999999999.00', premium: '99999.00', loadingPercent: '300', discountPercent: '100', deductible: '99999.00' };
    expect(listLimits({ ...much, rules: ['X'] }, { ...none, rules: null })).toEqual([]);
  });

  it.each([
    ['ended yesterday', { validTo: '2026-11-26' }],
    ['begins tomorrow', { validFrom: '2026-11-28' }],
  ])('finds no authority where it %s', (_, changes) => {
    expect(listLimits({}, changes)).toEqual(['authority fire']);
  });

  it.each([
    ['first', { validFrom: TODAY }],
    ['last', { validTo: TODAY }],
  ])('counts the %s day', (_, changes) => {
    expect(listLimits({}, changes)).toEqual([]);
  });

  it('takes the authority that lacks least, and needs one that covers everything', () => {
    const [small, motor] = [{ maxSumInsured: '1.00' }, { lines: ['motor'], rules: ['M25-01'], maxSumInsured: '1.00' }];
    expect(listLimits({}, motor, small)).toEqual(['sumInsured 250000.00']);
    expect(listLimits({}, motor, small, {})).toEqual([]);
  });

  it('asks of a decline for the line only', () => {
    expect(findExceedances([{ ...LIMITS, rules: ['OTHER'], maxSumInsured: '0.00' }], buildLineNeed('fire'), TODAY)).toEqual([]);
    expect(findExceedances([LIMITS], buildLineNeed('motor'), TODAY)).toMatchObject([{ limit: 'line' }]);
  });
});

describe('buildApprovalNeed', () => {
  const line = (changes: Partial<PriceLine>): PriceLine =>
    ({ object: 1, group: '01', sumInsured: null, discountRate: '0', ...changes }) as PriceLine;

  it('adds up the sums of the groups of all objects, the highest discount and the codes of referrals', () => {
    const lines = [
      line({ sumInsured: '100000.00', discountRate: '0.15' }),
      line({ sumInsured: '100000.00' }),
      line({ group: '02', sumInsured: '20000.10' }),
      line({ object: 2, sumInsured: '0.20', discountRate: '0.1' }),
      line({ group: null }),
    ];
    const messages = (['referral', 'referral', 'warning'] as const).map((severity, index) => {
      return { severity, code: `R${index % 2}`, path: 'application', text: { el: '', en: '' } };
    });
    const price = { lines, gross: '321.09' } as unknown as Price;
    expect(buildApprovalNeed('fire', messages, price, { loadingPercent: '7.5', deductible: '300.00' })).toEqual({
      line: 'fire',
      rules: ['R0', 'R1'],
      sumInsured: '120000.30',
      premium: '321.09',
      loadingPercent: '7.5',
      discountPercent: '15',
      deductible: '300.00',
    });
  });
});

describe('buildAuthorityRefusal', () => {
  const exceeded = findExceedances([LIMITS], { ...NEED, sumInsured: '250000.01', rules: ['F25-09'] }, TODAY);

  it('names what exceeds what, and who may', () => {
    const { code, text, violations } = buildAuthorityRefusal({ exceeded, mayDecide: [{ id: 1, name: 'Μαρία Δήμου' }] });
    expect(code).toBe('-207');
    expect(text.en).toBe(
      'The decision exceeds your authority: the rule is not included: F25-09, sum insured €250,000.01 (at most €250,000.00). Who may decide: Μαρία Δήμου.',
    );
    expect(text.el).toContain('ασφαλιζόμενο κεφάλαιο 250.000,01');
    expect(violations.map(({ path }) => path)).toEqual(['messages', 'price.sumInsured']);
  });

  it('says that nobody may, and shortens a long list', () => {
    expect(buildAuthorityRefusal({ exceeded, mayDecide: [] }).text.en).toContain('Nobody has the authority for this decision at present.');
    const many = Array.from({ length: 12 }, (_, id) => ({ id, name: `N${id}` }));
    expect(buildAuthorityRefusal({ exceeded, mayDecide: many }).text.en).toMatch(/N9 and 2 more\.$/);
  });
});
