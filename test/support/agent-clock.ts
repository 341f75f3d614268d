import { eventually } from './eventually.js';
import { expectStatus, type FireAgent } from './fire-app.js';

export interface ClockEntity {
  readonly time: string;
  readonly frozen_time: string | null;
  readonly state: string;
  readonly advance_to: string | null;
}

type Caller = Pick<FireAgent, 'client'>;

const CLOCK = '/dev/test-api/resources/clock';
const ADVANCED_WITHIN_MS = 240_000;

export async function getClock({ client }: Caller): Promise<ClockEntity> {
  return expectStatus(200, await client.get(CLOCK)).json<ClockEntity>();
}

/** Waits until the clock has reached its target. */
export async function waitUntilAdvanced(agent: Caller): Promise<ClockEntity> {
  let clock = await getClock(agent);
  await eventually('the clock has advanced', async () => (clock = await getClock(agent)).state === 'ready', ADVANCED_WITHIN_MS);
  return clock;
}

/** Advances the agent's clock and waits until it has reached the target. */
export async function advanceClock(agent: Caller, target: { readonly to: string } | { readonly days: number }): Promise<ClockEntity> {
  expectStatus(202, await agent.client.post(`${CLOCK}/advance`, target));
  return waitUntilAdvanced(agent);
}
