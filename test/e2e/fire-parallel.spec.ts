import type { HttpResponse } from '../support/client.js';
import { FireApp, getHistory, type FireAgent, type FireEntity } from '../support/fire-app.js';

const CALLS = 20;

let app: FireApp;
let agent: FireAgent;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).production;
});
afterAll(() => app.stop());

const repeat = <T>(count: number, call: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)));
/** Returns the status with the error code. @example 400 -400 */
const outcome = ({ status, text }: HttpResponse): string =>
  status < 300 ? String(status) : `${status} ${(JSON.parse(text) as { error: string }).error}`;
const count = (responses: readonly HttpResponse[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const response of responses) counts[outcome(response)] = (counts[outcome(response)] ?? 0) + 1;
  return counts;
};

/** Expects one transition and one previous version for each version, each continuing the one before. */
async function expectWholeHistory(id: number): Promise<void> {
  const { status, version, transitions, versions } = await getHistory(agent, id);
  expect(transitions).toHaveLength(version);
  expect(versions.map((row) => Number(row.split(' ')[0]))).toEqual(Array.from({ length: version - 1 }, (_, index) => index + 1));
  const froms = transitions.map((row) => row.split(' ')[0]);
  const tos = transitions.map((row) => row.split(' ')[2]);
  expect(froms).toEqual(['-', ...tos.slice(0, -1)]);
  expect(tos.at(-1)).toBe(status);
  expect(versions.map((row) => row.split(' ')[1])).toEqual(tos.slice(0, -1));
}

describe('twenty simultaneous calls', () => {
  it('return 205 for one prepay and -400 for all others', async () => {
    const { id } = await agent.insertIn('01');
    expect(count(await repeat(CALLS, () => agent.act(id, 'prepay')))).toEqual({ '205': 1, '400 -400': CALLS - 1 });
    expect((await getHistory(agent, id)).transitions).toEqual(['- insert 01', '01 prepay 45']);
    const codes = await app.query('production', 'SELECT 1 FROM payment_code WHERE application_id = $1', [id]);
    expect(codes).toHaveLength(1);
  });

  it('return 204 for one DELETE and -401 for all others', async () => {
    const { id } = await agent.insertIn('45');
    expect(count(await repeat(CALLS, () => agent.act(id, 'DELETE')))).toEqual({ '204': 1, '400 -401': CALLS - 1 });
    await expectWholeHistory(id);
  });

  it('lose no update: each is a separate version or refused as late', async () => {
    const { id } = await agent.insertIn('25');
    const update = (city: string): Promise<HttpResponse> => agent.put(id, { fire_application: { client: { city }, insured: {} } });
    const responses = await repeat(CALLS, (index) => update(`Πόλη ${index}`));
    const done = responses.filter(({ status }) => status === 200).map((response) => response.json<FireEntity>());
    expect(done.length).toBeGreaterThan(0);
    expect(count(responses)).toEqual({ '200': done.length, ...(done.length < CALLS ? { '412 -402': CALLS - done.length } : {}) });

    await expectWholeHistory(id);
    const kept = await app.query<{ version: number; city: string }>(
      'production',
      `SELECT version, state->'questionnaire'->'client'->>'city' AS city FROM application_version WHERE application_id = $1
       UNION ALL SELECT version, questionnaire->'client'->>'city' FROM application WHERE id = $1 ORDER BY version`,
      [id],
    );
    expect(kept).toHaveLength(done.length + 1);
    const answered = done.map(({ version, client }) => ({ version, city: client.city })).sort((a, b) => a.version - b.version);
    expect(kept.slice(1)).toEqual(answered);
  });

  it('keep the items of the application when updates and calculations run together', async () => {
    const { id, objects_insured: objects } = await agent.insertIn('25');
    const claim = { claim_date: '2024-01-01', claim_amount: 1 };
    const change = { object_id: objects[0]?.object_id, claims_history: [claim] };
    const responses = await repeat(CALLS, (index) =>
      index % 2 === 0 ? agent.act(id, 'calc') : agent.put(id, { fire_application: { client: {}, insured: {}, objects_insured: [change] } }),
    );
    expect(Object.keys(count(responses)).filter((key) => !['200', '412 -402'].includes(key))).toEqual([]);
    await expectWholeHistory(id);
    expect((await agent.get(id)).objects_insured[0]?.object_id).toBe(objects[0]?.object_id);
  });

  it('leave one order of prepay, edit and DELETE in the record', async () => {
    const actions = ['prepay', 'edit', 'DELETE'];
    const { id } = await agent.insertIn('01');
    const responses = await repeat(CALLS, (index) => agent.act(id, actions[index % 3] ?? ''));
    const done = responses.filter(({ status }) => status < 300);
    const refused = Object.keys(count(responses.filter(({ status }) => status >= 300)));
    expect(refused.filter((key) => !['400 -400', '400 -401', '412 -402'].includes(key))).toEqual([]);
    await expectWholeHistory(id);
    expect((await getHistory(agent, id)).version).toBe(1 + done.length);
  });

  it('insert applications that each have their own number', async () => {
    const inserted = await repeat(CALLS, () => agent.insert());
    expect(new Set(inserted.map((entity) => entity.id)).size).toBe(CALLS);
    expect(new Set(inserted.map((entity) => entity.application_no)).size).toBe(CALLS);
    expect(new Set(inserted.map((entity) => entity.objects_insured[0]?.object_id)).size).toBe(CALLS);
  });
});
