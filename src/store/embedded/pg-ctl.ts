import { spawn, spawnSync, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, readlink, realpath, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { runSystemTool, type Binaries, type ServerUser } from './binaries.js';
import { EmbeddedPostgresError } from './errors.js';
import type { Layout } from './layout.js';

export interface Installation {
  readonly layout: Layout;
  readonly binaries: Binaries;
  readonly user: ServerUser | null;
}

export interface RunningServer {
  readonly pid: number;
  readonly port: number;
  /** `starting`, `ready` or `stopping`; after SIGTERM it waits for the end of all sessions. */
  readonly state: string;
}

/** Path of the data directory for programs that run in it, because their user may not enter the folders above. */
export const CLUSTER_FOLDER = process.platform === 'linux' ? '/proc/self/cwd' : '.';
export const LOCALE = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';

// Recovery of a large database after a crash is slow, and a second attempt would not be faster.
const START_SECONDS = 300;
const STOP_SECONDS = 10;
const POLL_MS = 50;
const MAX_LOG_BYTES = 5_000_000;
const LOG_TAIL_BYTES = 2_000;

export async function startServer(installation: Installation, settings: readonly string[]): Promise<void> {
  await removeMisleadingLock(installation.layout.cluster);
  const options = settings.map((setting) => `-c '${setting}'`).join(' ');
  const args = [...listArguments('start', START_SECONDS), '-o', options];
  await runProgram(installation, 'pg_ctl', args, 'The embedded Postgres does not start.');
}

/** Both modes roll back open transactions and lose no committed data. */
export async function stopServer(installation: Installation): Promise<void> {
  const { cluster, home } = installation.layout;
  const message = `The Postgres of ${home} does not stop.`;
  for (const mode of ['fast', 'immediate']) {
    const server = await findServer(cluster);
    if (server === null) return;
    const args = [...listArguments('stop', STOP_SECONDS), '-m', mode];
    await runProgram(installation, 'pg_ctl', args, message).catch(() => undefined);
    // The lock file is removed shortly before the process ends.
    if ((await findServer(cluster)) === null) while (await servesCluster(server.pid, cluster)) await sleep(POLL_MS);
  }
  if ((await findServer(cluster)) !== null) throw new EmbeddedPostgresError(message);
}

export function stopServerAtExit({ layout, binaries, user }: Installation): void {
  spawnSync(join(binaries.folder, 'pg_ctl'), [...listArguments('stop', 0), '-m', 'fast', '-W'], spawnOptions(layout, user));
}

export async function findReadyServer(installation: Installation): Promise<RunningServer | null> {
  for (const deadline = Date.now() + START_SECONDS * 1_000; Date.now() < deadline; await sleep(POLL_MS)) {
    const server = await findServer(installation.layout.cluster);
    if (server === null || server.state === 'ready') return server;
    if (server.state !== 'stopping') continue;
    new Logger('EmbeddedPostgres').warn(`The database server (process ${server.pid}) is stopping; ending its sessions`);
    await stopServer(installation);
  }
  throw new EmbeddedPostgresError(`The Postgres of ${installation.layout.home} does not become ready. Stop it and try again.`);
}

export async function findServer(cluster: string): Promise<RunningServer | null> {
  // Lines: process, data directory, start, port, socket folder, address, shared memory, state.
  const [pid, , , port, , , , state = ''] = (await readLock(cluster)).split('\n');
  return (await servesCluster(Number(pid), cluster)) ? { pid: Number(pid), port: Number(port), state: state.trim() } : null;
}

export async function hasSettings(cluster: string, settings: readonly string[]): Promise<boolean> {
  const commandLine = await readFile(join(cluster, 'postmaster.opts'), 'utf8');
  return commandLine.trimEnd().endsWith(settings.map((setting) => ` "-c" "${setting}"`).join(''));
}

/** Counts a zombie too. Postgres checks no more than that. */
export function isProcess(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

export async function runProgram(
  { layout, binaries, user }: Installation,
  program: 'initdb' | 'pg_ctl',
  args: readonly string[],
  failure: string,
): Promise<void> {
  const log = await openLog(layout.logFile);
  try {
    const { size } = await log.stat();
    // The server inherits the open log, because its user may be unable to open it.
    const options: SpawnOptions = { ...spawnOptions(layout, user), stdio: ['ignore', log.fd, log.fd] };
    const [code] = (await once(spawn(join(binaries.folder, program), args, options), 'exit')) as [number | null];
    if (code === 0) return;
    const text = (await readFile(layout.logFile)).subarray(size).toString().slice(-LOG_TAIL_BYTES);
    throw new EmbeddedPostgresError(`${failure} ${text.trim()}`);
  } finally {
    await log.close();
  }
}

function listArguments(command: 'start' | 'stop', seconds: number): string[] {
  return [command, '-D', CLUSTER_FOLDER, '-s', '-w', '-t', String(seconds)];
}

/** Options with a separate process group, because Ctrl-C must reach only this program, which shuts down in order. */
function spawnOptions({ cluster }: Layout, user: ServerUser | null): SpawnOptions {
  return { cwd: cluster, env: { LC_ALL: LOCALE, PATH: '/usr/local/bin:/usr/bin:/bin', TZ: 'UTC' }, detached: true, ...user };
}

/** Removes a lock with the number of a zombie or of another process, which Postgres takes for a running server. */
async function removeMisleadingLock(cluster: string): Promise<void> {
  const pid = Number.parseInt(await readLock(cluster), 10);
  if (isProcess(pid) && !(await servesCluster(pid, cluster))) await rm(join(cluster, 'postmaster.pid'), { force: true });
}

function readLock(cluster: string): Promise<string> {
  return readFile(join(cluster, 'postmaster.pid'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
}

async function servesCluster(pid: number, cluster: string): Promise<boolean> {
  if (process.platform === 'linux')
    return (await readlink(`/proc/${pid}/cwd`).catch(() => null)) === (await realpath(cluster).catch(() => ''));
  const { stdout } = await runSystemTool('ps', ['-o', 'comm=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.trim().endsWith('postgres');
}

async function openLog(file: string): Promise<FileHandle> {
  const { size } = await stat(file).catch(() => ({ size: 0 }));
  if (size > MAX_LOG_BYTES) await rename(file, `${file}.1`);
  return open(file, 'a', 0o600);
}
