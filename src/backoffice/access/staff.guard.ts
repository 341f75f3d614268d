import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Clock } from '../../common/clock.js';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { Config } from '../../config/config.js';
import { callOf } from '../../gateway/call/call.js';
import { Forwarded } from '../../gateway/access/forwarded.js';
import { TOKEN_EXPIRES_IN } from '../../gateway/call/headers.js';
import { rootOf } from '../../gateway/call/root.js';
import { GatewayError } from '../../gateway/call/gateway-error.js';
import { languageOf } from '../../common/accept-language.js';
import { isKeyless } from '../../gateway/call/route-rules.js';
import { expectationOf } from './expected-state.js';
import { KeylessLimiter } from './keyless-limiter.js';
import { SessionService } from '../../identity/session.service.js';
import { noteCaller, type Visitor } from './staff-caller.js';
import { rolesOf } from './staff-rules.js';

const BEARER = /^bearer +(\S+) *$/i;

/**
 * Who may call the back office: a live session first (401), then the role (403); without a session, or with one of a user who signed up, so many calls from one
 * address (429).
 */
@Injectable()
export class StaffGuard implements CanActivate {
  constructor(
    private readonly sessions: SessionService,
    private readonly limiter: KeylessLimiter,
    private readonly forwarded: Forwarded,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    const visitor = this.visitorOf(request);
    response.setHeader('Cache-Control', 'no-store');
    if (!isKeyless(context.getHandler())) return this.identify(context, visitor);
    this.admit(visitor);
    noteCaller(request, visitor);
    return true;
  }

  private async identify(context: ExecutionContext, visitor: Visitor): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined) throw new DomainError(ErrorCode.TOKEN_REFUSED);
    const { user, secondsLeft } = await this.sessions.resolve(token, visitor.environment);
    // Nobody at the insurer knows who signed up: what such a user writes is bounded, too.
    if (user.sandboxOnly) this.admit(visitor);
    http.getResponse<Response>().setHeader(TOKEN_EXPIRES_IN, String(secondsLeft));
    if (!rolesOf(context.getClass(), context.getHandler())?.includes(user.role)) throw new DomainError(ErrorCode.ROLE_REFUSED);
    noteCaller(request, { ...visitor, ...user, ...expectationOf(request.headers['if-match']) });
    return true;
  }

  /** @throws GatewayError OVER_RATE_LIMIT */
  private admit({ address }: Visitor): void {
    const waitSeconds = this.limiter.admit(address);
    if (waitSeconds > 0) throw new GatewayError('OVER_RATE_LIMIT', waitSeconds);
  }

  private visitorOf(request: Request): Visitor {
    const { environment, requestId } = callOf(request);
    return {
      environment,
      at: this.clock.now(),
      language: languageOf(request.headers['accept-language']),
      root: rootOf(request, environment, this.config),
      requestId,
      address: this.forwarded.clientAddress(request),
    };
  }
}
