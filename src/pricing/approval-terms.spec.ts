import { fireReference, buildFireRisk, fireTariff, motorTariff, TODAY } from '../../test/support/pricing-fixtures.js';
import { toLoadingFactor, listRefusedExclusions, applyTerms } from './approval-terms.js';
import { calculate } from './calculate.js';
import { buildFireFacts } from './fire-facts.js';

const facts = buildFireFacts(buildFireRisk({ buildingYear: 1955 }), fireTariff, fireReference, TODAY);

describe('listRefusedExclusions', () => {
  it('keeps covers that are mandatory, that a percentage is based on, or that carry the minimum', () => {
    expect(listRefusedExclusions(motorTariff, ['M01', 'M02', 'M03', 'M04', 'M14', 'M99'])).toStrictEqual(['M01', 'M02', 'M03', 'M99']);
    expect(listRefusedExclusions(fireTariff, ['001', '005', '014'])).toStrictEqual(['001']);
    expect(listRefusedExclusions(fireTariff, [])).toStrictEqual([]);
  });
});

describe('toLoadingFactor', () => {
  it.each([
    [15, '1.15'],
    ['10', '1.10'],
    [12.5, '1.125'],
    [100, '2.00'],
    [300, '4.00'],
  ])('turns %p per cent into the factor %s', (loadingPercent, expected) => {
    expect(toLoadingFactor({ loadingPercent })?.text).toBe(expected);
  });

  it.each([undefined, null, {}, { loadingPercent: 0 }, { loadingPercent: null }])('returns no factor for %p', (terms) => {
    expect(toLoadingFactor(terms)).toBeNull();
  });

  it.each([-1, 300.01, 301])('refuses a loading of %p per cent', (loadingPercent) => {
    expect(() => toLoadingFactor({ loadingPercent })).toThrow(RangeError);
  });
});

describe('applyTerms', () => {
  it('leaves the facts unchanged without exclusions', () => {
    expect(applyTerms(facts, fireTariff, { loadingPercent: 10 })).toBe(facts);
    expect(applyTerms(facts, fireTariff, null)).toBe(facts);
  });

  it('removes covers from the selection and the facts of every object without changing its input', () => {
    const [object] = applyTerms(facts, fireTariff, { excludedCovers: ['005', '099'] }).objects;

    expect([...object!.selection.keys()]).toStrictEqual(['001', '002', '004', '014']);
    expect(object!.values['covers']).toStrictEqual(['001', '002', '004', '014']);
    expect([...facts.objects[0]!.selection.keys()]).toContain('005');
  });

  it('refuses to exclude a cover that must stay', () => {
    expect(() => applyTerms(facts, fireTariff, { excludedCovers: ['005', '001'] })).toThrow('001');
  });
});

describe('a calculation with terms of an approval', () => {
  it('applies the loading to the lines of worked example F-1', () => {
    const risk = buildFireFacts(buildFireRisk(), fireTariff, fireReference, TODAY);
    const { price } = calculate(risk, fireTariff, { loadingPercent: 25 });

    // 67.50, 12.00, 27.00, 142.50 and 3.00 x 1.25: 84.375, 178.125 and so on
    expect(price?.lines.map(({ technical }) => technical)).toStrictEqual(['84.38', '15.00', '33.75', '178.13', '3.75']);
  });

  it('drops the referral and the ENFIA reduction of an excluded cover', () => {
    const withCover = calculate(facts, fireTariff);
    const without = calculate(facts, fireTariff, { excludedCovers: ['005'] });

    expect(withCover.messages.map(({ code }) => code)).toStrictEqual(['F25-01']);
    expect([without.status, without.messages, without.enfiaEligible]).toStrictEqual(['01', [], [false]]);
    expect(without.price?.lines.map(({ cover }) => cover)).toStrictEqual(['001', '002', '004', '014']);
  });
});
