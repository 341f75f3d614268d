import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { ApiKey } from '../../identity/api-key.service.js';
import { callOf, type Call } from '../call/call.js';
import { AddressList } from '../../common/addresses.js';
import { Forwarded } from './forwarded.js';
import { GatewayError } from '../call/gateway-error.js';
import { asksForKey, rulesOf } from '../call/route-rules.js';
import { ApiKeyStrategy } from './api-key.strategy.js';
import { ConsoleSessions } from './console-session.js';
import { AMBIGUOUS_KEY, presentedKey } from './key-places.js';

/** Who may call at all (gateway.1): the key is present > valid > not disabled > verified > granted for service, environment and address. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  private readonly addressLists = new WeakMap<ApiKey, AddressList>();

  constructor(
    private readonly strategy: ApiKeyStrategy,
    private readonly forwarded: Forwarded,
    private readonly consoles: ConsoleSessions,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const call = callOf(request);
    call.rules = rulesOf(context.getClass(), context.getHandler());
    return !asksForKey(call.rules) || this.authenticate(call, request, http.getResponse<Response>());
  }

  private async authenticate(call: Call, request: Request, response: Response): Promise<boolean> {
    const presented = presentedKey(request);
    const key = presented === null ? await this.keyOfConsole(call, request, response) : await this.find(presented);
    call.key = key;
    call.address = this.forwarded.clientAddress(request);
    if (key.status === 'disabled') throw new GatewayError('API_KEY_DISABLED');
    if (key.status === 'unverified') throw new GatewayError('API_KEY_UNVERIFIED');
    if (!this.isGranted(key, call)) throw new GatewayError('API_KEY_UNAUTHORIZED');
    return true;
  }

  private async find(presented: string | typeof AMBIGUOUS_KEY): Promise<ApiKey> {
    const key = presented === AMBIGUOUS_KEY ? null : await this.strategy.run(presented);
    if (key === null) throw new GatewayError('API_KEY_INVALID');
    return key;
  }

  /** A page of ours has no key to keep: its session stands for one. */
  private keyOfConsole(call: Call, request: Request, response: Response): Promise<ApiKey> {
    const session = this.consoles.presentedBy(request);
    if (session === null) throw new GatewayError('API_KEY_MISSING');
    return this.consoles.authenticate(session, call, request, response);
  }

  private isGranted(key: ApiKey, call: Call): boolean {
    const { service = null, isSandboxOnly = false } = call.rules ?? {};
    const hasService = service !== null && (isSandboxOnly || key.services.has(service));
    return hasService && key.environments.has(call.environment) && this.isFromAllowedAddress(key, call);
  }

  private isFromAllowedAddress(key: ApiKey, { address }: Call): boolean {
    if (key.ipAddresses.length === 0) return true;
    let list = this.addressLists.get(key);
    if (list === undefined) this.addressLists.set(key, (list = new AddressList(key.ipAddresses)));
    return address !== null && list.has(address);
  }
}
