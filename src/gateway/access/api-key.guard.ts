import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { ApiKey } from '../../identity/api-key.service.js';
import { callOf, type Call } from '../call/call.js';
import { AddressList } from '../../common/addresses.js';
import { Forwarded } from './forwarded.js';
import { GatewayError } from '../call/gateway-error.js';
import { asksForKey, rulesOf } from '../call/route-rules.js';
import { ApiKeyStrategy } from './api-key.strategy.js';
import { AMBIGUOUS_KEY, presentedKey } from './key-places.js';

/** Who may call at all (gateway.1): the key is present > valid > not disabled > verified > granted for service, environment and address. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  private readonly addressLists = new WeakMap<ApiKey, AddressList>();

  constructor(
    private readonly strategy: ApiKeyStrategy,
    private readonly forwarded: Forwarded,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const call = callOf(request);
    call.rules = rulesOf(context.getClass(), context.getHandler());
    return !asksForKey(call.rules) || this.authenticate(call, request);
  }

  private async authenticate(call: Call, request: Request): Promise<boolean> {
    const presented = presentedKey(request);
    if (presented === null) throw new GatewayError('API_KEY_MISSING');
    const key = presented === AMBIGUOUS_KEY ? null : await this.strategy.run(presented);
    if (key === null) throw new GatewayError('API_KEY_INVALID');
    call.key = key;
    call.address = this.forwarded.clientAddress(request);
    if (key.status === 'disabled') throw new GatewayError('API_KEY_DISABLED');
    if (key.status === 'unverified') throw new GatewayError('API_KEY_UNVERIFIED');
    if (!this.isGranted(key, call)) throw new GatewayError('API_KEY_UNAUTHORIZED');
    return true;
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
