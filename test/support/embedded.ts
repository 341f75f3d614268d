import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { EmbeddedPostgres } from '../../src/store/embedded/embedded-postgres.js';
import { buildLayout } from '../../src/store/embedded/layout.js';
import { findServer } from '../../src/store/embedded/pg-ctl.js';
import { eventually } from './eventually.js';
import { runProgram } from './program.js';
import { createTemporaryFolder } from './temporary.js';
import { getTestServer } from './test-server.js';

const ROOT = join(import.meta.dirname, '../..');

/** Creates an empty DATA_DIR. */
export async function createDataDir(): Promise<string> {
  const folder = await createTemporaryFolder();
  await chmod(folder, 0o755);
  return folder;
}

/** Creates a DATA_DIR with a migrated database, which saves a spec the first start. */
export async function createMigratedDataDir(): Promise<string> {
  const folder = await createDataDir();
  const { prepared } = getTestServer();
  if (prepared !== null) runProgram('cp', ['-a', buildLayout(prepared).home, folder]);
  return folder;
}

export function startServer(dataDir: string): Promise<EmbeddedPostgres> {
  return EmbeddedPostgres.start({ dataDir, maxConnections: 40 });
}

/** Kills the processes that use the folder, and deletes it. */
export async function removeDataDir(dataDir: string): Promise<void> {
  for (let left = await listProcesses(dataDir); left.length > 0; left = await listProcesses(dataDir)) {
    for (const pid of left) endProcess(pid);
    await sleep(20);
  }
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
}

/** Kills a process, unless it has ended. */
export function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Finds the process id of the database server of a DATA_DIR; null when none runs. */
export async function findServerPid(dataDir: string): Promise<number | null> {
  return (await findServer(buildLayout(dataDir).cluster))?.pid ?? null;
}

/** Returns the process id of the database server; throws when none runs. */
export async function getServerPid(dataDir: string): Promise<number> {
  const pid = await findServerPid(dataDir);
  if (pid === null) throw new Error('No server runs.');
  return pid;
}

/** Lists the processes that work in the folder: servers and their orphaned sessions. Outside Linux only the server. */
export async function listProcesses(dataDir: string): Promise<number[]> {
  const server = await findServerPid(dataDir);
  const found = new Set(server === null ? [] : [server]);
  for (const name of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(name)) continue;
    const folder = await readlink(`/proc/${name}/cwd`).catch(() => '');
    if (folder.startsWith(dataDir)) found.add(Number(name));
  }
  return [...found];
}

export async function queryDatabase<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Suspends the server and its sessions; the returned function resumes them. */
export async function freezeServer(server: number): Promise<() => void> {
  process.kill(server, 'SIGSTOP');
  const sessions = await listChildren(server);
  for (const pid of sessions) process.kill(pid, 'SIGSTOP');
  // The server is resumed last, because it reaps sessions that ended meanwhile.
  return () => [...sessions, server].forEach((pid) => process.kill(pid, 'SIGCONT'));
}

async function listChildren(parent: number): Promise<number[]> {
  const children: number[] = [];
  for (const name of await readdir('/proc')) {
    const text = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '') : '';
    const [, ppid] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    if (Number(ppid) === parent) children.push(Number(name));
  }
  return children;
}

/** A child process that owns the embedded server of a DATA_DIR (database-owner.mjs). */
export class DatabaseOwner {
  readonly ended: Promise<number | NodeJS.Signals | null>;
  private output = '';
  private errors = '';

  private constructor(readonly child: ChildProcess) {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.errors += text));
    this.ended = new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code)));
  }

  /** Starts the process and waits until it has written a few rows. */
  static async start(dataDir: string, options: { user?: number; ending?: 'exit' } = {}): Promise<DatabaseOwner> {
    const script = ['test/support/database-owner.mjs', dataDir, ...(options.ending ? [options.ending] : [])];
    const identity = options.user === undefined ? {} : { uid: options.user, gid: options.user };
    const owner = new DatabaseOwner(
      spawn(process.execPath, script, {
        cwd: ROOT,
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { PATH: process.env.PATH },
        ...identity,
      }),
    );
    let isOver = false;
    void owner.ended.then(() => (isOver = true));
    await eventually('the owner writes', () => owner.acknowledged.length >= 5 || isOver, 30_000);
    if (owner.acknowledged.length < 5) throw new Error(owner.errors);
    return owner;
  }

  /** Numbers of the committed rows. */
  get acknowledged(): number[] {
    return this.output
      .split('\n')
      .slice(0, -1)
      .filter((line) => /^\d+$/.test(line))
      .map(Number);
  }

  get hasClosed(): boolean {
    return this.output.endsWith('closed\n');
  }

  /** Sends the signal to the whole process group, like Ctrl-C in a terminal. */
  signalGroup(signal: NodeJS.Signals): void {
    process.kill(-(this.child.pid ?? 0), signal);
  }
}
