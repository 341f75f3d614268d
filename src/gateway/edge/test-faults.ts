import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ErrorCode } from '../../common/error-codes.js';
import type { Call } from '../call/call.js';
import { RETRY_AFTER_SECONDS } from '../call/error-writer.js';
import { GatewayError, TestFaultError } from '../call/gateway-error.js';
import { RATE_REMAINING } from '../call/headers.js';
import { Readiness } from '../health/readiness.js';

/** What a call meets because its program asked for it (sandbox.17). `timeout`: it is served, and the connection cut in place of the response. */
export type TestFault = '429' | '500' | '503' | 'timeout' | { readonly slowMs: number };

/** Where test faults come from. */
export interface TestFaultSource {
  /** The fault of a call in a user's name, used up by it; null for one that meets none. @throws DomainError INVALID */
  faultOf(call: Call, request: Request): TestFault | null | Promise<TestFault | null>;
}

/** So many calls of one program wait at once. */
const MOST_WAITING = 10;

/** Lets calls of the sandbox fail as calls do in production, in the form that those have. Without a source, as in production, it does nothing. */
@Injectable()
export class TestFaults {
  private source: TestFaultSource | null = null;
  private readonly waitingByProgram = new Map<number, number>();
  private readonly draining = new AbortController();

  constructor(readiness: Readiness) {
    readiness.onDrain(() => this.draining.abort());
  }

  takeFrom(source: TestFaultSource): void {
    this.source = source;
  }

  /** @throws GatewayError OVER_RATE_LIMIT; TestFaultError; DomainError INVALID */
  meet(call: Call, request: Request, response: Response): true | Promise<true> {
    if (this.source === null || call.environment !== 'sandbox' || call.rules!.isSandboxOnly || call.caller!.user === null) return true;
    const fault = this.source.faultOf(call, request);
    return fault instanceof Promise
      ? fault.then((found) => this.bringAbout(found, call, response))
      : this.bringAbout(fault, call, response);
  }

  private bringAbout(fault: TestFault | null, call: Call, response: Response): true | Promise<true> {
    switch (fault) {
      case null:
        return true;
      case '429':
        throw overLimit(response);
      case '500':
        throw new TestFaultError(ErrorCode.INTERNAL);
      case '503':
        throw new TestFaultError(ErrorCode.UNAVAILABLE);
      case 'timeout':
        cutInsteadOfResponse(response);
        return true;
      default:
        return this.wait(fault.slowMs, call.caller!.programId, response);
    }
  }

  /** Holds nothing but the connection of the caller; over when that has gone, or the process ends. */
  private async wait(ms: number, programId: number, response: Response): Promise<true> {
    const waiting = this.waitingByProgram.get(programId) ?? 0;
    if (waiting >= MOST_WAITING) throw overLimit(response);
    this.waitingByProgram.set(programId, waiting + 1);
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    await sleep(ms, undefined, { signal: AbortSignal.any([gone.signal, this.draining.signal]) }).catch(() => undefined);
    const left = this.waitingByProgram.get(programId)! - 1;
    if (left > 0) this.waitingByProgram.set(programId, left);
    else this.waitingByProgram.delete(programId);
    return true;
  }
}

/** As the limit refuses, with nothing left of it. */
function overLimit(response: Response): GatewayError {
  response.setHeader(RATE_REMAINING, '0');
  return new GatewayError('OVER_RATE_LIMIT', RETRY_AFTER_SECONDS);
}

/** Whoever writes the response calls `writeHead` first, when everything is committed. */
function cutInsteadOfResponse(response: Response): void {
  const writeHead = Reflect.get(response, 'writeHead') as (...args: unknown[]) => Response;
  response.writeHead = (...args: unknown[]): Response => {
    writeHead.apply(response, args);
    response.destroy();
    return response;
  };
}
