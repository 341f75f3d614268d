import { Get, Header, Param, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { UserCaller } from '../../common/caller.js';
import { toWindow } from '../../common/validation/page-query.dto.js';
import { Counted } from '../../gateway/documentation/described-route.js';
import { CurrentCaller, ServiceController } from '../../gateway/handler/decorators.js';
import { setPageHeaders } from '../../gateway/handler/responses.js';
import { CallSearchRepository } from '../../gateway/observability/call-search.repository.js';
import type { CallLogEntity } from '../../store/entities/call-log.entity.js';
import { CallDetailsResponse, CallQuery, CallResponse } from './calls.dto.js';

@ServiceController('auth-api', 'resources/calls')
export class CallsController {
  constructor(private readonly calls: CallSearchRepository) {}

  /**
   * List the program's calls in the request log, newest first. From the console, those of the user's programs.
   * Shows the calls for the agents that the token reads and those without a valid token, about a second after their
   * response. `X-Total-Count` is their number, `Link` leads to the next and previous page.
   */
  @Get()
  @Counted()
  @Header('Cache-Control', 'no-store')
  async listCalls(
    @CurrentCaller() { programId, environment, user }: UserCaller,
    @Query() { request_id: requestId, key_prefix: keyPrefix, error_code: errorCode, console: withConsole, ...query }: CallQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CallResponse[]> {
    const { status, route, from, to } = query;
    const window = toWindow(query);
    const programs = await this.calls.programsOf(programId, withConsole === 'true');
    const own = { ...programs, environment, agents: user.readableAgents };
    const filter = { ...own, requestId, keyPrefix, status, errorCode, route, from, to };
    await this.calls.assertPrefix('key_prefix', filter);
    const page = await this.calls.search(filter, window);
    setPageHeaders(response, { ...page, found: page.items.length }, window);
    return page.items.map(toCallResponse);
  }

  /**
   * Get a call of the request log by its request id. That is the `X-Request-Id` of its response. In the sandbox the
   * call has headers and JSON bodies, without secrets. Use it to see what your program sent.
   */
  @Get(':request_id')
  @Header('Cache-Control', 'no-store')
  async getRecordedCall(
    @CurrentCaller() { programId, environment, user }: UserCaller,
    @Param('request_id') requestId: string,
  ): Promise<CallDetailsResponse> {
    const programs = await this.calls.programsOf(programId, true);
    const call = await this.calls.get({ ...programs, environment, agents: user.readableAgents, requestId });
    return { ...toCallResponse(call), exchange: call.exchange };
  }
}

function toCallResponse(call: CallLogEntity): CallResponse {
  return {
    at: call.at.toISOString(),
    request_id: call.requestId,
    key_prefix: call.keyPrefix,
    environment: call.environment,
    agent_code: call.agentCode,
    method: call.method,
    route: call.route,
    status: call.status,
    error_code: call.errorCode,
    duration_ms: call.durationMs,
    repeats: call.repeats,
    address: call.address,
  };
}
