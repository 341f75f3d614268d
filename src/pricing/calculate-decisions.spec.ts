import { calculateFire, buildChangedTariff, FIRE_TARIFF_FILE, buildFireRisk } from '../../test/support/pricing-fixtures.js';
import type { FireRiskObject } from './fire-risk.js';

const listCodes = (object: Partial<FireRiskObject>) => calculateFire(object).messages.map(({ code }) => code);

const BUILDING = { group: '01', amount: 150000 };
const CONTENT = { group: '02', amount: 20000 };

describe('the decisions of a calculation', () => {
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
  ])('a fire application with this case gets its decision: %s', (_name, object, expected) => {
    expect(listCodes(object)).toStrictEqual(expected);
  });

  it('contain every rule that applies, application first, then each object, and keep its text', () => {
    const { objects } = buildFireRisk();
    const invalid = { ...objects[0]!, insuredValues: [], illegal: '1' };
    const { messages } = calculateFire(
      {},
      { startDate: '2026-11-19', consents: [], objects: [{ ...objects[0]!, skeleton: '06' }, invalid] },
    );

    expect(messages.map(({ code, outcome, where }) => [code, outcome, where])).toStrictEqual([
      ['F00-08', '00', 'application'],
      ['F00-10', '00', 'application'],
      ['F25-08', '25', 'objects_insured[0]'],
      ['F00-01', '00', 'objects_insured[1]'],
      ['F25-10', '25', 'objects_insured[1]'],
    ]);
    expect(messages[0]?.text).toStrictEqual({ el: 'Ημερομηνία έναρξης εκτός ορίων', en: 'Start date out of range' });
  });

  it('require at least one object', () => {
    expect(calculateFire({}, { objects: [] })).toStrictEqual({
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

  it('ignore a warning', () => {
    const { status, messages, price } = calculateFire({ insuredValues: [{ group: '01', amount: 99999 }] });

    expect([status, messages.map(({ outcome }) => outcome), price === null]).toStrictEqual(['01', ['WARN'], false]);
  });
});

describe('a table whose key cannot be built', () => {
  it('gives status 00 with -601, once for each table', () => {
    const { status, messages, price, enfiaEligible } = calculateFire({ roof: '77', subkind: '0499' });

    expect([status, price, enfiaEligible]).toStrictEqual(['00', null, [false]]);
    expect(messages.map(({ code, outcome, where, text }) => [code, outcome, where, text.en])).toStrictEqual([
      ['-601', '00', 'objects_insured[0]', 'The tariff has no rate for this risk. (T_FIRE_BASE)'],
      ['-601', '00', 'objects_insured[0]', 'The tariff has no rate for this risk. (T_ROOF_FIRE)'],
    ]);
  });

  it('has no effect where no selected cover needs it', () => {
    const object = { bundleCode: '101', roof: '01', prefecture: '99' };

    expect(calculateFire(object).status).toBe('01');
    expect(calculateFire({ ...object, extraCovers: [{ cover: '005', group: '01' }] }).messages.map(({ text }) => text.el)).toStrictEqual([
      'Το τιμολόγιο δεν προβλέπει τιμή για αυτόν τον κίνδυνο. (T_EQ_ZONE)',
    ]);
  });

  it('is not looked up for an object that a rule stops', () => {
    expect(listCodes({ roof: '77', buildingYearPiping: 2003 })).toStrictEqual(['F00-04']);
  });
});

describe('the ENFIA reduction', () => {
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
  ])('is decided for %s', (_name, object, expected) => {
    expect(calculateFire(object).enfiaEligible).toStrictEqual([expected]);
  });

  it('is granted to nobody when the tariff has no such rule', () => {
    const tariff = buildChangedTariff<{ enfia?: unknown }>(FIRE_TARIFF_FILE, (json) => delete json.enfia);

    expect(calculateFire({}, {}, tariff).enfiaEligible).toStrictEqual([false]);
  });
});
