import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { UserCaller } from '../../common/caller.js';
import { callerOf } from './decorators.js';

/** A user's call: its caller, and what a handler needs to set headers of the response. */
export interface UserCall {
  readonly caller: UserCaller;
  readonly request: Request;
  /** For headers and status; the handler returns the body. */
  readonly response: Response;
}

/** The call, on routes with a bearer token; on those with a key alone its caller has no user. */
export const CurrentCall = createParamDecorator((_: unknown, context: ExecutionContext): UserCall => {
  const http = context.switchToHttp();
  const request = http.getRequest<Request>();
  return { caller: callerOf(request) as UserCaller, request, response: http.getResponse<Response>() };
});
