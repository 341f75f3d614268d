import { changedTariff, FIRE_TARIFF_FILE, fireReference, fireRisk, fireTariff, TODAY } from '../../test/support/pricing-fixtures.js';
import { calculate } from './calculate.js';
import { fireFacts } from './fire-facts.js';
import type { FireRisk, FireRiskObject } from './fire-risk.js';

/** Every figure here is computed by hand from the sample tariff. */
function calculated(object: Partial<FireRiskObject> = {}, risk: Partial<FireRisk> = {}, tariff = fireTariff) {
  return calculate(fireFacts(fireRisk(object, risk), tariff, fireReference, TODAY), tariff);
}

function priced(object: Partial<FireRiskObject> = {}, risk: Partial<FireRisk> = {}, tariff = fireTariff) {
  const { price } = calculated(object, risk, tariff);
  if (!price) throw new Error('not priced');
  return price;
}

function lineOf(cover: string, object: Partial<FireRiskObject>, risk: Partial<FireRisk> = {}) {
  const line = priced(object, risk).lines.find((candidate) => candidate.cover === cover);
  if (!line) throw new Error(`no line ${cover}`);
  return line;
}

const codes = (object: Partial<FireRiskObject>, risk: Partial<FireRisk> = {}) => calculated(object, risk).messages.map(({ code }) => code);

const BUILDING = { group: '01', amount: 150000 };
const CONTENT = { group: '02', amount: 20000 };

describe('lines', () => {
  it('are the covers in tariff order, each group in input order, with what they insure', () => {
    const { lines } = priced({
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

  it('share a group where the cover says so, for building and content together', () => {
    const insuredValues = [{ group: '03', amount: 100000 }];
    const line = lineOf('007', { bundleCode: '102', insuredValues, extraCovers: [{ cover: '007', group: '03' }] });

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

  it('do not share content alone', () => {
    const line = lineOf('007', {
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

  it('cap a first loss', () => {
    const line = lineOf('006', { insuredValues: [{ group: '01', amount: 300000 }], extraCovers: [{ cover: '006', group: '01' }] });

    // 30,000 is cut to 20,000 x 4.50 / 1000 = 90 x 1.60 for pipes of 22 years
    expect([line.technical, line.sumInsured]).toStrictEqual(['144.00', '20000.00']);
    expect(line.trace.slice(0, 3)).toStrictEqual([
      { step: 'limit', value: '20000.00' },
      { step: 'rate', value: '4.50' },
      { step: 'factor', table: 'T_PIPING_AGE', key: '22', value: '1.60' },
    ]);
  });

  it('round the limit of a first loss before it is rated', () => {
    const line = lineOf('008', { insuredValues: [{ group: '01', amount: 150000.5 }], bundleCode: '102' });
    const small = lineOf('013', { insuredValues: [{ group: '01', amount: '150000.05' }], extraCovers: [{ cover: '013', group: '01' }] });

    // 7,500.025 is cut to 5,000 x 6.00 / 1000; 15,000.005 becomes 15,000.01 x 0.50 / 1000
    expect([line.technical, small.technical, small.sumInsured]).toStrictEqual(['30.00', '7.50', '15000.01']);
  });

  it('round half a cent up: P1', () => {
    // 31,250 x 0.02 / 1000 = 0.625
    expect(lineOf('014', { insuredValues: [{ group: '01', amount: 31250 }] }).technical).toBe('0.63');
    // 31,249.99 x 0.02 / 1000 = 0.6249998
    expect(lineOf('014', { insuredValues: [{ group: '01', amount: 31249.99 }] }).technical).toBe('0.62');
  });

  it('are the same for an extra sent delimited as for one sent per group', () => {
    const object = { bundleCode: '102', insuredValues: [BUILDING, CONTENT] };
    const delimited = priced({ ...object, extraCovers: [{ cover: '005' }, { cover: '007' }, { cover: '011' }] });
    const perGroup = priced({
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

  it('count an extra asked for twice once', () => {
    const extra = { cover: '011', group: '01' };

    expect(priced({ extraCovers: [extra, extra] })).toStrictEqual(priced({ extraCovers: [extra] }));
  });

  it('rate claims of the look-back only', () => {
    const claims = [{ date: '2021-12-01', amount: 500 }];

    expect(lineOf('001', { claims }).technical).toBe('67.50');
    // 67.50 x 1.10 for one claim
    expect(lineOf('001', { claims: [...claims, { date: '2021-12-02', amount: 500 }] }).technical).toBe('74.25');
  });
});

describe('discounts', () => {
  it('add up on the covers that each is for: P2', () => {
    const price = priced({ discounts: ['02', '04'], isOwner: '1', hasFireProtection: true });

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

  it('stop at the cap', () => {
    const { lines } = priced({ discounts: ['01', '03', '04', '05'], hasFireProtection: true });

    // 0.10 + 0.10 + 0.08 is 0.28, on 001 0.33
    expect(new Set(lines.map(({ discountRate }) => discountRate))).toStrictEqual(new Set(['0.25']));
    // 67.50 x 0.25 = 16.875
    expect(lines[0]?.discount).toBe('16.88');
  });

  it('reach the cap exactly', () => {
    expect(lineOf('001', { discounts: ['01', '03', '04'], hasFireProtection: true }).discountRate).toBe('0.25');
  });

  it('count once when asked for twice', () => {
    expect(priced({ discounts: ['01', '01'] })).toStrictEqual(priced({ discounts: ['01'] }));
    expect(lineOf('001', { discounts: ['01', '01'] }).discountRate).toBe('0.10');
  });

  it('leave alone what is not discountable', () => {
    const line = lineOf('010', { discounts: ['01'], extraCovers: [{ cover: '010', group: '01' }] });

    expect([line.discountRate, line.discount, line.net]).toStrictEqual(['0', '0.00', '9.00']);
  });

  it('refer an exceptional one', () => {
    const { status, messages, price } = calculated({ discounts: ['90'] });

    expect([status, messages.map(({ code }) => code), price?.lines[0]?.discountRate]).toStrictEqual(['25', ['F25-11'], '0.15']);
  });

  it('stop an application whose conditions they do not meet', () => {
    const calculation = calculated({ discounts: ['01', '02'], isOwner: '0' });

    expect([calculation.status, calculation.price, calculation.messages.map(({ code }) => code)]).toStrictEqual(['00', null, ['F00-07']]);
  });
});

describe('decisions', () => {
  it.each<[string, Partial<FireRiskObject>, string[]]>([
    ['none', {}, []],
    ['groups mixed', { insuredValues: [{ group: '03', amount: 100000 }, CONTENT] }, ['F00-03']],
    ['pipes before the building', { buildingYearPiping: 2003 }, ['F00-04']],
    ['pipes in the year of the start', { buildingYearPiping: 2026 }, []],
    ['pipes after the start', { buildingYearPiping: 2027 }, ['F00-04']],
    ['an extra that cannot be added', { extraCovers: [{ cover: '012', group: '01' }] }, ['F00-05']],
    ['ground floor without distance', { insuranceFloors: [0] }, ['F00-06']],
    ['ground floor with distance', { insuranceFloors: [0], metersFromRiver: 50 }, []],
    ['an unknown postcode', { postcode: '39100' }, ['F00-09']],
    ['built 1959', { buildingYear: 1959 }, ['F25-01']],
    ['built 1960', { buildingYear: 1960 }, []],
    ['begun 1959', { buildingCommencementYear: 1959 }, ['F25-01']],
    ['masonry in zone 3', { skeleton: '05', postcode: '29100' }, ['F25-02']],
    ['masonry in zone 2', { skeleton: '05' }, []],
    ['49 m from a stream', { metersFromRiver: 49 }, ['F25-03']],
    ['three claims', { claims: Array.from({ length: 3 }, () => ({ date: '2026-01-01', amount: 10 })) }, ['F25-04']],
    ['claims of 10,000', { claims: [{ date: '2026-01-01', amount: 10000 }] }, []],
    ['claims above 10,000', { claims: [{ date: '2026-01-01', amount: '10000.01' }] }, ['F25-05']],
    ['500,000 of dwelling', { squareMeters: 200, insuredValues: [{ group: '01', amount: 500000 }] }, []],
    ['more than 500,000 of dwelling', { squareMeters: 200, insuredValues: [{ group: '01', amount: 500000.01 }] }, ['F25-06']],
    [
      '1,000,000 of shop',
      { kind: '02', subkind: '0201', bundleCode: '101', squareMeters: 400, insuredValues: [{ group: '01', amount: 1000000 }] },
      [],
    ],
    [
      'more than 1,000,000 of shop',
      { kind: '02', subkind: '0201', bundleCode: '101', squareMeters: 400, insuredValues: [{ group: '01', amount: 1000001 }] },
      ['F25-07'],
    ],
    ['timber', { skeleton: '06' }, ['F25-08']],
    ['pipes of 31 years', { buildingYear: 1990, buildingYearPiping: 1995, extraCovers: [{ cover: '006', group: '01' }] }, ['F25-09']],
    ['pipes of 31 years without the cover', { buildingYear: 1990, buildingYearPiping: 1995 }, []],
    ['unauthorised', { illegal: '1' }, ['F25-10']],
    ['hazard class 4', { kind: '01', subkind: '0106', bundleCode: '101' }, ['F25-14']],
    ['499.99 per square metre', { insuredValues: [{ group: '01', amount: '49999' }] }, ['F25-12', 'FW-01']],
    ['500 per square metre', { insuredValues: [{ group: '01', amount: 50000 }] }, ['FW-01']],
    ['just below 1,000 per square metre', { squareMeters: 3, insuredValues: [{ group: '01', amount: '2999.99' }] }, ['FW-01']],
    ['1,000 per square metre', { squareMeters: 3, insuredValues: [{ group: '01', amount: 3000 }] }, []],
    ['3,000 per square metre', { squareMeters: 7, insuredValues: [{ group: '01', amount: 21000 }] }, []],
    ['above 3,000 per square metre', { squareMeters: 7, insuredValues: [{ group: '01', amount: '21000.01' }] }, ['F25-13']],
  ])('%s', (_name, object, expected) => {
    expect(codes(object)).toStrictEqual(expected);
  });

  it('collect every hit: application first, then each object, and keep its text', () => {
    const { objects } = fireRisk();
    const faulty = { ...objects[0]!, insuredValues: [], illegal: '1' };
    const { messages } = calculated({}, { startDate: '2026-11-19', consents: [], objects: [{ ...objects[0]!, skeleton: '06' }, faulty] });

    expect(messages.map(({ code, outcome, where }) => [code, outcome, where])).toStrictEqual([
      ['F00-08', '00', 'application'],
      ['F00-10', '00', 'application'],
      ['F25-08', '25', 'objects_insured[0]'],
      ['F00-01', '00', 'objects_insured[1]'],
      ['F25-10', '25', 'objects_insured[1]'],
    ]);
    expect(messages[0]?.text).toStrictEqual({ el: 'Ημερομηνία έναρξης εκτός ορίων', en: 'Start date out of range' });
  });

  it('need an object', () => {
    expect(calculated({}, { objects: [] })).toStrictEqual({
      status: '00',
      messages: [
        {
          code: 'F00-00',
          outcome: '00',
          where: 'application',
          text: { el: 'Δεν υπάρχουν ασφαλιζόμενα αντικείμενα', en: 'No objects insured' },
        },
      ],
      price: null,
      enfiaEligible: [],
    });
  });

  it('let a warning change nothing', () => {
    const { status, messages, price } = calculated({ insuredValues: [{ group: '01', amount: 99999 }] });

    expect([status, messages.map(({ outcome }) => outcome), price === null]).toStrictEqual(['01', ['WARN'], false]);
  });
});

describe('a table that cannot be keyed', () => {
  it('gives 00 with -601, once for each table', () => {
    const { status, messages, price, enfiaEligible } = calculated({ roof: '77', subkind: '0499' });

    expect([status, price, enfiaEligible]).toStrictEqual(['00', null, [false]]);
    expect(messages.map(({ code, outcome, where, text }) => [code, outcome, where, text.en])).toStrictEqual([
      ['-601', '00', 'objects_insured[0]', 'The tariff has no row for the risk. (T_FIRE_BASE)'],
      ['-601', '00', 'objects_insured[0]', 'The tariff has no row for the risk. (T_ROOF_FIRE)'],
    ]);
  });

  it('is no matter where no selected cover needs it', () => {
    const object = { bundleCode: '101', roof: '01', prefecture: '99' };

    expect(calculated(object).status).toBe('01');
    expect(calculated({ ...object, extraCovers: [{ cover: '005', group: '01' }] }).messages.map(({ text }) => text.el)).toStrictEqual([
      'Το τιμολόγιο δεν έχει γραμμή για τον κίνδυνο. (T_EQ_ZONE)',
    ]);
  });

  it('is not looked up for an object that a rule stops', () => {
    expect(codes({ roof: '77', buildingYearPiping: 2003 })).toStrictEqual(['F00-04']);
  });
});

describe('several objects', () => {
  const [apartment] = fireRisk().objects;
  const flat = { ...apartment!, bundleCode: '101', insuredValues: [{ group: '02', amount: 8000 }] };

  it('are priced together', () => {
    const together = priced({}, { objects: [apartment!, { ...apartment!, insuredValues: [BUILDING, CONTENT] }] });

    expect(new Set(together.lines.map(({ object }) => object))).toStrictEqual(new Set([1, 2]));
    expect(together.lines.filter(({ object }) => object === 1).map(({ net }) => net)).toStrictEqual(priced().lines.map(({ net }) => net));
  });

  it('reach the minimum together: the first line of the top-up cover carries what is missing', () => {
    const price = priced({}, { objects: [flat, flat] });

    // (4.88 + 0.16) x 2 = 10.08, to 40.00
    expect(price.lines.map(({ cover, minimumTopUp, net }) => [cover, minimumTopUp, net])).toStrictEqual([
      ['001', '29.92', '34.80'],
      ['014', undefined, '0.16'],
      ['001', undefined, '4.88'],
      ['014', undefined, '0.16'],
    ]);
    expect([price.net, price.minimumTopUp]).toStrictEqual(['40.00', '29.92']);
  });

  it('have no price when one of them is stopped, but each its own ENFIA', () => {
    const { status, price, enfiaEligible } = calculated({}, { objects: [apartment!, { ...apartment!, buildingYearPiping: 2003 }] });

    expect([status, price, enfiaEligible]).toStrictEqual(['00', null, [true, false]]);
  });
});

describe('ENFIA', () => {
  it.each<[string, Partial<FireRiskObject>, boolean]>([
    ['all of it', {}, true],
    ['900 per square metre', { insuredValues: [{ group: '01', amount: 90000 }] }, true],
    ['less than 900', { insuredValues: [{ group: '01', amount: 89999 }] }, false],
    ['building and content in one', { insuredValues: [{ group: '03', amount: 90000 }] }, true],
    ['content only', { insuredValues: [CONTENT] }, false],
    ['another kind', { kind: '08', subkind: '0801' }, false],
    ['no earthquake', { bundleCode: '101', extraCovers: [{ cover: '004', group: '01' }] }, false],
    [
      'earthquake on the content only',
      {
        bundleCode: '101',
        insuredValues: [BUILDING, CONTENT],
        extraCovers: [
          { cover: '004', group: '01' },
          { cover: '005', group: '02' },
        ],
      },
      false,
    ],
    [
      'all of it by extras',
      {
        bundleCode: '101',
        extraCovers: [
          { cover: '004', group: '01' },
          { cover: '005', group: '01' },
        ],
      },
      true,
    ],
    ['referred', { illegal: '1' }, true],
  ])('%s', (_name, object, expected) => {
    expect(calculated(object).enfiaEligible).toStrictEqual([expected]);
  });

  it('is nobody’s where the tariff has none', () => {
    const tariff = changedTariff<{ enfia?: unknown }>(FIRE_TARIFF_FILE, (json) => delete json.enfia);

    expect(calculated({}, {}, tariff).enfiaEligible).toStrictEqual([false]);
  });
});

describe('a calculation', () => {
  it('is plain data with its keys in a fixed order', () => {
    const calculation = calculated(
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

  it('names the tariff that made it', () => {
    expect([priced().tariffCode, priced().tariffVersion]).toStrictEqual(['FIRE-SAMPLE', 1]);
  });

  it('refuses a frequency that no tariff has', () => {
    expect(() => calculated({}, { payFrequencyInMonths: 4 })).toThrow(RangeError);
  });
});
