import { randomUUID } from 'node:crypto';
import { CHARGE_TIME } from '../support/collection.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { expectConflict, expectReplay, sendKeyed } from '../support/idempotency.js';
import { MotorAgent } from '../support/motor.js';
import { WRITES } from '../support/writes.js';

let app: FireApp;
let agent: FireAgent;

beforeAll(async () => {
  app = await FireApp.start();
  app.clock.set(CHARGE_TIME);
  agent = (await app.createAgent()).production;
});
afterAll(() => app.stop());

describe.each(WRITES)('the keyed write %s', (_, status, make) => {
  it('is done once and gets the same response every time', async () => {
    const write = await make({ app, agent, mtr: new MotorAgent(agent) });
    const key = randomUUID();
    const first = expectStatus(status, await sendKeyed(agent, write, key));
    const written = await app.readFingerprint();
    expectReplay(await sendKeyed(agent, write, key), first);
    expectReplay(await sendKeyed(agent, write, key), first);
    if (write.other) expectConflict(await sendKeyed(agent, { ...write, options: write.other }, key), '-403');
    expect(await app.readFingerprint()).toEqual(written);
  });
});
