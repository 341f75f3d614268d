import { jest } from '@jest/globals';
import { expectStatus, FireApp, MORNING } from '../support/fire-app.js';
import { MOTOR_CLIENT, MotorAgent, type MotorEntity } from '../support/motor.js';
import { expectRefused } from '../support/refusal.js';

// Printing takes its time on a busy machine.
jest.setTimeout(60_000);

const NEAR_THE_ANNIVERSARY = '2027-11-01T08:00:00Z';

let app: FireApp;
let agent: MotorAgent;
let other: MotorAgent;
let production: readonly MotorAgent[];

beforeAll(async () => {
  app = await FireApp.start();
  const [mine, others] = [await MotorAgent.of(app, { code: 'A100' }), await MotorAgent.of(app, { code: 'B200' })];
  [agent, other, production] = [mine.sandbox, others.sandbox, [mine.production, others.production]];
});
afterAll(() => app.stop());

async function at(instant: string): Promise<void> {
  app.clock.set(instant);
  for (const one of [agent, other, ...production]) await one.agent.renewToken();
}

async function classOf(one: MotorAgent, plateNo: string): Promise<number> {
  const query = new URLSearchParams({ plateNo, clientAfm: MOTOR_CLIENT.afm });
  const answer = expectStatus(200, await one.call('GET', `quotes/bonusMalus?${query.toString()}`));
  return answer.json<{ bonusMalus: number }>().bonusMalus;
}

const renewed = async (one: MotorAgent, id: number): Promise<MotorEntity> =>
  expectStatus(205, await one.call('PUT', `policies/${id}/issueCharge`)).json<MotorEntity>();

describe('an agent of the sandbox', () => {
  afterAll(() => at(MORNING));

  it('has a plate for itself: it is insured once by each agent, in production once', async () => {
    expect(await agent.issued({ plateNo: 'XXA1001' })).toMatchObject({ statusCode: '50' });
    expect(await other.issued({ plateNo: 'XXA1001' })).toMatchObject({ statusCode: '50' });
    for (const one of [agent, other]) {
      const { id } = await one.insert({ plateNo: 'XXA 1001' });
      for (const action of ['issuePrepay', 'issueCharge']) await expectRefused(app, () => one.act(id, action), { code: '-501' });
    }
    const [first, second] = production;
    await first!.issued({ plateNo: 'XXA1001' });
    const { id } = await second!.insert({ plateNo: 'XXA1001' });
    await expectRefused(app, () => second!.act(id, 'issueCharge'), { code: '-501' });
  });

  it('moves the bonus-malus registry for itself', async () => {
    const entry = { afm: MOTOR_CLIENT.afm, bonusMalus: 8, claimsLastYear: 0, claimsLast5Years: 0, source: 'TEST', asOf: '2026-01-01' };
    for (const { environment } of [agent.agent, production[0]!.agent])
      await app.running.parts.bonusMalus.add(environment, [{ ...entry, plateNo: 'XXA1002' }]);
    const issued = async (one: MotorAgent): Promise<number> => (await one.issued({ plateNo: 'XXA1002', bonusMalus: 8 })).id;
    const policies = [await issued(agent), await issued(other), await issued(production[0]!)] as const;
    await at(NEAR_THE_ANNIVERSARY);
    expect(await renewed(agent, policies[0])).toMatchObject({ bonusMalus: 7, statusCode: '50' });
    expect([await classOf(agent, 'XXA1002'), await classOf(other, 'XXA1002')]).toEqual([7, 8]);
    // What it declares is held against its own row.
    expect(await agent.insert({ plateNo: 'XXA1002', bonusMalus: 7, policyStartDate: '2027-11-15' })).toMatchObject({ statusCode: '01' });
    const better = await other.insert({ plateNo: 'XXA1002', bonusMalus: 7, policyStartDate: '2027-11-15' });
    expect(better.pendingMessages.map(({ code }) => code)).toEqual(['M25-07']);
    expect(await renewed(other, policies[1])).toMatchObject({ bonusMalus: 7, statusCode: '50' });
    // In production there is one registry, which moves for all.
    await renewed(production[0]!, policies[2]);
    expect([await classOf(production[0]!, 'XXA1002'), await classOf(production[1]!, 'XXA1002')]).toEqual([7, 7]);
    expect(await app.rows('production', 'SELECT FROM agent_bonus_malus')).toEqual([]);
  });
});
