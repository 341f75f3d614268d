import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Client } from '../support/client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { buildServer } from '../support/process.js';

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
  /** Everything written to standard output and standard error until it ended, and its exit code. */
  readonly ended: Promise<{ code: number | null; out: string; err: string }>;
  /** The first line of the log that has this message. */
  readonly line: (message: string) => Promise<Record<string, string>>;
}

/** The product as an operator starts it. */
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
  const child = spawn(process.execPath, ['dist/src/main.js'], {
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

describe('the program', () => {
  it('serves both ports and the admin port, and ends in order', async () => {
    const adminPort = await freePort();
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
    expect(metrics.text).toContain('gateway_refusals_total{code="API_KEY_MISSING"} 1');
    expect(metrics.text).toMatch(/store_pool_connections\{schema="gateway",state="total"\} \d+/);
    expect((await admin.get('/health/live')).status).toBe(200);
    expect((await admin.get('/health/ready')).status).toBe(200);
    expect((await admin.get('/auth-api/resources/tokens')).status).toBe(404);
    child.kill('SIGTERM');
    const { code, out, err } = await ended;
    expect({ code, err }).toEqual({ code: 0, err: '' });
    for (const text of out.trim().split('\n')) expect(() => JSON.parse(text) as unknown).not.toThrow();
    expect(out).toContain('"route":"/auth-api/resources/tokens"');
  }, 60_000);

  it.each([
    [{ PORT: 'many' }, 'Cannot start: PORT must be a whole number from 0 to 65535.\n'],
    [
      { TLS_CERT: '/nowhere/cert.pem', TLS_KEY: '/nowhere/key.pem' },
      'Cannot start: TLS_CERT: the file /nowhere/cert.pem cannot be read.\n',
    ],
  ])(
    'says in one line why it cannot start: %j',
    async (variables, expected) => {
      const { code, err } = await startProgram(variables).ended;
      expect({ code, err }).toEqual({ code: 2, err: expected });
    },
    30_000,
  );

  it.each(['HTTPS_PORT', 'ADMIN_PORT'])(
    'says in one line that %s is taken',
    async (name) => {
      const taken = createServer().listen(0, '127.0.0.1');
      await once(taken, 'listening');
      const { port } = taken.address() as AddressInfo;
      const { code, err } = await startProgram({ [name]: String(port) }).ended;
      taken.close();
      expect({ code, err }).toEqual({ code: 2, err: `Cannot start: Port ${port} on 127.0.0.1 is in use.\n` });
    },
    30_000,
  );
});
