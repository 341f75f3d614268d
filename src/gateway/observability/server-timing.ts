import type { Response } from 'express';
import { callOf, type Call } from '../call/call.js';
import { SERVER_TIMING } from '../call/headers.js';

/**
 * Lets every response of an application say how long the call took here, in milliseconds: the gateway's own share, and the service's where there
 * was one. `prototype` is what all its responses inherit from; Node calls `writeHead` for each of them, whoever writes the response.
 */
export function timeAnswers(prototype: Response): void {
  const writeHead = Reflect.get(prototype, 'writeHead') as (...args: unknown[]) => Response;
  prototype.writeHead = function (this: Response, ...args: unknown[]): Response {
    if (!this.headersSent) this.setHeader(SERVER_TIMING, timing(callOf(this.req)));
    return writeHead.apply(this, args);
  };
}

function timing({ startedMs, serviceStartedMs, serviceEndedMs }: Call): string {
  const nowMs = performance.now();
  if (serviceStartedMs === null) return `gateway;dur=${(nowMs - startedMs).toFixed(2)}`;
  const serviceMs = (serviceEndedMs ?? nowMs) - serviceStartedMs;
  return `gateway;dur=${(nowMs - startedMs - serviceMs).toFixed(2)}, service;dur=${serviceMs.toFixed(2)}`;
}
