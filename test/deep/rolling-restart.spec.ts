import { spawn } from 'node:child_process';
import { access, chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DemoFile } from '../../src/backoffice/administration/demo/demo-file.js';
import { Client } from '../support/client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { buildFireBody } from '../support/fire.js';
import { findFreePort } from '../support/program.js';
import { NodeProcess } from '../support/node-process.js';
import { buildServer } from '../support/process.js';
import { findFreeProxyPorts, hasNginx, Proxy } from '../support/proxy.js';

const SCRIPT = join(import.meta.dirname, '../../deploy/rolling-restart.sh');
const TIMEOUT_MS = 240_000;
const CALLERS = 4;
const PAUSE_MS = 20;

const describeWithNginx = hasNginx() ? describe : describe.skip;

describeWithNginx('Two nodes behind a proxy', () => {
  let database: TestDatabase;
  let proxy: Proxy;
  let ca: string;
  let secure: Client;
  let demo: DemoFile;
  const nodes = new Map<string, NodeProcess>();
  const ports = new Map<string, number>();

  async function start(name: string): Promise<void> {
    const variables = {
      DATABASE_URL: database.url,
      DATA_DIR: join(database.config.dataDir, name),
      PORT: String(ports.get(name)),
      RATE_LIMIT_PER_HOUR: '1000000',
      DEMO: String(name === 'one'),
      DRAIN_SECONDS: '1',
      NODE_ENV: 'production',
    };
    nodes.set(name, await NodeProcess.start(variables));
  }

  beforeAll(async () => {
    await buildServer();
    database = await createTestDatabase();
    for (const name of ['one', 'two']) ports.set(name, await findFreePort());
    await Promise.all(['one', 'two'].map(start));
    const dataDir = join(database.config.dataDir, 'one');
    const proxyPorts = await findFreeProxyPorts();
    proxy = await Proxy.start(proxyPorts, [...ports.values()], join(dataDir, 'tls'));
    ca = await readFile(join(dataDir, 'tls/cert.pem'), 'utf8');
    demo = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as DemoFile;
    secure = new Client({ port: proxyPorts.https, ca }).withKey(demo.apiKey);
    const response = await secure.post('/auth-api/resources/tokens', { 'user-key': demo.userKey });
    secure = secure.withToken(response.json<{ token: string }>().token);
  }, TIMEOUT_MS);
  afterAll(async () => {
    await proxy.stop();
    await Promise.all([...nodes.values()].map((node) => node.stop()));
    await database.drop();
  });

  /** Builds the command with which the script restarts a node: it asks this process and waits. */
  async function restartCommand(): Promise<string> {
    const command = join(proxy.folder, 'restart.sh');
    await writeFile(command, `#!/bin/sh\ntouch "$0.$1"\nwhile [ -e "$0.$1" ]; do sleep 0.1; done\n`);
    await chmod(command, 0o755);
    return command;
  }

  async function serveRestarts(command: string, hasEnded: () => boolean): Promise<void> {
    while (!hasEnded()) {
      for (const name of nodes.keys()) {
        const wanted = `${command}.${name}`;
        if (
          !(await access(wanted).then(
            () => true,
            () => false,
          ))
        )
          continue;
        await nodes.get(name)!.stop();
        await start(name);
        await rm(wanted);
      }
      await sleep(50);
    }
  }

  /** Reads and writes without idempotency keys until the end; lists unexpected responses. */
  async function callOn(caller: Client, hasEnded: () => boolean): Promise<{ calls: number; failures: string[] }> {
    const failures: string[] = [];
    let calls = 0;
    const expectOf = async (status: number, method: string, path: string, json?: unknown): Promise<Record<string, unknown>> => {
      calls += 1;
      const response = await caller.call(method, path, json === undefined ? {} : { json }).catch((error: Error) => error);
      if (response instanceof Error) failures.push(`${method} ${path}: ${response.message}`);
      else if (response.status !== status) failures.push(`${method} ${path}: ${response.status} ${response.text}`);
      else if (status !== 204 && response.text !== '') return response.json();
      return {};
    };
    const body = buildFireBody(new Date().toISOString().slice(0, 10));
    while (!hasEnded()) {
      const { id } = await expectOf(201, 'POST', '/fire-api/rsc/applications', body);
      await expectOf(200, 'GET', `/fire-api/rsc/applications/${String(id)}`);
      await expectOf(205, 'PUT', `/fire-api/rsc/applications/${String(id)}/prepay`);
      await expectOf(204, 'DELETE', `/fire-api/rsc/applications/${String(id)}`);
      await sleep(PAUSE_MS);
    }
    return { calls, failures };
  }

  it(
    'the nodes restart one after the other without a failed call',
    async () => {
      const command = await restartCommand();
      const file = join(proxy.folder, 'nginx.conf');
      const env = {
        PATH: `${process.env.PATH}:/usr/sbin`,
        PROXY: '',
        NGINX_CONF: file,
        RESTART: command,
        DRAIN: '1',
        RELOAD: `nginx -c ${file} -p ${proxy.folder} -e stderr -s reload`,
      };
      const before = await readFile(file, 'utf8');
      const previous = [...nodes.values()];
      let hasEnded = false;
      // A reload of nginx closes idle connections, perhaps during a call, so each call has a separate connection.
      const caller = secure.with({ Connection: 'close' });
      const load = Promise.all(Array.from({ length: CALLERS }, () => callOn(caller, () => hasEnded)));
      const restarts = serveRestarts(command, () => hasEnded);
      const args = [...ports].map(([name, port]) => `${name}=127.0.0.1:${port}`);
      const child = spawn(SCRIPT, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
      let output = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
      const code = await new Promise((resolve) => child.once('close', resolve));
      await sleep(1000);
      hasEnded = true;
      await restarts;
      const results = await load;
      expect([code, output]).toEqual([0, 'one: out\none: restarts\none: back\ntwo: out\ntwo: restarts\ntwo: back\n']);
      expect(results.flatMap(({ failures }) => failures)).toEqual([]);
      expect(results.reduce((sum, { calls }) => sum + calls, 0)).toBeGreaterThan(50);
      expect(await readFile(file, 'utf8')).toBe(before);
      // Both running nodes are new, and both previous ones served calls.
      for (const node of previous) {
        expect([...nodes.values()]).not.toContain(node);
        expect(node.log).toContain('"msg":"call"');
      }
    },
    TIMEOUT_MS,
  );
});
