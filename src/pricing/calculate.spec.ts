import { calculateFire, buildChangedTariff, FIRE_TARIFF_FILE, buildFireRisk, fireTariff } from '../../test/support/pricing-fixtures.js';
import type { FireRisk, FireRiskObject } from './fire-risk.js';

/** Expected values are calculated by hand from the sample tariff. */
function priceObject(object: Partial<FireRiskObject> = {}, risk: Partial<FireRisk> = {}, tariff = fireTariff) {
  const { price } = calculateFire(object, risk, tariff);
  if (!price) throw new Error('not priced');
  return price;
}

function getLine(cover: string, object: Partial<FireRiskObject>) {
  const line = priceObject(object).lines.find((candidate) => candidate.cover === cover);
  if (!line) throw new Error(`no line ${cover}`);
  return line;
}

const BUILDING = { group: '01', amount: 150000 };
const CONTENT = { group: '02', amount: 20000 };

describe('the lines of a price', () => {
  it('are the covers in tariff order, with each group in input order and what it insures', () => {
    const { lines } = priceObject({
      bundleCode: '101',
      insuredValues: [CONTENT, BUILDING],
      extraCovers: [
        { cover: '010', group: '01' },
        { cover: '006', group: '01' },
      ],
    });

    expect(lines.map(({ object, cover, group, sumInsured }) => [object, cover, group, sumInsured])).toStrictEqual([
      [1, '001', '02', '20000.00'],
      [1, '001', '01', '150000.00'],
      [1, '006', '01', '15000.00'],
      [1, '010', null, null],
      [1, '014', '02', '20000.00'],
      [1, '014', '01', '150000.00'],
    ]);
  });

  it('share a group for building and content together where the cover says so', () => {
    const insuredValues = [{ group: '03', amount: 100000 }];
    const line = getLine('007', { bundleCode: '102', insuredValues, extraCovers: [{ cover: '007', group: '03' }] });

    // 100,000 x 0.20 x 2.40 / 1000 = 48.00 x 1.10
    expect([line.technical, line.sumInsured]).toStrictEqual(['52.80', '20000.00']);
    expect(line.trace).toStrictEqual([
      { step: 'sum', value: '20000.00' },
      { step: 'rate', value: '2.40' },
      { step: 'factor', table: 'T_THEFT_FLOOR', key: '0', value: '1.00' },
      { step: 'factor', table: 'T_LOCKS', key: '', value: '1.10' },
      { step: 'factor', table: 'T_ALARM', key: '00', value: '1.00' },
      { step: 'factor', table: 'T_CLAIMS', key: '0', value: '1.00' },
    ]);
  });

  it('do not share a group for content alone', () => {
    const line = getLine('007', {
      bundleCode: '103',
      insuredValues: [BUILDING, CONTENT],
      alarms: ['01', '03'],
      locks: '04',
      insuranceFloors: [0],
      metersFromRiver: 300,
    });

    // 20,000 x 2.40 / 1000 = 48 x 1.20 x 0.90 x 0.88 x 1.00 = 45.6192
    expect([line.group, line.technical]).toStrictEqual(['02', '45.62']);
  });

  it('limit a first-loss cover', () => {
    const line = getLine('006', { insuredValues: [{ group: '01', amount: 300000 }], extraCovers: [{ cover: '006', group: '01' }] });

    // 30,000 is cut to 20,000 x 4.50 / 1000 = 90 x 1.60 for pipes of 22 years
    expect([line.technical, line.sumInsured]).toStrictEqual(['144.00', '20000.00']);
    expect(line.trace.slice(0, 3)).toStrictEqual([
      { step: 'limit', value: '20000.00' },
      { step: 'rate', value: '4.50' },
      { step: 'factor', table: 'T_PIPING_AGE', key: '22', value: '1.60' },
    ]);
  });

  it('round the limit of a first loss before it is rated', () => {
    const line = getLine('008', { insuredValues: [{ group: '01', amount: 150000.5 }], bundleCode: '102' });
    const small = getLine('013', { insuredValues: [{ group: '01', amount: '150000.05' }], extraCovers: [{ cover: '013', group: '01' }] });

    // 7,500.025 is cut to 5,000 x 6.00 / 1000; 15,000.005 becomes 15,000.01 x 0.50 / 1000
    expect([line.technical, small.technical, small.sumInsured]).toStrictEqual(['30.00', '7.50', '15000.01']);
  });

  it('rate the rounded limit', () => {
    const line = getLine('008', { insuredValues: [{ group: '01', amount: 10049.91 }], bundleCode: '102' });

    // 502.4955 becomes 502.50 x 6.00 / 1000 = 3.015; unrounded it would be 3.014973
    expect([line.sumInsured, line.technical]).toStrictEqual(['502.50', '3.02']);
  });

  it('calculate a percentage of the same group, or of all groups when none is named', () => {
    const percentages = (groups: string[]) =>
      buildChangedTariff<{ covers: { code: string; groups: string[]; basis: unknown }[] }>(FIRE_TARIFF_FILE, ({ covers }) => {
        const cover = covers.find(({ code }) => code === '002')!;
        cover.groups = groups;
        cover.basis = { type: 'percentOfCover', cover: '014', rate: '0.50' };
      });
    const technicals = (tariff: typeof fireTariff) =>
      priceObject({ insuredValues: [BUILDING, CONTENT] }, {}, tariff)
        .lines.filter(({ cover }) => cover === '002')
        .map(({ group, technical }) => [group, technical]);

    // 014 follows 002 in the tariff: 3.00 and 0.40
    expect(technicals(percentages(['01', '02']))).toStrictEqual([
      ['01', '1.50'],
      ['02', '0.20'],
    ]);
    expect(technicals(percentages([]))).toStrictEqual([[null, '1.70']]);
  });

  it('round half a cent up (rating.P1)', () => {
    // 31,250 x 0.02 / 1000 = 0.625
    expect(getLine('014', { insuredValues: [{ group: '01', amount: 31250 }] }).technical).toBe('0.63');
    // 31,249.99 x 0.02 / 1000 = 0.6249998
    expect(getLine('014', { insuredValues: [{ group: '01', amount: 31249.99 }] }).technical).toBe('0.62');
  });

  it('are equal for an extra cover sent as a delimited text and sent per group', () => {
    const object = { bundleCode: '102', insuredValues: [BUILDING, CONTENT] };
    const delimited = priceObject({ ...object, extraCovers: [{ cover: '005' }, { cover: '007' }, { cover: '011' }] });
    const perGroup = priceObject({
      ...object,
      extraCovers: [
        { cover: '005', group: '01' },
        { cover: '005', group: '02' },
        { cover: '007', group: '02' },
        { cover: '011', group: '01' },
      ],
    });

    expect(delimited).toStrictEqual(perGroup);
    expect(delimited.lines.filter(({ cover }) => cover === '005').map(({ group }) => group)).toStrictEqual(['01', '02']);
    expect(delimited.lines.filter(({ cover }) => cover === '007').map(({ group }) => group)).toStrictEqual(['02']);
  });

  it('count an extra cover once when it is requested twice', () => {
    const extra = { cover: '011', group: '01' };

    expect(priceObject({ extraCovers: [extra, extra] })).toStrictEqual(priceObject({ extraCovers: [extra] }));
  });

  it('rate only the claims of the look-back period', () => {
    const claims = [{ date: '2021-12-01', amount: 500 }];

    expect(getLine('001', { claims }).technical).toBe('67.50');
    // 67.50 x 1.10 for one claim
    expect(getLine('001', { claims: [...claims, { date: '2021-12-02', amount: 500 }] }).technical).toBe('74.25');
  });
});

describe('the discounts of a price', () => {
  it('add up on the covers they apply to (rating.P2)', () => {
    const price = priceObject({ discounts: ['02', '04'], isOwner: '1', hasFireProtection: true });

    expect(price.lines.map(({ cover, discountRate, discount, net }) => [cover, discountRate, discount, net])).toStrictEqual([
      ['001', '0.10', '6.75', '60.75'],
      ['002', '0.05', '0.60', '11.40'],
      ['004', '0.05', '1.35', '25.65'],
      // 142.50 x 0.05 = 7.125
      ['005', '0.05', '7.13', '135.37'],
      ['014', '0.05', '0.15', '2.85'],
    ]);
    expect([price.net, price.fee, price.taxTotal, price.gross]).toStrictEqual(['236.02', '23.60', '51.92', '311.54']);
  });

  it('are limited by the cap', () => {
    const { lines } = priceObject({ discounts: ['01', '03', '04', '05'], hasFireProtection: true });

    // 0.10 + 0.10 + 0.08 is 0.28, for 001 0.33
    expect(new Set(lines.map(({ discountRate }) => discountRate))).toStrictEqual(new Set(['0.25']));
    // 67.50 x 0.25 = 16.875
    expect(lines[0]?.discount).toBe('16.88');
  });

  it('can reach the cap exactly', () => {
    expect(getLine('001', { discounts: ['01', '03', '04'], hasFireProtection: true }).discountRate).toBe('0.25');
  });

  it('count once when requested twice', () => {
    expect(priceObject({ discounts: ['01', '01'] })).toStrictEqual(priceObject({ discounts: ['01'] }));
    expect(getLine('001', { discounts: ['01', '01'] }).discountRate).toBe('0.10');
  });

  it('do not change a cover that is not discountable', () => {
    const line = getLine('010', { discounts: ['01'], extraCovers: [{ cover: '010', group: '01' }] });

    expect([line.discountRate, line.discount, line.net]).toStrictEqual(['0', '0.00', '9.00']);
  });

  it('refer the application when one is exceptional', () => {
    const { status, messages, price } = calculateFire({ discounts: ['90'] });

    expect([status, messages.map(({ code }) => code), price?.lines[0]?.discountRate]).toStrictEqual(['25', ['F25-11'], '0.15']);
  });

  it('stop an application that does not meet their conditions', () => {
    const calculation = calculateFire({ discounts: ['01', '02'], isOwner: '0' });

    expect([calculation.status, calculation.price, calculation.messages.map(({ code }) => code)]).toStrictEqual(['00', null, ['F00-07']]);
  });
});

describe('a price of several objects', () => {
  const [apartment] = buildFireRisk().objects;
  const flat = { ...apartment!, bundleCode: '101', insuredValues: [{ group: '02', amount: 8000 }] };

  it('is calculated for all objects together', () => {
    const together = priceObject({}, { objects: [apartment!, { ...apartment!, insuredValues: [BUILDING, CONTENT] }] });

    expect(new Set(together.lines.map(({ object }) => object))).toStrictEqual(new Set([1, 2]));
    expect(together.lines.filter(({ object }) => object === 1).map(({ net }) => net)).toStrictEqual(
      priceObject().lines.map(({ net }) => net),
    );
  });

  it('reaches the minimum for all together: the first line of the top-up cover carries the difference', () => {
    const price = priceObject({}, { objects: [flat, flat] });

    // (4.88 + 0.16) x 2 = 10.08, to 40.00
    expect(price.lines.map(({ cover, minimumTopUp, net }) => [cover, minimumTopUp, net])).toStrictEqual([
      ['001', '29.92', '34.80'],
      ['014', undefined, '0.16'],
      ['001', undefined, '4.88'],
      ['014', undefined, '0.16'],
    ]);
    expect([price.net, price.minimumTopUp]).toStrictEqual(['40.00', '29.92']);
  });

  it('is missing when one object is stopped, while each object has its own ENFIA decision', () => {
    const { status, price, enfiaEligible } = calculateFire({}, { objects: [apartment!, { ...apartment!, buildingYearPiping: 2003 }] });

    expect([status, price, enfiaEligible]).toStrictEqual(['00', null, [true, false]]);
  });
});

describe('the result of a calculation', () => {
  it('is plain data with its keys in a fixed order', () => {
    const calculation = calculateFire(
      { bundleCode: '103', insuredValues: [BUILDING, CONTENT], discounts: ['01'] },
      { payFrequencyInMonths: 3 },
    );

    expect(JSON.parse(JSON.stringify(calculation))).toStrictEqual(calculation);
    expect(Object.keys(calculation.price!.lines[0]!)).toStrictEqual([
      'object',
      'group',
      'cover',
      'title',
      'taxClass',
      'technical',
      'discountRate',
      'discount',
      'frequencyLoading',
      'net',
      'sumInsured',
      'trace',
    ]);
  });

  it('names the tariff that was used', () => {
    expect([priceObject().tariffCode, priceObject().tariffVersion]).toStrictEqual(['FIRE-SAMPLE', 1]);
  });

  it('is an error for a frequency that no tariff has', () => {
    expect(() => calculateFire({}, { payFrequencyInMonths: 4 })).toThrow(RangeError);
  });
});
