import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { UserCaller } from '../../common/caller.js';
import { callerOf } from '../../gateway/handler/decorators.js';

/** A call on the insured objects of an application: who calls, what the path names, and the response for its headers. */
export interface ObjectCall {
  readonly caller: UserCaller;
  /** Id of the application. */
  readonly id: string;
  /** Blank on the list of objects itself. */
  readonly objectId: string;
  /** Id of the claim, co-owner or loan, whatever its parameter is called; blank where there is none. */
  readonly childId: string;
  readonly response: Response;
}

type Names = Readonly<Record<string, string>>;

/** Collects what each of these routes needs. */
export const ObjectsCall = createParamDecorator((_: unknown, context: ExecutionContext): ObjectCall => {
  const http = context.switchToHttp();
  const request = http.getRequest<Request<Names>>();
  const { id = '', object_id: objectId = '', ...child } = request.params;
  const [childId = ''] = Object.values(child);
  return { caller: callerOf(request) as UserCaller, id, objectId, childId, response: http.getResponse<Response>() };
});
