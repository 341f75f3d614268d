import fc from 'fast-check';
import { getRounds, readSeed } from '../support/depth.js';
import { FireApp } from '../support/fire-app.js';
import { ABSENT } from '../support/json-changes.js';
import { MOTOR_CLIENT, MotorAgent, buildMotorBody, type MotorEntity } from '../support/motor.js';
import { expectError } from '../support/expect-error.js';

const RUNS = getRounds({ everyday: 60, deep: 300 });
const SEED = readSeed('ANY_VALUE_SEED', 20_261_121);

const EXTRAS = {
  extraCovers: 'M10',
  discountCodes: ['10'],
  deductible: '300',
  taxableHp: '12',
  fuelType: '1',
  autonomousType: 1,
  leaseType: '1',
  grossWeight: 1600,
  vehicleSeats: '5',
  firstRegistrationDate: '2018-03-05',
  driverName: 'Μαρία',
  comments: 'Σχόλια',
  payFrequencyInMonths: '6',
  insuredValue: '9000.50',
  drivers: [{ name: 'Νίκος', birthYear: '1990', licenceType: 'B' }],
  insured: { ...MOTOR_CLIENT, lastName: 'Νικολάου', afm: '090000045', amka: null },
};
const PLACES = [
  'policyStartDate',
  'usageCode',
  'bundleCode',
  'plateNo',
  'makeCode',
  'modelCode',
  'regionPostcode',
  'bonusMalus',
  'insuredValue',
  'payFrequencyInMonths',
  'extraCovers',
  'discountCodes',
  'deductible',
  'taxableHp',
  'fuelType',
  'autonomousType',
  'leaseType',
  'grossWeight',
  'vehicleSeats',
  'firstRegistrationDate',
  'driverName',
  'comments',
  'drivers',
  'drivers[0]',
  'drivers[0].birthYear',
  'client',
  'insured',
  'swappableCovers',
  ...['client', 'insured'].flatMap((person) =>
    ['personTypeCode', 'lastName', 'firstName', 'birthdate', 'afm', 'amka', 'email', 'phone', 'zip'].map((field) => `${person}.${field}`),
  ),
];
const LIKELY = [
  '',
  ' ',
  '0',
  '1',
  '01',
  '12',
  '99',
  'B1',
  'M10',
  '\0',
  '🏠',
  '2026-12-01',
  '9998-12-31',
  '9999-01-01',
  0,
  -0,
  1,
  -1,
  0.005,
  1e15,
];
const anything = fc.oneof(
  fc.constantFrom<unknown>(...LIKELY, ABSENT, null, true, [], {}, [null], [{}], ['01']),
  fc.string({ unit: 'grapheme' }),
  fc.jsonValue({ maxDepth: 3 }),
);

let app: FireApp;
let agent: MotorAgent;

beforeAll(async () => {
  app = await FireApp.start();
  ({ production: agent } = await MotorAgent.create(app));
});
afterAll(() => app.stop());

it('any value in any field of a vehicle application is stored and returned as sent, or refused with its path, and never causes an internal error', async () => {
  const seen = new Set<number>();
  const property = fc.asyncProperty(fc.constantFrom(...PLACES), anything, async (path, value) => {
    const response = await agent.post(buildMotorBody({ ...EXTRAS, [path]: value }));
    seen.add(response.status);
    if (response.status === 201) {
      const entity = response.json<MotorEntity>();
      // Messages about the call itself do not belong to the application.
      const applicationMessages = entity.applicationMessages.filter(({ code }) => code !== 'IGNORED');
      return expect(await agent.get(entity.id)).toEqual({ ...entity, applicationMessages });
    }
    const { error, details } = response.json<{ error: string; details: { path: string; code: string }[] }>();
    expectError(response, { code: error, violations: details.map((violation) => [violation.path, violation.code]) });
  });
  const examples: [string, unknown][] = PLACES.flatMap((path): [string, unknown][] => [
    [path, ''],
    [path, null],
  ]);
  await fc.assert(property, { numRuns: RUNS, seed: SEED, examples });
  expect(seen).toEqual(new Set([201, 400]));
});
