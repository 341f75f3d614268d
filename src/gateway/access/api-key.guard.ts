import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import type { Request, Response } from 'express';
import { HeaderAPIKeyStrategy } from 'passport-headerapikey';
import { AddressList } from '../../common/addresses.js';
import { type ApiKey, ApiKeyService } from '../../identity/api-key.service.js';
import { RefusalRecorder } from '../../identity/refusal-recorder.js';
import { KeyUseRecorder } from '../../identity/key-use-recorder.js';
import { getCall, type Call } from '../call/call.js';
import { GatewayError } from '../call/gateway-error.js';
import { OAuthError } from '../call/oauth-error.js';
import { isKeyRequired } from '../call/route-rules.js';
import { ConsoleSessions } from './console-session.js';
import { Forwarded } from '../call/forwarded.js';
import { AMBIGUOUS_KEY, KEY_HEADER, findPresentedKey } from './key-places.js';
import { ProgramClients } from './program-clients.js';

export const API_KEY_STRATEGY = 'api-key';

@Injectable()
export class ApiKeyStrategy extends PassportStrategy(HeaderAPIKeyStrategy, API_KEY_STRATEGY) {
  constructor(private readonly keys: ApiKeyService) {
    super({ header: KEY_HEADER, prefix: '' }, false);
  }

  validate(key: string): Promise<ApiKey | null | undefined> {
    return this.keys.find(key);
  }
}

@Injectable()
export class ApiKeyGuard extends AuthGuard(API_KEY_STRATEGY) {
  private readonly addressLists = new WeakMap<ApiKey, AddressList>();

  constructor(
    private readonly forwarded: Forwarded,
    private readonly consoles: ConsoleSessions,
    private readonly clients: ProgramClients,
    private readonly uses: KeyUseRecorder,
    private readonly refusals: RefusalRecorder,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const call = getCall(request);
    if (!isKeyRequired(call.rules!)) return true;
    call.address = this.forwarded.clientAddress(request);
    try {
      return await this.admit(context, call, request);
    } catch (error) {
      if (hasPresentedAccess(error, call, request))
        this.refusals.record({ subject: 'api_key', id: call.key?.prefix ?? null, address: call.address });
      throw error;
    }
  }

  override handleRequest<Found>(error: Error | null, key: Found | false | null | undefined): Found {
    if (error) throw error;
    if (!key) throw new GatewayError('API_KEY_INVALID');
    return key;
  }

  private async admit(context: ExecutionContext, call: Call, request: Request): Promise<boolean> {
    const key =
      call.rules!.access === 'client'
        ? await this.findClientKey(call, request, context.switchToHttp().getResponse<Response>())
        : await this.findCallKey(context, call, request);
    call.key = key;
    if (key.status === 'disabled') throw new GatewayError('API_KEY_DISABLED');
    if (key.status === 'expired') throw new GatewayError('API_KEY_EXPIRED');
    if (key.status === 'unverified') throw new GatewayError('API_KEY_UNVERIFIED');
    if (!this.hasCertificate(key, request)) throw new GatewayError('API_KEY_CERTIFICATE_REQUIRED');
    if (!this.isGranted(key, call)) throw new GatewayError('API_KEY_UNAUTHORIZED');
    this.uses.record(key.id, call.atMs);
    return true;
  }

  private findCallKey(context: ExecutionContext, call: Call, request: Request): Promise<ApiKey> {
    const presented = findPresentedKey(request);
    if (presented !== null) return this.find(context, presented);
    return this.findConsoleKey(call, request, context.switchToHttp().getResponse<Response>());
  }

  private async findClientKey(call: Call, request: Request, response: Response): Promise<ApiKey> {
    const keys = await this.clients.authenticate(call, request, response);
    const key = keys.find((one) => this.isGranted(one, call) && this.hasCertificate(one, request));
    // The refusal belongs to a known program.
    call.key = key ?? keys[0]!;
    if (key === undefined)
      throw new OAuthError(
        'unauthorized_client',
        'No API key of the client may be used for this service, environment, address and certificate.',
      );
    return key;
  }

  private async find(context: ExecutionContext, presented: string | typeof AMBIGUOUS_KEY): Promise<ApiKey> {
    if (presented === AMBIGUOUS_KEY) throw new GatewayError('API_KEY_INVALID');
    const request = context.switchToHttp().getRequest<Request>();
    request.headers[KEY_HEADER] = presented;
    await super.canActivate(context);
    return request.user as ApiKey;
  }

  private findConsoleKey(call: Call, request: Request, response: Response): Promise<ApiKey> {
    const session = this.consoles.presentedBy(request);
    if (session === null) throw new GatewayError('API_KEY_MISSING');
    return this.consoles.authenticate(session, call, request, response);
  }

  private isGranted(key: ApiKey, call: Call): boolean {
    const { service, needsGrant } = call.rules!;
    const hasService = service !== null && (!needsGrant || key.services.has(service));
    return hasService && key.environments.has(call.environment) && this.isFromAllowedAddress(key, call);
  }

  private hasCertificate({ certificateSha256 }: ApiKey, request: Request): boolean {
    return certificateSha256 === null || this.forwarded.findCertificate(request) === certificateSha256;
  }

  private isFromAllowedAddress(key: ApiKey, { address }: Call): boolean {
    if (key.ipAddresses.length === 0) return true;
    let list = this.addressLists.get(key);
    if (list === undefined) this.addressLists.set(key, (list = new AddressList(key.ipAddresses)));
    return address !== null && list.has(address);
  }
}

function hasPresentedAccess(error: unknown, { tokenForm }: Call, request: Request): boolean {
  if (error instanceof OAuthError) return tokenForm !== null;
  return error instanceof GatewayError && findPresentedKey(request) !== null;
}
