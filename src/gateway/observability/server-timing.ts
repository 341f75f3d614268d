import type { Call } from '../call/call.js';

/** Returns `Server-Timing`: milliseconds of the gateway, and of the service (gateway.21). */
export function serverTiming({ startedMs, serviceStartedMs, serviceEndedMs }: Call): string {
  const nowMs = performance.now();
  if (serviceStartedMs === null) return `gateway;dur=${(nowMs - startedMs).toFixed(2)}`;
  const serviceMs = (serviceEndedMs ?? nowMs) - serviceStartedMs;
  return `gateway;dur=${(nowMs - startedMs - serviceMs).toFixed(2)}, service;dur=${serviceMs.toFixed(2)}`;
}
