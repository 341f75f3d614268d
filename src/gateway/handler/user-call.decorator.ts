import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { UserCaller } from '../../common/caller.js';
import { callerOf } from './decorators.js';

/** A call of a user on what its path names, with what such a handler needs of it beside query and body. */
export interface UserCall {
  readonly caller: UserCaller;
  /** The first parameter of the path, whatever it is called: of the application, policy or party. Blank where there is none. */
  readonly id: string;
  /** The second one: of its document, receipt or insured object. */
  readonly partId: string;
  /** The third one: of the claim, co-owner or loan of the object. */
  readonly childId: string;
  readonly request: Request;
  /** For headers and status; the handler returns the body. */
  readonly response: Response;
}

/** The call, on routes with a bearer token; on those with a key alone its caller has no user. */
export const CurrentCall = createParamDecorator((_: unknown, context: ExecutionContext): UserCall => {
  const http = context.switchToHttp();
  const request = http.getRequest<Request<Record<string, string>>>();
  const [id = '', partId = '', childId = ''] = Object.values(request.params);
  return { caller: callerOf(request) as UserCaller, id, partId, childId, request, response: http.getResponse<Response>() };
});
