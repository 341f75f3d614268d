import { CAR, fireTariff, motorReference, motorTariff, TODAY } from '../../test/support/pricing-fixtures.js';
import { formatFact } from './facts.js';
import { buildMotorFacts } from './motor-facts.js';
import type { MotorReference, MotorRisk } from './motor-risk.js';

function fact(name: string, risk: Partial<MotorRisk>, reference: Partial<MotorReference> = {}) {
  const { values } = buildMotorFacts({ ...CAR, ...risk }, motorTariff, { ...motorReference, ...reference }, TODAY).objects[0];
  const value = values[name];
  return value === undefined ? undefined : formatFact(value);
}

describe('the facts of a vehicle', () => {
  it.each<[string, Partial<MotorRisk>, string | undefined]>([
    ['usage', {}, '01'],
    ['taxableHp', {}, '10'],
    ['taxableHp', { engineCc: 1500 }, '11'],
    ['taxableHp', { engineCc: 1499 }, '10'],
    ['taxableHp', { engineCc: 500 }, '4'],
    ['taxableHp', { taxableHp: 2 }, '2'],
    ['taxableHp', { taxableHp: 0 }, '0'],
    ['taxableHp', { engineCc: 0 }, undefined],
    ['taxableHp', { usageCode: '05', engineCc: 500 }, '7'],
    ['taxableHp', { usageCode: '05', engineCc: 125 }, '4'],
    ['engineCc', { engineCc: 0 }, undefined],
    ['powerInKw', { powerInKw: 0 }, undefined],
    ['grossWeight', {}, undefined],
    ['grossWeight', { grossWeight: 3500 }, '3500'],
    ['postcodePrefix', {}, '11'],
    ['postcodePrefix', { regionPostcode: '1152' }, undefined],
    ['postcodePrefix', { regionPostcode: undefined }, undefined],
    ['regionKnown', {}, '1'],
    ['regionKnown', { regionPostcode: '39100' }, '0'],
    ['regionKnown', { regionPostcode: '1152' }, '0'],
    ['regionKnown', { regionPostcode: null }, '0'],
    ['bonusMalus', {}, '10'],
    ['bonusMalus', { bonusMalus: undefined }, undefined],
    ['bonusMalusInvalid', {}, '0'],
    ['bonusMalusInvalid', { bonusMalus: 1 }, '0'],
    ['bonusMalusInvalid', { bonusMalus: 20 }, '0'],
    ['bonusMalusInvalid', { bonusMalus: 0 }, '1'],
    ['bonusMalusInvalid', { bonusMalus: 21 }, '1'],
    ['bonusMalusInvalid', { bonusMalus: 9.5 }, '1'],
    ['bonusMalusInvalid', { bonusMalus: null }, '1'],
    ['driverAge', {}, '40'],
    ['driverAge', { driverBirthYear: undefined }, undefined],
    ['licenceYears', {}, '21'],
    ['licenceYears', { driverLicenceDate: '2005-12-01' }, '21'],
    ['licenceYears', { driverLicenceDate: '2005-12-02' }, '20'],
    ['licenceYears', { driverLicenceDate: '2026-12-01' }, '0'],
    ['licenceYears', { driverLicenceDate: '2026-12-02' }, '-1'],
    ['licenceYears', { driverLicenceDate: '2027-12-02' }, '-2'],
    ['licenceYears', { driverLicenceDate: null }, undefined],
    ['vehicleAge', {}, '8'],
    ['vehicleAge', { manufactureYear: undefined }, undefined],
    ['manufacturedAfterStart', {}, '0'],
    ['manufacturedAfterStart', { manufactureYear: 2026 }, '0'],
    ['manufacturedAfterStart', { manufactureYear: 2027 }, '1'],
    ['manufacturedAfterStart', { manufactureYear: null }, '0'],
    ['insuredValue', { insuredValue: '9000.50' }, '9000.5'],
    ['insuredValue', { insuredValue: null }, undefined],
    ['deductible', {}, '500'],
    ['deductible', { deductible: 300 }, '300'],
    ['deductible', { deductible: '1000.00' }, '1000'],
    ['autonomousLevel', {}, undefined],
    ['autonomousLevel', { autonomousType: '3' }, '3'],
    ['autonomousLevel', { autonomousType: 0 }, '0'],
    ['autonomousLevel', { autonomousType: '' }, undefined],
    ['plateValid', {}, '1'],
    ['plateValid', { plateNo: 'QZX4821' }, '0'],
    ['plateValid', { plateNo: 'IZX482' }, '0'],
    ['plateValid', { plateNo: undefined }, '0'],
    ['plateValid', { plateNo: 'IZX482', usageCode: '05' }, '1'],
    ['plateValid', { plateNo: 'IZX4821', usageCode: '05' }, '0'],
    ['covers', { extraCovers: 'M10, M14' }, 'M01 M02 M03 M13 M10 M14'],
    ['bundleAllowed', {}, '1'],
    ['bundleAllowed', { usageCode: '02', bundleCode: 'B2' }, '0'],
    ['bundleAllowed', { usageCode: '77' }, '0'],
    ['bundleAllowed', { bundleCode: 'B9' }, '0'],
    ['extraCoverInvalid', {}, '0'],
    ['extraCoverInvalid', { extraCovers: 'M10 M12' }, '0'],
    ['extraCoverInvalid', { extraCovers: ['M10', 'M04'] }, '1'],
    ['extraCoverInvalid', { extraCovers: 'M01' }, '1'],
    ['extraCoverInvalid', { swappableCovers: [{ out: 'M06', in: 'M14' }] }, '1'],
    ['extraCoverInvalid', { bundleCode: 'B2', swappableCovers: [{ out: 'M06', in: 'M14' }] }, '0'],
    ['referralDiscount', { discountCodes: '10 90' }, '1'],
    ['referralDiscount', { discountCodes: '10' }, '0'],
    ['discountInvalid', { discountCodes: '77' }, '1'],
  ])('the fact %s of %j is %p', (name, risk, expected) => {
    expect(fact(name, risk)).toBe(expected);
  });

  it.each<[string, Partial<MotorRisk>, string]>([
    ['a petrol car with cc', {}, '0'],
    ['a petrol car without cc', { engineCc: 0 }, '1'],
    ['an electric car without cc', { fuelType: '08', engineCc: undefined }, '0'],
    ['an electric car without kW', { fuelType: '11', powerInKw: 0 }, '1'],
    ['a truck without weight', { usageCode: '03' }, '1'],
    ['a truck with weight and nothing else', { usageCode: '03', grossWeight: 1500, engineCc: 0, powerInKw: 0 }, '0'],
    ['an electric truck with weight', { usageCode: '04', fuelType: '08', grossWeight: 1500, engineCc: 0, powerInKw: 0 }, '0'],
    ['no make', { makeCode: '' }, '1'],
    ['no model', { modelCode: null }, '1'],
    ['no manufacture year', { manufactureYear: undefined }, '1'],
  ])('the data of %s are incomplete: %s', (_name, risk, expected) => {
    expect(fact('vehicleDataMissing', risk)).toBe(expected);
  });

  it.each([
    [10, 12, '1'],
    [10, 10, '0'],
    [10, 9, '0'],
    [3, undefined, '0'],
    [undefined, 10, '0'],
  ])('declared class %p is better than registry class %p: %s', (bonusMalus, registryBonusMalus, expected) => {
    expect(fact('bonusMalusBetterThanRegistry', { bonusMalus }, { registryBonusMalus })).toBe(expected);
  });

  it('fill gaps from the model, but never replace given data or the given taxable horsepower', () => {
    const model = { engineCc: 1490, powerInKw: 92, grossWeight: 1600, fuelType: '08' };

    expect(fact('engineCc', {}, { model })).toBe('1398');
    expect(fact('engineCc', { engineCc: 0 }, { model })).toBe('1490');
    expect(fact('powerInKw', { powerInKw: null }, { model })).toBe('92');
    expect(fact('grossWeight', {}, { model })).toBe('1600');
    expect(fact('taxableHp', { engineCc: null }, { model })).toBe('10');
    expect(fact('taxableHp', { engineCc: null, taxableHp: 7 }, { model })).toBe('7');
    expect(fact('vehicleDataMissing', { engineCc: null, powerInKw: null }, { model: { fuelType: '08', powerInKw: 70 } })).toBe('0');
    expect(
      fact('vehicleDataMissing', { engineCc: null, powerInKw: null, fuelType: '01' }, { model: { fuelType: '08', powerInKw: 70 } }),
    ).toBe('1');
  });

  it('name the whole application as the place of a violation', () => {
    expect(buildMotorFacts(CAR, motorTariff, motorReference, TODAY).objects[0].where).toBe('application');
  });

  it('are refused with the tariff of another line', () => {
    expect(() => buildMotorFacts(CAR, fireTariff, motorReference, TODAY)).toThrow(TypeError);
  });
});

describe('the facts of a vehicle quote', () => {
  const quoted = (risk: Partial<MotorRisk>) =>
    buildMotorFacts({ ...CAR, ...risk }, motorTariff, motorReference, TODAY, { isQuotation: true }).objects[0].values;

  it('need no plate, make or model', () => {
    const values = quoted({ plateNo: undefined, makeCode: undefined, modelCode: undefined });

    expect([values['plateValid'], values['vehicleDataMissing']]).toStrictEqual([undefined, '0']);
  });

  it('still check a given plate, and need the facts that the tables use as keys', () => {
    expect(quoted({ plateNo: 'QZX4821' })['plateValid']).toBe('0');
    expect(quoted({ engineCc: undefined })['vehicleDataMissing']).toBe('1');
    expect(quoted({ manufactureYear: undefined })['vehicleDataMissing']).toBe('1');
  });
});
