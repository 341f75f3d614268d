import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Clock } from '../../common/clock.js';
import { createCall, type Call } from '../call/call.js';
import { Log } from '../call/log.js';
import { CallLog } from './call-log.js';
import { Metrics } from './metrics.js';

const CLIENT_GONE = 499;

@Injectable()
export class CallObserver {
  constructor(
    private readonly log: Log,
    private readonly metrics: Metrics,
    private readonly callLog: CallLog,
    private readonly clock: Clock,
  ) {}

  createCall(request: Request): Call {
    return createCall(request, this.clock.now().getTime());
  }

  recordCall(call: Call, response: Response): void {
    const elapsedMs = performance.now() - call.startedMs;
    const status = response.writableFinished ? response.statusCode : CLIENT_GONE;
    this.metrics.observe(call, status, elapsedMs);
    this.callLog.add(call, response.req, status, elapsedMs);
    const level = call.route?.audience === 'probe' ? 'debug' : 'info';
    if (this.log.writes(level)) this.log.writeLine(formatLine(level, call, response, status, elapsedMs));
  }
}

/** Written by hand, because a serializer takes several times as long. The URL is left out: it may contain a key. */
function formatLine(level: string, call: Call, response: Response, status: number, elapsedMs: number): string {
  const { route, key, caller } = call;
  const gatewayMs = (call.serviceStartedMs ?? performance.now()) - call.startedMs;
  const bytes = Number(response.getHeader('Content-Length') ?? call.streamedBytes);
  return (
    `{"level":"${level}","time":"${new Date().toISOString()}","msg":"call","requestId":"${call.requestId}"` +
    `,"key":${quoted(key?.prefix)},"agent":${quoted(caller?.user?.agentCode)},"environment":"${call.environment}"` +
    `,"method":${quoted(route?.method ?? response.req.method)},"route":${quoted(route?.template)},"status":${status}` +
    `,"code":${quoted(call.errorCode ?? undefined)},"ms":${elapsedMs.toFixed(2)},"gatewayMs":${gatewayMs.toFixed(2)},"bytes":${bytes}}\n`
  );
}

function quoted(text: string | undefined): string {
  return text === undefined ? 'null' : JSON.stringify(text);
}
