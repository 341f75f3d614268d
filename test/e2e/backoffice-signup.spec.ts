import { startApp, type RunningApp } from '../support/app.js';
import type { Answer, Client } from '../support/client.js';
import { readOutbox } from '../support/outbox.js';
import { SetClock } from '../support/set-clock.js';
import { staffOf } from '../support/staff.js';
import { TableFingerprints } from '../support/table-fingerprints.js';

const SIGNUP = '/backoffice-api/signup';
const BODY = { name: 'Μαρία Παππά', programName: 'Πύλη', services: ['fire-api', 'auth-api'], environments: ['production', 'sandbox'] };
/** What an application to the fire service cannot do without comes with it. */
const GRANTED = ['fire-api', 'parameters-api', 'collection-api', 'common-api', 'docs-api', 'auth-api'];
const HOUR_MS = 3_600_000;

const clock = new SetClock('2026-11-20T08:00:00Z');
let running: RunningApp;
let tables: TableFingerprints;
let count = 0;

beforeAll(async () => {
  running = await startApp({ clock, config: { publicUrl: 'https://gateway.insurer.example' } });
  tables = await TableFingerprints.open(running.database.url, ['gateway']);
});
afterAll(async () => {
  await tables.close();
  await running.stop();
});

function stranger(client = running.client): Client {
  return client.with({ 'X-Forwarded-For': `198.51.100.${++count}` });
}

async function signUp(): Promise<{ apiKey: string; token: string; email: string; link: string }> {
  const email = `maria${++count}@broker.example`;
  const answer = await stranger().post(SIGNUP, { ...BODY, email: email.toUpperCase() });
  expect(answer.status).toBe(202);
  expect(answer.json()).toEqual({
    apiKey: expect.stringMatching(/^[A-Za-z0-9]{40}$/) as string,
    status: 'unverified',
    services: GRANTED,
    verifyBefore: new Date(clock.now().getTime() + 48 * HOUR_MS).toISOString(),
  });
  const mails = (await readOutbox(running.database.config.dataDir)).filter(({ to }) => to === email);
  expect(mails).toHaveLength(1);
  return { apiKey: answer.json<{ apiKey: string }>().apiKey, token: mails[0]!.token, email, link: mails[0]!.link };
}

async function worth(apiKey: string, root = ''): Promise<string> {
  const answer = await running.client.withKey(apiKey).get(`${root}/fire-api/rsc/applications`);
  const { error } = answer.json<{ error: string | { code: string } }>();
  return typeof error === 'string' ? String(answer.status) : error.code;
}

function faultsOf(answer: Answer): string[] {
  expect(answer.status).toBe(400);
  return answer.json<{ details: { path: string; code: string }[] }>().details.map(({ path, code }) => `${path} ${code}`);
}

function advanceMs(ms: number): void {
  clock.set(new Date(clock.now().getTime() + ms));
}

describe('signup', () => {
  it('gives a key that is of no use until the link is followed, then in the sandbox only', async () => {
    const { apiKey, token, email, link } = await signUp();
    expect(link).toBe(`https://gateway.insurer.example/backoffice-api/signup/verify?token=${token}`);
    expect([await worth(apiKey), await worth(apiKey, '/dev')]).toEqual(['API_KEY_UNVERIFIED', 'API_KEY_UNVERIFIED']);
    expect((await stranger().call('HEAD', `${SIGNUP}/verify?token=${token}`)).status).toBe(404);
    const answer = await stranger().get(`${SIGNUP}/verify?token=${token}`);
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({ prefix: apiKey.slice(0, 6), status: 'active', environments: ['sandbox'] });
    advanceMs(2_000);
    expect([await worth(apiKey), await worth(apiKey, '/dev')]).toEqual(['API_KEY_UNAUTHORIZED', '401']);
    expect(faultsOf(await stranger().get(`${SIGNUP}/verify?token=${token}`))).toEqual(['token -102']);

    const admin = await staffOf(running, 'admin');
    const keys = (await admin.client.get(`/backoffice-api/api-keys?prefix=${apiKey.slice(0, 6)}`)).json<{ items: { id: number }[] }>();
    expect(keys.items).toMatchObject([
      { signup: { ...{ name: BODY.name, email, environments: BODY.environments }, verifiedAt: expect.any(String) as string } },
    ]);
    const id = keys.items[0]!.id;
    await admin.client.patch(`/backoffice-api/api-keys/${id}`, { environments: ['production', 'sandbox'] });
    advanceMs(2_000);
    expect(await worth(apiKey)).toBe('401');
    const audit = await admin.client.get(`/backoffice-api/audit?subjectType=api_key&subjectId=${id}`);
    expect(audit.json<{ items: unknown[] }>().items).toMatchObject([
      { action: 'change', actor: admin.email },
      { action: 'verify', actor: email, actorId: null },
      {
        ...{ action: 'signup', actor: 'signup', actorId: null, address: expect.stringMatching(/^198\.51\.100\./) as string },
        details: { email, programName: BODY.programName, services: GRANTED, environments: BODY.environments },
      },
    ]);
  });

  it('with the address of somebody else writes nothing in their name', async () => {
    const admin = await staffOf(running, 'admin');
    const recordOf = async (): Promise<unknown> => (await admin.client.get(`/backoffice-api/audit?actor=${admin.email}`)).json();
    expect((await stranger().post(SIGNUP, { ...BODY, email: admin.email })).status).toBe(202);
    expect(await recordOf()).toMatchObject({ items: [], total: 0 });
  });

  it('ends what an administrator has disabled, whatever link is followed', async () => {
    const { apiKey, token } = await signUp();
    await running.parts.store.query('gateway', `UPDATE api_key SET status = 'disabled' WHERE prefix = $1`, [apiKey.slice(0, 6)]);
    const before = await tables.take();
    expect(faultsOf(await stranger().get(`${SIGNUP}/verify?token=${token}`))).toEqual(['token -102']);
    expect(await tables.take()).toEqual(before);
    expect(await worth(apiKey, '/dev')).toBe('API_KEY_DISABLED');
  });

  it('is verified within two days, by one of two calls at once, and by no other token', async () => {
    const late = await signUp();
    advanceMs(48 * HOUR_MS);
    expect(faultsOf(await stranger().get(`${SIGNUP}/verify?token=${late.token}`))).toEqual(['token -102']);
    const { token } = await signUp();
    const answers = await Promise.all([1, 2, 3].map(() => stranger().get(`${SIGNUP}/verify?token=${token}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    for (const [query, code] of [
      ['', '-105'],
      ['?token=', '-105'],
      ['?other=', '-105'],
      ['?other=1', '-102'],
    ]) {
      const answer = await stranger().get(`${SIGNUP}/verify${query}`);
      expect([query, answer.status, answer.json()['error']]).toEqual([query, 400, code]);
    }
    const other = await signUp();
    expect(faultsOf(await stranger().get(`/backoffice-api/passwords?token=${other.token}`))).toEqual(['token -102']);
  });

  it.each([
    [{}, ['name -101', 'email -101', 'programName -101', 'services -101', 'environments -101']],
    [{ ...BODY, email: 'x@', services: [], environments: ['prod'] }, ['email -102', 'services -102', 'environments[0] -102']],
    [{ ...BODY, email: 'a\u0000b@x.gr' }, ['email -102']],
    [{ ...BODY, email: '\ud800a@b.gr' }, ['email -102']],
    [{ ...BODY, email: 'a@b.example', name: 'a\u0000b', services: ['fire-api', 'all'] }, ['name -102', 'services[1] -102']],
  ])('is refused as %j with every fault; nobody is mailed, nothing changes', async (body, faults) => {
    const [before, mails] = [await tables.take(), await readOutbox(running.database.config.dataDir)];
    expect(faultsOf(await stranger().post(SIGNUP, body)).sort()).toEqual([...faults].sort());
    expect(await tables.take()).toEqual(before);
    expect(await readOutbox(running.database.config.dataDir)).toEqual(mails);
  });

  it.each([
    'a:victim@x.example',
    'a:victim@x.example, b@y.example;',
    'a@x.example,victim@y.example',
    'a@x.example; victim@y.example',
    'Maria <victim@x.example>',
    '<victim@x.example>',
    'victim@x.example (comment)',
    'a(comment)@x.example',
    '"victim@x.example"@y.example',
    '@relay.example:victim@x.example',
    'a@x.example\r\nBcc: victim@y.example',
    'a\u2028@x.example',
    'a\u0085@x.example',
  ])('%j is no address, wherever one is taken; nobody is mailed, nothing changes', async (email) => {
    const { client } = await staffOf(running, 'admin');
    const [before, mails] = [await tables.take(), await readOutbox(running.database.config.dataDir)];
    expect(faultsOf(await stranger().post(SIGNUP, { ...BODY, email }))).toEqual(['email -102']);
    expect(faultsOf(await stranger().post('/backoffice-api/passwords/reset', { email }))).toEqual(['email -102']);
    expect(faultsOf(await client.post('/backoffice-api/users', { email, name: 'Maria', role: 'issuing' }))).toEqual(['email -102']);
    expect(faultsOf(await client.put('/backoffice-api/settings', { insurer: { email } }))).toEqual(['insurer.email -102']);
    expect(await tables.take()).toEqual(before);
    expect(await readOutbox(running.database.config.dataDir)).toEqual(mails);
  });

  it('is limited by address: ten, then one in six minutes', async () => {
    const client = stranger();
    const call = (): Promise<Answer> => client.post(SIGNUP, { ...BODY, email: `many${++count}@broker.example` });
    for (let round = 0; round < 10; round += 1) expect((await call()).status).toBe(202);
    const before = await tables.take();
    const refused = await call();
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '360']);
    expect(await tables.take()).toEqual(before);
    advanceMs(360_000);
    expect((await call()).status).toBe(202);
  });

  it('fills nobody’s mailbox: five open links to an address, also of those who ask at once', async () => {
    const email = `filled${++count}@broker.example`;
    const mailsTo = async () => (await readOutbox(running.database.config.dataDir)).filter(({ to }) => to === email);
    const ask = (): Promise<Answer> => stranger().post(SIGNUP, { ...BODY, email: email.toUpperCase() });
    const answers = await Promise.all(Array.from({ length: 8 }, ask));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(5).fill(202), 429, 429, 429]);
    advanceMs(HOUR_MS);
    const before = await tables.take();
    const refused = await ask();
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, String((47 * HOUR_MS) / 1000)]);
    expect(refused.json()).toMatchObject({ error: { code: 'OVER_RATE_LIMIT' } });
    expect(await tables.take()).toEqual(before);
    const [mail, ...others] = await mailsTo();
    expect(others).toHaveLength(4);
    // One that is followed makes room, and so does time.
    expect((await stranger().get(`${SIGNUP}/verify?token=${mail?.token}`)).status).toBe(200);
    expect([(await ask()).status, (await ask()).status]).toEqual([202, 429]);
    advanceMs(47 * HOUR_MS);
    expect((await ask()).status).toBe(202);
    expect(await mailsTo()).toHaveLength(7);
  });

  it('that nobody verifies or takes up is forgotten after nine days', async () => {
    const store = running.parts.store;
    const [abandoned, verified, taken] = [await signUp(), await signUp(), await signUp()];
    await stranger().get(`${SIGNUP}/verify?token=${verified.token}`);
    await store.query('gateway', `UPDATE api_key SET status = 'active' WHERE prefix = $1`, [taken.apiKey.slice(0, 6)]);
    const cleanup = running.parts.backofficeCleanup;
    const prefixes = [abandoned, verified, taken].map(({ apiKey }) => apiKey.slice(0, 6));
    const left = async (): Promise<string[]> => {
      const rows = await store.query<{ prefix: string }>('gateway', 'SELECT prefix FROM api_key WHERE prefix = ANY ($1::text[])', [
        prefixes,
      ]);
      return rows.map(({ prefix }) => prefix).sort();
    };
    advanceMs(9 * 24 * HOUR_MS - 1);
    await cleanup.deleteForgotten();
    expect(await left()).toEqual([...prefixes].sort());
    advanceMs(1);
    await cleanup.deleteForgotten();
    expect(await left()).toEqual(prefixes.slice(1).sort());
    expect(await store.query('gateway', `SELECT 1 FROM one_time_token`)).toEqual([]);
    expect(
      await store.query('gateway', `SELECT 1 FROM program WHERE NOT EXISTS (SELECT FROM api_key k WHERE k.program_id = program.id)`),
    ).toEqual([]);
  });
});

describe('in a process of the sandbox only', () => {
  it('the links that are mailed are answered', async () => {
    const sandbox = await startApp({ clock, config: { publicUrl: 'https://sandbox.insurer.example', environments: ['sandbox'] } });
    try {
      const admin = await staffOf(sandbox, 'admin');
      const invited = { email: 'invited@insurer.example', name: 'Invited', role: 'issuing' };
      expect((await admin.client.post('/dev/backoffice-api/users', invited)).status).toBe(201);
      expect((await stranger(sandbox.client).post(`/dev${SIGNUP}`, { ...BODY, email: 'maria@broker.example' })).status).toBe(202);
      const mails = await readOutbox(sandbox.database.config.dataDir);
      expect(mails.map(({ to }) => to)).toEqual([invited.email, 'maria@broker.example']);
      for (const { link } of mails) {
        const { origin, pathname, search } = new URL(link);
        expect(origin).toBe('https://sandbox.insurer.example');
        expect((await stranger(sandbox.client).get(pathname + search)).status).toBe(200);
        expect((await stranger(sandbox.client).get(pathname.replace('/dev', '') + search)).status).toBe(404);
      }
    } finally {
      await sandbox.stop();
    }
  });
});
