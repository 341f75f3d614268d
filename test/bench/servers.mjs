import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** The processes of a run: how they are started, what they use, how they end. */
const STOP_MS = 15_000;
const TICKS_PER_SECOND = 100;
// Nothing of our own settings reaches the measured processes.
const ENVIRONMENT = { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production' };

const started = new Set();

export const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** A node process whose output goes to the descriptor. */
export function spawnNode(script, env, output) {
  return track(spawn(process.execPath, [script], { env: { ...ENVIRONMENT, ...env }, stdio: ['ignore', output, output] }));
}

/** A process of the benchmark: it is sent its configuration and answers when it is ready. It ends when we do. `output` as in `spawnNode`. */
export async function forkHelper(path, configuration, output = 'inherit') {
  const child = track(fork(here(path), { env: ENVIRONMENT, stdio: ['ignore', output, output, 'ipc'] }));
  return { child, ...(await ask(child, configuration)) };
}

/** Sends a message and resolves with the answer. */
export async function ask(child, message) {
  const waiting = new AbortController();
  const answer = once(child, 'message', waiting);
  const exit = once(child, 'exit', waiting).then(() => Promise.reject(new Error(`${child.spawnargs.at(-1)} ended too early`)));
  child.send(message);
  try {
    return (await Promise.race([answer, exit]))[0];
  } finally {
    waiting.abort();
    await Promise.allSettled([answer, exit]);
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
  const stat = readOrEmpty(`/proc/${pid}/stat`);
  const [userTicks, systemTicks] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(userTicks) + Number(systemTicks)) / TICKS_PER_SECOND;
}

/** Resident memory of a process; NaN where there is no /proc. */
export function residentMb({ pid }) {
  return Number(/VmRSS:\s+(\d+)/.exec(readOrEmpty(`/proc/${pid}/status`))?.[1]) / 1024;
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
