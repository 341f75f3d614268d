import { addDays } from '../../src/common/athens.js';
import { charge as chargePolicy, createPolicy } from '../support/collection.js';
import { LocalCollectionClient } from '../support/collection-client.js';
import type { HttpResponse } from '../support/client.js';
import { getRounds } from '../support/depth.js';
import { expectStatus, FireApp, type FireAgent, type FireEntity } from '../support/fire-app.js';
import { createAfm } from '../support/party-client.js';
import { StaffClient } from '../support/staff-client.js';

interface Amendment {
  readonly amendment_no: number;
  readonly status: string;
  readonly payment_code: string | null;
  readonly due: { readonly gross: number };
}

const CHANGE_DAY = '2027-02-01';
/** Sixty days before the end, when the clock prepares the renewal. */
const PREPARED = '2027-10-06';
const ROUNDS = getRounds({ everyday: 2, deep: 25 });
/** Errors that tell a caller that another action was faster. */
const TOLD = ['-400', '-401', '-402', '-605', '-702', '-704'];
const ERASED = '000000000';

let app: FireApp;
let agent: FireAgent;
let issuing: LocalCollectionClient;
let admin: StaffClient;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent({ code: 'A740' })).production;
  issuing = await LocalCollectionClient.open(app);
  admin = await StaffClient.open(app.running, 'admin');
});
afterAll(() => app.stop());
beforeEach(() => at('2026-11-25'));
afterEach(() => issuing.expectBalancedLedger());

async function at(day: string): Promise<void> {
  await issuing.moveTo(`${day}T08:00:00Z`, agent);
  await admin.renewSession();
}

const sumOf = ({ objects_insured: [object] }: FireEntity): number => object!.insured_values[0]!.insured_value;
const pathOf = (id: number, rest = ''): string => `/fire-api/rsc/applications/${id}/amendments${rest}`;
const act = (id: number, no: number, step: string): Promise<HttpResponse> => agent.client.put(pathOf(id, `/${no}/${step}`));
const read = async (id: number, no = 1): Promise<Amendment> =>
  expectStatus(200, await agent.client.get(pathOf(id, `/${no}`))).json<Amendment>();

/** Asks for twice the sum from the day. */
async function create({ id, objects_insured: [object] }: FireEntity, effective_date: string): Promise<void> {
  const values = object!.insured_values.map((value) => ({ ...value, insured_value: value.insured_value * 2 }));
  const changes = { objects_insured: [{ ...object, insured_values: values }] };
  expectStatus(201, await agent.client.post(pathOf(id), { kind: 'CHANGE', effective_date, reason: 'Αλλαγή', changes }));
}

/** Whether a call succeeded; a refused one was told why. */
function hasWon(response: HttpResponse): boolean {
  if (response.status < 300) return true;
  expect(TOLD).toContain(response.json<{ readonly error: string }>().error);
  return false;
}

it('a renewal that an amendment cancels is prepared again by the clock, or issued by the agent, with the next number (amendments.1)', async () => {
  const policies = [await createPolicy(agent), await createPolicy(agent)];
  await at(PREPARED);
  await app.runDueWork('production');
  for (const policy of policies) {
    await create(policy, PREPARED);
    expect(hasWon(await act(policy.id, 1, 'charge'))).toBe(true);
  }
  const [byAgent, byClock] = policies as [FireEntity, FireEntity];
  expectStatus(205, await chargePolicy(agent, byAgent.id));
  await app.runDueWork('production');
  for (const [policy, status] of [
    [byAgent, '50'],
    [byClock, '45'],
  ] as const) {
    const next = await agent.get((await agent.get(policy.id)).renewed_by!);
    expect([next.policy_no, next.status_code, sumOf(next)]).toEqual([`${policy.policy_no}-27-2`, status, sumOf(policy) * 2]);
  }
});

it('an amendment while the clock prepares the renewal: the next year has the sum that counts', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const policy = await createPolicy(agent);
    await at(PREPARED);
    await create(policy, PREPARED);
    const [response] = await Promise.all([act(policy.id, 1, 'charge'), app.runDueWork('production')]);
    const isAmended = hasWon(response);
    await app.runDueWork('production');
    expect((await read(policy.id)).status).toBe(isAmended ? '50' : '01');
    const { renewed_by: renewal } = await agent.get(policy.id);
    expect(renewal).not.toBeNull();
    const next = await agent.get(renewal!);
    expect([next.status_code, sumOf(next)]).toEqual(['45', sumOf(policy) * (isAmended ? 2 : 1)]);
    await at('2026-11-25');
  }
});

it('an amendment at the same moment as the issue of the renewal: no renewal is issued on the contract before it', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const policy = await createPolicy(agent);
    await at(PREPARED);
    await app.runDueWork('production');
    const renewal = (await agent.get(policy.id)).renewed_by!;
    await create(policy, PREPARED);
    const [isAmended, isRenewed] = (await Promise.all([act(policy.id, 1, 'charge'), chargePolicy(agent, renewal)])).map(hasWon);
    expect(isAmended || isRenewed).toBe(true);
    const [next, amendment] = [await agent.get(renewal), await read(policy.id)];
    expect([amendment.status, next.status_code]).toEqual([isAmended ? '50' : '01', isRenewed ? '50' : '02']);
    // An amendment that was issued after the renewal changes it too.
    expect(sumOf(next)).toBe(sumOf(policy) * (isAmended && isRenewed ? 2 : 1));
    await at('2026-11-25');
  }
});

it('a cancellation at the moment at which the renewal is issued: a renewal that stays in force keeps its policy', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const policy = await createPolicy(agent);
    await at(PREPARED);
    await app.runDueWork('production');
    const renewal = (await agent.get(policy.id)).renewed_by!;
    const cancel = issuing.cancel(policy.id, PREPARED);
    const [isCancelled, isRenewed] = (await Promise.all([cancel, chargePolicy(agent, renewal)])).map(hasWon);
    expect(isCancelled || isRenewed).toBe(true);
    const [{ status_code: status, renewed_by: named }, next] = [await agent.get(policy.id), await agent.get(renewal)];
    expect([status, named, next.status_code]).toEqual([isCancelled ? '70' : '50', renewal, isRenewed ? '50' : '02']);
    await at('2026-11-25');
  }
});

it('the last payment of an amendment at the moment of its expiry is booked, or is in suspense', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const policy = await createPolicy(agent);
    await at(CHANGE_DAY);
    await create(policy, CHANGE_DAY);
    const { payment_code: code, due } = expectStatus(200, await act(policy.id, 1, 'prepay')).json<Amendment>();
    await at(addDays(CHANGE_DAY, 4));
    const [paid] = await Promise.all([
      issuing.sendPayment(code!, due.gross, undefined, CHANGE_DAY),
      app.runDueWork('production'),
      act(policy.id, 1, 'calc').then(hasWon),
    ]);
    const outcome = hasWon(paid) ? paid.json<{ outcome: string }>().outcome : 'TOLD';
    expect(['INSTALMENT_PAID', 'SUSPENDED', 'TOLD']).toContain(outcome);
    const isPaid = outcome === 'INSTALMENT_PAID';
    expect((await read(policy.id)).status).toBe(isPaid ? '50' : '01');
    expect(sumOf(await agent.get(policy.id))).toBe(sumOf(policy) * (isPaid ? 2 : 1));
    await at('2026-11-25');
  }
});

it('an amendment that is charged when its policy has ended is told, and closed by the clock', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const policy = await createPolicy(agent);
    const last = addDays(policy.end_date, -1);
    await at(last);
    await app.runDueWork('production');
    await create(policy, last);
    app.clock.set(`${policy.end_date}T08:00:00Z`);
    await agent.renewToken();
    const [response] = await Promise.all([act(policy.id, 1, 'charge'), app.runDueWork('production')]);
    expect(hasWon(response)).toBe(false);
    await app.runDueWork('production');
    await at(addDays(policy.end_date, 5));
    await app.runDueWork('production');
    expect([(await agent.get(policy.id)).active, (await read(policy.id)).status]).toEqual(['0', '02']);
    await at('2026-11-25');
  }
});

it('a new policyholder at the moment of the erasure of that person is never stored without a name', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const afm = createAfm();
    const { id } = await agent.insert(agent.body({ 'client.afm': afm, 'client.last_name': 'Διάδοχος' }));
    expectStatus(204, await agent.act(id, 'DELETE'));
    const party = await app.getParty('production', afm);
    const policy = await createPolicy(agent);
    await at(CHANGE_DAY);
    const changes = { client: { ...policy.client, afm, last_name: 'Διάδοχος' } };
    const body = { kind: 'SUCCESSION', effectiveDate: CHANGE_DAY, reason: 'Πώληση', changes };
    const [amended, erased] = await Promise.all([
      issuing.staff.post(`applications/${policy.id}/amendments`, body),
      admin.post(`parties/${party}/erasure`, {}),
    ]);
    const isAmended = hasWon(amended);
    const { client } = await agent.get(policy.id);
    expect(client).toMatchObject(isAmended ? { afm, last_name: 'Διάδοχος' } : { afm: policy.client.afm });
    expect(client.afm).not.toBe(ERASED);
    if (erased.status >= 300) expect(erased.json<{ error: string }>().error).toBe('-400');
    await at('2026-11-25');
  }
});
