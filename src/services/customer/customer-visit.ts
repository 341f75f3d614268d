import { createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { UserCaller } from '../../common/caller.js';
import type { LinkPurpose } from '../../record/contract/customer/customer-link.js';
import { CUSTOMER_NAME, type CustomerActor } from '../../record/contract/customer/customer-answer.service.js';
import type { LinkVisit } from '../../record/contract/customer/customer-link.service.js';

export type CustomerVisit = LinkVisit &
  CustomerActor & {
    readonly token: string;
    readonly requestId: string;
    readonly root: string;
    readonly isConfirmed: boolean;
  };

export interface CustomerCall {
  readonly visit: CustomerVisit;
  readonly request: Request;
  readonly response: Response;
}

export const PURPOSES_KEY = 'customer:purposes';
export const BEFORE_KEY = 'customer:beforeSecondFactor';

/** Other links get the refusal of an unknown link. */
export const ForPurposes = (...purposes: readonly LinkPurpose[]): MethodDecorator => SetMetadata(PURPOSES_KEY, purposes);

/** Marks a route that comes before the second factor and shows nothing personal. */
export const BeforeSecondFactor = (): MethodDecorator => SetMetadata(BEFORE_KEY, true);

const visits = new WeakMap<Request, CustomerVisit>();

export function saveVisit(request: Request, visit: CustomerVisit): void {
  visits.set(request, visit);
}

export const CurrentVisit = createParamDecorator((_: unknown, context: ExecutionContext): CustomerCall => {
  const http = context.switchToHttp();
  const request = http.getRequest<Request>();
  const visit = visits.get(request);
  if (visit === undefined) throw new Error('The request has no visit, because CustomerGuard did not run');
  return { visit, request, response: http.getResponse<Response>() };
});

export function toReadingAgent({ environment, at, clock, language, root, requestId, link }: CustomerVisit): UserCaller {
  const user = { id: 0, name: CUSTOMER_NAME, agentCode: link.agentCode, readableAgents: [link.agentCode] };
  return { environment, at, clock, language, root, requestId, programId: 0, keyPrefix: '', user };
}
