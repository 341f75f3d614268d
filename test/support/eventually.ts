import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 20;

/**
 * Polls a condition until it is true. `what` is the condition in words, for the error.
 * @throws Error when it is still false after the timeout
 */
export async function eventually(what: string, isTrue: () => Promise<boolean> | boolean, timeoutMs = 10_000): Promise<void> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(POLL_MS)) if (await isTrue()) return;
  throw new Error(`Waited in vain until ${what}`);
}
