import type { MotorPremiumResponse } from '../../src/services/mtr/motor-response.dto.js';
import { expectStatus, FireApp } from '../support/fire-app.js';
import { buildMotorBody, MotorAgent, registerClass, type MotorEntity } from '../support/motor.js';
import type { Changes } from '../support/json-changes.js';

/**
 * Vehicles priced by hand from tariffs/motor-sample-1.json, over HTTP. The calculation stands next to each case: base ×
 * factors in the order of the tariff, M02 is 0.25 ‰ (FIRE, at least 2.00), M03 0.45 ‰ (at least 3.00), M13 8.00; the
 * fee is 8 % (6.00 to 40.00), taxes are 15 %, and 20 % of FIRE with its share of the fee; the levy is 1.8 % of M01.
 */
let app: FireApp;
let agent: MotorAgent;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await MotorAgent.create(app)).production;
});
afterAll(() => app.stop());

const ENTRY_CLASS = 10;

async function insert(changes: Changes): Promise<MotorEntity> {
  const body = buildMotorBody(changes) as { plateNo: string; bonusMalus: number };
  if (body.bonusMalus < ENTRY_CLASS) await registerClass(app, 'production', body);
  return expectStatus(201, await agent.post(body)).json<MotorEntity>();
}

const listNets = (premium: MotorPremiumResponse | null): Record<string, number> =>
  Object.fromEntries((premium?.lines ?? []).map(({ cover, net }) => [cover, net]));

const MOTORCYCLE = { makeCode: '073', modelCode: '0730042', usageCode: '05', plateNo: 'EMB-31', manufactureYear: 2019, insuredValue: 1800 };
const LORRY = { makeCode: '006', modelCode: '0060001', usageCode: '03', engineCc: null, powerInKw: null };
const TAXI = { makeCode: '021', modelCode: '0210006', usageCode: '02' };

describe('the taxable horsepower of a vehicle', () => {
  // cc × 0.007, rounded and at least 4; rows end at 7, 9, 11 and 16. Then × 1.25 for the region.
  it.each([
    ['9.499 is 9', { engineCc: 1357 }, '9', 206.25],
    ['9.506 is 10', { engineCc: 1358 }, '10', 231.25],
    ['8.995 is 9', { engineCc: 1285 }, '9', 206.25],
    ['16.502 is 17', { engineCc: 2358 }, '17', 362.5],
    ['2.8 is raised to 4', { engineCc: 400 }, '4', 187.5],
    ['as given, whatever the displacement', { engineCc: 1998, taxableHp: 7 }, '7', 187.5],
    ['as given, never raised', { engineCc: 1998, taxableHp: 3 }, '3', 187.5],
  ])('rounds: %s', async (_, changes, key, technical) => {
    const [line] = (await insert(changes)).premium?.lines ?? [];
    expect(line).toMatchObject({ cover: 'M01', technical });
    expect(line?.trace[0]).toMatchObject({ table: 'T_MTPL_HP', key });
  });
});

interface Example {
  readonly changes: Changes;
  readonly status?: string;
  readonly nets: Record<string, number>;
  readonly net: number;
  readonly fee: number;
  readonly taxes: Record<string, number>;
  readonly levy: number;
  readonly gross: number;
}

const EXAMPLES: Record<string, Example> = {
  // 150 kW belongs to the row that ends there: 225 × 1.15 × 0.87 = 225.1125; 32,000 × 0.25 ‰ = 8.00; × 0.45 ‰ = 14.40.
  // Fee 20.4408, of FIRE 20.44 × 8 / 255.51 = 0.64. FIRE 8.64 × 20 % = 1.728; OTHER (247.51 + 19.80) × 15 % = 40.0965.
  'an electric car by its power': {
    changes: { fuelType: 8, engineCc: null, powerInKw: 150, regionPostcode: '54642', bonusMalus: 8, insuredValue: 32_000 },
    nets: { M01: 225.11, M02: 8, M03: 14.4, M13: 8 },
    net: 255.51,
    fee: 20.44,
    taxes: { OTHER: 40.1, FIRE: 1.73 },
    levy: 4.05,
    gross: 321.83,
  },
  // 95 × 1.25 = 118.75. Fee 10.54, of FIRE 10.54 × 2 / 131.75 = 0.16. FIRE 2.16 × 20 %; OTHER (129.75 + 10.38) × 15 % =
  // 21.0195.
  'a motorcycle by its displacement': {
    changes: { ...MOTORCYCLE, engineCc: 251, powerInKw: 20 },
    nets: { M01: 118.75, M02: 2, M03: 3, M13: 8 },
    net: 131.75,
    fee: 10.54,
    taxes: { OTHER: 21.02, FIRE: 0.43 },
    levy: 2.14,
    gross: 165.88,
  },
  // 60 × 0.90 × 0.68 = 36.72, at least 40.00 for the usage. Fee 4.24, at least 6.00; of FIRE 6 × 2 / 53 = 0.2264. FIRE
  // 2.23 × 20 % = 0.446; OTHER (51 + 5.77) × 15 % = 8.5155. The levy is of the 40.00.
  'an electric motorcycle, raised to the least of its line': {
    changes: { ...MOTORCYCLE, fuelType: 8, engineCc: null, powerInKw: 11, regionPostcode: '84100', bonusMalus: 5 },
    nets: { M01: 40, M02: 2, M03: 3, M13: 8 },
    net: 53,
    fee: 6,
    taxes: { OTHER: 8.52, FIRE: 0.45 },
    levy: 0.72,
    gross: 68.69,
  },
  // 360 × 1.15 × 0.94 = 389.16; 3,500 kg would be 240. Fee 32.6128, of FIRE 32.61 × 3.75 / 407.66 = 0.29997. FIRE 4.05
  // × 20 %; OTHER (403.91 + 32.31) × 15 % = 65.433. Levy 7.00488.
  'a lorry by its weight': {
    changes: { ...LORRY, grossWeight: 3501, regionPostcode: '54642', bonusMalus: 9, insuredValue: 15_000 },
    nets: { M01: 389.16, M02: 3.75, M03: 6.75, M13: 8 },
    net: 407.66,
    fee: 32.61,
    taxes: { OTHER: 65.43, FIRE: 0.81 },
    levy: 7,
    gross: 513.51,
  },
  // 11.186 HP is 11: 185 × 2.20 × 1.25 = 508.75. Fee 42.46, at most 40.00; of FIRE 40 × 5 / 530.75 = 0.3768. FIRE 5.38
  // × 20 % = 1.076; OTHER (525.75 + 39.62) × 15 % = 84.8055. Levy 9.1575. Always looked at by an underwriter.
  'a taxi': {
    changes: { ...TAXI, engineCc: 1598, insuredValue: 20_000 },
    status: '25',
    nets: { M01: 508.75, M02: 5, M03: 9, M13: 8 },
    net: 530.75,
    fee: 40,
    taxes: { OTHER: 84.81, FIRE: 1.08 },
    levy: 9.16,
    gross: 665.8,
  },
  // 150 × 0.90 × 0.50 = 67.50, less 5 % 64.12, at least 90.00 for the usage. Fee 8.24, of FIRE 8.24 × 2 / 103 = 0.16.
  // FIRE 2.16 × 20 %; OTHER (101 + 8.08) × 15 % = 16.362.
  'a small car, discounted and raised to the least of its line': {
    changes: { engineCc: 990, regionPostcode: '84100', bonusMalus: 1, discountCodes: '10', insuredValue: 5000 },
    nets: { M01: 90, M02: 2, M03: 3, M13: 8 },
    net: 103,
    fee: 8.24,
    taxes: { OTHER: 16.36, FIRE: 0.43 },
    levy: 1.62,
    gross: 129.65,
  },
  // Each line and 6 %: 231.25 + 13.88, 2.25 + 0.14, 4.05 + 0.24, 8 + 0.48. Fee 20.8232, of FIRE 20.82 × 2.39 / 260.29 =
  // 0.1912. FIRE 2.58 × 20 % = 0.516; OTHER (257.90 + 20.63) × 15 % = 41.7795. Levy 245.13 × 1.8 % = 4.41234.
  'four instalments': {
    changes: { payFrequencyInMonths: 3 },
    nets: { M01: 245.13, M02: 2.39, M03: 4.29, M13: 8.48 },
    net: 260.29,
    fee: 20.82,
    taxes: { OTHER: 41.78, FIRE: 0.52 },
    levy: 4.41,
    gross: 327.82,
  },
  // Eight years: × 1.25 on M04 18 and M05 40.50 × 1.25; M08 9 × 1.25; M14 is 6 % of M01 = 13.875. Fee 32.5008, of FIRE
  // 32.50 × 24.75 / 406.26 = 1.98. FIRE 26.73 × 20 % = 5.346; OTHER (381.51 + 30.52) × 15 % = 61.8045. Levy 4.1625.
  'glass swapped for the protection of the class': {
    changes: { bundleCode: 'B2', swappableCovers: [{ out: 'M06', in: 'M14' }] },
    nets: {
      M01: 231.25,
      M02: 2.25,
      M03: 4.05,
      M04: 22.5,
      M05: 63.28,
      M07: 10.8,
      M08: 11.25,
      M10: 18,
      M11: 12,
      M12: 9,
      M13: 8,
      M14: 13.88,
    },
    net: 406.26,
    fee: 32.5,
    taxes: { OTHER: 61.8, FIRE: 5.35 },
    levy: 4.16,
    gross: 510.07,
  },
};

describe('vehicles priced by hand', () => {
  it.each(Object.entries(EXAMPLES))(
    'get their expected price: %s',
    async (_, { changes, status = '01', nets, net, fee, taxes, levy, gross }) => {
      const { statusCode, premium } = await insert(changes);
      expect([statusCode, listNets(premium)]).toEqual([status, nets]);
      const figures = { net: premium?.net, fee: premium?.fee, levy: premium?.levyTotal, gross: premium?.gross };
      expect(figures).toEqual({ net, fee, levy, gross });
      expect(Object.fromEntries((premium?.taxes ?? []).map(({ taxClass, tax }) => [taxClass, tax]))).toEqual(taxes);
    },
  );

  it('have the indivisible rest in the first instalment', async () => {
    const { premium } = await insert({ payFrequencyInMonths: 3 });
    expect(premium?.instalments.map((one) => [one.net, one.fee, one.tax, one.levy, one.gross])).toEqual([
      [65.08, 5.22, 10.59, 1.11, 82],
      ...Array<number[]>(3).fill([65.07, 5.2, 10.57, 1.1, 81.94]),
    ]);
  });

  it('include the price of the glass cover when it is not swapped', async () => {
    const nets = listNets((await insert({ bundleCode: 'B2' })).premium);
    expect([nets['M06'], nets['M14']]).toEqual([35, undefined]);
  });
});
