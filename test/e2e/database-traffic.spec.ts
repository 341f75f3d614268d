import { randomUUID } from 'node:crypto';
import type { Environment } from '../../src/common/environment.js';
import { CHARGE_TIME } from '../support/collection.js';
import { DatabaseTraffic } from '../support/database-traffic.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { sendKeyed } from '../support/idempotency.js';
import { MotorAgent } from '../support/motor.js';
import { WRITES } from '../support/writes.js';

/**
 * Statements and round trips of each write including reads: in production with a key, in the sandbox with and without
 * one.
 */
const EXPECTED: Readonly<Record<string, string>> = {
  'fire insert': '4/2 7/5 6/4 9/7',
  'fire update': '4/3 7/6 6/5 9/8',
  'fire calc': '4/3 7/6 6/5 9/8',
  'fire edit': '4/3 7/6 6/5 9/8',
  'fire request_approval': '4/3 7/6 6/5 9/8',
  'fire send_for_acceptance': '5/4 8/7 7/6 10/9',
  'fire prepay': '7/4 10/7 9/6 12/9',
  'fire objects': '4/3 7/6 6/5 9/8',
  'fire object': '4/3 7/6 6/5 9/8',
  'fire claims': '4/3 7/6 6/5 9/8',
  'fire co-owners': '6/4 9/7 8/6 11/9',
  'fire loans': '4/3 7/6 6/5 9/8',
  charge: '10/7 13/10 12/9 15/12',
  'vehicle insert': '6/4 9/7 8/6 11/9',
  'vehicle update': '6/5 9/8 8/7 11/10',
  'vehicle issuePrepay': '9/5 12/8 11/7 14/10',
  'vehicle requestCustomerApproval': '5/4 8/7 7/6 10/9',
  'vehicle freeze': '4/3 7/6 6/5 9/8',
  'vehicle issueCharge': '12/8 15/11 14/10 17/13',
  'vehicle requestApproval': '4/3 7/6 6/5 9/8',
  'document of docs-api': '8/6 11/9 10/8 13/11',
  'document of mtr-api': '8/6 11/9 10/8 13/11',
  'document change by PUT': '6/4 9/7 8/6 11/9',
  'document change by POST': '6/4 9/7 8/6 11/9',
  party: '8/5 11/8 10/7 13/10',
  'service request': '4/3 7/6 6/5 9/8',
  'charge of a vehicle policy': '10/8 13/11 12/10 15/13',
};

let app: FireApp;
let agents: Record<Environment, FireAgent>;
let traffic: DatabaseTraffic;

beforeAll(async () => {
  app = await FireApp.start();
  app.clock.set(CHARGE_TIME);
  agents = await app.createAgent();
  traffic = new DatabaseTraffic();
});
afterAll(async () => {
  traffic.stop();
  await app.stop();
});

it.each(WRITES)('%s sends no more statements than needed', async (name, status, make) => {
  const counts: string[] = [];
  // Warms up caches and ledger accounts.
  for (const [environment, isKeyed] of [
    ['production', false],
    ['production', false],
    ['production', true],
    ['sandbox', false],
    ['sandbox', false],
    ['sandbox', true],
  ] as const) {
    app.clock.set(CHARGE_TIME);
    const agent = await agents[environment].renewToken();
    const write = await make({ app, agent, mtr: new MotorAgent(agent) });
    const { method, path, options } = write;
    // Settings are cached for two seconds.
    app.running.parts.settings.forget(environment);
    await app.running.parts.settings.get(environment);
    expectStatus(status, await (isKeyed ? sendKeyed(agent, write, randomUUID()) : agent.client.call(method, path, options)));
    const { statements, roundTrips } = traffic.last;
    counts.push(`${statements}/${roundTrips}`);
  }
  const [, plain, keyed, , sandboxed, sandboxedAndKeyed] = counts;
  expect([plain, keyed, sandboxed, sandboxedAndKeyed].join(' ')).toBe(EXPECTED[name]);
});
