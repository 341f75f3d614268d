import { randomUUID } from 'node:crypto';
import type { Environment } from '../../src/common/environment.js';
import { CHARGE_TIME } from '../support/collection.js';
import { DatabaseTraffic } from '../support/database-traffic.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { send } from '../support/idempotency.js';
import { MotorAgent } from '../support/motor.js';
import { WRITES } from '../support/writes.js';

/** Statements/round trips of each write in the database of its environment, reads included: in production, there with a key, and both in the sandbox. */
const EXPECTED: Readonly<Record<string, string>> = {
  'fire insert': '2/1 7/3 4/2 9/4',
  'fire update': '2/2 7/4 4/3 9/5',
  'fire calc': '2/2 7/4 4/3 9/5',
  'fire edit': '2/2 7/4 4/3 9/5',
  'fire request_approval': '2/2 7/4 4/3 9/5',
  'fire send_for_acceptance': '2/2 7/4 4/3 9/5',
  'fire prepay': '4/2 9/4 6/3 11/5',
  'fire objects': '2/2 7/4 4/3 9/5',
  'fire object': '2/2 7/4 4/3 9/5',
  'fire claims': '2/2 7/4 4/3 9/5',
  'fire co-owners': '4/2 9/4 6/3 11/5',
  'fire loans': '2/2 7/4 4/3 9/5',
  charge: '9/5 12/6 11/6 14/7',
  'vehicle insert': '4/3 9/5 6/4 11/6',
  'vehicle update': '4/4 9/6 6/5 11/7',
  'vehicle issuePrepay': '8/3 11/5 10/4 13/6',
  'vehicle requestCustomerApproval': '2/2 7/4 4/3 9/5',
  'vehicle freeze': '2/2 7/4 4/3 9/5',
  'vehicle issueCharge': '11/6 14/7 13/7 16/8',
  'vehicle requestApproval': '2/2 7/4 4/3 9/5',
  'document of docs-api': '8/5 11/6 10/6 13/7',
  'document of mtr-api': '8/5 11/6 10/6 13/7',
  'document change by PUT': '6/3 9/5 8/4 11/6',
  'document change by POST': '6/3 9/5 8/4 11/6',
  party: '8/4 11/6 10/5 13/7',
  'service request': '4/3 7/4 6/4 9/5',
  'charge of a vehicle policy': '9/6 12/7 11/7 14/8',
};

let app: FireApp;
let agents: Record<Environment, FireAgent>;
let traffic: DatabaseTraffic;

beforeAll(async () => {
  app = await FireApp.start();
  app.clock.set(CHARGE_TIME);
  agents = await app.agent();
  traffic = new DatabaseTraffic();
});
afterAll(async () => {
  traffic.stop();
  await app.stop();
});

it.each(WRITES)('%s sends no more than it needs', async (name, status, make) => {
  const counts: string[] = [];
  // Once before: what is read once is known then, and the ledger's accounts are open.
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
    // Kept for two seconds: read just now.
    app.running.parts.settings.forget(environment);
    await app.running.parts.settings.get(environment);
    expectStatus(status, await (isKeyed ? send(agent, write, randomUUID()) : agent.client.call(method, path, options)));
    const { statements, roundTrips } = traffic.last;
    counts.push(`${statements}/${roundTrips}`);
  }
  const [, plain, keyed, , sandboxed, sandboxedAndKeyed] = counts;
  expect([plain, keyed, sandboxed, sandboxedAndKeyed].join(' ')).toBe(EXPECTED[name]);
});
