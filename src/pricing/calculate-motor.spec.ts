import { CAR, buildChangedTariff, MOTOR_TARIFF_FILE, motorReference, motorTariff, TODAY } from '../../test/support/pricing-fixtures.js';
import type { ApprovalTerms } from './approval-terms.js';
import { calculate } from './calculate.js';
import { buildMotorFacts } from './motor-facts.js';
import type { MotorReference, MotorRisk } from './motor-risk.js';

/** Expected values are calculated by hand from the sample tariff. */
function calculateCar(risk: Partial<MotorRisk> = {}, terms?: ApprovalTerms, reference: Partial<MotorReference> = {}) {
  return calculate(buildMotorFacts({ ...CAR, ...risk }, motorTariff, { ...motorReference, ...reference }, TODAY), motorTariff, terms);
}

function priceCar(risk: Partial<MotorRisk> = {}, terms?: ApprovalTerms) {
  const { price } = calculateCar(risk, terms);
  if (!price) throw new Error('not priced');
  return price;
}

const technicals = (risk: Partial<MotorRisk>, terms?: ApprovalTerms) =>
  Object.fromEntries(priceCar(risk, terms).lines.map(({ cover, technical }) => [cover, technical]));
const getLine = (cover: string, risk: Partial<MotorRisk>, terms?: ApprovalTerms) =>
  priceCar(risk, terms).lines.find((line) => line.cover === cover)!;
const listMessages = (risk: Partial<MotorRisk>, reference: Partial<MotorReference> = {}) =>
  calculateCar(risk, undefined, reference).messages.map(({ code, where }) => `${code} ${where}`);

const MOTORCYCLE: Partial<MotorRisk> = {
  usageCode: '05',
  plateNo: 'EMB-27',
  regionPostcode: '84100',
  bonusMalus: 5,
  engineCc: 125,
  insuredValue: 1800,
};

describe('the covers of a vehicle', () => {
  it('include one that is a percentage of another cover', () => {
    const line = getLine('M14', { extraCovers: 'M14' });

    // 231.25 x 0.06 = 13.875
    expect([line.technical, line.sumInsured]).toStrictEqual(['13.88', null]);
    expect(line.trace).toStrictEqual([{ step: 'percent', of: 'M01', base: '231.25', value: '0.06' }]);
  });

  it('are replaced by the ones they are swapped for', () => {
    // M04 18 x 1.25; M05 40.5 x 1.25 x 1.25 = 63.28125; M08 9 x 1.25
    expect(technicals({ bundleCode: 'B2', swappableCovers: [{ out: 'M06', in: 'M14' }] })).toStrictEqual({
      M01: '231.25',
      M02: '2.25',
      M03: '4.05',
      M04: '22.50',
      M05: '63.28',
      M07: '10.80',
      M08: '11.25',
      M10: '18.00',
      M11: '12.00',
      M12: '9.00',
      M13: '8.00',
      M14: '13.88',
    });
  });

  it.each([
    [300, '284.63'],
    [undefined, '247.50'],
    [500, '247.50'],
    [1000, '202.95'],
    [400, '247.50'],
  ])('own damage with a deductible of %p costs %s', (deductible, expected) => {
    // 198 x 1.25 for the age, x 1.15, 1.00 or 0.82; an unlisted deductible has the value for missing ones.
    expect(getLine('M09', { bundleCode: 'B3', deductible }).technical).toBe(expected);
  });

  it('insure the vehicle’s value where they are rated on it', () => {
    const sums = priceCar({ bundleCode: 'B3' }).lines.map(({ cover, sumInsured }) => [cover, sumInsured]);

    expect(Object.fromEntries(sums)).toMatchObject({ M01: null, M02: '9000.00', M06: null, M09: '9000.00', M10: null });
  });

  it('cost at least their own minimum', () => {
    const line = getLine('M02', { insuredValue: 7999.99 });

    // 7,999.99 x 0.25 / 1000 = 1.9999975, rounded to 2.00, which is the minimum.
    expect([line.technical, line.trace.at(-1)?.step]).toStrictEqual(['2.00', 'rate']);
    expect(getLine('M02', { insuredValue: 7900 }).trace.at(-1)).toStrictEqual({ step: 'minimum', value: '2.00' });
  });
});

describe('the base table', () => {
  const base = (risk: Partial<MotorRisk>) => {
    const { table, key, value } = getLine('M01', risk).trace[0]!;
    return [table, key, value];
  };

  it.each<[string, Partial<MotorRisk>, string[]]>([
    ['a car', {}, ['T_MTPL_HP', '10', '185.00']],
    ['a car of fractional horsepower', { taxableHp: 11.5 }, ['T_MTPL_HP', '11.5', '210.00']],
    ['an electric car', { fuelType: '08', engineCc: 0, powerInKw: 150 }, ['T_MTPL_KW', '150', '225.00']],
    ['an electric car of 100.5 kW', { fuelType: '11', powerInKw: 100.5 }, ['T_MTPL_KW', '100.5', '225.00']],
    ['a motorcycle', MOTORCYCLE, ['T_MTPL_CC', '125', '45.00']],
    ['an electric motorcycle', { ...MOTORCYCLE, fuelType: '08', powerInKw: 11 }, ['T_MTPL_KW_MOTO', '11', '60.00']],
    ['a truck', { usageCode: '03', grossWeight: 3500 }, ['T_MTPL_WEIGHT', '3500', '240.00']],
    ['an electric truck', { usageCode: '03', grossWeight: 3501, fuelType: '08' }, ['T_MTPL_WEIGHT', '3501', '360.00']],
  ])('rates %s', (_name, risk, expected) => {
    expect(base(risk)).toStrictEqual(expected);
  });

  it('gives -601 when the tariff does not name it', () => {
    const tariff = buildChangedTariff<{ covers: { basis: { byUsage: Record<string, string>; electricTable?: unknown } }[] }>(
      MOTOR_TARIFF_FILE,
      ({ covers }) => {
        delete covers[0]!.basis.byUsage['01'];
        delete covers[0]!.basis.electricTable;
      },
    );
    const message = (risk: Partial<MotorRisk>) => {
      const { status, messages } = calculate(buildMotorFacts({ ...CAR, ...risk }, tariff, motorReference, TODAY), tariff);
      return [status, ...messages.map(({ code, where, text }) => `${code} ${where} ${text.en}`)];
    };

    expect(message({})).toStrictEqual(['00', '-601 application The tariff has no rate for this risk. (M01/01)']);
    expect(message({ fuelType: '08' })).toStrictEqual(['00', '-601 application The tariff has no rate for this risk. (M01/car)']);
  });
});

describe('minimums, fee, taxes, levy and instalments', () => {
  it('raise a discounted line before the frequency loading, and split in two', () => {
    const price = priceCar({ ...MOTORCYCLE, discountCodes: '10', payFrequencyInMonths: 6 });
    const [line] = price.lines;

    // 27.54 - 1.377; raised to 40.00; 40.00 x 0.03
    expect(line).toMatchObject({
      technical: '27.54',
      discountRate: '0.05',
      discount: '1.38',
      minimumLine: '13.84',
      frequencyLoading: '1.20',
      net: '41.20',
    });
    // 54.59 x 0.08 is raised to 6.00, of which 2.06 / 54.59 falls on fire
    expect(price).toMatchObject({ net: '54.59', fee: '6.00', taxTotal: '9.21', levyTotal: '0.74', gross: '70.54' });
    expect(price.taxes).toStrictEqual([
      { taxClass: 'OTHER', net: '52.53', fee: '5.77', rate: '0.15', tax: '8.75' },
      { taxClass: 'FIRE', net: '2.06', fee: '0.23', rate: '0.20', tax: '0.46' },
    ]);
    expect(price.levies).toStrictEqual([{ code: 'AUX_FUND', base: '41.20', rate: '0.018', amount: '0.74' }]);
    expect(price.instalments).toStrictEqual([
      { no: 1, from: '2026-12-01', to: '2027-06-01', net: '27.30', fee: '3.00', tax: '4.61', levy: '0.37', gross: '35.28' },
      { no: 2, from: '2027-06-01', to: '2027-12-01', net: '27.29', fee: '3.00', tax: '4.60', levy: '0.37', gross: '35.26' },
    ]);
  });

  it('count every period from the original start', () => {
    const ends = (policyStartDate: string, payFrequencyInMonths: number) =>
      priceCar({ policyStartDate, payFrequencyInMonths }).instalments.map(({ to }) => to);

    expect(ends('2026-11-30', 3)).toStrictEqual(['2027-02-28', '2027-05-30', '2027-08-30', '2027-11-30']);
    expect(ends('2026-12-31', 6)).toStrictEqual(['2027-06-30', '2027-12-31']);
  });

  it('limit the fee', () => {
    expect(priceCar({ bundleCode: 'B3', insuredValue: 30000 }).fee).toBe('40.00');
  });
});

describe('the decisions on a vehicle', () => {
  it.each<[string, Partial<MotorRisk>, string[]]>([
    ['none', {}, []],
    ['no plate', { plateNo: '' }, ['M00-01']],
    ['a car’s plate on a motorcycle', { ...MOTORCYCLE, plateNo: 'EMB-1000' }, ['M00-01']],
    ['no displacement', { engineCc: 0 }, ['M00-02']],
    ['a bundle for other usages', { usageCode: '05', plateNo: 'EMB27', bundleCode: 'B3' }, ['M00-03']],
    ['no value', { insuredValue: undefined }, ['M00-04']],
    ['no birth year', { driverBirthYear: undefined }, ['M00-05']],
    ['17 years', { driverBirthYear: 2009, driverLicenceDate: '2026-11-01' }, ['M00-06']],
    ['no class', { bonusMalus: undefined }, ['M00-07']],
    ['class 21', { bonusMalus: 21 }, ['M00-07', 'M25-06']],
    ['an extra of another bundle', { extraCovers: 'M05' }, ['M00-08']],
    ['an unknown postcode', { regionPostcode: '39100' }, ['M00-09']],
    ['a start too far ahead', { policyStartDate: '2027-02-19' }, ['M00-10']],
    ['no licence date', { driverLicenceDate: undefined }, ['M00-11']],
    ['a licence of tomorrow', { driverLicenceDate: '2026-12-02' }, ['M00-12']],
    ['a vehicle of next year', { manufactureYear: 2027 }, ['M00-13']],
    ['22 years and 111 kW', { driverBirthYear: 2004, powerInKw: 111 }, ['M25-01']],
    ['22 years and 110 kW', { driverBirthYear: 2004, powerInKw: 110 }, []],
    ['23 years and 111 kW', { driverBirthYear: 2003, powerInKw: 111 }, []],
    ['22 years with own damage', { driverBirthYear: 2004, bundleCode: 'B3' }, ['M25-02']],
    ['16 years with theft', { manufactureYear: 2010, bundleCode: 'B2' }, ['M25-03']],
    ['15 years with theft', { manufactureYear: 2011, bundleCode: 'B2' }, []],
    ['a value of 60,000', { insuredValue: 60000 }, []],
    ['a value above 60,000', { insuredValue: '60000.01' }, ['M25-04']],
    ['a taxi', { usageCode: '02' }, ['M25-05']],
    ['class 14', { bonusMalus: 14 }, []],
    ['class 15', { bonusMalus: 15 }, ['M25-06']],
    ['a truck of 7,501 kg', { usageCode: '03', grossWeight: 7501 }, ['M25-08']],
    ['level 2', { autonomousType: '2' }, []],
    ['level 3', { autonomousType: 3 }, ['M25-09']],
    ['an exceptional discount', { discountCodes: '90' }, ['M25-10']],
  ])('a vehicle with this case gets its decision: %s', (_name, risk, expected) => {
    expect(listMessages(risk)).toStrictEqual(expected.map((code) => `${code} application`));
  });

  it('compare the declared class with the registry', () => {
    expect(listMessages({ bonusMalus: 9 }, { registryBonusMalus: 10 })).toStrictEqual(['M25-07 application']);
    expect(listMessages({ bonusMalus: 10 }, { registryBonusMalus: 10 })).toStrictEqual([]);
  });
});

describe('the terms of an approval', () => {
  it('apply the loading to every line after its factors and percentages, and before the minimum', () => {
    const risk = { extraCovers: 'M14', insuredValue: 7000 };

    // M02 7,000 x 0.25 / 1000 = 1.75 x 1.20 = 2.10, above the minimum; M14 277.50 x 0.06 = 16.65 x 1.20
    expect(technicals(risk, { loadingPercent: 20 })).toStrictEqual({ M01: '277.50', M02: '2.10', M03: '3.78', M13: '9.60', M14: '19.98' });
    expect(getLine('M01', risk, { loadingPercent: 20 }).trace.at(-1)).toStrictEqual({ step: 'loading', value: '1.20' });
    expect(getLine('M02', { insuredValue: 6000 }, { loadingPercent: 20 }).trace.slice(-2)).toStrictEqual([
      { step: 'loading', value: '1.20' },
      { step: 'minimum', value: '2.00' },
    ]);
  });

  it('remove an excluded cover from the price', () => {
    const price = priceCar({ bundleCode: 'B3' }, { excludedCovers: ['M05', 'M09'] });

    expect(price.lines.map(({ cover }) => cover)).not.toContain('M05');
    expect(price.lines).toHaveLength(11);
  });

  it('remove an excluded cover from the rules as well', () => {
    const risk = { driverBirthYear: 2004, bundleCode: 'B3' };

    expect(calculateCar(risk, { excludedCovers: ['M09'] }).messages).toStrictEqual([]);
  });

  it('are ignored where the tariff does not allow the exclusion, and the response says so', () => {
    const facts = buildMotorFacts({ ...CAR, bundleCode: 'B3', driverBirthYear: 2004 }, motorTariff, motorReference, TODAY);
    const without = calculate(facts, motorTariff);

    for (const excluded of ['M01', 'M99']) {
      const terms = { loadingPercent: 50, excludedCovers: ['M09', excluded] };
      expect(calculate(facts, motorTariff, terms)).toStrictEqual({ ...without, hasRefusedTerms: true });
    }
    expect(calculate(facts, motorTariff, { excludedCovers: ['M09'] })).not.toHaveProperty('hasRefusedTerms');
  });
});
