import { startApp, type RunningApp } from '../support/app.js';
import type { HttpResponse, Client } from '../support/client.js';
import { ManualClock } from '../support/manual-clock.js';
import { createStaff, type StaffAccess } from '../support/staff-client.js';
import { TableFingerprints } from '../support/table-fingerprints.js';

const KEYS = '/backoffice-api/api-keys';
const NEW = { name: 'Portal', services: ['fire-api', 'auth-api'], environments: ['production', 'sandbox'] };

interface Key {
  readonly id: number;
  readonly apiKey: string;
  readonly programId: number;
  readonly prefix: string;
}

const clock = new ManualClock('2026-11-20T08:00:00Z');
let running: RunningApp;
let admin: StaffAccess;
let tables: TableFingerprints;

beforeAll(async () => {
  running = await startApp({ clock });
  admin = await createStaff(running, 'admin');
  tables = await TableFingerprints.open(running.database.url, ['gateway']);
});
afterAll(async () => {
  await tables.close();
  await running.stop();
});

function advanceMs(ms: number): void {
  clock.set(new Date(clock.now().getTime() + ms));
}

async function create(changes: object = {}): Promise<Key> {
  const response = await admin.client.post(KEYS, { ...NEW, ...changes });
  expect(response.status).toBe(201);
  return response.json<Key & Record<string, unknown>>();
}

function patch(id: number | string, changes: object): Promise<HttpResponse> {
  return admin.client.patch(`${KEYS}/${id}`, changes);
}

/** Returns the gateway's error code for a call with the key, or the status. */
async function tryApiKey(apiKey: string, path = '/fire-api/rsc/applications', client: Client = running.client): Promise<string> {
  const response = await client.withKey(apiKey).get(path);
  const { error } = response.json<{ error: string | { code: string } }>();
  return typeof error === 'string' ? String(response.status) : error.code;
}

function listViolations(response: HttpResponse): string[] {
  expect(response.status).toBe(400);
  return response.json<{ details: { path: string; code: string }[] }>().details.map(({ path, code }) => `${path} ${code}`);
}

describe('the creation of an API key', () => {
  it('shows the key once, with a program of its own', async () => {
    const response = await admin.client.post(KEYS, NEW);
    const key = response.json<Key & Record<string, unknown>>();
    expect(response.status).toBe(201);
    expect(key).toEqual({
      id: expect.any(Number) as number,
      apiKey: expect.stringMatching(/^[A-Za-z0-9]{40}$/) as string,
      programId: expect.any(Number) as number,
      programName: 'Portal',
      ...NEW,
      prefix: key.apiKey.slice(0, 6),
      status: 'active',
      ipAddresses: [],
      ratePerHour: null,
      ratePerDay: null,
      serviceRates: {},
      owner: admin.email,
      agentCode: null,
      contact: null,
      certificateSha256: null,
      expiresAt: '2027-11-20T08:00:00.000Z',
      rotatedAt: null,
      lastUsedAt: null,
      createdAt: '2026-11-20T08:00:00.000Z',
      updatedAt: '2026-11-20T08:00:00.000Z',
      signup: null,
    });
    expect(response.headers['location']).toMatch(new RegExp(`^https://.*${KEYS}/${key.id}$`));
    expect(response.headers['cache-control']).toBe('no-store');
    expect(await tryApiKey(key.apiKey)).toBe('401');
    const later = await admin.client.get(`${KEYS}/${key.id}`);
    expect(later.status).toBe(200);
    expect(later.text).not.toContain(key.apiKey);
    expect(later.json()).not.toHaveProperty('apiKey');
    const list = await admin.client.get(`${KEYS}?prefix=${key.prefix}`);
    expect(list.json()).toMatchObject({ start: 1, limit: 50, total: 1, items: [{ id: key.id }] });
    expect(list.text).not.toContain(key.apiKey);
  });

  it('accepts every term, removes duplicates from lists, and joins a program', async () => {
    const { programId } = await create();
    const terms = {
      name: 'Second',
      status: 'unverified',
      services: ['mtr-api'],
      environments: ['sandbox'],
      ipAddresses: ['192.0.2.0/24', '2001:db8::1'],
      ratePerHour: 5,
      ratePerDay: 50,
      serviceRates: { 'mtr-api': 3 },
    };
    const response = await admin.client.post(KEYS, { ...terms, programId, services: ['mtr-api', 'mtr-api'] });
    expect(response.json()).toMatchObject({ ...terms, programId, programName: 'Portal' });
    expect((await admin.client.get(`${KEYS}?programId=${programId}&start=1&limit=1`)).json()).toMatchObject({
      total: 2,
      items: [{ name: 'Second' }],
    });
    expect((await admin.client.get(`${KEYS}?programId=${programId}&start=3`)).json()).toEqual({ items: [], start: 3, limit: 50, total: 2 });
    expect((await admin.client.get(`${KEYS}?programId=${programId}&status=active`)).json()).toMatchObject({ total: 1 });
  });

  it.each([
    [{}, ['name -101', 'services -101', 'environments -101']],
    [{ ...NEW, name: ' ' }, ['name -101']],
    [{ ...NEW, name: 'n'.repeat(101), status: 'on' }, ['name -102', 'status -102']],
    [
      { ...NEW, services: ['fire-api', 'fire', 7], environments: ['test'] },
      ['services[1] -102', 'services[2] -102', 'environments[0] -102'],
    ],
    [{ ...NEW, services: 'fire-api' }, ['services -102']],
    [
      {
        ...NEW,
        ipAddresses: ['10.0.0.300', '10.0.0.0/33', 'fe80::1%eth0', '::ffff:10.0.0.0/64', '::ffff:a00:0/8', '10.0.0.0/8/9', '::1/128'],
      },
      [0, 1, 2, 3, 4, 5].map((index) => `ipAddresses[${index}] -102`),
    ],
    [
      { ...NEW, ratePerHour: 0, ratePerDay: 1.5, serviceRates: { 'fire-api': 0 } },
      ['ratePerHour -102', 'ratePerDay -102', 'serviceRates -102'],
    ],
    [{ ...NEW, serviceRates: { fire: 5 } }, ['serviceRates -102']],
    [{ ...NEW, programId: 999_999 }, ['programId -103']],
    [{ ...NEW, programId: 'x' }, ['programId -102']],
  ])('refuses %j with every violation at once, and changes nothing', async (body, violations) => {
    const before = await tables.read();
    expect(listViolations(await admin.client.post(KEYS, body)).sort()).toEqual([...violations].sort());
    expect(await tables.read()).toEqual(before);
  });
});

describe('the change of an API key', () => {
  it('changes the given fields, logs the old values, and takes effect within two seconds', async () => {
    const { id, apiKey } = await create();
    expect(await tryApiKey(apiKey)).toBe('401');
    const response = await patch(id, { name: 'Renamed', ratePerHour: 7, serviceRates: { 'fire-api': 4 } });
    expect(response.json()).toMatchObject({ id, name: 'Renamed', ratePerHour: 7, serviceRates: { 'fire-api': 4 }, services: NEW.services });
    expect((await patch(id, { ratePerHour: null })).json()).toMatchObject({ ratePerHour: null, name: 'Renamed' });
    const audit = await admin.client.get(`/backoffice-api/audit?subjectType=api_key&subjectId=${id}&action=change`);
    expect(audit.json()).toMatchObject({
      total: 2,
      items: [
        { actor: admin.email, actorId: admin.userId, details: { changes: { ratePerHour: [7, null] } } },
        { details: { changes: { name: ['Portal', 'Renamed'], ratePerHour: [null, 7], serviceRates: [{}, { 'fire-api': 4 }] } } },
      ],
    });
    for (const [changes, code, path] of [
      [{ services: ['mtr-api'] }, 'API_KEY_UNAUTHORIZED', undefined],
      [{ services: ['fire-api'], environments: ['sandbox'] }, 'API_KEY_UNAUTHORIZED', undefined],
      [{}, '401', '/dev/fire-api/rsc/applications'],
      [{ environments: ['production'], ipAddresses: ['192.0.2.1'] }, 'API_KEY_UNAUTHORIZED', undefined],
      [{ ipAddresses: [] }, '401', undefined],
      [{ status: 'unverified' }, 'API_KEY_UNVERIFIED', undefined],
      [{ status: 'disabled' }, 'API_KEY_DISABLED', undefined],
      [{ status: 'active' }, '401', undefined],
    ] as const) {
      expect((await patch(id, changes)).status).toBe(200);
      advanceMs(2_000);
      expect([changes, await tryApiKey(apiKey, path)]).toEqual([changes, code]);
    }
  });

  it('writes no audit entry when nothing changes', async () => {
    const { id } = await create();
    const before = await tables.read();
    expect((await patch(id, {})).status).toBe(200);
    expect((await patch(id, { name: NEW.name, services: NEW.services })).status).toBe(200);
    expect(await tables.read()).toEqual(before);
  });

  it.each([
    [{ name: null, services: null, status: '' }, ['name -101', 'services -101', 'status -101']],
    [{ services: ['x'], ratePerDay: -1 }, ['services[0] -102', 'ratePerDay -102']],
  ])('refuses the body %j', async (changes, violations) => {
    const { id } = await create();
    const before = await tables.read();
    expect(listViolations(await patch(id, changes)).sort()).toEqual([...violations].sort());
    expect(await tables.read()).toEqual(before);
  });

  it.each(['999999', '0', 'abc', '12345678901', '1e3', '%20'])('returns the same error for the missing key %s', async (id) => {
    const before = await tables.read();
    for (const response of [
      await patch(id, { name: 'x' }),
      await admin.client.get(`${KEYS}/${id}`),
      await admin.client.post(`${KEYS}/${id}/rotate`, {}),
    ]) {
      expect(response.status).toBe(400);
      expect(response.json()).toEqual({ status: 'ERROR', error: '-304', message: 'Δεν βρέθηκε.' });
    }
    expect(await tables.read()).toEqual(before);
  });
});

describe('the rotation of an API key', () => {
  it('returns a new key of the same program and terms; the old one works during the overlap', async () => {
    const old = await create({ ratePerHour: 70, ipAddresses: ['127.0.0.1'] });
    const response = await admin.client.post(`${KEYS}/${old.id}/rotate`, { overlapHours: 2 });
    expect(response.status).toBe(201);
    const next = response.json<Key>();
    expect(next).toMatchObject({
      programId: old.programId,
      ratePerHour: 70,
      ipAddresses: ['127.0.0.1'],
      status: 'active',
      expiresAt: new Date(clock.now().getTime() + 365 * 24 * 3_600_000).toISOString(),
      rotatedAt: null,
    });
    expect(next.apiKey).not.toBe(old.apiKey);
    advanceMs(2 * 3_600_000 - 1);
    admin = await createStaff(running, 'admin');
    expect([await tryApiKey(old.apiKey), await tryApiKey(next.apiKey)]).toEqual(['401', '401']);
    advanceMs(1);
    expect([await tryApiKey(old.apiKey), await tryApiKey(next.apiKey)]).toEqual(['API_KEY_EXPIRED', '401']);
  });

  it('overlaps by a day by default, and not at all with 0', async () => {
    const one = await create();
    await admin.client.post(`${KEYS}/${one.id}/rotate`);
    const expected = new Date(clock.now().getTime() + 24 * 3_600_000).toISOString();
    expect((await admin.client.get(`${KEYS}/${one.id}`)).json()).toMatchObject({ expiresAt: expected });
    const two = await create();
    await admin.client.post(`${KEYS}/${two.id}/rotate`, { overlapHours: 0 });
    expect(await tryApiKey(two.apiKey)).toBe('API_KEY_EXPIRED');
  });

  it('succeeds for one of two simultaneous callers', async () => {
    const { id, programId } = await create();
    const responses = await Promise.all(Array.from({ length: 6 }, () => admin.client.post(`${KEYS}/${id}/rotate`, {})));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400, 400]);
    for (const response of responses.filter(({ status }) => status === 400)) expect(response.json()['error']).toBe('-400');
    expect((await admin.client.get(`${KEYS}?programId=${programId}`)).json()).toMatchObject({ total: 2 });
  });

  it.each([
    [{ status: 'disabled' }, {}, '-400'],
    [{ status: 'unverified' }, {}, '-400'],
    [{}, { overlapHours: -1 }, '-102'],
    [{}, { overlapHours: 721 }, '-102'],
    [{}, { overlapHours: '24' }, '-102'],
  ])('is refused for a key with %j and %j', async (terms, body, code) => {
    const { id } = await create(terms);
    const before = await tables.read();
    const response = await admin.client.post(`${KEYS}/${id}/rotate`, body);
    expect([response.status, response.json()['error']]).toEqual([400, code]);
    expect(await tables.read()).toEqual(before);
  });
});

describe('the lists of API keys', () => {
  it('ignore a blank filter', async () => {
    const all = (await admin.client.get(KEYS)).json<{ total: number }>();
    expect(all.total).toBeGreaterThan(0);
    expect((await admin.client.get(`${KEYS}?prefix=&status=%20&programId=`)).json()).toEqual(all);
  });

  it.each(['start=0', 'limit=501', 'limit=x', 'status=on', 'programId=a', 'prefix=Vd81u'])('refuse the query ?%s', async (query) => {
    const response = await admin.client.get(`${KEYS}?${query}`);
    expect([response.status, response.json()['error']]).toEqual([400, '-105']);
    expect(response.json()).toMatchObject({ details: [{ path: query.split('=', 1)[0] }] });
  });
});

describe('the programs', () => {
  it('are created, and found by name in any capitals and accents', async () => {
    const response = await admin.client.post('/backoffice-api/programs', { name: 'Πύλη Μεσιτών', owner: 'portal@broker.example' });
    expect(response.status).toBe(201);
    const { id } = response.json<{ id: number }>();
    const found = await admin.client.get(`/backoffice-api/programs?name=${encodeURIComponent('ΠΥΛΗ μεσ')}`);
    expect(found.json()).toMatchObject({ total: 1, items: [{ id, name: 'Πύλη Μεσιτών', owner: 'portal@broker.example' }] });
    const agent = await createStaff(running, 'agent');
    expect((await agent.client.get(`/backoffice-api/programs?name=${encodeURIComponent('πυλη')}`)).json()).toMatchObject({ total: 0 });
    await create({ programId: id });
    const item = { id, name: 'Πύλη Μεσιτών', createdAt: clock.now().toISOString() };
    expect((await agent.client.get(`/backoffice-api/programs?name=${encodeURIComponent('πυλη')}`)).json()).toEqual({
      items: [item],
      start: 1,
      limit: 50,
      total: 1,
    });
  });

  it('require a name and an owner', async () => {
    const before = await tables.read();
    expect(listViolations(await admin.client.post('/backoffice-api/programs', { name: '' }))).toEqual(['name -101', 'owner -101']);
    expect(await tables.read()).toEqual(before);
  });
});
