import { setTimeout as pause } from 'node:timers/promises';
import { toLocalDate } from '../../src/common/athens.js';
import { ENVIRONMENTS } from '../../src/common/environment.js';
import { loadParameters } from '../../src/record/parameters/parameter-loading.js';
import { ParameterRepository } from '../../src/record/reference/parameter.repository.js';
import { referenceLists } from '../../src/record/reference/reference-lists.js';
import { TariffRepository } from '../../src/record/tariffs/tariff.repository.js';
import { Store } from '../../src/store/store.js';
import type { Answer } from '../support/client.js';
import { expectStatus, FireApp, type FireAgent, type FireEntity } from '../support/fire-app.js';
import { childPath, newChild } from '../support/fire-children.js';
import { consents } from '../support/fire.js';
import type { Changes } from '../support/json-changes.js';
import { expectFault } from '../support/refusal.js';

let app: FireApp;
let agent: FireAgent;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.agent()).production;
});
afterAll(() => app.stop());

/** What an update of a fire application must send at least. */
const PERSONS = { client: {}, insured: {} };
/** A referral: status 25, which takes updates. */
const REFERRED: Changes = { 'objects_insured[0].illegal': '1' };
const RETIRED_CONSENT = 402;

const addClaim = (entity: FireEntity): Promise<Answer> =>
  agent.client.post(childPath(agent, entity, 'claims_history'), { claims_history: [newChild(agent, 'claims_history')] });

async function retireConsent(): Promise<void> {
  const store = app.running.app.get(Store);
  const today = toLocalDate(app.clock.now());
  const rows = referenceLists.all('marketingConsents').map((row) => ({ ...row, ...(row.id === RETIRED_CONSENT && { active: false }) }));
  await loadParameters(
    { parameters: new ParameterRepository(store), tariffs: new TariffRepository(store), environments: ENVIRONMENTS, today },
    JSON.stringify({ validFrom: today, lists: { marketingConsents: rows } }),
  );
  const end = performance.now() + 5_000;
  while (referenceLists.isActive('marketingConsents', RETIRED_CONSENT)) {
    if (performance.now() > end) throw new Error('not within 5 seconds');
    await pause(100);
  }
}

it('a consent that was retired since stays good in the application that has it, and nowhere else', async () => {
  const all = consents();
  const others = all.filter(({ id }) => id !== RETIRED_CONSENT);
  const body = agent.body({ ...REFERRED, 'client.consents': all });
  const stored = await agent.insert(body);
  const without = await agent.insert(agent.body({ ...REFERRED, 'client.consents': others }));
  expect([stored.status_code, without.status_code]).toEqual(['25', '00']);
  await retireConsent();

  const calls = [() => agent.post(body), () => agent.put(without.id, { fire_application: { client: { consents: all }, insured: {} } })];
  await expectFault(app, calls, `fire_application.client.consents[${others.length}].id`, '-103');

  const { id } = stored;
  expect((await agent.update(id, PERSONS)).client.consents).toEqual(all);
  expect((await agent.update(id, await agent.get(id))).client.consents).toEqual(all);
  expectStatus(201, await addClaim(stored));
  expect((await agent.update(id, { client: { consents: others }, insured: {} })).client.consents).toEqual(others);
});
