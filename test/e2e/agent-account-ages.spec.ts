import { toLocalDate } from '../../src/common/athens.js';
import { verifyLedger } from '../../src/record/money/ledger/ledger-verification.js';
import {
  calculateAgedDebt,
  listBookedEntries,
  DAY_MS,
  toAgedCents,
  type AgentAccount,
  type AgentAccountItem,
  type AgentAccountList,
} from '../support/agent-accounts.js';
import { toCents, charge, CHARGE_TIME, createPolicy, QUARTERLY } from '../support/collection.js';
import { readSeed, createRandom } from '../support/depth.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { LocalCollectionClient } from '../support/collection-client.js';

const AGES = ['days0To30', 'days31To60', 'days61To90', 'notDue', 'over90'];
/** Policies are issued in the first third of the steps. */
const STEPS = 24;

let app: FireApp;
let agent: FireAgent;
let issuing: LocalCollectionClient;
let now = CHARGE_TIME;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent({ code: 'B-1', creditLimit: '20000.00' })).production;
  issuing = await LocalCollectionClient.open(app);
});
afterAll(() => app.stop());

async function moveOn(days: number): Promise<void> {
  now = new Date(Date.parse(now) + days * DAY_MS).toISOString();
  await issuing.moveTo(now, agent);
}

async function item(query = ''): Promise<AgentAccountItem | undefined> {
  return expectStatus(200, await issuing.staff.get(`agent-accounts?code=B-1${query}`)).json<AgentAccountList>().items[0];
}

it('the debt has the right age when charged, partly paid and growing old', async () => {
  const random = createRandom(readSeed('AGES_SEED', 25));
  const seen = new Set<string>();
  const quarterly: number[] = [];
  await issuing.moveTo(now, agent);
  for (let step = 0; step < STEPS; step += 1) {
    if (step < STEPS / 3) await createPolicy(agent);
    if (step < 2) quarterly.push((await createPolicy(agent, QUARTERLY)).id);
    // The charge is refused when the instalment is paid or not due yet.
    for (const id of quarterly) await charge(agent, id);
    const before = await item();
    const paid = Math.ceil(toCents(before!.balance) * random() * 0.1) / 100;
    if (step % 3 > 0) expectStatus(200, await issuing.settle('B-1', paid, `S-${step}`));
    const { agedDebt, oldestUnpaid } = (await item())!;
    const today = toLocalDate(new Date(now));
    expect(toAgedCents(agedDebt)).toEqual(calculateAgedDebt(await listBookedEntries(app, 'B-1'), today));
    const { open_charges: open } = expectStatus(200, await agent.client.get('/collection-api/account')).json<AgentAccount>();
    expect(oldestUnpaid).toBe(open[0]?.charged_at ?? null);
    const oldest = (Date.parse(today) - Date.parse(oldestUnpaid!.slice(0, 10))) / DAY_MS;
    expect(await item(`&agedOver=${oldest}`)).toBeUndefined();
    if (oldest > 0) expect(await item(`&agedOver=${oldest - 1}`)).toBeDefined();
    for (const [age, part] of Object.entries(agedDebt)) if (part > 0) seen.add(age);
    // The oldest debts may have been paid at random, so the last steps let the remaining ones age.
    await moveOn(step === STEPS - 2 ? 91 : 2 + Math.floor(random() * 9));
  }
  expect([...seen].sort()).toEqual(AGES);
  expect(await verifyLedger(app.running.parts.store, 'production')).toEqual([]);
});

it('a statement for staff is not sent again to a client that has it', async () => {
  const path = 'agent-accounts/B-1/statement?from=2026-11-01&to=2027-11-01&limit=2';
  const first = expectStatus(200, await issuing.staff.get(path));
  const held = { headers: { 'If-None-Match': String(first.headers.etag) } };
  expect((await issuing.staff.get(path, held)).status).toBe(304);
  expect((await issuing.staff.get(`${path}&start=3`, held)).status).toBe(200);
});
