import {
  CAR,
  buildChangedTariff,
  FIRE_TARIFF_FILE,
  fireReference,
  fireTariff,
  motorReference,
  motorTariff,
  TODAY,
} from '../../test/support/pricing-fixtures.js';
import { DomainError } from '../common/domain-error.js';
import { calculateFireOffers, calculateMotorOffers, type FireQuote, type MotorQuote } from './bundle-offers.js';
import type { MotorReference } from './motor-risk.js';

const QUOTE: FireQuote = {
  kind: '04',
  subkind: '0401',
  prefecture: '02',
  buildingYear: 2004,
  buildingYearPiping: 2004,
  skeleton: '01',
  roof: '01',
  insuredValues: [{ group: '01', amount: 150000 }],
  discounts: [],
};

const fire = (quote: Partial<FireQuote> = {}, tariff = fireTariff) =>
  calculateFireOffers({ ...QUOTE, ...quote }, tariff, fireReference, TODAY);

describe('the offers of fire bundles', () => {
  it('include every bundle of the kind in tariff order, for a start today and one year', () => {
    expect(fire().map(({ bundleCode, status, price }) => [bundleCode, status, price?.net, price?.gross])).toStrictEqual([
      ['101', '01', '70.50', '93.06'],
      ['102', '01', '151.50', '199.98'],
      // The pipes are 22 years old; without content there is no theft cover.
      ['103', '01', '460.50', expect.any(String)],
      ['104', '01', '252.00', '332.64'],
    ]);
    expect(fire()[0]?.price?.instalments).toMatchObject([{ from: '2026-11-20', to: '2027-11-20' }]);
    expect(fire({ kind: '01', subkind: '0102' }).map(({ bundleCode }) => bundleCode)).toStrictEqual(['101', '102', '103']);
    expect(fire({ kind: '99' })).toStrictEqual([]);
  });

  it('list the covers that the risk would have, over all groups', () => {
    const [offer] = fire({
      bundleCode: '101',
      insuredValues: [
        { group: '02', amount: 30000 },
        { group: '01', amount: 150000 },
      ],
    });

    // 001: 67.50 and 30,000 x 0.61 / 1000 = 18.30; 014: 3.00 and 0.60
    expect(offer).toMatchObject({
      title: 'Βασικό',
      covers: [
        { code: '001', included: true, sumInsured: '180000.00', net: '85.80' },
        { code: '014', included: true, sumInsured: '180000.00', net: '3.60' },
      ],
    });
    expect(fire({ bundleCode: '103' })[0]?.covers.map(({ code }) => code)).not.toContain('007');
    expect(fire({ bundleCode: '103' })[0]?.covers.find(({ code }) => code === '010')).toStrictEqual({
      code: '010',
      title: 'Θραύση κρυστάλλων',
      included: true,
      sumInsured: null,
      net: '9.00',
    });
  });

  it('include the discounts in the price', () => {
    const [offer] = fire({ bundleCode: '104', discounts: ['01', '03'] });

    expect(offer?.discounts.map(({ code, rate, amount }) => [code, rate, amount])).toStrictEqual([
      ['01', '0.10', '25.20'],
      ['03', '0.10', '25.20'],
    ]);
    expect(offer?.price?.net).toBe('201.60');
  });

  it('give the reason for a missing price, and still show the requested values', () => {
    const [offer] = fire({ bundleCode: '104', discounts: ['02'] });

    expect(offer).toMatchObject({ status: '00', price: null, messages: [{ code: 'F00-07' }], discounts: [{ code: '02', amount: null }] });
    expect(offer?.covers[0]).toMatchObject({ code: '001', sumInsured: null, net: null });
    expect(fire({ insuredValues: [] }).map(({ status, messages }) => [status, messages[0]?.code])).toStrictEqual(
      Array(4).fill(['00', 'F00-01']),
    );
  });

  it('show a bundle that does not fit the kind when it is requested by name', () => {
    expect(fire({ kind: '01', subkind: '0102', bundleCode: '104' })).toMatchObject([
      { bundleCode: '104', status: '00', messages: [{ code: 'F00-02' }] },
    ]);
  });

  it('are refused for a bundle that the tariff does not have', () => {
    expect(() => fire({ bundleCode: '999' })).toThrow(expect.objectContaining({ code: '-602' }) as DomainError);
  });

  it('omit a bundle that is no longer sold', () => {
    const tariff = buildChangedTariff<{ bundles: { active: boolean }[] }>(FIRE_TARIFF_FILE, (json) => (json.bundles[1]!.active = false));

    expect(fire({}, tariff).map(({ bundleCode }) => bundleCode)).toStrictEqual(['101', '103', '104']);
  });

  it('use neutral values for facts that are not requested, except where a table needs them', () => {
    expect(
      fire({ buildingYearPiping: undefined }).map(({ status, messages }) => [status, ...messages.map(({ text }) => text.en)]),
    ).toStrictEqual([['01'], ['01'], ['00', 'The tariff has no rate for this risk. (T_PIPING_AGE)'], ['01']]);
  });
});

const VEHICLE: MotorQuote = { ...CAR, bundleCode: undefined, policyStartDate: undefined, payFrequencyInMonths: undefined };
const motor = (quote: Partial<MotorQuote> = {}, reference: Partial<MotorReference> = {}) =>
  calculateMotorOffers({ ...VEHICLE, ...quote }, motorTariff, { ...motorReference, ...reference }, TODAY);

describe('the offers of vehicle bundles', () => {
  it('include every bundle of the usage in tariff order', () => {
    expect(motor().map(({ bundleCode, status }) => [bundleCode, status])).toStrictEqual([
      ['B1', '01'],
      ['B2', '01'],
      ['B3', '01'],
    ]);
    expect(motor({ usageCode: '02' }).map(({ bundleCode, status }) => [bundleCode, status])).toStrictEqual([['B1', '25']]);
    expect(motor({ bundleCode: 'B2', usageCode: '02' })).toMatchObject([{ bundleCode: 'B2', status: '00', price: null }]);
    expect(motor({ usageCode: '77' })).toStrictEqual([]);
  });

  it('reproduce worked example M-1 for its start date', () => {
    expect(motor({ policyStartDate: '2026-12-01' })[0]?.price?.gross).toBe('309.25');
  });

  it('distinguish an added cover from an included one', () => {
    const [offer] = motor({ bundleCode: 'B1', extraCovers: 'M10' });

    expect(offer?.covers.map(({ code, included }) => [code, included])).toStrictEqual([
      ['M01', true],
      ['M02', true],
      ['M03', true],
      ['M10', false],
      ['M13', true],
    ]);
  });

  it('need no plate, make or model', () => {
    expect(motor({ plateNo: undefined, makeCode: undefined, modelCode: undefined })[0]?.status).toBe('01');
  });

  it('require the facts that the price depends on', () => {
    expect(motor({ driverBirthYear: undefined, insuredValue: undefined })[0]).toMatchObject({
      status: '00',
      messages: [{ code: 'M00-04' }, { code: 'M00-05' }],
    });
  });

  it.each([
    [undefined, undefined, '10'],
    [undefined, 4, '4'],
    [7, 4, '7'],
  ])('rate declared class %p with registry class %p as %s', (bonusMalus, registryBonusMalus, expected) => {
    const [offer] = motor({ bonusMalus, bundleCode: 'B1' }, { registryBonusMalus });

    expect(offer?.price?.lines[0]?.trace.find(({ table }) => table === 'T_BM')?.key).toBe(expected);
  });

  it('use the given start and payment frequency', () => {
    const [offer] = motor({ bundleCode: 'B1', policyStartDate: '2026-12-05', payFrequencyInMonths: 6, discountCodes: '10' });

    expect(offer?.price?.instalments.map(({ from }) => from)).toStrictEqual(['2026-12-05', '2027-06-05']);
    expect(offer?.discounts.map(({ code }) => code)).toStrictEqual(['10']);
  });
});
