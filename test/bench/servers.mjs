import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** The processes of a run: how they are started, what they use, how they end. */
const STOP_MS = 15_000;
const SETTLED_AFTER_MS = 3_000;
const TICKS_PER_SECOND = 100;
// Nothing of our own settings reaches the measured processes.
const ENVIRONMENT = { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production' };

const started = new Set();

export const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/**
 * A node process, of arguments that end with its file, whose output goes to the descriptor, and which counts what it
 * allocates (`allocations.mjs`) when it is asked to.
 */
export function spawnNode(args, env, output) {
  const preload = new URL('./allocations.mjs', import.meta.url).href;
  const options = { env: { ...ENVIRONMENT, ...env }, stdio: ['ignore', output, output, 'ipc'] };
  return track(spawn(process.execPath, ['--import', preload, ...args], options));
}

/**
 * A process of the benchmark: it is sent its configuration and answers when it is ready. It ends when we do. `output`
 * as in `spawnNode`.
 */
export async function forkHelper(path, configuration, output = 'inherit') {
  const child = track(fork(here(path), { env: ENVIRONMENT, stdio: ['ignore', output, output, 'ipc'] }));
  return { child, ...(await ask(child, configuration)) };
}

/** Sends a message and resolves with the answer. */
export async function ask(child, message) {
  const waiting = new AbortController();
  const response = once(child, 'message', waiting);
  const exit = once(child, 'exit', waiting).then(() => Promise.reject(new Error(`${child.spawnargs.at(-1)} ended too early`)));
  child.send(message);
  try {
    return (await Promise.race([response, exit]))[0];
  } finally {
    waiting.abort();
    await Promise.allSettled([response, exit]);
  }
}

export async function stop(child) {
  started.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const isSlow = await Promise.race([exited.then(() => false), sleep(STOP_MS, true, { ref: false })]);
  if (isSlow) child.kill('SIGKILL');
  await exited;
}

/** Stops everything that was started. */
export async function stopAll() {
  await Promise.all([...started].map(stop));
}

/** CPU seconds that a process and its threads have used; NaN where there is no /proc. */
export function cpuSeconds({ pid }) {
  const { own } = ticksOf(pid);
  return own / TICKS_PER_SECOND;
}

/** Returns the CPU seconds of a process and all its children, including ended ones; NaN without a process. */
export function cpuSecondsOfFamily(pid) {
  const { own, ended } = ticksOf(pid);
  if (Number.isNaN(own)) return NaN;
  const others = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const living = others.map(ticksOf).filter(({ parent }) => parent === pid);
  return (own + ended + living.reduce((sum, child) => sum + child.own, 0)) / TICKS_PER_SECOND;
}

/**
 * Milliseconds of the processor that the connections of a server of Postgres have used, exactly: by the time that their
 * processes ran. What vacuums, writes logs and checkpoints is left out. NaN without a process, or where there is no
 * /proc.
 */
export function cpuMsOfBackends(pid) {
  if (Number.isNaN(ticksOf(pid).own)) return NaN;
  const backends = readOrEmpty(`/proc/${pid}/task/${pid}/children`)
    .split(' ')
    .filter((child) => / (\[local\]|[\d.:]+\(\d+\)) /.test(readOrEmpty(`/proc/${child}/cmdline`)));
  return backends.reduce((sum, child) => sum + parseInt(readOrEmpty(`/proc/${child}/schedstat`), 10) / 1e6, 0);
}

/** Returns the CPU ticks of a process, and those of its ended children. */
function ticksOf(pid) {
  const stat = readOrEmpty(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number);
  return { parent: Number(fields[1]), own: (user ?? NaN) + (system ?? NaN), ended: endedUser + endedSystem };
}

/** Resident memory of a process; NaN where there is no /proc. */
export function residentMb({ pid }) {
  return Number(/VmRSS:\s+(\d+)/.exec(readOrEmpty(`/proc/${pid}/status`))?.[1]) / 1024;
}

/** Returns the memory of the process after some idle seconds, in MB. */
export async function settledMb(child) {
  await sleep(SETTLED_AFTER_MS);
  return residentMb(child);
}

/** From now on the process ends when we do. */
export function track(child) {
  started.add(child);
  return child;
}

function readOrEmpty(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
