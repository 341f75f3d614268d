import type { LocalDate } from '../common/athens.js';
import type { Sandbox } from './sandbox.js';

const CLOCK = '/test-api/resources/clock';

interface Clock {
  /** Greek time with its offset. */
  readonly time: string;
  readonly state: 'ready' | 'advancing' | 'resetting';
}

/** What day it is for the agent. */
export async function today(sandbox: Sandbox): Promise<LocalDate> {
  return (await sandbox.read<Clock>('GET', CLOCK)).time.slice(0, 10);
}

/** Lets time pass until the first moment of the day, and waits until all that became due is done. */
export async function advanceTo(sandbox: Sandbox, date: LocalDate): Promise<void> {
  await sandbox.call('POST', `${CLOCK}/advance`, { json: { to: date } });
  await sandbox.poll<Clock>(CLOCK, ({ state }) => state === 'ready');
}

/** Deletes everything of the agent in the sandbox. */
export async function reset(sandbox: Sandbox): Promise<void> {
  await sandbox.call('POST', '/test-api/resources/reset');
  await sandbox.poll<{ readonly state: string }>('/test-api/resources/reset', ({ state }) => state === 'ready');
}
