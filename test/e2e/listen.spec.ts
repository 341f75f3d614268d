import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readFile } from 'node:fs/promises';
import { Webhook } from 'standardwebhooks';
import { addDays, toLocalDate } from '../../src/common/athens.js';
import { Client } from '../support/client.js';
import { createMigratedDataDir } from '../support/embedded.js';
import { findFreePort } from '../support/program.js';
import { buildServer, ServerProcess } from '../support/process.js';
import { BackgroundProgram } from '../support/background-program.js';

const ROOT = join(import.meta.dirname, '../..');
const START_TIMEOUT_MS = 240_000;
const SECRET = `whsec_${randomBytes(32).toString('base64')}`;
const OTHER_SECRET = `whsec_${randomBytes(32).toString('base64')}`;

let dataDir: string;
let server: ServerProcess;
let receiver: BackgroundProgram;
let hook: string;
const tools: BackgroundProgram[] = [];

beforeAll(async () => {
  await buildServer();
  dataDir = await createMigratedDataDir();
  server = await ServerProcess.start(dataDir);
  receiver = start(['examples/receive-webhooks.mjs'], { PORT: '0', WEBHOOK_SECRET: SECRET });
  [, hook = ''] = await receiver.waitForOutput(/receiving at (\S+)/);
}, START_TIMEOUT_MS);
afterAll(async () => {
  for (const tool of tools) await tool.stop('SIGKILL');
  await server.destroy();
});

function start(args: readonly string[], env: NodeJS.ProcessEnv = {}): BackgroundProgram {
  const tool = BackgroundProgram.start(args, { DATA_DIR: dataDir, ...env });
  tools.push(tool);
  return tool;
}

function listen(...args: readonly string[]): BackgroundProgram {
  return start(['scripts/command.mjs', 'listen', ...args]);
}

/** Inserts an application and waits until the feed contains it. */
async function insert(environment: 'sandbox' | 'production' = 'sandbox'): Promise<number> {
  const { client, demo } = server;
  const root = environment === 'sandbox' ? '/dev' : '';
  const keyed = client.withKey(demo.apiKey);
  const { token } = (await keyed.call('POST', `${root}/auth-api/resources/tokens`, { json: { 'user-key': demo.userKey } })).json<{
    token: string;
  }>();
  const agent = keyed.withToken(token);
  const example = await readFile(join(ROOT, 'examples/fire-application.json'), 'utf8');
  const body = example.replaceAll('{{startDate}}', addDays(toLocalDate(new Date()), 10));
  const inserted = await agent.call('POST', `${root}/fire-api/rsc/applications`, { json: JSON.parse(body) as unknown });
  expect(inserted.status).toBe(201);
  const { id } = inserted.json<{ id: number }>();
  let page = { events: [] as { data: { application_id?: number } }[], next: '' };
  while (!page.events.some(({ data }) => data.application_id === id)) {
    const after = page.next === '' ? '' : `&after=${page.next}`;
    page = (await agent.call('GET', `${root}/events-api/resources/events?wait=5${after}`)).json();
  }
  return id;
}

/** Builds a pattern for the receiver's line about an application. */
function received(id: number): RegExp {
  return new RegExp(`^new application\\.status_changed (evt_\\S+) .*"application_id":${id},.*"action":"insert"`, 'm');
}

describe('npm run listen', () => {
  it('forwards new events, signed like webhooks, and prints a line for each', async () => {
    const before = await insert();
    const listener = listen('--forward-to', hook, '--secret', SECRET);
    await listener.waitForOutput(/^Ready\./m);
    expect(listener.output).toContain(`Events of the sandbox of ${server.demo.baseUrl} go to ${hook}\nSigned with ${SECRET}\n`);
    const id = await insert();
    const [, eventId = ''] = await receiver.waitForOutput(received(id));
    await listener.waitForOutput(new RegExp(`^\\d\\d:\\d\\d:\\d\\d {2}application\\.status_changed {2}${eventId} {2}→ 204$`, 'm'));
    expect(receiver.output).not.toMatch(received(before));
    expect(await listener.stop()).toBe(0);
    const [, cursor = ''] = await listener.waitForOutput(/^Ended\. To continue from here: --after (\S+)$/m);

    const meanwhile = await insert();
    const types = ['--types', 'application.status_changed'];
    const next = listen('--forward-to', hook, '--secret', SECRET, '--after', cursor, ...types);
    await receiver.waitForOutput(received(meanwhile));
    expect(receiver.output).not.toMatch(/^again/m);
    expect(await next.stop()).toBe(0);

    const all = listen('--forward-to', hook, '--secret', SECRET, '--from-beginning');
    await receiver.waitForOutput(received(before));
    await receiver.waitForOutput(new RegExp(`^again application\\.status_changed ${eventId} `, 'm'));
    expect(await all.stop()).toBe(0);
  });

  it('continues after a restart of the server, also at another address', async () => {
    const listener = listen('--forward-to', hook, '--secret', SECRET);
    await listener.waitForOutput(/^Ready\./m);
    expect(await server.stop()).toBe(0);
    await listener.waitForOutput(/^https:\S+ does not respond \(\w+\)\. Is the server running\? Retrying …$/m);
    server = await ServerProcess.start(dataDir);
    const id = await insert();
    await receiver.waitForOutput(received(id));
    expect(listener.output).toContain('\nConnected again.\n');
    expect(await listener.stop('SIGTERM')).toBe(0);
  });

  it('prints the response of the receiver, or that there is none', async () => {
    const wrong = listen('--forward-to', hook, '--secret', OTHER_SECRET);
    const nowhere = listen('--forward-to', `http://127.0.0.1:${await findFreePort()}/hook`);
    await Promise.all([wrong.waitForOutput(/^Ready\./m), nowhere.waitForOutput(/^Ready\./m)]);
    expect(nowhere.output).toMatch(/^Signed with whsec_[\w+/]{43}=$/m);
    const id = await insert();
    await wrong.waitForOutput(/ {2}application\.status_changed {2}evt_\S+ {2}→ 400$/m);
    await nowhere.waitForOutput(/ {2}application\.status_changed {2}evt_\S+ {2}→ ECONNREFUSED$/m);
    await receiver.waitForOutput(/^refused: No matching signature found$/m);
    expect(receiver.output).not.toMatch(received(id));
    expect(await Promise.all([wrong.stop(), nowhere.stop()])).toEqual([0, 0]);
  });

  it('reads production when told to', async () => {
    const listener = listen('--forward-to', hook, '--secret', SECRET, '--environment', 'production');
    await listener.waitForOutput(/^Ready\./m);
    const id = await insert('production');
    await receiver.waitForOutput(received(id));
    expect(await listener.stop()).toBe(0);
  });

  const anywhere = ['--forward-to', 'http://127.0.0.1:4000/hook'];
  const unknownKey = 'x'.repeat(40);
  it.each<[string, readonly string[], NodeJS.ProcessEnv, RegExp]>([
    ['without a receiver', [], {}, /^--forward-to is missing.*\nUsage: npm run listen/],
    [
      'with a receiver that is no address',
      ['--forward-to', 'localhost:4000'],
      {},
      /^--forward-to must be an address with http:\/\/ or https:\/\/, not/,
    ],
    [
      'without a server',
      anywhere,
      { DATA_DIR: '/nowhere' },
      /^Cannot read \/nowhere\/demo\.json \(ENOENT\)\. Start the server first \(npm start\)/,
    ],
    [
      'with a key that is not known',
      anywhere,
      { GATEWAY_API_KEY: unknownKey },
      /The gateway responded with 403: .*\nCheck the API key: it must be active/,
    ],
    [
      'with a user-key that is not known',
      [...anywhere, '--user-key', unknownKey],
      {},
      /The gateway responded with 401: .*\nCheck the API key/,
    ],
    [
      'with a cursor that is none',
      [...anywhere, '--after', 'x'],
      {},
      /The gateway responded with 400: after: .*\nCheck --after and --types\./,
    ],
    [
      'with a type that there is not',
      [...anywhere, '--from-beginning', '--types', 'x'],
      {},
      /The gateway responded with 400: types: .*\nCheck --after/,
    ],
    ['with a secret that is none', [...anywhere, '--secret', 'whsec_'], {}, /^--secret must be whsec_ and Base64/],
    ['with an address and no keys', [...anywhere, '--url', 'https://gateway.example'], {}, /^--url needs --api-key and --user-key too\./],
    ['with a word that is no option', [...anywhere, 'now'], {}, /^now is not an option\.\nUsage: /],
    ['with an option that there is not', [...anywhere, '--forward'], {}, /^Unknown option '--forward'/],
  ])('says what to do %s', async (_, args, env, expected) => {
    const tool = start(['scripts/command.mjs', 'listen', ...args], env);
    expect(await tool.ended).toBe(2);
    expect(tool.output).toMatch(expected);
    expect(tool.output).not.toContain(server.demo.apiKey);
  });

  it('says that the certificate is not trusted, and accepts it with --ca-file', async () => {
    const { baseUrl, apiKey, userKey, caFile } = server.demo;
    const access = ['--url', baseUrl, '--api-key', apiKey, '--user-key', userKey];
    const untrusting = listen('--forward-to', hook, ...access);
    expect(await untrusting.ended).toBe(2);
    expect(untrusting.output).toMatch(/The certificate of https:\S+ is not trusted \(\w+\)\. Name its authority with --ca-file\./);
    const trusting = listen('--forward-to', hook, ...access, '--ca-file', caFile ?? '');
    await trusting.waitForOutput(/^Ready\./m);
    expect(await trusting.stop()).toBe(0);
  });
});

describe('examples/receive-webhooks.mjs', () => {
  async function deliver(id: string, body: string, at: Date, sent = body): Promise<number> {
    const { port, pathname } = new URL(hook);
    const headers = {
      'Content-Type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(SECRET).sign(id, at, body),
    };
    const client = new Client({ port: Number(port) }).undescribed();
    return (await client.call('POST', pathname, { headers, body: sent })).status;
  }

  it('accepts an event and its repetition, and refuses a changed byte and an old timestamp', async () => {
    const id = 'evt_1_0000000a';
    const body = JSON.stringify({ id, type: 'policy.issued', timestamp: '2026-12-01T09:30:00+02:00', data: { policy_no: 'P260000001' } });
    expect(await deliver(id, body, new Date())).toBe(204);
    expect(await deliver(id, body, new Date())).toBe(204);
    await receiver.waitForOutput(/^new policy\.issued evt_1_0000000a .*\nagain policy\.issued evt_1_0000000a /m);
    expect(await deliver('evt_2_0000000a', body, new Date(), body.replace('P26', 'P27'))).toBe(400);
    expect(await deliver('evt_2_0000000a', body, new Date(Date.now() - 600_000))).toBe(400);
    expect(receiver.output).not.toContain('P27');
  });

  it('prints what it needs', async () => {
    const tool = start(['examples/receive-webhooks.mjs']);
    expect(await tool.ended).toBe(1);
    expect(tool.output).toContain('Set WEBHOOK_SECRET to the secret of the webhook');
  });
});
