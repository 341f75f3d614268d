import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 20;

/**
 * Polls a condition until it is true. `condition` describes it in the error.
 * @throws Error when it is still false after the timeout
 */
export async function eventually(condition: string, isTrue: () => Promise<boolean> | boolean, timeoutMs = 10_000): Promise<void> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(POLL_MS)) if (await isTrue()) return;
  throw new Error(`Timed out after ${timeoutMs} ms. Expected: ${condition}`);
}
