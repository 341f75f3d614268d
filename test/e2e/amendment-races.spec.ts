import { addDays } from '../../src/common/athens.js';
import { charge as chargeInstalment, createPolicy, listReceipts, QUARTERLY } from '../support/collection.js';
import { LocalCollectionClient } from '../support/collection-client.js';
import type { HttpResponse } from '../support/client.js';
import { getRounds } from '../support/depth.js';
import { expectStatus, FireApp, type FireAgent, type FireEntity } from '../support/fire-app.js';
import { StaffClient } from '../support/staff-client.js';

interface Amendment {
  readonly amendment_no: number;
  readonly status: string;
}

const CHANGE_DAY = '2027-02-01';
const ROUNDS = getRounds({ everyday: 2, deep: 25 });
/** Errors that tell a caller that another action was faster. */
const TOLD = ['-400', '-401', '-402', '-605', '-702'];

let app: FireApp;
let agent: FireAgent;
let issuing: LocalCollectionClient;
let underwriter: StaffClient;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent({ code: 'A730' })).production;
  issuing = await LocalCollectionClient.open(app);
  underwriter = await StaffClient.open(app.running, 'underwriter');
});
afterAll(() => app.stop());
beforeEach(() => at('2026-11-25'));
afterEach(() => issuing.expectBalancedLedger());

async function at(day: string): Promise<void> {
  await issuing.moveTo(`${day}T08:00:00Z`, agent);
  await underwriter.renewSession();
}

async function createRunning(changes: Parameters<typeof createPolicy>[1] = {}): Promise<FireEntity> {
  const policy = await createPolicy(agent, changes);
  await at(CHANGE_DAY);
  return policy;
}

const sumOf = ({ objects_insured: [object] }: FireEntity): number => object!.insured_values[0]!.insured_value;
const pathOf = (id: number, rest = ''): string => `/fire-api/rsc/applications/${id}/amendments${rest}`;
const staff = (id: number, rest = ''): string => `applications/${id}/amendments${rest}`;
const act = (id: number, no: number, step: string): Promise<HttpResponse> => agent.client.put(pathOf(id, `/${no}/${step}`));
const list = async (id: number): Promise<Amendment[]> => expectStatus(200, await agent.client.get(pathOf(id))).json<Amendment[]>();
const countIssued = async (id: number): Promise<number> => (await list(id)).filter(({ status }) => status === '50').length;

function post({ id, objects_insured: [object] }: FireEntity, factor: number, day = CHANGE_DAY): Promise<HttpResponse> {
  const values = object!.insured_values.map((value, index) =>
    index === 0 ? { ...value, insured_value: value.insured_value * factor } : value,
  );
  const changes = { objects_insured: [{ ...object, insured_values: values }] };
  return agent.client.post(pathOf(id), { kind: 'CHANGE', effective_date: day, reason: 'Αλλαγή', changes });
}

async function create(policy: FireEntity, factor: number, day = CHANGE_DAY): Promise<number> {
  return expectStatus(201, await post(policy, factor, day)).json<Amendment>().amendment_no;
}

/** Runs the calls at the same moment and returns those that succeeded, once the others were told why not. */
async function race(...calls: readonly Promise<HttpResponse>[]): Promise<readonly boolean[]> {
  const responses = await Promise.all(calls);
  for (const response of responses.filter(({ status }) => status >= 300))
    expect(TOLD).toContain(response.json<{ readonly error: string }>().error);
  return responses.map(({ status }) => status < 300);
}

it('of two amendments of one sum that are charged at the same moment one is issued, and the other is told', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const policy = await createRunning();
    const numbers = [await create(policy, 2), await create(policy, 3)];
    const won = await race(...numbers.map((no) => act(policy.id, no, 'charge')));
    expect(won.filter(Boolean)).toHaveLength(1);
    expect(sumOf(await agent.get(policy.id))).toBe(sumOf(policy) * (won[0] ? 2 : 3));
    expect(await countIssued(policy.id)).toBe(1);
    await at('2026-11-25');
  }
});

it('of reductions that are created at the same moment those that are refused leave no amendment behind', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const policy = await createRunning();
    const won = await race(...[0.9, 0.8, 0.7, 0.6].map((factor) => post(policy, factor)));
    const stored = await list(policy.id);
    expect(won.filter(Boolean).length).toBeGreaterThan(0);
    expect(stored.map(({ status }) => status)).toEqual(won.filter(Boolean).map(() => '50'));
    await at('2026-11-25');
  }
});

it('an amendment and a cancellation at the same moment leave a whole contract, whoever is first', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const policy = await createRunning();
    const no = await create(policy, 2);
    const [isCharged] = await race(act(policy.id, no, 'charge'), issuing.cancel(policy.id, CHANGE_DAY));
    const [amendment] = await list(policy.id);
    const { status_code: status } = await agent.get(policy.id);
    expect(amendment!.status).toBe(isCharged ? '50' : status === '70' ? '02' : '01');
    await at('2026-11-25');
  }
});

it('an amendment and the payment of an instalment at the same moment charge each euro once', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const policy = await createRunning(QUARTERLY);
    const day = '2027-02-25';
    await at(day);
    const no = await create(policy, 2, day);
    await race(act(policy.id, no, 'charge'), chargeInstalment(agent, policy.id));
    const paid = (await listReceipts(agent, policy.id)).filter(({ status }) => status === 'PAID');
    const keys = paid.map(({ kind, period_from, gross }) => [kind, period_from, gross].join(' '));
    expect(new Set(keys).size).toBe(keys.length);
    await at('2026-11-25');
  }
});

it('an approval, an update and a cancellation of one amendment at the same moment: exactly one wins', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const policy = await createRunning({ 'objects_insured[0].mortgages_loans': [{ bank_id: '011', amount_loan: 50_000 }] });
    const no = await create(policy, 0.5);
    expectStatus(200, await act(policy.id, no, 'request_approval'));
    const decide = (decision: string): Promise<HttpResponse> => underwriter.post(staff(policy.id, `/${no}/decisions`), { decision });
    const won = await race(decide('decline'), decide('return'), agent.client.delete(pathOf(policy.id, `/${no}`)));
    expect(won.filter(Boolean)).toHaveLength(1);
    await at('2026-11-25');
  }
});

it('a reversal and a later amendment at the same moment: segments and premium are of those that count', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const policy = await createRunning();
    const first = await create(policy, 2);
    expectStatus(200, await act(policy.id, first, 'charge'));
    const second = await create(policy, 2.5, addDays(CHANGE_DAY, 30));
    const [, later] = await list(policy.id);
    const [isReversed, isCharged] = await race(
      issuing.staff.post(staff(policy.id, `/${first}/reversal`), { reason: 'Λάθος' }),
      act(policy.id, second, 'charge'),
    );
    expect([isReversed, isCharged].filter(Boolean).length).toBeGreaterThan(0);
    expect((await list(policy.id)).map(({ status }) => status)).toEqual([isReversed ? '70' : '50', isCharged ? '50' : later!.status]);
    await at('2026-11-25');
  }
});
