import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import onHeaders from 'on-headers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Observable } from 'rxjs';
import { ErrorCode } from '../../common/error-codes.js';
import { getCall, type Call } from '../call/call.js';
import { RETRY_AFTER_SECONDS } from '../call/error-writer.js';
import { GatewayError, TestFaultError } from '../call/gateway-error.js';
import { RATE_REMAINING, RATE_STATE } from '../call/headers.js';
import { Readiness } from '../health/readiness.js';

/** `timeout` cuts the connection after the call was served (sandbox.17). */
export type TestFault = '429' | '500' | '503' | 'timeout' | { readonly slowMs: number };

export interface TestFaultSource {
  faultOf(call: Call, request: Request): TestFault | null | Promise<TestFault | null>;
}

const MAX_WAITING = 10;

/** Belongs inside the idempotency, so that a cut call can be repeated. */
@Injectable()
export class TestFaultInterceptor implements NestInterceptor {
  private source: TestFaultSource | null = null;
  private readonly waitingByProgram = new Map<number, number>();
  private readonly draining = new AbortController();

  constructor(readiness: Readiness) {
    readiness.onDrain(() => this.draining.abort());
  }

  setSource(source: TestFaultSource): void {
    this.source = source;
  }

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const call = getCall(request);
    if (this.source !== null && call.environment === 'sandbox' && !call.rules!.isSandboxOnly && call.caller?.user != null)
      await this.apply(await this.source.faultOf(call, request), call, http.getResponse<Response>());
    return next.handle();
  }

  private async apply(fault: TestFault | null, call: Call, response: Response): Promise<void> {
    switch (fault) {
      case null:
        return;
      case '429':
        throw buildOverLimit(response);
      case '500':
        throw new TestFaultError(ErrorCode.INTERNAL);
      case '503':
        throw new TestFaultError(ErrorCode.UNAVAILABLE);
      case 'timeout':
        // The response begins after the commit.
        onHeaders(response, () => void response.destroy());
        return;
      default:
        await this.wait(fault.slowMs, call.caller!.programId, response);
    }
  }

  /** Holds no database connection. */
  private async wait(ms: number, programId: number, response: Response): Promise<void> {
    const waiting = this.waitingByProgram.get(programId) ?? 0;
    if (waiting >= MAX_WAITING) throw buildOverLimit(response);
    this.waitingByProgram.set(programId, waiting + 1);
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    await sleep(ms, undefined, { signal: AbortSignal.any([gone.signal, this.draining.signal]) }).catch(() => undefined);
    const left = this.waitingByProgram.get(programId)! - 1;
    if (left > 0) this.waitingByProgram.set(programId, left);
    else this.waitingByProgram.delete(programId);
  }
}

function buildOverLimit(response: Response): GatewayError {
  response.setHeader(RATE_REMAINING, '0');
  response.removeHeader(RATE_STATE);
  return new GatewayError('OVER_RATE_LIMIT', RETRY_AFTER_SECONDS);
}
