import { eventually } from './eventually.js';
import { expectStatus, type FireAgent } from './fire-app.js';

export interface ClockEntity {
  readonly time: string;
  readonly frozen_time: string | null;
  readonly state: string;
  readonly advance_to: string | null;
}

/** Whoever calls in the sandbox. */
type Caller = Pick<FireAgent, 'client'>;

const CLOCK = '/dev/test-api/resources/clock';
const ADVANCED_WITHIN_MS = 60_000;

export async function clockOf({ client }: Caller): Promise<ClockEntity> {
  return expectStatus(200, await client.get(CLOCK)).json<ClockEntity>();
}

/** Until the clock stands where it was sent. */
export async function untilReady(agent: Caller): Promise<ClockEntity> {
  let clock = await clockOf(agent);
  await eventually('the clock has advanced', async () => (clock = await clockOf(agent)).state === 'ready', ADVANCED_WITHIN_MS);
  return clock;
}

/** Lets time pass for the agent, and waits until it has. */
export async function advance(agent: Caller, far: { readonly to: string } | { readonly days: number }): Promise<ClockEntity> {
  expectStatus(202, await agent.client.post(`${CLOCK}/advance`, far));
  return untilReady(agent);
}
