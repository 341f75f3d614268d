import type { Environment } from '../../../../common/environment.js';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Ten attempts in production, five in the sandbox (events.12). */
const WAITS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];
const SANDBOX_WAITS = 4;
const JITTER = 0.1;
const SECONDS = /^\d{1,10}$/;

/** Null after the last attempt. At most a day of `askedMs` counts. */
export function calculateNextWaitMs(environment: Environment, attempts: number, askedMs = 0, random = Math.random()): number | null {
  const waits = environment === 'sandbox' ? WAITS_MS.slice(0, SANDBOX_WAITS) : WAITS_MS;
  const waitMs = waits[attempts - 1];
  if (waitMs === undefined) return null;
  return Math.max(Math.round(waitMs * (1 + JITTER * random)), Math.min(askedMs, DAY_MS));
}

export function retryAfterMs(header: string | undefined, nowMs: number): number {
  const text = header?.trim() ?? '';
  if (SECONDS.test(text)) return Number(text) * SECOND_MS;
  // A date without a zone would be parsed as local time.
  const ms = text.endsWith(' GMT') ? Date.parse(text) - nowMs : NaN;
  return Number.isNaN(ms) ? 0 : Math.max(ms, 0);
}
