import { jest } from '@jest/globals';
import { ONE_CONNECTION } from '../support/app.js';
import type { HttpResponse } from '../support/client.js';
import { parseLinks } from '../support/collection.js';
import { expectStatus, FireApp, MORNING } from '../support/fire-app.js';
import { MOTOR_CLIENT, MotorAgent, type MotorEntity } from '../support/motor.js';
import { expectRefused } from '../support/expect-error.js';

// Printing is slow on a busy machine.
jest.setTimeout(60_000);

let app: FireApp;
let agent: MotorAgent;
let other: MotorAgent;

beforeAll(async () => {
  app = await FireApp.start(ONE_CONNECTION);
  ({ production: agent } = await MotorAgent.create(app));
  ({ production: other } = await MotorAgent.create(app, { code: 'B200', name: 'Άλλος' }));
});
afterAll(() => app.stop());
beforeEach(() => moveTo(MORNING));

async function moveTo(instant: string): Promise<void> {
  app.clock.set(instant);
  for (const one of [agent, other]) await one.agent.renewToken();
}

const ANNIVERSARY = '2027-12-01';
const NEAR = '2027-11-01T08:00:00Z';

const renew = (id: number): Promise<HttpResponse> => agent.call('PUT', `policies/${id}/issueCharge`);
const renewPolicy = async (id: number): Promise<MotorEntity> => expectStatus(205, await renew(id)).json<MotorEntity>();

interface RegistryRow {
  readonly bonus_malus: number;
  readonly claims_last_year: number;
  readonly claims_last_5_years: number;
  readonly source: string;
  readonly as_of: string;
}

async function getRegistry(plateNo: string): Promise<RegistryRow[]> {
  return app.query<RegistryRow & Record<string, unknown>>(
    'production',
    `SELECT bonus_malus, claims_last_year, claims_last_5_years, source, as_of::text FROM bonus_malus_registry WHERE plate_no = $1`,
    [plateNo],
  );
}

/** Writes the registry entry of the example's owner and the plate. */
async function register(plateNo: string, bonusMalus: number, claimsLastYear: number): Promise<void> {
  const registry = app.running.parts.bonusMalus;
  const entry = { plateNo, afm: MOTOR_CLIENT.afm, bonusMalus, claimsLastYear, claimsLast5Years: 2, source: 'TEST', asOf: '2026-01-01' };
  await registry.add('production', [entry]);
}

describe('the bonus-malus class of the next year', () => {
  // Bonus-malus steps of the sample tariff: one down for a year without a claim, two up for each claim, from 1 to 20.
  it.each([
    ['a year without a claim', 'EAA1001', 8, 0, 7, '50'],
    ['a claim', 'EAA1002', 8, 1, 10, '50'],
    ['two claims, past 14: for the underwriter', 'EAA1003', 12, 2, 16, '25'],
    ['the best class', 'EAA1004', 1, 0, 1, '50'],
  ])('is right after %s', async (_, plateNo, registryClass, claims, expected, statusCode) => {
    await register(plateNo, registryClass, claims);
    const policy = await agent.createPolicy({ plateNo, bonusMalus: 12 });
    await moveTo(NEAR);
    expect(await renewPolicy(policy.id)).toMatchObject({ bonusMalus: expected, statusCode });
    expect(await getRegistry(plateNo)).toEqual([
      { bonus_malus: expected, claims_last_year: 0, claims_last_5_years: 2, source: 'RENEWAL', as_of: ANNIVERSARY },
    ]);
  });

  it('follows from the class of the policy when the registry has no entry', async () => {
    const policy = await agent.createPolicy({ plateNo: 'EBB1001', bonusMalus: 11 });
    await moveTo(NEAR);
    expect(await renewPolicy(policy.id)).toMatchObject({ bonusMalus: 10, statusCode: '50' });
  });

  it('moves one step a year, however often its renewal is created', async () => {
    await register('EBB1002', 14, 1);
    const policy = await agent.createPolicy({ plateNo: 'EBB1002', bonusMalus: 14 });
    await moveTo(NEAR);
    const first = await renewPolicy(policy.id);
    expect(first).toMatchObject({ bonusMalus: 16, statusCode: '25', policyNo: `${policy.policyNo}-27` });
    expectStatus(204, await agent.call('DELETE', `applications/${first.id}`));
    expect(await renewPolicy(policy.id)).toMatchObject({ bonusMalus: 16, statusCode: '25', policyNo: `${policy.policyNo}-27-2` });
  });
});

describe('a renewal that waits for the agent', () => {
  it('is completed, and issued like any application', async () => {
    const policy = await agent.createPolicy({ plateNo: 'ZAA1001', bundleCode: 'B1', manufactureYear: 2018 });
    await moveTo(NEAR);
    await app.query(
      'production',
      `UPDATE application SET questionnaire = (questionnaire::jsonb - 'insuredValue')::json, version = version + 1 WHERE id = $1`,
      [policy.id],
    );
    const response = expectStatus(205, await renew(policy.id));
    const renewal = response.json<MotorEntity>();
    expect(renewal).toMatchObject({ statusCode: '00', premium: null, bonusMalus: 9, renewalOf: policy.id, lastReceipt: null });
    expect(renewal.applicationMessages[0]).toMatchObject({ code: 'RENEWAL_NOT_CHARGED', severity: 'warning' });
    expect(parseLinks(response)).toEqual({ renewal: agent.path(`applications/${renewal.id}`) });
    expect(response.headers.etag).toBe('"1-el"');
    const completed = expectStatus(200, await agent.put(renewal.id, { insuredValue: 8000 })).json<MotorEntity>();
    expect(completed).toMatchObject({ statusCode: '01', bonusMalus: 9, applicationMessages: [] });
    const issued = expectStatus(205, await agent.act(renewal.id, 'issueCharge')).json<MotorEntity>();
    expect(issued).toMatchObject({ statusCode: '50', policyNo: `${policy.policyNo}-27`, policyStartDate: ANNIVERSARY });
    expect(await agent.get(policy.id)).toMatchObject({ statusCode: '50', renewedBy: renewal.id });
  });
});

describe('the plate of a renewed vehicle', () => {
  it('is free for the next year, and used by the renewal', async () => {
    const policy = await agent.createPolicy({ plateNo: 'HAA1001' });
    await moveTo(NEAR);
    const { id } = await other.insert({ plateNo: 'HAA1001', policyStartDate: '2027-12-15' });
    expect(await renewPolicy(policy.id)).toMatchObject({ statusCode: '50' });
    await expectRefused(app, () => other.act(id, 'issueCharge'), { code: '-501' });
  });

  it('stops the renewal without a change when it is insured elsewhere for the next year', async () => {
    const policy = await agent.createPolicy({ plateNo: 'HAA1002' });
    await moveTo(NEAR);
    await other.createPolicy({ plateNo: 'HAA1002', policyStartDate: '2027-12-15' });
    await expectRefused(app, () => renew(policy.id), { code: '-501' });
  });
});

it('a price frozen in the year before does not apply to the next one', async () => {
  const { id } = await agent.insert({ plateNo: 'IAA1001' });
  expectStatus(200, await agent.act(id, 'freeze'));
  const policy = expectStatus(205, await agent.act(id, 'issueCharge')).json<MotorEntity>();
  expect(policy.frozenUntil).toBe('2026-12-20');
  await moveTo(NEAR);
  expect(await renewPolicy(id)).toMatchObject({ frozenUntil: null, statusCode: '50' });
});
