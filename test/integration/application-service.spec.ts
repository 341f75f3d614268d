import { ErrorCode } from '../../src/common/error-codes.js';
import type { UserCaller } from '../../src/common/caller.js';
import { AgentService } from '../../src/record/money/agents/agent.service.js';
import type { Actor, ApplicationDraft, ApplicationRecord } from '../../src/record/core/applications/application.js';
import { ApplicationHistoryRepository } from '../../src/record/core/applications/application-history.repository.js';
import { ApplicationRepository } from '../../src/record/core/applications/application.repository.js';
import { ApplicationService, type Decision } from '../../src/record/core/applications/application.service.js';
import { STATE_TABLE, type ActorRole } from '../../src/record/core/applications/state-table.js';
import type { Action } from '../../src/record/core/applications/action.js';
import { PartyRepository } from '../../src/record/core/parties/party.repository.js';
import { AgentClocks } from '../../src/store/agent-clocks.js';
import { Store } from '../../src/store/store.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { referenceLists } from '../support/lists.js';
import { TEST_TIME, testAgent, testDraft, testPerson } from '../support/record-fixtures.js';
import { getExamplePrice } from '../support/worked-examples.js';

const ENVIRONMENT = 'production';
const PRICE = { ...getExamplePrice('F-1'), tariffCode: 'FIRE', tariffVersion: 1 };
const UNCHANGED: Decision<'fire'> = { change: {} };
const UNPRICED: Decision<'fire'> = { change: { price: null } };

let database: TestDatabase;
let store: Store;
let applications: ApplicationService;
let history: ApplicationHistoryRepository;
let minutes = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  store = await Store.open(database.config);
  history = new ApplicationHistoryRepository(store);
  applications = createService();
  for (const environment of ['production', 'sandbox'] as const)
    for (const code of ['A100', 'A200']) await new AgentService(store).create({ environment, at: TEST_TIME }, testAgent({ code }));
});

afterAll(async () => {
  await store.close();
  await database.drop();
});

describe('an action that the state table allows', () => {
  it.each<[from: Prepared, action: Action, role: ActorRole, decision: Decision<'fire'>, to: string]>([
    ['00', 'update', 'agent', { change: {}, calculated: '00' }, '00'],
    ['00', 'calc', 'agent', { change: { price: PRICE }, calculated: '25' }, '25'],
    ['00', 'calc', 'agent', { change: { price: PRICE }, calculated: '01' }, '01'],
    ['00', 'cancel', 'agent', UNCHANGED, '02'],
    ['25', 'request_approval', 'agent', UNCHANGED, '30'],
    ['01', 'edit', 'agent', UNPRICED, '00'],
    ['01', 'cancel', 'agent', UNCHANGED, '02'],
    ['30', 'approve', 'underwriter', UNCHANGED, '01'],
    ['30', 'return', 'underwriter', UNPRICED, '00'],
    ['30', 'request_documents', 'underwriter', UNCHANGED, '11'],
    ['30', 'decline', 'underwriter', UNCHANGED, '31'],
    ['11', 'request_approval', 'agent', UNCHANGED, '30'],
    ['11', 'decline', 'underwriter', UNCHANGED, '31'],
    ['31', 'edit', 'agent', UNPRICED, '00'],
  ])('moves an application in %s by %s of the %s to its next status', async (from, action, role, decision, to) => {
    const before = await prepare(from);
    const after = await perform(before, action, role, () => decision);
    expect(after).toMatchObject({
      status: to,
      version: before.version + 1,
      price: 'price' in decision.change ? decision.change.price : before.price,
    });
    expect(await read(before.id)).toEqual(after);
  });
});

describe('an action that the state table does not allow', () => {
  it.each<[Prepared, ErrorCode]>([
    ['00', ErrorCode.NOT_ALLOWED_IN_STATUS],
    ['25', ErrorCode.NOT_ALLOWED_IN_STATUS],
    ['01', ErrorCode.NOT_ALLOWED_IN_STATUS],
    ['30', ErrorCode.NOT_ALLOWED_IN_STATUS],
    ['11', ErrorCode.NOT_ALLOWED_IN_STATUS],
    ['31', ErrorCode.NOT_ALLOWED_IN_STATUS],
    ['02', ErrorCode.FINAL_STATUS],
  ])('is refused in status %s before anything is decided or written', async (status, code) => {
    const application = await prepare(status);
    const transitions = await listTransitions(application.id);
    let refused = 0;
    for (const role of ['agent', 'underwriter', 'customer', 'clock'] as const)
      for (const action of new Set(STATE_TABLE.map((row) => row.action))) {
        if (
          STATE_TABLE.some(
            (row) => row.from === status && row.action === action && row.actors.includes(role) && (row.line ?? 'fire') === 'fire',
          )
        )
          continue;
        await expect(perform(application, action, role, failUndecided)).rejects.toMatchObject({ code });
        refused += 1;
      }
    expect(refused).toBeGreaterThan(50);
    expect(await read(application.id)).toEqual(application);
    expect(await listTransitions(application.id)).toEqual(transitions);
  });
});

describe('a call that names a version', () => {
  it.each<ActorRole>(['agent', 'underwriter'])('is carried out for the %s on that version and refused on any other', async (role) => {
    const { id, version } = await prepare('30');
    const action = role === 'agent' ? 'cancel' : 'request_documents';
    const asked = role === 'agent' ? await perform(await read(id), 'request_documents', 'underwriter', () => UNCHANGED) : await read(id);
    const stale = { expectedVersions: [version - 1, asked.version + 1] };
    await expect(perform(asked, action, role, failUndecided, stale)).rejects.toMatchObject({ code: ErrorCode.CHANGED_MEANWHILE });
    expect(await read(id)).toEqual(asked);
    const done = await perform(asked, action, role, () => UNCHANGED, { expectedVersions: [version - 1, asked.version] });
    expect(done.version).toBe(asked.version + 1);
  });

  it('is refused by a change that is committed while the call decides', async () => {
    const application = await prepare('00');
    const call = perform(application, 'update', 'agent', () => interfere(application, '00'), { expectedVersions: [application.version] });
    await expect(call).rejects.toMatchObject({ code: ErrorCode.CHANGED_MEANWHILE });
    expect((await read(application.id)).version).toBe(application.version + 1);
  });
});

describe('a call that names no version', () => {
  it('decides again on what a faster action left', async () => {
    const application = await prepare('00');
    const seen: number[] = [];
    const saved = await perform(application, 'update', 'agent', async ({ version }) => {
      seen.push(version);
      if (seen.length === 1) await interfere(application, '00');
      return { change: { clientName: `Seen ${version}` }, calculated: '00' };
    });
    expect(seen).toEqual([application.version, application.version + 1]);
    expect(saved).toMatchObject({ version: application.version + 2, clientName: `Seen ${application.version + 1}` });
  });

  it('is refused by the status that a faster action left', async () => {
    const application = await prepare('01');
    const call = perform(application, 'edit', 'agent', async () => {
      await applications.cancel(caller(), String(application.id), 'fire');
      return UNPRICED;
    });
    await expect(call).rejects.toMatchObject({ code: ErrorCode.FINAL_STATUS });
    expect(await read(application.id)).toMatchObject({ status: '02', price: application.price });
  });

  it('is refused after three attempts that others were faster than', async () => {
    const application = await prepare('00');
    let attempts = 0;
    const call = perform(application, 'update', 'agent', () => {
      attempts += 1;
      return interfere(application, '00');
    });
    await expect(call).rejects.toMatchObject({ code: ErrorCode.CHANGED_MEANWHILE });
    expect([attempts, (await read(application.id)).version]).toEqual([3, application.version + 3]);
  });
});

describe('an application of another agent', () => {
  it('is refused like a missing one, a malformed id, another line and another environment', async () => {
    const { id } = await prepare('01');
    const calls: [UserCaller, string, 'fire' | 'motor'][] = [
      [caller({ agentCode: 'A200' }), String(id), 'fire'],
      [caller(), '999999999', 'fire'],
      [caller(), `${id}x`, 'fire'],
      [caller(), '', 'fire'],
      [caller(), String(id), 'motor'],
      [{ ...caller(), environment: 'sandbox' }, String(id), 'fire'],
    ];
    for (const [by, text, line] of calls) {
      await expect(applications.getApplication(by, text, line)).rejects.toMatchObject({ code: ErrorCode.APPLICATION_NOT_FOUND });
      await expect(applications.cancel(by, text, line)).rejects.toMatchObject({ code: ErrorCode.APPLICATION_NOT_FOUND });
    }
    expect(await read(id)).toMatchObject({ status: '01', version: 1 });
  });

  it('is read by its supervisor, who cannot change it', async () => {
    const application = await prepare('25');
    const supervisor = caller({ agentCode: 'A200', readableAgents: ['A200', 'A100'] });
    const id = String(application.id);
    expect(await applications.getApplication(supervisor, id, 'any')).toEqual(application);
    for (const call of [
      () => applications.getOwnApplication(supervisor, id, 'fire'),
      () => applications.act(supervisor, id, 'fire', 'cancel', failUndecided),
      () => applications.cancel(supervisor, id, 'fire'),
      () => applications.requestApproval(supervisor, id, 'fire'),
    ])
      await expect(call()).rejects.toMatchObject({ code: ErrorCode.AGENT_CODE_REFUSED });
    expect(await read(application.id)).toEqual(application);
  });
});

describe('the history of an application', () => {
  it('has a transition and the previous version for each change', async () => {
    const inserted = await prepare('01');
    const by = caller();
    const cancelled = await applications.cancel(by, String(inserted.id), 'fire');
    expect(cancelled).toMatchObject({ status: '02', version: 2, updatedAt: by.at });
    expect(await history.findVersion(ENVIRONMENT, inserted.id, 1)).toEqual(inserted);
    expect(await history.findVersion(ENVIRONMENT, inserted.id, 2)).toBeNull();
    expect(await history.findAsOf(ENVIRONMENT, inserted.id, inserted.createdAt)).toEqual(inserted);
    const stamp = { actor: 'agent', actorName: 'Μαρία', keyPrefix: 'abcdef', agentCode: 'A100' };
    expect(await history.findTransitions(ENVIRONMENT, inserted.id)).toEqual([
      { ...stamp, fromStatus: null, toStatus: '01', action: 'insert', reason: null, at: inserted.createdAt },
      { ...stamp, fromStatus: '01', toStatus: '02', action: 'cancel', reason: 'CANCELLED_BY_AGENT', at: by.at },
    ]);
  });

  it.each<[string, (id: number) => Decision<'fire'>, string]>([
    ['the work within fails', () => ({ change: {}, within: () => Promise.reject(new Error('within')) }), 'within'],
    ['the last write fails', () => ({ change: {}, also: () => Promise.reject(new Error('also')) }), 'also'],
    ['the application is not saved', () => ({ change: {}, within: () => Promise.resolve() }), 'was saved 0 times'],
    ['the application is saved twice', () => ({ change: {}, within: (_tx, save) => save().then(() => save()) }), 'was saved 2 times'],
  ])('contains neither the change nor the persons when %s', async (_case, decide, message) => {
    const application = await prepare('00');
    const transitions = await listTransitions(application.id);
    const person = testPerson({ afm: '111111102' });
    const decision = { ...decide(application.id), calculated: '00', persons: [person] } as const;
    await expect(perform(application, 'update', 'agent', () => decision)).rejects.toThrow(message);
    expect(await read(application.id)).toEqual(application);
    expect(await listTransitions(application.id)).toEqual(transitions);
    expect(await listRecords(person.afm)).toEqual([]);
  });

  it('is written together with the records of the persons and the further writes', async () => {
    const application = await prepare('00');
    const person = testPerson({ afm: '022222222' });
    const also = async (tx: { query(text: string): Promise<unknown> }): Promise<void> => {
      await tx.query(`UPDATE agent SET name = 'Renamed' WHERE code = 'A100'`);
    };
    await perform(application, 'update', 'agent', () => ({ change: {}, calculated: '00', persons: [person], also }));
    expect(await listRecords(person.afm)).toEqual(['A100']);
    expect(await listTransitions(application.id)).toEqual(['insert', 'update']);
    expect(await store.query(ENVIRONMENT, `SELECT name FROM agent WHERE code = 'A100'`)).toEqual([{ name: 'Renamed' }]);
  });
});

describe('the request for approval', () => {
  it('succeeds again without another version, but not for a version that is gone', async () => {
    const application = await prepare('25');
    const id = String(application.id);
    const requested = await applications.requestApproval(caller(), id, 'fire');
    expect(await applications.requestApproval({ ...caller(), expectedVersions: [2] }, id, 'fire')).toEqual(requested);
    await expect(applications.requestApproval({ ...caller(), expectedVersions: [1] }, id, 'fire')).rejects.toMatchObject({
      code: ErrorCode.CHANGED_MEANWHILE,
    });
    expect(await listTransitions(application.id)).toEqual(['insert', 'request_approval']);
  });

  it('is written once for simultaneous calls, all of which succeed', async () => {
    const application = await prepare('25');
    const calls = Array.from({ length: 5 }, () => applications.requestApproval(caller(), String(application.id), 'fire'));
    expect((await Promise.all(calls)).map(({ status, version }) => [status, version])).toEqual(calls.map(() => ['30', 2]));
    expect(await listTransitions(application.id)).toEqual(['insert', 'request_approval']);
  });
});

describe('a listener', () => {
  it('is called once with the application that was committed, and not for a refused action', async () => {
    const service = createService();
    const received: string[] = [];
    service.addListener(({ name }, { id, status }) => received.push(`${name} ${id} ${status}`));
    const { id } = await prepare('01');
    await service.cancel(caller(), String(id), 'fire');
    await expect(service.cancel(caller(), String(id), 'fire')).rejects.toMatchObject({ code: ErrorCode.FINAL_STATUS });
    expect(received).toEqual([`Μαρία ${id} 02`]);
  });
});

/** Statuses that `prepare` reaches by actions of the service. */
type Prepared = '00' | '25' | '01' | '30' | '11' | '31' | '02';
type Fire = ApplicationRecord<'fire'>;
type Decided = Decision<'fire'> | Promise<Decision<'fire'>>;

function createService(): ApplicationService {
  const parties = new PartyRepository(referenceLists);
  return new ApplicationService(store, new ApplicationRepository(store), parties, new AgentClocks(store));
}

/** Builds a caller of the agent, a minute later than the previous one. */
function caller(user: Partial<UserCaller['user']> = {}): UserCaller {
  const agentCode = user.agentCode ?? 'A100';
  return {
    environment: ENVIRONMENT,
    at: new Date(TEST_TIME.getTime() + ++minutes * 60_000),
    language: 'el',
    root: 'https://localhost',
    requestId: 'test',
    programId: 1,
    keyPrefix: 'abcdef',
    user: { id: 1, name: 'Μαρία', agentCode, readableAgents: [agentCode], ...user },
  };
}

/** Inserts an application of A100 and moves it to the status. */
async function prepare(status: Prepared): Promise<Fire> {
  const first = status === '00' ? '00' : status === '01' || status === '02' ? '01' : '25';
  const draft: ApplicationDraft<'fire'> = { ...testDraft('A100'), status: first, price: first === '00' ? null : PRICE };
  const { id } = await applications.insert(caller(), draft, []);
  if (status === '02') await applications.cancel(caller(), String(id), 'fire');
  if (first === '25' && status !== '25') await applications.requestApproval(caller(), String(id), 'fire');
  if (status === '11') await perform({ id }, 'request_documents', 'underwriter', () => UNCHANGED);
  if (status === '31') await perform({ id }, 'decline', 'underwriter', () => UNCHANGED);
  return read(id);
}

async function perform(
  { id }: Pick<Fire, 'id'>,
  action: Action,
  role: ActorRole,
  decide: (current: Fire) => Decided,
  more: Pick<UserCaller, 'expectedVersions'> = {},
): Promise<Fire> {
  const by = { ...caller(), ...more };
  if (role === 'agent') return applications.act<'fire'>(by, String(id), 'fire', action, async (current) => decide(current));
  const actor: Actor = { environment: ENVIRONMENT, at: by.at, role, name: 'Staff', keyPrefix: null, agentCode: null, ...more };
  const { application } = await applications.actAs(
    actor,
    String(id),
    action,
    async (current) => (await decide(current as Fire)) as Decision,
  );
  return application as Fire;
}

function failUndecided(): never {
  throw new Error('a refused action must not be decided');
}

/** Changes the application by another call before the decision is written. */
async function interfere({ id }: Fire, calculated: '00'): Promise<Decision<'fire'>> {
  await applications.act(caller(), String(id), 'fire', 'update', () => Promise.resolve({ change: {}, calculated }));
  return { change: {}, calculated };
}

async function read(id: number): Promise<Fire> {
  return (await applications.getAnyApplication(ENVIRONMENT, String(id))) as Fire;
}

async function listTransitions(id: number): Promise<string[]> {
  return (await history.findTransitions(ENVIRONMENT, id)).map(({ action }) => action);
}

async function listRecords(afm: string): Promise<string[]> {
  const rows = await store.query<{ code: string }>(ENVIRONMENT, 'SELECT agent_code AS code FROM party_record WHERE afm = $1', [afm]);
  return rows.map(({ code }) => code);
}
