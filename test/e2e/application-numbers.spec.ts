import { charge, createPolicy } from '../support/collection.js';
import { expectStatus, FireApp, type FireAgent, type FireEntity } from '../support/fire-app.js';
import { MotorAgent } from '../support/motor.js';

let app: FireApp;
let agent: FireAgent;
let motor: MotorAgent;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent({ code: 'A760' })).production;
  motor = new MotorAgent(agent);
});
afterAll(() => app.stop());

it('numbers have an eighth digit from the id 10,000,000 on, and differ from those of the first ids (applications.24)', async () => {
  const first = await agent.insert(agent.body());
  expect([first.id, first.application_no]).toEqual([1, 'F260000001']);
  await app.query('production', `SELECT setval('application_id_seq', 9999999)`);
  await app.query('production', 'SELECT add_history_blocks()');
  const fire = await createPolicy(agent);
  const vehicle = await motor.createPolicy();
  expect([fire.application_no, fire.policy_no]).toEqual(['F2610000000', 'P2610000000']);
  expect([vehicle.applicationNo, vehicle.policyNo]).toEqual(['M2610000001', 'P2610000001']);

  const found = await agent.client.get('/fire-api/rsc/applications?application_no=F26100000');
  expect(expectStatus(200, found).json<FireEntity[]>()).toMatchObject([{ id: fire.id }]);
  app.clock.set('2027-11-01T08:00:00Z');
  await agent.renewToken();
  const renewal = expectStatus(205, await charge(agent, fire.id)).json<FireEntity>();
  expect([renewal.application_no, renewal.policy_no]).toEqual(['F2710000002', 'P2610000000-27']);
});
