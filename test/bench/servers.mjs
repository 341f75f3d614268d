import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Starts, measures and stops the processes of a run. */
const STOP_MS = 15_000;
const SETTLED_AFTER_MS = 3_000;
const TICKS_PER_SECOND = 100;
// The measured processes do not inherit our settings.
const ENVIRONMENT = { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production' };

const started = new Set();

export const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Starts a Node process, whose output goes to the descriptor, and which can count its allocations (`allocations.mjs`).
 */
export function spawnNode(args, env, output) {
  const preload = new URL('./allocations.mjs', import.meta.url).href;
  const options = { env: { ...ENVIRONMENT, ...env }, stdio: ['ignore', output, output, 'ipc'] };
  return track(spawn(process.execPath, ['--import', preload, ...args], options));
}

/**
 * Starts a helper process of the benchmark, sends it its configuration, and waits until it is ready. It ends with this
 * process.
 */
export async function forkHelper(path, configuration, output = 'inherit') {
  const child = track(fork(here(path), { env: ENVIRONMENT, stdio: ['ignore', output, output, 'ipc'] }));
  return { child, ...(await ask(child, configuration)) };
}

/** Sends a message and resolves to the reply. */
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

/** Stops all started processes. */
export async function stopAll() {
  await Promise.all([...started].map(stop));
}

/** CPU seconds of a process and its threads; NaN without /proc. */
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
 * CPU milliseconds of the connections of a Postgres server, without vacuum, WAL and checkpoint processes. NaN without a
 * process or without /proc.
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

/** Ends the process when this one ends. */
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
