import { startApp, type RunningApp } from '../support/app.js';
import type { HttpResponse } from '../support/client.js';
import { ManualClock } from '../support/manual-clock.js';
import { createStaff, type StaffAccess } from '../support/staff-client.js';
import { TableFingerprints } from '../support/table-fingerprints.js';

const KEYS = '/backoffice-api/user-keys';
const TOKENS = '/auth-api/resources/tokens';

interface UserKey {
  readonly id: number;
  readonly userKey: string;
  readonly prefix: string;
}

const clock = new ManualClock('2026-11-20T08:00:00Z');
let running: RunningApp;
let admin: StaffAccess;
let agent: StaffAccess;
let tables: TableFingerprints;
let program: { programId: number; apiKey: string; id: number };

beforeAll(async () => {
  running = await startApp({ clock });
  [admin, agent] = [await createStaff(running, 'admin'), await createStaff(running, 'agent', '10001')];
  for (const root of ['', '/dev']) {
    const body = { code: '10001', name: 'Agent', type: 'direct', creditLimit: 100 };
    expect((await admin.client.post(`${root}/backoffice-api/agents`, body)).status).toBe(201);
  }
  program = await createProgram('Portal');
  tables = await TableFingerprints.open(running.database.url, ['gateway']);
});
afterAll(async () => {
  await tables.close();
  await running.stop();
});

async function createProgram(name: string, status = 'active'): Promise<{ programId: number; apiKey: string; id: number }> {
  const terms = { name, status, services: ['fire-api', 'auth-api'], environments: ['production', 'sandbox'] };
  return (await admin.client.post('/backoffice-api/api-keys', terms)).json();
}

async function create(caller = agent): Promise<UserKey> {
  const response = await caller.client.post(KEYS, { programId: program.programId });
  expect(response.status).toBe(201);
  return response.json<UserKey & Record<string, unknown>>();
}

function getToken(userKey: string, apiKey = program.apiKey): Promise<HttpResponse> {
  return running.client.withKey(apiKey).post(TOKENS, { 'user-key': userKey });
}

async function callWith(token: string): Promise<number> {
  return (await running.client.withKey(program.apiKey).withToken(token).get('/fire-api/rsc/applications')).status;
}

function advanceMs(ms: number): void {
  clock.set(new Date(clock.now().getTime() + ms));
}

describe('user-keys', () => {
  it('are created for a program, shown once, and exchanged for tokens', async () => {
    const response = await agent.client.post(KEYS, { programId: program.programId });
    const key = response.json<UserKey>();
    expect(response.status).toBe(201);
    expect(key).toEqual({
      id: expect.any(Number) as number,
      programId: program.programId,
      programName: 'Portal',
      prefix: key.userKey.slice(0, 6),
      enabled: true,
      createdAt: '2026-11-20T08:00:00.000Z',
      userKey: expect.stringMatching(/^[A-Za-z0-9]{40}$/) as string,
    });
    expect((await getToken(key.userKey)).status).toBe(201);
    const list = await agent.client.get(KEYS);
    expect(list.json()).toMatchObject({ start: 1, limit: 50, total: 1, items: [{ id: key.id, prefix: key.prefix }] });
    expect(list.text).not.toContain(key.userKey);
    const { apiKey } = await createProgram('Another');
    expect((await getToken(key.userKey, apiKey)).status).toBe(401);
  });

  it('lose their tokens permanently within two seconds when disabled, deleted or recreated', async () => {
    for (const act of [
      (id: number) => agent.client.patch(`${KEYS}/${id}`, { enabled: false }),
      (id: number) => agent.client.delete(`${KEYS}/${id}`),
      (id: number) => agent.client.post(`${KEYS}/${id}/recreate`),
    ]) {
      const { id, userKey } = await create();
      const { token } = (await getToken(userKey)).json<{ token: string }>();
      expect(await callWith(token)).toBe(200);
      const response = await act(id);
      expect([200, 201, 204]).toContain(response.status);
      expect((await getToken(userKey)).status).toBe(401);
      advanceMs(2_000);
      expect(await callWith(token)).toBe(401);
      if (response.status === 201) expect((await getToken(response.json<UserKey>().userKey)).status).toBe(201);
      if (response.status !== 200) continue;
      expect((await agent.client.patch(`${KEYS}/${id}`, { enabled: true })).json()).toMatchObject({ id, enabled: true });
      expect(await callWith(token)).toBe(401);
      expect((await getToken(userKey)).status).toBe(201);
    }
  });

  it('stop working with their API key and with their owner', async () => {
    const other = await createStaff(running, 'agent', '10001');
    const { userKey } = await create(other);
    const { token } = (await getToken(userKey)).json<{ token: string }>();
    expect(await callWith(token)).toBe(200);
    await admin.client.patch(`/backoffice-api/users/${other.userId}`, { status: 'disabled' });
    advanceMs(2_000);
    expect(await callWith(token)).toBe(401);
    expect((await getToken(userKey)).status).toBe(401);
  });

  it('are recreated by one of two simultaneous callers', async () => {
    const { id } = await create();
    const responses = await Promise.all(Array.from({ length: 5 }, () => agent.client.post(`${KEYS}/${id}/recreate`)));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400]);
  });

  it('are not found when malformed, deleted or of another user', async () => {
    const stranger = await createStaff(running, 'agent', '10001');
    const mine = await create();
    const deleted = await create();
    expect((await agent.client.delete(`${KEYS}/${deleted.id}`)).status).toBe(204);
    const before = await tables.read();
    for (const [caller, id] of [
      [stranger, mine.id],
      [agent, deleted.id],
      [agent, 'abc'],
      [agent, 999_999],
      [agent, '12345678901'],
    ] as const) {
      for (const response of [
        await caller.client.patch(`${KEYS}/${id}`, { enabled: false }),
        await caller.client.delete(`${KEYS}/${id}`),
        await caller.client.post(`${KEYS}/${id}/recreate`),
      ]) {
        expect(response.status).toBe(400);
        expect(response.json()).toEqual({ status: 'ERROR', error: '-304', message: 'Δεν βρέθηκε.' });
      }
    }
    expect(await tables.read()).toEqual(before);
    expect((await stranger.client.get(KEYS)).json()).toMatchObject({ total: 0, items: [] });
  });

  it('require a program that can call', async () => {
    const disabled = await createProgram('Off', 'disabled');
    const unverified = await createProgram('New', 'unverified');
    const before = await tables.read();
    for (const [body, code] of [
      [{}, '-101'],
      [{ programId: 'x' }, '-102'],
      [{ programId: 999_999 }, '-103'],
      [{ programId: disabled.programId }, '-103'],
      [{ programId: unverified.programId }, '-103'],
    ] as const) {
      const response = await agent.client.post(KEYS, body);
      expect([body, response.status, response.json()['error']]).toEqual([body, 400, code]);
      expect(response.json()).toMatchObject({ details: [{ path: 'programId' }] });
    }
    const { id } = program;
    expect((await agent.client.patch(`${KEYS}/${id}`, { enabled: 'no' })).json()).toMatchObject({
      details: [{ path: 'enabled', code: '-102' }],
    });
    expect(await tables.read()).toEqual(before);
  });

  it('are limited to a hundred per user', async () => {
    const collector = await createStaff(running, 'agent', '10001');
    for (let round = 0; round < 100; round += 1) await create(collector);
    const response = await collector.client.post(KEYS, { programId: program.programId });
    expect([response.status, response.json()['error']]).toEqual([400, '-400']);
    expect((await collector.client.get(`${KEYS}?start=100`)).json<{ items: unknown[] }>().items).toHaveLength(1);
  });
});
