import { execFile } from 'node:child_process';
import { readFile, readlink, realpath } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const POLL_MS = 10;
/** How long each ever harsher request to stop may take: fast shutdown, immediate shutdown (both lose nothing acknowledged), the end. */
const STOP_STEPS: readonly (readonly [signal: NodeJS.Signals, waitMs: number])[] = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
];

/** Whether the process exists and is not a zombie that waits to be reaped. */
export async function isRunning(pid: number): Promise<boolean> {
  if (!exists(pid)) return false;
  if (process.platform !== 'linux') return true;
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const state = stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
  return stat !== '' && state !== 'Z' && state !== 'X';
}

/** Whether a number is taken, be it by a zombie: Postgres itself looks no further. */
export function exists(pid: number): boolean {
  if (!(pid > 0)) return false; // Zero and below would mean whole process groups.
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether the process is a Postgres of this data directory: the number in a stale file may meanwhile belong to anybody. */
export async function servesCluster(pid: number, cluster: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => null);
    return folder !== null && folder === (await realpath(cluster));
  }
  const { stdout } = await promisify(execFile)('ps', ['-o', 'comm=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.trim().endsWith('postgres');
}

/** Asks a Postgres to stop, and makes sure that it does. */
export async function stopServer(pid: number): Promise<void> {
  for (const [signal, waitMs] of STOP_STEPS) {
    try {
      process.kill(pid, signal);
    } catch {
      return; // It has gone by itself.
    }
    for (const deadline = Date.now() + waitMs; Date.now() < deadline; await sleep(POLL_MS)) {
      if (!(await isRunning(pid))) return;
    }
  }
  throw new Error(`The Postgres process ${pid} does not stop.`);
}
