import type { Call } from '../call/call.js';

/** Value of `Server-Timing`: milliseconds that the gateway took, and the service where the call reached one (gateway.21). */
export function serverTiming({ startedMs, serviceStartedMs, serviceEndedMs }: Call): string {
  const nowMs = performance.now();
  if (serviceStartedMs === null) return `gateway;dur=${(nowMs - startedMs).toFixed(2)}`;
  const serviceMs = (serviceEndedMs ?? nowMs) - serviceStartedMs;
  return `gateway;dur=${(nowMs - startedMs - serviceMs).toFixed(2)}, service;dur=${serviceMs.toFixed(2)}`;
}
