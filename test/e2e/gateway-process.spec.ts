import { existsSync } from 'node:fs';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Client } from '../support/client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { findFreePort } from '../support/program.js';
import { buildServer, QUICK_SCRYPT } from '../support/process.js';

let database: TestDatabase;
const running: ChildProcess[] = [];

beforeAll(async () => {
  await buildServer();
  database = await createTestDatabase();
}, 120_000);
afterEach(() => running.splice(0).forEach((child) => child.kill('SIGKILL')));
afterAll(() => database.drop());

interface Program {
  readonly child: ChildProcess;
  /** Resolves to the exit code and the whole output. */
  readonly ended: Promise<{ code: number | null; out: string; err: string }>;
  /** Finds the first log line with this message. */
  readonly line: (message: string) => Promise<Record<string, string>>;
}

/** Starts the product as an operator does. */
function startProgram(variables: Record<string, string>): Program {
  const settings = {
    DATABASE_URL: database.url,
    DATA_DIR: database.config.dataDir,
    PORT: '0',
    HTTPS_PORT: '0',
    ADMIN_PORT: '0',
    DEMO: 'false',
    ...variables,
  };
  const child = spawn(process.execPath, [...QUICK_SCRYPT, 'dist/src/main.js'], {
    env: { PATH: process.env.PATH, ...settings },
  });
  running.push(child);
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, out, err }));
  const line = (message: string): Promise<Record<string, string>> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = out.split('\n').find((text) => text.includes(`"msg":"${message}"`));
        if (found !== undefined) resolve(JSON.parse(found) as Record<string, string>);
      };
      child.stdout.on('data', look);
      child.on('close', () => reject(new Error(`ended before "${message}": ${err}${out}`)));
    });
  return { child, ended, line };
}

/** Lists problems that `promtool check metrics` finds in names and helps. */
function lintMetrics(text: string): string[] {
  return [...text.matchAll(/^# HELP (\S+) (.*)\n# TYPE \S+ (\w+)$/gm)].flatMap(([, name = '', help = '', type = '']) => [
    ...(help.trim() === '' ? [`${name}: no help`] : []),
    ...((type === 'counter') === name.endsWith('_total') ? [] : [`${name}: _total is for counters, and for all of them`]),
    ...(/_(?:milliseconds|ms|minutes|hours|kb|mb|kilobytes|percent)(?:_|$)/.test(name) ? [`${name}: not a base unit`] : []),
    ...(/[A-Z]/.test(name) ? [`${name}: capitals`] : []),
    ...(type !== 'histogram' && type !== 'summary' && /_(?:count|sum|bucket)$/.test(name) ? [`${name}: reserved suffix`] : []),
    ...(new RegExp(`(?:^|_)${type}(?:_|$)`).test(name) ? [`${name}: names its type`] : []),
  ]);
}

describe('the program', () => {
  it('becomes ready once demo.json exists and not before', async () => {
    const adminPort = await findFreePort();
    const file = join(database.config.dataDir, 'demo.json');
    const { child, ended, line } = startProgram({ ADMIN_PORT: String(adminPort), DEMO: 'true' });
    const admin = new Client({ port: adminPort });
    const seen = new Map<number, unknown>();
    let isServing = false;
    const serving = line('Serving').then(() => (isServing = true));
    while (!isServing) {
      const response = await admin.get('/health/ready').catch(() => null);
      if (response === null) continue;
      seen.set(response.status, response.json());
      if (response.status === 200) expect(existsSync(file)).toBe(true);
    }
    await serving;
    expect(seen.get(503)).toEqual({ status: 'unavailable', reason: 'The demo data is being created.' });
    expect((await admin.get('/health/ready')).json()).toEqual({ status: 'ok' });
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  }, 60_000);

  it('requires a key before it refuses a malformed path, as built', async () => {
    const serving = await startProgram({ TRUST_PROXY: '127.0.0.1' }).line('Serving');
    const client = new Client({ port: Number(new URL(serving['http']!).port) }).with({ 'X-Forwarded-Proto': 'https' });
    const response = await client.get('/fire-api/rsc/applications/%zz');
    expect([response.status, response.json()]).toMatchObject([403, { error: { code: 'API_KEY_MISSING' } }]);
  });

  it('serves both ports and the admin port, and ends in order', async () => {
    const adminPort = await findFreePort();
    const { child, ended, line } = startProgram({ ADMIN_PORT: String(adminPort) });
    const serving = await line('Serving');
    const ca = await readFile(join(database.config.dataDir, 'tls', 'cert.pem'), 'utf8');
    const plain = new Client({ port: Number(new URL(serving['http']!).port) });
    const tls = new Client({ port: Number(new URL(serving['https']!).port), ca });
    const admin = new Client({ port: adminPort });
    expect((await plain.get('/health/ready')).json()).toEqual({ status: 'ok' });
    expect((await plain.post('/auth-api/resources/tokens', {})).json()).toMatchObject({ error: { code: 'HTTPS_REQUIRED' } });
    expect((await tls.post('/auth-api/resources/tokens', {})).json()).toMatchObject({ error: { code: 'API_KEY_MISSING' } });
    expect((await tls.get('/metrics')).status).toBe(404);
    const metrics = await admin.get('/metrics');
    expect(metrics.headers['content-type']).toMatch(/^text\/plain/);
    expect(metrics.text).toContain('gateway_refusals_total{code="API_KEY_MISSING",environment="production"} 1');
    expect(metrics.text).toMatch(/store_pool_connections\{schema="gateway",state="total"\} \d+/);
    for (const name of ['print_queue_documents', 'mail_outbox_messages', 'mail_underway_messages'])
      expect(metrics.text).toContain(`\ngateway_${name} 0\n`);
    for (const name of ['suspense_items', 'scans_pending_documents'])
      for (const environment of ['production', 'sandbox'])
        expect(metrics.text).toContain(`\ngateway_${name}{environment="${environment}"} 0\n`);
    expect(metrics.text).toMatch(/^gateway_build_info\{node="[\d.]+",version="[\d.]+"\} 1$/m);
    const ends = Number(/^gateway_certificate_expiry_timestamp_seconds (\d+)$/m.exec(metrics.text)?.[1]);
    expect(ends * 1000).toBeGreaterThan(Date.now());
    expect(lintMetrics(metrics.text)).toEqual([]);
    expect((await admin.get('/health/live')).status).toBe(200);
    expect((await admin.get('/health/ready')).status).toBe(200);
    expect((await admin.get('/auth-api/resources/tokens')).status).toBe(404);
    child.kill('SIGTERM');
    const { code, out, err } = await ended;
    expect({ code, err }).toEqual({ code: 0, err: '' });
    for (const text of out.trim().split('\n')) expect(() => JSON.parse(text) as unknown).not.toThrow();
    expect(out).toContain('"route":"/auth-api/resources/tokens"');
    // Health checks are frequent and are logged only at level debug.
    expect(out).not.toContain('/health/');
  }, 60_000);

  it.each([
    [{ PORT: 'many' }, 'Cannot start: PORT must be a whole number from 0 to 65535.\n'],
    [
      { TLS_CERT: '/nowhere/cert.pem', TLS_KEY: '/nowhere/key.pem' },
      'Cannot start: TLS_CERT: the file /nowhere/cert.pem cannot be read.\n',
    ],
  ])('reports in one line why it cannot start: %j', async (variables, expected) => {
    const { code, err } = await startProgram(variables).ended;
    expect({ code, err }).toEqual({ code: 2, err: expected });
  });

  it.each(['HTTPS_PORT', 'ADMIN_PORT'])('reports in one line that %s is in use', async (name) => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const { code, out, err } = await startProgram({ [name]: String(port) }).ended;
    taken.close();
    expect({ code, err }).toEqual({ code: 2, err: `Cannot start: Port ${port} on 127.0.0.1 is in use. Choose another by ${name}.\n` });
    // The error is detected before anything is created.
    expect(out).not.toContain('migrations run');
  });
});
