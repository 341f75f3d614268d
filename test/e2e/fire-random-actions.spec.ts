import { jest } from '@jest/globals';
import { STATE_TABLE } from '../../src/record/core/applications/state-table.js';
import type { Action } from '../../src/record/core/applications/action.js';
import type { HttpResponse } from '../support/client.js';
import { charge } from '../support/collection.js';
import { getRounds, readSeed, createRandom } from '../support/depth.js';
import { FireApp, getHistory, type FireAgent, type FireEntity } from '../support/fire-app.js';
import { buildChildPath, buildChild } from '../support/fire-children.js';
import { uploadSigned } from '../support/signed-paper.js';
import { StaffClient } from '../support/staff-client.js';

// Hundreds of calls may print documents.
jest.setTimeout(120_000);

const CLIENTS = 50;
const TURNS = 6;
const LAST_TURNS = 2;
const SEED = readSeed('ACTIONS_SEED', 1);
const SEEDS = Array.from({ length: getRounds({ everyday: 1, deep: 3 }) }, (_, index) => SEED + index);

/** Document that proves acceptances. */
let signed: number;
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

/** Calls by the action's name in the state table; an update writes a unique mark. */
const CALLS: Partial<Record<Action, (entity: FireEntity, mark: string) => Promise<HttpResponse>>> = {
  update: ({ id }, city) => agent.put(id, { fire_application: { client: { city }, insured: {} } }),
  calc: ({ id }) => agent.act(id, 'calc'),
  edit: ({ id }) => agent.act(id, 'edit'),
  request_approval: ({ id }) => agent.act(id, 'request_approval'),
  send_for_acceptance: ({ id }) => agent.act(id, 'send_for_acceptance'),
  prepay: ({ id }) => agent.act(id, 'prepay'),
  approve: ({ id }) => underwriter.decide(id, 'approve'),
  return: ({ id }) => underwriter.decide(id, 'return'),
  request_documents: ({ id }) => underwriter.decide(id, 'request_documents'),
  decline: ({ id }) => underwriter.decide(id, 'decline'),
  accept: ({ id }) => issuing.recordAcceptance(id, true, { documentId: signed }),
  reject: ({ id }) => issuing.recordAcceptance(id, false),
};
const ACTIONS = Object.keys(CALLS) as Action[];
/** Actions that end in 45, from where no other action leads on. */
const ENDING: readonly Action[] = ['prepay', 'accept'];
const LEADING_ON = ACTIONS.filter((action) => !ENDING.includes(action));
/** A call that waits longer than five seconds for the row is refused and changes nothing (gateway.28). */
const BUSY = '503 -2';
const REFUSALS = ['400 -400', '400 -401', '412 -402', '400 -702', BUSY];

interface Done {
  readonly action: Action;
  readonly mark: string;
  readonly response: HttpResponse;
}

/** Chooses the actions of one client by the seed alone. */
function listTurns(pool: readonly Action[], count: number, random: () => number): Action[] {
  return Array.from({ length: count }, () => pool[Math.floor(random() * pool.length)]!);
}

/** Runs all clients in parallel, each with one action after the other. */
async function play(entity: FireEntity, round: string, turns: readonly Action[][]): Promise<Done[]> {
  const client = async (actions: readonly Action[], index: number): Promise<Done[]> => {
    const done: Done[] = [];
    for (const [turn, action] of actions.entries()) {
      const mark = `client ${index}.${round}.${turn}`;
      done.push({ action, mark, response: await CALLS[action]!(entity, mark) });
    }
    return done;
  };
  return (await Promise.all(turns.map(client))).flat();
}

it.each(SEEDS)('fifty clients act at random on one application, and its history is a path of the state table (seed %d)', async (seed) => {
  const entity = await agent.insertIn('25');
  signed = await uploadSigned(agent, entity.id);
  const random = createRandom(seed);
  const turns = (pool: readonly Action[], count: number): Action[][] =>
    Array.from({ length: CLIENTS }, () => listTurns(pool, count, random));
  // Ending actions run last; otherwise a client that is refused often would soon end the path for all.
  const done = [...(await play(entity, 'first', turns(LEADING_ON, TURNS))), ...(await play(entity, 'last', turns(ACTIONS, LAST_TURNS)))];
  const refused = done.filter(({ response }) => response.status >= 300).map(({ response }) => outcome(response));
  expect([...new Set(refused)].filter((one) => !REFUSALS.includes(one))).toEqual([]);

  const succeeded = done.filter(({ response }) => response.status < 300);
  const { status, version, transitions } = await getHistory(agent, entity.id);
  const path = transitions.map((row) => row.split(' ') as [from: string, action: Action, to: string]);
  expect(path.map(([from]) => from)).toEqual(['-', ...path.slice(0, -1).map(([, , to]) => to)]);
  expect(path.at(-1)?.[2]).toBe(status);
  expect(path.filter(([from, action, to]) => !isInTable(from, action, to))).toEqual([]);
  expect(path).toHaveLength(version);

  // A repeated request for approval succeeds without a change.
  for (const action of ACTIONS.filter((name) => name !== 'request_approval'))
    expect([action, path.filter(([, made]) => made === action).length]).toEqual([
      action,
      succeeded.filter((one) => one.action === action).length,
    ]);
  expect(path.length).toBeGreaterThan(10);
  expect(await markedVersions(entity.id)).toEqual(
    succeeded
      .filter(({ action }) => action === 'update')
      .map(({ mark, response }) => ({ version: response.json<FireEntity>().version, mark }))
      .sort((one, other) => one.version - other.version),
  );
});

it('simultaneous charges and cancellations lead to a policy or a cancelled application, never both', async () => {
  const entity = await agent.insertIn('45');
  const calls = Array.from({ length: CLIENTS }, (_, index) =>
    index % 2 === 0 ? charge(agent, entity.id) : agent.act(entity.id, 'DELETE'),
  );
  const responses = await Promise.all(calls);
  expect(responses.filter(({ status }) => status < 300)).toHaveLength(1);
  const { status, transitions } = await getHistory(agent, entity.id);
  expect(['50', '02']).toContain(status);
  expect(transitions).toHaveLength(3);
  const receipts = await app.query('production', 'SELECT 1 FROM receipt WHERE application_id = $1', [entity.id]);
  expect(receipts.length > 0).toBe(status === '50');
});

it('fifty clients add, change and remove children, and each acknowledged one is stored at its place', async () => {
  const entity = await agent.insertIn('25');
  const insert = (): Promise<HttpResponse> =>
    agent.client.post(buildChildPath(agent, entity, 'claims_history'), { claims_history: buildChild(agent, 'claims_history') });
  const inserted = (await Promise.all(Array.from({ length: CLIENTS }, insert))).filter(({ status }) => status === 201);
  const ids = (await agent.get(entity.id)).objects_insured[0]?.claims_history?.map(({ claim_id: id }) => id) ?? [];
  expect(ids).toHaveLength(inserted.length);
  expect(new Set(ids).size).toBe(ids.length);

  const half = ids.filter((_, index) => index % 2 === 0);
  const removed = await Promise.all(half.map((id) => agent.client.delete(`${buildChildPath(agent, entity, 'claims_history')}/${id}`)));
  const gone = new Set(half.filter((_, index) => removed[index]?.status === 204));
  const left = (await agent.get(entity.id)).objects_insured[0]?.claims_history?.map(({ claim_id: id }) => id);
  expect(left).toEqual(ids.filter((id) => !gone.has(id)));
});

function isInTable(from: string, action: Action, to: string): boolean {
  return STATE_TABLE.some(
    (row) =>
      (row.from ?? '-') === from &&
      row.action === action &&
      (row.to === to || (row.to === 'calculated' && ['00', '25', '01'].includes(to))),
  );
}

/** Lists the versions that contain the mark of an update, each once. */
function markedVersions(id: number): Promise<{ version: number; mark: string }[]> {
  return app.query(
    'production',
    `SELECT min(version) AS version, mark FROM (
       SELECT version, state->'questionnaire'->'client'->>'city' AS mark FROM application_version WHERE application_id = $1
       UNION ALL SELECT version, questionnaire->'client'->>'city' FROM application WHERE id = $1) AS every
     WHERE mark LIKE 'client %' GROUP BY mark ORDER BY version`,
    [id],
  );
}

/** Returns the status with the error code. @example 400 -400 */
function outcome({ status, text }: HttpResponse): string {
  return `${status} ${(JSON.parse(text) as { error: string }).error}`;
}
