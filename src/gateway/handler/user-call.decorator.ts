import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { UserCaller } from '../../common/caller.js';
import { callerOf } from './decorators.js';

/** A user's call, for handlers that set headers. */
export interface UserCall {
  readonly caller: UserCaller;
  readonly request: Request;
  readonly response: Response;
}

/** Provides the call of a route with a bearer token; without one its caller has no user. */
export const CurrentCall = createParamDecorator((_: unknown, context: ExecutionContext): UserCall => {
  const http = context.switchToHttp();
  const request = http.getRequest<Request>();
  return { caller: callerOf(request) as UserCaller, request, response: http.getResponse<Response>() };
});
