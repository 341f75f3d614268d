import { jest } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import type { HttpResponse } from '../support/client.js';
import { Client } from '../support/client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { readOutbox } from '../support/outbox.js';
import { buildServer } from '../support/process.js';

jest.setTimeout(120_000);

const PASSWORD = 'four wooden horses sang';
const OTHER_PASSWORD = 'seven silver kites fell';
const EMAIL = 'first.admin@insurer.example';
const NAME = 'Ξενοφών Διαχειριστής';

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

let database: TestDatabase;
const children: ChildProcess[] = [];

beforeAll(async () => {
  await buildServer();
  database = await createTestDatabase();
});
afterAll(async () => {
  children.forEach((child) => child.kill('SIGKILL'));
  await database.drop();
});

function start(program: string, args: readonly string[] = []): { child: ChildProcess; out: () => string; ended: Promise<Ended> } {
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: database.url,
    DATA_DIR: database.config.dataDir,
    DATABASE_POOL_SIZE: '4',
    PORT: '0',
    HTTPS_PORT: '0',
    ADMIN_PORT: '0',
    DEMO: 'false',
    LOG_LEVEL: 'debug',
    TRUST_PROXY: '127.0.0.1',
    PUBLIC_URL: 'https://gateway.insurer.example',
    SECRETS_KEY: database.config.secretsKeys[0]!.toString('base64'),
  };
  const child = spawn(process.execPath, [program, ...args], { env });
  children.push(child);
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  return { child, out: () => out, ended: once(child, 'close').then(([code]) => ({ code: code as number | null, out, err })) };
}

function admin(...args: string[]): Promise<Ended> {
  return start('dist/src/commands.js', ['admin', ...args]).ended;
}

async function tableRows(): Promise<string[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('gateway', 'production', 'sandbox', 'public')`,
    );
    expect(tables.length).toBeGreaterThan(20);
    const texts: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
      texts.push(...rows.map(({ row }) => `${name}: ${row}`));
    }
    return texts;
  } finally {
    await client.end();
  }
}

describe('npm run admin', () => {
  it.each([
    [['remove'], 'Usage'],
    [['create', '--email', 'nobody', '--name', 'X'], '--email'],
    [['create', '--email', 'a:victim@x.example', '--name', 'X'], '--email'],
    [['create', '--mail', 'a@b.example'], '--mail'],
  ])('prints what is required when called with %j', async (args, text) => {
    const { code, out, err } = await admin(...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(text);
    expect(err).not.toContain('    at ');
  });
});

/** Goes from an empty database to tokens, and collects every issued secret. */
it('no key, token or password appears in a table, a log or a later response', async () => {
  const secrets = new Map<string, string>([
    ['password', PASSWORD],
    ['other password', OTHER_PASSWORD],
    ['key of secrets', database.config.secretsKeys[0]!.toString('base64')],
  ]);
  const keep = (name: string, secret: string | undefined): string => {
    expect([name, secret]).toEqual([name, expect.stringMatching(/^[A-Za-z0-9]{40}$/)]);
    secrets.set(name, secret ?? '');
    return secret ?? '';
  };
  /** Records the secret as text and as its bytes, which a column would contain. */
  const keepWebhookSecret = (name: string, response: HttpResponse): string => {
    const { secret } = response.json<{ secret: string }>();
    expect([name, secret]).toEqual([name, expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/)]);
    secrets.set(name, secret).set(`${name} as bytes`, Buffer.from(secret).toString('hex'));
    secrets.set(`${name} decoded`, Buffer.from(secret.slice('whsec_'.length), 'base64').toString('hex'));
    return secret;
  };

  // Creates the first administrator, and then a second link for the same one.
  const first = await admin('create', '--email', EMAIL.toUpperCase(), '--name', NAME);
  expect([first.code, first.err]).toEqual([0, '']);
  const [, invitation] = /^https:\/\/gateway\.insurer\.example\/console\/password\?token=(\w+)\n$/.exec(first.out) ?? [];
  keep('invitation', invitation);
  const again = await admin('create', '--email', EMAIL, '--name', NAME);
  keep('second invitation', /token=(\w+)/.exec(again.out)?.[1]);

  const program = start('dist/src/main.js');
  await new Promise<void>((resolve, reject) => {
    program.child.stdout?.on('data', () => (program.out().includes('"Serving"') ? resolve() : undefined));
    void program.ended.then(({ err }) => reject(new Error(err)));
  });
  const port = Number(/"http":"http:\/\/[^"]*:(\d+)"/.exec(program.out())?.[1]);
  const client = new Client({ port }, { 'X-Forwarded-Proto': 'https' });
  const responses: string[] = [];
  /** Records a response, which may contain its one issued secret and no other. */
  const seen = (response: HttpResponse, issued?: string): HttpResponse => {
    const text = `${JSON.stringify(response.headers)} ${response.text}`;
    responses.push(issued === undefined ? text : text.replaceAll(issued, ''));
    return response;
  };

  seen(await client.post('/backoffice-api/passwords', { token: 'A'.repeat(40), password: PASSWORD }));
  expect(seen(await client.post('/backoffice-api/passwords', { token: invitation, password: PASSWORD })).status).toBe(204);
  seen(await client.post('/backoffice-api/sessions', { email: EMAIL, password: OTHER_PASSWORD }));
  const session = await client.post('/backoffice-api/sessions', { email: EMAIL, password: PASSWORD });
  expect(session.status).toBe(201);
  const staff = client.withToken(keep('session', session.json<{ token: string }>().token));
  seen(session, secrets.get('session'));

  const terms = { name: 'Portal', services: ['fire-api', 'auth-api', 'events-api'], environments: ['production', 'sandbox'] };
  const key = await staff.post('/backoffice-api/api-keys', terms);
  const { id, programId, apiKey } = key.json<{ id: number; programId: number; apiKey: string }>();
  seen(key, keep('API key', apiKey));
  const rotated = await staff.post(`/backoffice-api/api-keys/${id}/rotate`, {});
  seen(rotated, keep('rotated API key', rotated.json<{ apiKey: string }>().apiKey));
  seen(await staff.patch(`/backoffice-api/api-keys/${id}`, { name: 'Renamed' }));

  seen(await staff.post('/backoffice-api/agents', { code: '10001', name: 'Agent', type: 'direct', creditLimit: 10 }));
  const user = { email: 'agent@broker.example', name: 'Αντιγόνη Πράκτορα', role: 'agent', agentCode: '10001' };
  seen(await staff.post('/backoffice-api/users', user));
  seen(await client.post('/backoffice-api/passwords/reset', { email: EMAIL }));
  seen(await client.post('/backoffice-api/signup', { email: 'dev@broker.example', programName: 'Signed up', name: 'Δανάη' }));
  // Mails are sent after the response.
  await eventually('three mails are written', async () => (await readOutbox(database.config.dataDir)).length >= 3);
  const mails = await readOutbox(database.config.dataDir);
  expect(mails.map(({ to }) => to).sort()).toEqual(['agent@broker.example', 'dev@broker.example', EMAIL].sort());
  for (const { to, token } of mails) keep(`link to ${to}`, token);
  const link = `/backoffice-api/signup/verify?token=${secrets.get('link to dev@broker.example')}`;
  seen(await client.get(link));
  const signup = await client.post(link);
  const access = signup.json<{ apiKey: string; userKey: string }>();
  const text = signup.text.replaceAll(keep('signup user-key', access.userKey), '');
  seen({ ...signup, text }, keep('signup key', access.apiKey));
  seen(await client.get(`/backoffice-api/passwords?token=${secrets.get('link to agent@broker.example')}`));
  seen(await client.post('/backoffice-api/passwords', { token: secrets.get('link to agent@broker.example'), password: OTHER_PASSWORD }));

  const agentSession = await client.post('/backoffice-api/sessions', { email: user.email, password: OTHER_PASSWORD });
  const agent = client.withToken(keep('agent session', agentSession.json<{ token: string }>().token));
  seen(agentSession, secrets.get('agent session'));
  const userKey = await agent.post('/backoffice-api/user-keys', { programId });
  seen(userKey, keep('user-key', userKey.json<{ userKey: string }>().userKey));
  const { id: userKeyId } = userKey.json<{ id: number }>();
  const recreated = await agent.post(`/backoffice-api/user-keys/${userKeyId}/recreate`);
  seen(recreated, keep('recreated user-key', recreated.json<{ userKey: string }>().userKey));
  const token = await client.withKey(apiKey).post('/auth-api/resources/tokens', { 'user-key': secrets.get('recreated user-key') });
  seen(token, keep('bearer token', token.json<{ token: string }>().token));
  const inQuery = `?api_key=${apiKey}&start=1`;
  expect(seen(await client.withToken(secrets.get('bearer token') ?? '').get(`/fire-api/rsc/applications${inQuery}`)).status).toBe(200);
  const owner = client.withKey(apiKey).withToken(secrets.get('bearer token') ?? '');
  const webhooks = '/events-api/resources/webhooks';
  const webhook = await owner.post(webhooks, { url: 'https://agency.example/hooks/insurance' });
  seen(webhook, keepWebhookSecret('webhook secret', webhook));
  const itsPath = `${webhooks}/${webhook.json<{ id: number }>().id}`;
  const turned = await owner.post(`${itsPath}/rotate`);
  seen(turned, keepWebhookSecret('second webhook secret', turned));
  expect(seen(await owner.post(`${itsPath}/test`)).status).toBe(202);
  for (const path of [webhooks, itsPath, `${itsPath}/deliveries`]) expect(seen(await owner.get(path)).status).toBe(200);
  seen(await agent.put('/backoffice-api/passwords/mine', { old: OTHER_PASSWORD, new: PASSWORD }));
  for (const path of ['api-keys', 'users', 'programs', 'audit', `api-keys/${id}`]) {
    const response = seen(await staff.get(`/backoffice-api/${path}`));
    expect(response.status).toBe(200);
  }
  seen(await agent.get('/backoffice-api/user-keys'));
  seen(await staff.delete('/backoffice-api/sessions/current'));

  program.child.kill('SIGTERM');
  const { out, err } = await program.ended;
  const rows = await tableRows();
  expect(secrets.size).toBe(23);
  expect(rows.some((row) => row.includes(EMAIL))).toBe(true);
  expect(out).toContain('/backoffice-api/user-keys/:id/recreate');
  for (const [name, secret] of secrets) {
    const places = { log: out + err, answers: responses.join('\n'), rows: rows.join('\n') };
    for (const [place, text] of Object.entries(places))
      expect(`${name} in ${place}: ${text.includes(secret)}`).toBe(`${name} in ${place}: false`);
  }
  for (const person of [EMAIL, NAME, user.email, user.name, 'dev@broker.example', 'Δανάη']) expect(out + err).not.toContain(person);
});
