import { type CanActivate, type ExecutionContext, Injectable, NotFoundException } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Config } from '../../config/config.js';
import { getCall, type Call } from '../call/call.js';
import { GatewayError } from '../call/gateway-error.js';
import { deleteRateHeaders, deleteTokenHeader } from '../call/headers.js';
import { type Audience, getRules, type Access, type RouteRules } from '../call/route-rules.js';
import { setDeprecation } from '../call/deprecation.js';
import { Forwarded } from '../call/forwarded.js';

const AUDIENCES = {
  open: 'probe',
  key: 'keyed',
  token: 'keyed',
  client: 'keyed',
  staff: 'staff',
  keyless: 'staff',
  link: 'customer',
} as const satisfies Record<Access, Audience>;

/** Sets the route of a call. Refuses routes that are not served, and plain HTTP (gateway.1, gateway.3, gateway.11). */
@Injectable()
export class RouteGuard implements CanActivate {
  constructor(
    private readonly config: Config,
    private readonly forwarded: Forwarded,
  ) {}

  canActivate(context: ExecutionContext): true {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const call = getCall(request);
    const rules = getRules(context.getClass(), context.getHandler());
    if (!this.isServed(rules, call, request)) throw new NotFoundException();
    const audience = AUDIENCES[rules.access];
    call.rules = rules;
    call.route = { method: request.method === 'HEAD' ? 'GET' : request.method, template: getTemplate(request), audience };
    // Express compares tags of every GET and would answer 304 although the call changed something.
    if (rules.changesState) delete request.headers['if-none-match'];
    if (rules.deprecation !== null) setDeprecation(http.getResponse<Response>(), rules.deprecation);
    if (audience !== 'keyed') deleteRateHeaders(http.getResponse<Response>());
    if (audience === 'customer') deleteTokenHeader(http.getResponse<Response>());
    if (audience !== 'probe' && !this.forwarded.isHttps(request)) throw new GatewayError('HTTPS_REQUIRED');
    return true;
  }

  private isServed(rules: RouteRules, { environment }: Call, { method }: Request): boolean {
    if (method === 'HEAD' && rules.changesState) return false;
    if (rules.access === 'open') return environment === 'production';
    return this.config.environments.includes(environment) && (!rules.isSandboxOnly || environment === 'sandbox');
  }
}

export function getTemplate({ route }: Request): string {
  return (route as { readonly path: string }).path;
}
