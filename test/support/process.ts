import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildLayout, buildLoopbackUrl } from '../../src/store/embedded/layout.js';
import { findServer, isProcess } from '../../src/store/embedded/pg-ctl.js';
import type { DemoFile } from '../../src/backoffice/administration/demo/demo-file.js';
import { Client } from './client.js';
import { removeDataDir } from './embedded.js';

const ROOT = join(import.meta.dirname, '../..');
const BUILD_LOCK = join(ROOT, '.cache/test-build.lock');
/** Node options of every server process of a spec; without them it could not verify the cheap password hashes. */
export const QUICK_SCRYPT = ['--import', join(import.meta.dirname, 'quick-scrypt.mjs')] as const;
const START_TIMEOUT_MS = 120_000;
const POLL_MS = 20;

/** Builds the server if it is stale, as `npm start` does. A lock lets only one spec file build at a time. */
export async function buildServer(): Promise<void> {
  await mkdir(dirname(BUILD_LOCK), { recursive: true });
  for (;;) {
    const owner = await writeFile(BUILD_LOCK, String(process.pid), { flag: 'wx' }).then(
      () => process.pid,
      async () => Number(await readFile(BUILD_LOCK, 'utf8').catch(() => '0')),
    );
    if (owner === process.pid) break;
    // A killed run leaves its lock.
    if (owner !== 0 && !isProcess(owner)) await rm(BUILD_LOCK, { force: true });
    await sleep(200);
  }
  try {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/build-if-stale.mjs'], { cwd: ROOT, encoding: 'utf8' });
    if (status !== 0) throw new Error(`The server cannot be built.\n${stdout}${stderr}`);
  } finally {
    await rm(BUILD_LOCK, { force: true });
  }
}

/** The built server as a process, with an embedded database in `dataDir`, the demo data and free ports. */
export class ServerProcess {
  /** Resolves to the exit code, or to the signal that ended the process. */
  readonly ended: Promise<number | NodeJS.Signals>;
  private output = '';
  private demoFile: DemoFile | null = null;

  private constructor(
    private readonly child: ChildProcess,
    private readonly dataDir: string,
  ) {
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    this.ended = new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code ?? -1)));
  }

  /** Starts the process without waiting until it serves. */
  static launch(dataDir: string, changes: NodeJS.ProcessEnv = {}): ServerProcess {
    const env = { ...ENVIRONMENT, DATA_DIR: dataDir, ...changes };
    const child = spawn(process.execPath, [...QUICK_SCRYPT, 'dist/src/main.js'], {
      cwd: ROOT,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new ServerProcess(child, dataDir);
  }

  /** Starts the process and waits until it serves. */
  static async start(dataDir: string, changes: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
    const startedAtMs = Date.now();
    const server = ServerProcess.launch(dataDir, changes);
    await server.waitUntilServing(startedAtMs);
    return server;
  }

  get demo(): DemoFile {
    if (!this.demoFile) throw new Error('The server is not ready yet.');
    return this.demoFile;
  }

  /** Sends plain HTTP, like a proxy that terminated TLS. */
  get client(): Client {
    return new Client({ port: Number(new URL(this.demo.httpUrl).port) }, { 'X-Forwarded-Proto': 'https' });
  }

  async databaseUrl(): Promise<string> {
    const layout = buildLayout(this.dataDir);
    const server = await findServer(layout.cluster);
    return buildLoopbackUrl(server?.port ?? 0, (await readFile(layout.passwordFile, 'utf8')).trim());
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Sends the signal to the whole process group, like Ctrl-C in a terminal. */
  signalGroup(signal: NodeJS.Signals): void {
    process.kill(-(this.child.pid ?? 0), signal);
  }

  async stop(): Promise<number | NodeJS.Signals> {
    this.signal('SIGTERM');
    return this.ended;
  }

  /** Kills the server and its database, and deletes their folder. */
  async destroy(): Promise<void> {
    this.signal('SIGKILL');
    await this.ended;
    await removeDataDir(this.dataDir);
  }

  // Every start writes demo.json when the server listens; the keys in it are valid when the server is ready.
  private async waitUntilServing(startedAtMs: number): Promise<void> {
    let end: number | NodeJS.Signals | null = null;
    void this.ended.then((reason) => (end = reason));
    const path = join(this.dataDir, 'demo.json');
    for (const deadline = startedAtMs + START_TIMEOUT_MS; Date.now() < deadline && end === null; await sleep(POLL_MS)) {
      const writtenAtMs = await stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      );
      if (writtenAtMs < startedAtMs) continue;
      const demo = JSON.parse(await readFile(path, 'utf8')) as DemoFile;
      const { ok } = await fetch(`${demo.httpUrl}/health/ready`).catch(() => ({ ok: false }));
      if (!ok) continue;
      this.demoFile = demo;
      return;
    }
    this.signal('SIGKILL');
    throw new Error(`The server did not become ready (${end ?? 'it took too long'}).\n${this.output}`);
  }
}

/** Environment variables of the server process. */
const ENVIRONMENT = {
  PATH: process.env.PATH ?? '',
  PORT: '0',
  HTTPS_PORT: '0',
  ADMIN_PORT: '0',
  DEMO: 'true',
  LOG_LEVEL: 'warn',
  TRUST_PROXY: '127.0.0.1',
  RATE_LIMIT_PER_HOUR: '1000000',
  DATABASE_POOL_SIZE: '4',
};
