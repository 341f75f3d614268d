import { ENVIRONMENTS } from '../../src/common/environment.js';
import type { KeyTerms } from '../../src/identity/api-key-registry.js';
import { startApp, type RunningApp } from '../support/app.js';
import type { Client, HttpResponse } from '../support/client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { getRounds } from '../support/depth.js';
import { createOAuthProgram, requestOAuthToken, toOAuthForm, type OAuthProgram } from '../support/oauth-program.js';
import { ManualClock } from '../support/manual-clock.js';
import { readOutbox } from '../support/outbox.js';
import { createStaff } from '../support/staff-client.js';
import { TableFingerprints } from '../support/table-fingerprints.js';

const START = '2026-11-20T08:20:00Z';
const DAY_MS = 24 * 3_600_000;
const KEYS = '/backoffice-api/api-keys';
const ROTATE = '/auth-api/resources/keys/rotate';
const PROBE = '/mtr-api/resources';
const TOKENS = '/auth-api/resources/tokens';
const EVENTS = '/events-api/resources/events';

const clock = new ManualClock(START);
let database: TestDatabase;
/** Two nodes of one database. */
let nodes: readonly RunningApp[];
let running: RunningApp;
let tables: TableFingerprints;

beforeAll(async () => {
  database = await createTestDatabase();
  running = await startApp({ clock, database });
  nodes = [running, await startApp({ clock, database })];
  tables = await TableFingerprints.open(database.url, ['gateway']);
});
afterAll(async () => {
  await tables.close();
  for (const node of nodes) await node.stop();
  await database.drop();
});
beforeEach(() => clock.set(START));

const createProgram = (terms: Partial<KeyTerms> = {}, owner?: string): Promise<OAuthProgram> => createOAuthProgram(running, terms, owner);

function at(days: number): Date {
  return new Date(Date.parse(START) + days * DAY_MS);
}

async function getClient(program: OAuthProgram, root = ''): Promise<Client> {
  return running.client.withKey(program.apiKey).withToken(await getToken(program, root));
}

async function getToken({ apiKey, userKey }: OAuthProgram, root = ''): Promise<string> {
  const response = await running.client.withKey(apiKey).post(`${root}${TOKENS}`, { 'user-key': userKey });
  expect(response.status).toBe(201);
  return response.json<{ token: string }>().token;
}

async function tryKey(apiKey: string, root = ''): Promise<string> {
  const response = await running.client.withKey(apiKey).get(`${root}${PROBE}`);
  return response.status === 200 ? '200' : `${response.status} ${response.json<{ error: { code: string } }>().error.code}`;
}

function query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return running.parts.store.query<Row>('gateway', text, values);
}

async function expectRefusal(expected: readonly [status: number, code: string], call: () => Promise<HttpResponse>): Promise<void> {
  const before = await tables.read();
  const response = await call();
  expect([response.status, response.json()['error']]).toEqual(expected);
  expect(await tables.read()).toEqual(before);
}

/** Runs a pass of the job on both nodes at once. */
async function runOnBothNodes(name: 'keyUses' | 'keyNotices' | 'unusedKeys'): Promise<void> {
  await Promise.all(nodes.map(({ parts }) => parts[name].job.run('gateway')));
}

async function announce(): Promise<void> {
  await runOnBothNodes('keyNotices');
  for (const environment of ENVIRONMENTS) await Promise.all(nodes.map(({ parts }) => parts.keyExpiryEvents.job.run(environment)));
}

describe('the expiry of a key', () => {
  it('is 365 days after its creation by default, or as given, or never', async () => {
    const admin = await createStaff(running, 'admin');
    const body = { name: 'Portal', services: ['mtr-api'], environments: ['production'] };
    const create = async (terms: object): Promise<unknown> => (await admin.client.post(KEYS, { ...body, ...terms })).json()['expiresAt'];
    expect(await create({})).toBe(at(365).toISOString());
    expect(await create({ expiresAt: '2027-01-15T10:00:00+02:00' })).toBe('2027-01-15T08:00:00.000Z');
    expect(await create({ expiresAt: null })).toBeNull();
  });

  it.each([
    ['2026-11-20T08:20:00Z', '-102'],
    ['2037-01-01', '-102'],
    ['tomorrow', '-104'],
  ])('is refused as %s', async (expiresAt, code) => {
    const admin = await createStaff(running, 'admin');
    const { keyId } = await createProgram();
    const body = { name: 'Portal', services: ['mtr-api'], environments: ['production'], expiresAt };
    for (const call of [() => admin.client.post(KEYS, body), () => admin.client.patch(`${KEYS}/${keyId}`, { expiresAt })]) {
      const before = await tables.read();
      const response = await call();
      expect([response.status, response.json()['details']]).toEqual([
        400,
        [{ path: 'expiresAt', code, message: expect.any(String) as string }],
      ]);
      expect(await tables.read()).toEqual(before);
    }
  });

  it.each(['', '/dev'])('ends it at its millisecond in %s/', async (root) => {
    const { apiKey } = await createProgram({ expiresAt: at(10) });
    clock.set(at(10).getTime() - 1);
    expect(await tryKey(apiKey, root)).toBe('200');
    clock.set(at(10));
    expect(await tryKey(apiKey, root)).toBe('403 API_KEY_EXPIRED');
    const before = await tables.read();
    expect(await tryKey(apiKey, root)).toBe('403 API_KEY_EXPIRED');
    expect(await tables.read()).toEqual(before);
  });

  it('is extended by an administrator within two seconds, except for a rotated key', async () => {
    const { apiKey, keyId } = await createProgram({ expiresAt: at(1) });
    clock.set(at(1));
    const admin = await createStaff(running, 'admin');
    expect(await tryKey(apiKey)).toBe('403 API_KEY_EXPIRED');
    expect((await admin.client.patch(`${KEYS}/${keyId}`, { expiresAt: at(3).toISOString() })).status).toBe(200);
    clock.set(at(1).getTime() + 2_000);
    expect(await tryKey(apiKey)).toBe('200');
    expect((await admin.client.post(`${KEYS}/${keyId}/rotate`, { overlapHours: 1 })).json()).toMatchObject({
      expiresAt: new Date(at(1).getTime() + 2_000 + 3 * DAY_MS).toISOString(),
    });
    await expectRefusal([400, '-400'], () => admin.client.patch(`${KEYS}/${keyId}`, { expiresAt: null }));
  });
});

describe('the rotation of a key by its program', () => {
  it('returns the new key once; both work until the overlap ends', async () => {
    const program = await createProgram({ expiresAt: at(100) });
    const client = await getClient(program);
    const response = await client.post(ROTATE, { overlap_hours: 2 });
    expect(response.status).toBe(201);
    const { api_key: next, ...rest } = response.json<{ api_key: string }>();
    expect(rest).toEqual({
      key_prefix: next.slice(0, 6),
      expires_at: at(100).toISOString(),
      previous_key_prefix: program.apiKey.slice(0, 6),
      previous_expires_at: at(2 / 24).toISOString(),
    });
    expect(response.headers['cache-control']).toBe('no-store');
    clock.set(at(2 / 24).getTime() - 1);
    expect([await tryKey(program.apiKey), await tryKey(next)]).toEqual(['200', '200']);
    clock.set(at(2 / 24));
    expect([await tryKey(program.apiKey), await tryKey(next)]).toEqual(['403 API_KEY_EXPIRED', '200']);
    const audit = await query(`SELECT action, actor, details FROM audit_entry WHERE subject_type = 'api_key' AND subject_id = $1`, [
      String(program.keyId),
    ]);
    const details = { newKeyId: expect.any(Number) as number, overlapHours: 2, programId: program.programId, byProgram: true };
    expect(audit).toEqual([{ action: 'rotate', actor: `${program.agentCode}@test.example`, details }]);
  });

  it('overlaps by 24 hours by default, and works the same in the sandbox', async () => {
    const response = await (await getClient(await createProgram(), '/dev')).post(`/dev${ROTATE}`);
    expect(response.json()).toMatchObject({ expires_at: at(365).toISOString(), previous_expires_at: at(1).toISOString() });
  });

  it.each(['', '/dev'])('is carried out once for an Idempotency-Key in %s/, and repeated without the secret', async (root) => {
    const program = await createProgram();
    const client = (await getClient(program, root)).with({ 'Idempotency-Key': 'rotation' });
    const first = await client.post(`${root}${ROTATE}`, {});
    const second = await client.post(`${root}${ROTATE}`, {});
    expect([first.status, second.status, second.headers['idempotency-replayed']]).toEqual([201, 201, 'true']);
    const { api_key: secret, ...rest } = first.json<{ api_key: string }>();
    expect(second.json()).toEqual(rest);
    expect(secret).toMatch(/^[A-Za-z0-9]{40}$/);
    expect(await query('SELECT id FROM api_key WHERE program_id = $1', [program.programId])).toHaveLength(2);
    await expectRefusal([409, '-403'], () => client.post(`${root}${ROTATE}`, { overlap_hours: 1 }));
  });

  it('counts for the rate limit', async () => {
    const client = await getClient(await createProgram({ ratePerHour: 2 }));
    expect((await client.post(ROTATE, {})).headers['x-ratelimit-remaining']).toBe('0');
    const before = await tables.read();
    const response = await client.post(ROTATE, {});
    expect([response.status, response.json()]).toMatchObject([429, { error: { code: 'OVER_RATE_LIMIT' } }]);
    expect(await tables.read()).toEqual(before);
  });

  it('is refused without a token, for a rotated key and for an overlap beyond a week', async () => {
    const program = await createProgram();
    const client = await getClient(program);
    await expectRefusal([401, '-201'], () => running.client.withKey(program.apiKey).post(ROTATE, {}));
    for (const overlap of [-1, 169, 1.5, '24']) await expectRefusal([400, '-102'], () => client.post(ROTATE, { overlap_hours: overlap }));
    expect((await client.post(ROTATE, {})).status).toBe(201);
    await expectRefusal([400, '-400'], () => client.post(ROTATE, {}));
  });

  it('succeeds for one of several simultaneous calls', async () => {
    const program = await createProgram();
    const client = await getClient(program);
    const statuses = (await Promise.all(Array.from({ length: 6 }, () => client.post(ROTATE, {})))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 400, 400, 400, 400, 400]);
    expect(await query('SELECT id FROM api_key WHERE program_id = $1', [program.programId])).toHaveLength(2);
  });

  it('leaves at most five older keys', async () => {
    const program = await createProgram();
    const client = await getClient(program);
    let { apiKey } = program;
    for (let rotation = 0; rotation < 5; rotation += 1) {
      const response = await client.withKey(apiKey).post(ROTATE, { overlap_hours: rotation === 0 ? 0 : 24 });
      apiKey = response.json<{ api_key: string }>().api_key;
    }
    await expectRefusal([400, '-405'], () => client.withKey(apiKey).post(ROTATE, {}));
    clock.set(at(1 / 24));
    expect((await (await getClient({ ...program, apiKey })).post(ROTATE, {})).status).toBe(201);
  });

  it('fails no call while many with old and new keys, tokens and OAuth are under way on two nodes', async () => {
    const program = await createProgram();
    const keys = [program.apiKey];
    let token = await getToken(program);
    const seen = new Map<string, number>();
    let isDone = false;
    /** Ways to call with one of the two newest keys, which overlap. */
    const ways: readonly ((node: Client, key: string) => Promise<HttpResponse>)[] = [
      (node, key) => node.withKey(key).get(PROBE),
      (node, key) => node.withKey(key).withToken(token).get(EVENTS),
      (node, key) => node.withKey(key).post(TOKENS, { 'user-key': program.userKey }),
      (node) => requestOAuthToken(node, toOAuthForm(program)),
    ];
    const keepCalling = async ({ client: node }: RunningApp, caller: number): Promise<void> => {
      for (let round = caller; !isDone || round < caller + ways.length; round += 1) {
        const way = round % ways.length;
        const { status } = await ways[way]!(node, keys.at(-1 - (round % Math.min(keys.length, 2)))!);
        seen.set(`${way} ${status}`, (seen.get(`${way} ${status}`) ?? 0) + 1);
      }
    };
    const callers = Array.from({ length: getRounds({ everyday: 8, deep: 24 }) }, (_, index) => keepCalling(nodes[index % 2]!, index));
    const rotations = getRounds({ everyday: 4, deep: 40 });
    for (let rotation = 1; rotation <= rotations; rotation += 1) {
      const response = await running.client.withKey(keys.at(-1)!).withToken(token).post(ROTATE, { overlap_hours: 1 });
      keys.push(response.json<{ api_key: string }>().api_key);
      // A token lives for half an hour, and five keys overlap in an hour.
      clock.set(at(rotation / 96));
      token = await getToken({ ...program, apiKey: keys.at(-1)! });
    }
    isDone = true;
    await Promise.all(callers);
    expect([...seen.keys()].sort()).toEqual(['0 200', '1 200', '2 201', '3 200']);
    expect(new Set(keys).size).toBe(rotations + 1);
  });
});

describe('the last use of a key', () => {
  it('is the hour, written once an hour by all nodes together', async () => {
    await query(`CREATE TABLE use_write (api_key_id integer)`);
    await query(`CREATE FUNCTION note_use() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN INSERT INTO gateway.use_write VALUES (NEW.api_key_id); RETURN NULL; END $$`);
    await query(`CREATE TRIGGER use_note AFTER INSERT OR UPDATE ON api_key_use FOR EACH ROW EXECUTE FUNCTION note_use()`);
    const { apiKey, keyId } = await createProgram();
    const admin = await createStaff(running, 'admin');
    const lastUse = async (): Promise<unknown> => (await admin.client.get(`${KEYS}/${keyId}`)).json()['lastUsedAt'];
    const { etag } = (await admin.client.get(`${KEYS}/${keyId}`)).headers;
    const written = async (): Promise<number> => (await query(`SELECT FROM use_write WHERE api_key_id = $1`, [keyId])).length;
    expect(await lastUse()).toBeNull();
    for (const [minutes, expected, writes] of [
      [0, '2026-11-20T08:00:00.000Z', 1],
      [39, '2026-11-20T08:00:00.000Z', 1],
      [40, '2026-11-20T09:00:00.000Z', 2],
      [99, '2026-11-20T09:00:00.000Z', 2],
    ] as const) {
      clock.set(Date.parse(START) + minutes * 60_000);
      for (let repeat = 0; repeat < 3; repeat += 1) {
        for (const node of nodes) expect((await node.client.withKey(apiKey).get(PROBE)).status).toBe(200);
        await runOnBothNodes('keyUses');
      }
      expect([minutes, await lastUse(), await written()]).toEqual([minutes, expected, writes]);
    }
    // A use is no change of the key.
    expect((await admin.client.get(`${KEYS}/${keyId}`)).headers.etag).toBe(etag);
    expect((await admin.client.patch(`${KEYS}/${keyId}`, { name: 'Renamed' }, { headers: { 'If-Match': etag } })).status).toBe(200);
    await query('DROP TRIGGER use_note ON api_key_use');
  });

  it('does not change by a refused call', async () => {
    const { apiKey, keyId } = await createProgram({ services: ['fire-api'] });
    expect(await tryKey(apiKey)).toBe('403 API_KEY_UNAUTHORIZED');
    await runOnBothNodes('keyUses');
    expect(await query('SELECT FROM api_key_use WHERE api_key_id = $1', [keyId])).toEqual([]);
  });
});

describe('the notices of a key that expires', () => {
  const MAILS_TO = (address: string) => async (): Promise<string[]> =>
    (await readOutbox(database.config.dataDir)).filter(({ to }) => to === address).map(({ text }) => text);

  it('are one mail and one event for each of 30 and 7 days, with two nodes', async () => {
    const contact = 'portal@contact.example';
    const mails = MAILS_TO(contact);
    const program = await createProgram({ expiresAt: at(40), contact });
    const client = await getClient(program);
    const events = async (): Promise<unknown[]> => {
      const rows = await Promise.all(
        ENVIRONMENTS.map((environment) =>
          running.parts.store.query(environment, `SELECT data FROM event WHERE type = 'api_key.expiring' AND agent_code = $1 ORDER BY id`, [
            program.agentCode,
          ]),
        ),
      );
      expect(rows[0]).toEqual(rows[1]);
      return rows[0]!.map((row) => (row as { data: unknown }).data);
    };
    const event = { key_id: program.keyId, key_prefix: program.apiKey.slice(0, 6), expires_at: '2026-12-30T08:20:00Z' };
    for (const [day, expected] of [
      [10 - 1 / 86_400, []],
      [10, [30]],
      [20, [30]],
      [33, [30, 7]],
      [39, [30, 7]],
      [41, [30, 7]],
    ] as const) {
      clock.set(at(day));
      await announce();
      await announce();
      expect([day, (await mails()).length]).toEqual([day, expected.length]);
      expect([day, await events()]).toEqual([day, expected.map((days) => ({ ...event, days }))]);
    }
    expect((await mails())[0]).toContain('30/12/2026 10:20');
    expect((await mails())[0]).not.toContain(program.apiKey);
    clock.set(START);
    await Promise.all(ENVIRONMENTS.map((environment) => running.parts.eventPublisher.job.run(environment)));
    const feed = await client.get('/events-api/resources/events?types=api_key.expiring');
    expect(feed.json<{ events: { data: object }[] }>().events.map(({ data }) => data)).toMatchObject([{ days: 30 }, { days: 7 }]);
  });

  it('go to the owner without a contact, and begin again after an extension', async () => {
    const mails = MAILS_TO('owner@program.example');
    const { keyId } = await createProgram({ expiresAt: at(20) }, 'owner@program.example');
    await announce();
    expect(await mails()).toHaveLength(1);
    await running.parts.store.transaction('gateway', (tx) => running.parts.apiKeys.changeKey(tx, keyId, { expiresAt: at(50) }));
    await announce();
    expect(await mails()).toHaveLength(1);
    clock.set(at(20));
    await announce();
    expect(await mails()).toHaveLength(2);
  });

  it('are not sent for a rotated or disabled key', async () => {
    const mails = MAILS_TO('quiet@program.example');
    const owned = { expiresAt: at(20), contact: 'quiet@program.example' };
    const rotated = await createProgram(owned);
    await running.parts.store.transaction('gateway', async (tx) => {
      const next = await running.parts.apiKeys.rotateKey(tx, rotated.keyId, 24);
      await running.parts.apiKeys.changeKey(tx, next!.id, { expiresAt: null });
    });
    await createProgram({ ...owned, status: 'disabled' });
    await announce();
    expect(await mails()).toEqual([]);
  });
});

describe('an unused key', () => {
  it('is disabled after 180 days, 30 days after the mail about it; a use or enabling it begins the time again', async () => {
    const contact = 'unused@contact.example';
    const mails = async (): Promise<number> => (await readOutbox(database.config.dataDir)).filter(({ to }) => to === contact).length;
    const statuses = async (keys: readonly OAuthProgram[]): Promise<unknown[]> =>
      (await query<{ status: string }>('SELECT status FROM api_key WHERE id = ANY ($1) ORDER BY id', [keys.map(({ keyId }) => keyId)])).map(
        ({ status }) => status,
      );
    const idle = await createProgram({ contact });
    const used = await createProgram({ contact });
    const unreachable = await createProgram();
    const keys = [idle, used, unreachable];
    const pass = async (): Promise<void> => {
      for (const name of ['keyUses', 'keyNotices', 'unusedKeys'] as const) await runOnBothNodes(name);
    };
    clock.set(at(149));
    await pass();
    expect(await mails()).toBe(0);
    clock.set(at(150));
    await pass();
    expect(await mails()).toBe(2);
    expect(await tryKey(used.apiKey)).toBe('200');
    clock.set(at(179));
    await pass();
    expect(await statuses(keys)).toEqual(['active', 'active', 'active']);
    clock.set(at(180));
    await pass();
    expect(await statuses(keys)).toEqual(['disabled', 'active', 'active']);
    expect(await mails()).toBe(2);
    const audit = await query(`SELECT action, actor, details FROM audit_entry WHERE subject_type = 'api_key' AND subject_id = $1`, [
      String(idle.keyId),
    ]);
    expect(audit).toEqual([{ action: 'disable', actor: 'clock', details: { unusedSince: at(0).toISOString(), unusedDays: 180 } }]);
    await running.parts.store.transaction('gateway', (tx) => running.parts.apiKeys.changeKey(tx, idle.keyId, { status: 'active' }));
    clock.set(at(181));
    await pass();
    expect(await statuses(keys)).toEqual(['active', 'active', 'active']);
  });

  it('is not disabled before its contact had 30 days, however late the mail was', async () => {
    const { keyId } = await createProgram({ contact: 'late@contact.example' });
    for (const [day, expected] of [
      [400, 'active'],
      [429, 'active'],
      [430, 'disabled'],
    ] as const) {
      clock.set(at(day));
      await runOnBothNodes('keyNotices');
      await runOnBothNodes('unusedKeys');
      const [key] = await query<{ status: string }>('SELECT status FROM api_key WHERE id = $1', [keyId]);
      expect([day, key!.status]).toEqual([day, expected]);
    }
  });
});
