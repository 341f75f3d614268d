import { toLocalDate } from '../../src/common/athens.js';
import { ENVIRONMENTS } from '../../src/common/environment.js';
import { SubagentStatus, type Subagent } from '../../src/record/money/agents/agent.js';
import { loadParameters } from '../../src/record/reference/parameters/parameter-loading.js';
import { referenceLists } from '../support/lists.js';
import type { HttpResponse } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { expectStatus, FireApp, type FireAgent, type FireEntity } from '../support/fire-app.js';
import { buildChildPath, buildChild } from '../support/fire-children.js';
import { buildConsents } from '../support/fire.js';
import type { Changes } from '../support/json-changes.js';
import { MotorAgent } from '../support/motor.js';
import { expectAllRefused, expectViolationInEach, expectViolations } from '../support/expect-error.js';
import { createStaff } from '../support/staff-client.js';

let app: FireApp;
let agent: FireAgent;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).production;
});
afterAll(() => app.stop());

/** Minimum body of an update. */
const PERSONS = { client: {}, insured: {} };
/** Changes that cause a referral: status 25, which allows updates. */
const REFERRED: Changes = { 'objects_insured[0].illegal': '1' };
const RETIRED_CONSENT = 402;

const addClaim = (owner: FireAgent, entity: FireEntity): Promise<HttpResponse> =>
  owner.client.post(buildChildPath(owner, entity, 'claims_history'), { claims_history: [buildChild(owner, 'claims_history')] });

async function retireConsent(): Promise<void> {
  const today = toLocalDate(app.clock.now());
  const rows = referenceLists.all('marketingConsents').map((row) => ({ ...row, ...(row.id === RETIRED_CONSENT && { active: false }) }));
  await loadParameters(
    { parameters: app.running.parts.parameterRepository, tariffs: app.running.parts.tariffRepository, environments: ENVIRONMENTS, today },
    JSON.stringify({ validFrom: today, lists: { marketingConsents: rows } }),
  );
  const isRetired = (): boolean => !app.running.parts.referenceLists.isActive('marketingConsents', RETIRED_CONSENT);
  await eventually('the consent is retired', isRetired, 5_000);
}

/** Changes an agent in the back office. */
async function change(code: string, changes: object): Promise<void> {
  const { client } = await createStaff(app.running, 'admin');
  expectStatus(200, await client.patch(`/backoffice-api/agents/${code}`, changes));
}

const SUBAGENT: Subagent = { code: 'SUB1', name: 'Υποσυνεργάτης', status: SubagentStatus.APPROVED };

it('a subagent that is no longer approved stays valid in the application that names it, and nowhere else', async () => {
  const code = 'A200';
  const principal = (await app.createAgent({ code, subagents: [SUBAGENT] })).production;
  const body = principal.body({ ...REFERRED, subagent_code: SUBAGENT.code });
  const [stored, without] = [await principal.insert(body), await principal.insert(principal.body(REFERRED))];
  await change(code, { subagents: [{ ...SUBAGENT, status: SubagentStatus.REJECTED }] });

  const put = (id: number, subagent: string) => () => principal.put(id, { fire_application: { ...PERSONS, subagent_code: subagent } });
  const calls = [() => principal.post(body), put(without.id, SUBAGENT.code), put(stored.id, 'SUB2')];
  await expectViolationInEach(app, calls, 'fire_application.subagent_code', '-103');

  const { id } = stored;
  expect((await principal.update(id, PERSONS)).subagent_code).toBe(SUBAGENT.code);
  expect((await principal.update(id, await principal.get(id))).subagent_code).toBe(SUBAGENT.code);
  expectStatus(201, await addClaim(principal, stored));
  expect((await principal.update(id, { ...PERSONS, subagent_code: null })).subagent_code).toBeNull();
});

it('agents that a broker named stay valid when it is no longer a broker, and others are refused', async () => {
  const code = 'B300';
  const broker = (await app.createAgent({ code, type: 'broker' })).production;
  const named = { service_code: 'A100', commission_code: code };
  const { id } = await broker.insert(broker.body({ ...REFERRED, ...named }));
  await change(code, { type: 'direct' });

  expect(await broker.update(id, PERSONS)).toMatchObject(named);
  expect(await broker.update(id, await broker.get(id))).toMatchObject(named);
  const swapped = { service_code: named.commission_code, commission_code: named.service_code };
  await expectViolations(
    app,
    () => broker.put(id, { fire_application: { ...PERSONS, ...swapped } }),
    ['fire_application.service_code', '-102'],
    ['fire_application.commission_code', '-102'],
  );
});

it('a vehicle application keeps the codes of its agents too', async () => {
  const code = 'C400';
  const broker = (await MotorAgent.create(app, { code, type: 'broker', subagents: [SUBAGENT] })).production;
  const named = { indirectAgentCode: SUBAGENT.code, serviceAgentCode: 'A100', commisionAgentCode: code };
  const [stored, without] = [await broker.insert(named), await broker.insert()];
  await change(code, { type: 'direct', subagents: [{ ...SUBAGENT, status: SubagentStatus.REJECTED }] });

  expect(expectStatus(200, await broker.put(stored.id, { comments: 'x' })).json()).toMatchObject({ ...named, comments: 'x' });
  await expectAllRefused(app, [
    [() => broker.put(without.id, { indirectAgentCode: SUBAGENT.code }), { code: '-103', violations: [['indirectAgentCode', '-103']] }],
    [() => broker.put(stored.id, { indirectAgentCode: 'SUB2' }), { code: '-103', violations: [['indirectAgentCode', '-103']] }],
    [() => broker.put(stored.id, { serviceAgentCode: code }), { code: '-102', violations: [['serviceAgentCode', '-102']] }],
    [() => broker.put(stored.id, { commisionAgentCode: 'A100' }), { code: '-102', violations: [['commisionAgentCode', '-102']] }],
  ]);
});

// This test is the last one, because the consent remains retired.
it('a consent that was retired stays valid in the application that has it, and nowhere else', async () => {
  const all = buildConsents();
  const others = all.filter(({ id }) => id !== RETIRED_CONSENT);
  const body = agent.body({ ...REFERRED, 'client.consents': all });
  const stored = await agent.insert(body);
  const without = await agent.insert(agent.body({ ...REFERRED, 'client.consents': others }));
  expect([stored.status_code, without.status_code]).toEqual(['25', '00']);
  await retireConsent();

  const calls = [() => agent.post(body), () => agent.put(without.id, { fire_application: { client: { consents: all }, insured: {} } })];
  await expectViolationInEach(app, calls, `fire_application.client.consents[${others.length}].id`, '-103');

  const { id } = stored;
  expect((await agent.update(id, PERSONS)).client.consents).toEqual(all);
  expect((await agent.update(id, await agent.get(id))).client.consents).toEqual(all);
  expectStatus(201, await addClaim(agent, stored));
  expect((await agent.update(id, { client: { consents: others }, insured: {} })).client.consents).toEqual(others);
});
