import { jest } from '@jest/globals';
import { addDays } from '../../src/common/athens.js';
import { STATE_TABLE } from '../../src/record/core/applications/state-table.js';
import type { Action } from '../../src/record/core/applications/action.js';
import { FINAL_STATUSES, Status } from '../../src/record/core/applications/status.js';
import type { HttpResponse } from '../support/client.js';
import { charge } from '../support/collection.js';
import { expectStatus, FireApp, getHistory, MORNING, type FireAgent, type FireEntity } from '../support/fire-app.js';
import type { Changes } from '../support/json-changes.js';
import { expectAllRefused, type ExpectedError } from '../support/expect-error.js';
import { uploadSigned } from '../support/signed-paper.js';
import { StaffClient } from '../support/staff-client.js';

// Printing is slow on a busy machine.
jest.setTimeout(60_000);

let app: FireApp;
let agent: FireAgent;
let underwriter: StaffClient;
let issuing: StaffClient;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).production;
  underwriter = await StaffClient.open(app.running, 'underwriter');
  issuing = await StaffClient.open(app.running, 'issuing');
});
afterAll(() => app.stop());
beforeEach(() => at(MORNING));

async function at(instant: string): Promise<void> {
  app.clock.set(instant);
  await agent.renewToken();
  await underwriter.renewSession();
  await issuing.renewSession();
}

function cancel(id: number, date: string): Promise<HttpResponse> {
  return issuing.post(`applications/${id}/cancellation`, { reasonCode: 'SALE', receivedOn: app.clock.today(), date, claims: false });
}

/** Statuses in which staff may record an acceptance, with the paper that proves it. */
const AWAITING: ReadonlySet<string> = new Set(['39', '12']);

/** Every callable action on a fire application, by the names of contract and back office. */
const CALLS = {
  update: ({ id, ...entity }) => agent.put(id, { fire_application: entity }),
  'insert object': ({ id, objects_insured: objects }) =>
    agent.client.post(agent.path(`${id}/objects_insured`), { objects_insured: objects }),
  calc: ({ id }) => agent.act(id, 'calc'),
  edit: ({ id }) => agent.act(id, 'edit'),
  'PUT request_approval': ({ id }) => agent.act(id, 'request_approval'),
  'GET request_approval': ({ id }) => agent.client.get(agent.path(`${id}/request_approval`)),
  send_for_acceptance: ({ id }) => agent.act(id, 'send_for_acceptance'),
  prepay: ({ id }) => agent.act(id, 'prepay'),
  DELETE: ({ id }) => agent.act(id, 'DELETE'),
  charge: ({ id }) => charge(agent, id),
  approve: ({ id }) => underwriter.decide(id, 'approve'),
  approve_with_terms: ({ id }) => underwriter.decide(id, 'approve_with_terms', { terms: { loadingPercent: 10 } }),
  return: ({ id }) => underwriter.decide(id, 'return'),
  request_documents: ({ id }) => underwriter.decide(id, 'request_documents'),
  decline: ({ id }) => underwriter.decide(id, 'decline'),
  accept: async ({ id, status_code: status }) =>
    issuing.recordAcceptance(id, true, AWAITING.has(status) ? { documentId: await uploadSigned(agent, id) } : {}),
  reject: ({ id }) => issuing.recordAcceptance(id, false),
  cancel_mid_term: ({ id }) => cancel(id, app.clock.today()),
  schedule_cancellation: ({ id }) => cancel(id, addDays(app.clock.today(), 1)),
} satisfies Record<string, (entity: FireEntity) => Promise<HttpResponse>>;
type Call = keyof typeof CALLS;
const calls = Object.keys(CALLS) as Call[];
const statuses = Object.values(Status);

/** The state table (docs/states.md): target status by call and current status, when the calculation is unchanged. */
const ALLOWED: Readonly<Record<Call, Partial<Record<Status, Status>>>> = {
  update: { '00': '00', '25': '25' },
  'insert object': { '00': '00', '25': '25' },
  calc: { '00': '00', '25': '25' },
  edit: { '01': '00', '31': '00' },
  'PUT request_approval': { '25': '30', '11': '30' },
  'GET request_approval': { '25': '30', '11': '30' },
  send_for_acceptance: { '01': '39' },
  prepay: { '01': '45' },
  DELETE: { '00': '02', '25': '02', '01': '02', '11': '02', '31': '02', '39': '02', '12': '02', '45': '02' },
  charge: { '45': '50', '50': '50', '55': '50' },
  approve: { '30': '01' },
  approve_with_terms: { '30': '01' },
  return: { '30': '00' },
  request_documents: { '30': '11' },
  decline: { '30': '31', '11': '31' },
  accept: { '39': '45', '12': '01' },
  reject: { '39': '00', '12': '00' },
  cancel_mid_term: { '50': '70', '55': '70' },
  schedule_cancellation: { '50': '50', '55': '55' },
};

/** Returns the name of a call in the state table; a charge issues a policy or pays an instalment. */
function actionOf(call: Call, from: Status): Action {
  if (call === 'charge') return from === '45' ? 'issue' : 'pay_instalment';
  const names: Partial<Record<Call, Action>> = {
    'insert object': 'update',
    'PUT request_approval': 'request_approval',
    'GET request_approval': 'request_approval',
    DELETE: 'cancel',
    approve_with_terms: 'approve',
  };
  return names[call] ?? (call as Action);
}

/** Actions without a call on a fire application, or with separate tests: due work, renewal (below) and vehicles. */
const NOT_CALLED: readonly Action[] = [
  ...([
    'insert',
    'acceptance_expires',
    'prepay_expires',
    'instalment_unpaid',
    'lapse',
    'expire',
    'renewal_starts',
    'transfer',
    'erase',
  ] as const),
  ...([
    'renew',
    'prepare_renewal',
    'issue_renewal',
    'unschedule_cancellation',
    'void_renewal',
    'freeze',
    'request_customer_approval',
  ] as const),
  ...(['pay_earned_premium', 'reverse_payment', 'reinstate'] as const),
  ...(['amend', 'reverse_amendment', 'expire_amendment', 'start_segment'] as const),
];

const ILLEGAL: Changes = { 'objects_insured[0].illegal': '1' };
const QUARTERLY: Changes = { pay_frequency_in_months: 3 };

async function after(changes: Changes, ...path: readonly Call[]): Promise<FireEntity> {
  let entity = await agent.insert(agent.body(changes));
  for (const call of path) {
    const response = await CALLS[call](entity);
    if (response.status >= 300) throw new Error(`${call}: ${response.status} ${response.text}`);
    entity = await agent.get(entity.id);
  }
  return entity;
}

/** Creates a policy and runs the due work at a later moment. */
async function later(changes: Changes, instant: string): Promise<FireEntity> {
  const { id } = await after(changes, 'prepay', 'charge');
  await at(instant);
  await app.runDueWork('production');
  return agent.get(id);
}

/** Creates a policy that lapsed and whose earned premium is paid. */
async function lapsed(): Promise<FireEntity> {
  const { id } = await later(QUARTERLY, '2027-02-28T08:00:00Z');
  await at('2027-04-05T08:00:00Z');
  await app.runDueWork('production');
  expectStatus(205, await CALLS.charge({ id } as FireEntity));
  return agent.get(id);
}

/** Creates a policy with a started renewal. */
async function renewed(): Promise<FireEntity> {
  const { id } = await later({}, '2027-10-15T08:00:00Z');
  expectStatus(205, await CALLS.charge({ id } as FireEntity));
  await at('2027-12-01T08:00:00Z');
  await app.runDueWork('production');
  return agent.get(id);
}

/** Creates an application in each status. A fire application never reaches 12, which is written by SQL. */
const WAYS: Readonly<Record<Status, () => Promise<FireEntity>>> = {
  '00': () => after({ 'objects_insured[0].insured_values': [] }),
  '25': () => after(ILLEGAL),
  '01': () => after({}),
  '30': () => after(ILLEGAL, 'PUT request_approval'),
  '11': () => after(ILLEGAL, 'PUT request_approval', 'request_documents'),
  '12': () => agent.insertIn('12'),
  '39': () => after({}, 'send_for_acceptance'),
  '31': () => after(ILLEGAL, 'PUT request_approval', 'decline'),
  '45': () => after({}, 'prepay'),
  '02': () => after({}, 'DELETE'),
  '50': () => later(QUARTERLY, '2027-02-10T08:00:00Z'),
  '55': () => later(QUARTERLY, '2027-03-05T08:00:00Z'),
  '60': () => later({}, '2027-12-01T08:00:00Z'),
  '65': renewed,
  '70': () => lapsed(),
};

function refusalOf(call: Call, from: Status): ExpectedError {
  if (call === 'charge' && FINAL_STATUSES.has(from)) return { code: '-702' };
  return { code: FINAL_STATUSES.has(from) ? '-401' : '-400' };
}

/** Whether the call repeats a request for approval, which succeeds without a change. */
const isRepeated = (call: Call, from: Status): boolean => from === '30' && call.endsWith('request_approval');

describe('the table of expected transitions', () => {
  it('equals the state table', () => {
    const fire = STATE_TABLE.filter((row) => (row.line ?? 'fire') === 'fire' && row.within === undefined);
    for (const call of calls)
      for (const from of statuses) {
        const row = fire.find((candidate) => candidate.from === from && candidate.action === actionOf(call, from));
        const to = row?.to === 'calculated' ? from : row?.to;
        // The answer to a vehicle's terms is in the table for both lines, because no fire application reaches it.
        expect([call, from, ALLOWED[call][from]]).toEqual([call, from, to]);
      }
  });

  it('includes every action', () => {
    const called = new Set(calls.flatMap((call) => statuses.map((from) => actionOf(call, from))));
    const actions = new Set(STATE_TABLE.map(({ action }) => action));
    expect([...actions].filter((action) => !called.has(action)).sort()).toEqual([...NOT_CALLED].sort());
  });
});

describe.each(statuses)('status %s', (from) => {
  const allowed = calls.filter((call) => ALLOWED[call][from] !== undefined);
  const refused = calls.filter((call) => ALLOWED[call][from] === undefined && !isRepeated(call, from));

  it(`can be reached and refuses ${refused.length} actions without changing anything`, async () => {
    const entity = await WAYS[from]();
    expect(entity.status_code).toBe(from);
    await expectAllRefused(
      app,
      refused.map((call) => [() => CALLS[call](entity), refusalOf(call, from)]),
    );
  });

  if (allowed.length > 0)
    it.each(allowed)('allows %s', async (call) => {
      const entity = await WAYS[from]();
      const before = await getHistory(agent, entity.id);
      const response = await CALLS[call](entity);
      expect([response.status, response.status < 300 ? '' : response.text]).toEqual([expect.any(Number), '']);
      const to = ALLOWED[call][from]!;
      expect(await getHistory(agent, entity.id)).toEqual({
        status: to,
        version: before.version + 1,
        transitions: [...before.transitions, `${from} ${actionOf(call, from)} ${to}`],
        versions: [...before.versions, `${before.version} ${from}`],
      });
      expect((await agent.get(entity.id)).status_code).toBe(to);
    });
});

it('a repeated request_approval in status 30 gets 205 and changes nothing', async () => {
  const entity = await WAYS['30']();
  const before = await app.readFingerprint();
  for (const call of calls.filter((candidate) => isRepeated(candidate, '30'))) expectStatus(205, await CALLS[call](entity));
  expect(await app.readFingerprint()).toEqual(before);
});

it('a charge in status 50 is refused as paid until the next instalment opens', async () => {
  const yearly = await after({}, 'prepay', 'charge');
  const quarterly = await after(QUARTERLY, 'prepay', 'charge');
  await expectAllRefused(
    app,
    [yearly, quarterly].map((policy) => [() => CALLS.charge(policy), { code: '-702' }]),
  );
});

it('a charge in status 50 near the anniversary renews, and at the anniversary the clock ends the renewed policy', async () => {
  const policy = await after({}, 'prepay', 'charge');
  await at('2027-10-15T08:00:00Z');
  const before = await getHistory(agent, policy.id);
  const renewal = expectStatus(205, await CALLS.charge(policy)).json<FireEntity>();
  expect(await getHistory(agent, renewal.id)).toEqual({
    status: '50',
    version: 2,
    transitions: ['- insert 01', '01 issue_renewal 50'],
    versions: ['1 01'],
  });
  const next = { version: before.version + 1, versions: [...before.versions, `${before.version} 50`] };
  expect(await getHistory(agent, policy.id)).toEqual({ ...before, ...next, transitions: [...before.transitions, '50 renew 50'] });

  await at('2027-11-30T22:00:00Z');
  await app.runDueWork('production');
  expect((await getHistory(agent, policy.id)).transitions.slice(before.transitions.length)).toEqual([
    '50 renew 50',
    '50 renewal_starts 65',
  ]);
  expect((await getHistory(agent, renewal.id)).transitions).toHaveLength(2);
});

it('the clock prepares a renewal near the anniversary, and a charge of the policy issues it', async () => {
  const policy = await later({}, '2027-10-15T08:00:00Z');
  const renewal = expectStatus(205, await CALLS.charge(policy)).json<FireEntity>();
  expect((await getHistory(agent, policy.id)).transitions.at(-1)).toBe('50 prepare_renewal 50');
  expect((await getHistory(agent, renewal.id)).transitions).toEqual(['- insert 01', '01 prepay 45', '45 issue 50']);
});

it('an application in status 01 has no renewal to issue, and a fire application is not issued by charge', async () => {
  const calculated = await WAYS['01']();
  const [refused] = await expectAllRefused(app, [[() => CALLS.charge(calculated), { code: '-400' }]]);
  expect(refused?.json<{ message: string }>().message).not.toContain('issue');
});
