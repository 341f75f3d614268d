import { type CanActivate, type ExecutionContext, Injectable, RequestMethod } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Clock } from '../../common/clock.js';
import { shortenUserAgent } from '../../common/user-agent.js';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { Config } from '../../config/config.js';
import { getCall } from '../../gateway/call/call.js';
import { Forwarded } from '../../gateway/call/forwarded.js';
import { AddressLimiter } from '../../gateway/access/address-limiter.js';
import { SharedLimits } from '../../store/redis/shared-limits.js';
import { CSRF_HEADER, findSessionCookie } from '../../gateway/access/session-cookie.js';
import { TOKEN_EXPIRES_IN } from '../../gateway/call/headers.js';
import { getRoot } from '../../gateway/call/target.js';
import { GatewayError } from '../../gateway/call/gateway-error.js';
import { getLanguage } from '../../common/accept-language.js';
import { isAuthorityNeeded, isForFactorSetup, isKeyless, isUnlimited } from '../../gateway/call/route-rules.js';
import { parseIfMatch } from './expected-state.js';
import type { Role } from '../../identity/user.service.js';
import { buildRoleRefusal } from '../../identity/role-refusal.js';
import { buildCsrfToken, isCsrfToken } from '../../identity/secret.js';
import { IDLE_MS, type LiveSession, type SessionKind, SessionService } from '../../identity/session.service.js';
import { type CallSession, saveCaller, type Visitor } from './staff-caller.js';

const BEARER = /^bearer +(\S+) *$/i;
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

export const ROLES_KEY = 'backoffice:roles';

/** Empty if keyless, null if none are declared. Auditors may call every GET of the insurer's people (authority.2). */
export function findRoles(controller: object, handler: object): readonly Role[] | null {
  if (isKeyless(handler)) return [];
  const [own, common] = [handler, controller].map((target) => Reflect.getMetadata(ROLES_KEY, target) as readonly Role[] | undefined);
  const roles = own ?? common ?? null;
  const isRead = Reflect.getMetadata('method', handler) === RequestMethod.GET;
  return isRead && roles?.some((role) => role !== 'agent') === true ? [...roles, 'auditor'] : roles;
}

@Injectable()
export class KeylessLimiter extends AddressLimiter {
  constructor(clock: Clock, shared: SharedLimits) {
    super('keyless', { burst: 60, intervalMs: 5_000 }, clock, shared);
  }
}

interface PresentedSession {
  readonly token: string;
  readonly kind: SessionKind;
}

/** Checks session (401), CSRF token of a cookie, second factor and role (403), and limits strangers (429). */
@Injectable()
export class StaffGuard implements CanActivate {
  constructor(
    private readonly sessions: SessionService,
    private readonly limiter: KeylessLimiter,
    private readonly forwarded: Forwarded,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    const visitor = this.buildVisitor(request);
    response.setHeader('Cache-Control', 'no-store');
    if (!isKeyless(context.getHandler())) return this.identify(context, visitor);
    if (!isUnlimited(context.getHandler())) await this.admit(visitor);
    saveCaller(request, visitor);
    return true;
  }

  private async identify(context: ExecutionContext, visitor: Visitor): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const presented = this.findPresented(request);
    if (presented === null) throw new DomainError(ErrorCode.TOKEN_REFUSED);
    const live = await this.sessions.resolve(presented.token, visitor.environment, presented.kind);
    const { user, secondsLeft } = live;
    // The insurer does not know users who signed up, so they are limited like visitors.
    if (user.sandboxOnly) await this.admit(visitor);
    http.getResponse<Response>().setHeader(TOKEN_EXPIRES_IN, String(secondsLeft));
    const session = await this.openCallSession(request, presented, live);
    if (user.lacksSecondFactor && !isForFactorSetup(context.getHandler())) throw new DomainError(ErrorCode.SECOND_FACTOR_MISSING);
    const roles = findRoles(context.getClass(), context.getHandler()) ?? [];
    if (!roles.includes(user.role)) throw buildRoleRefusal(roles);
    const isDeciding = isAuthorityNeeded(context.getHandler());
    const expected = getCall(request).rules?.readsIfMatch === true ? parseIfMatch(request.headers['if-match']) : {};
    saveCaller(request, { ...visitor, ...user, session, isDeciding, ...expected });
    return true;
  }

  private findPresented(request: Request): PresentedSession | null {
    const { authorization } = request.headers;
    const token = authorization === undefined ? findSessionCookie(request, this.config) : BEARER.exec(authorization)?.[1];
    return token == null ? null : { token, kind: authorization === undefined ? 'cookie' : 'bearer' };
  }

  /** Requires a CSRF token for writes with a cookie, which browsers send for any page. */
  private async openCallSession(request: Request, { token, kind }: PresentedSession, live: LiveSession): Promise<CallSession> {
    const { expiresAt, lastUsedAt, user } = live;
    if (kind === 'bearer') return { kind, expiresAt, idleExpiresAt: null, csrfToken: null };
    if (!READS.has(request.method) && !isCsrfToken(request.headers[CSRF_HEADER.toLowerCase()], token))
      throw new DomainError(ErrorCode.CSRF_TOKEN_REFUSED);
    const usedAt = await this.sessions.saveUse({ sessionId: user.sessionId, lastUsedAt: lastUsedAt! });
    return { kind, expiresAt, idleExpiresAt: new Date(usedAt.getTime() + IDLE_MS), csrfToken: buildCsrfToken(token) };
  }

  private async admit({ address }: Visitor): Promise<void> {
    const waitSeconds = await this.limiter.admit(address);
    if (waitSeconds > 0) throw new GatewayError('OVER_RATE_LIMIT', waitSeconds);
  }

  private buildVisitor(request: Request): Visitor {
    const { environment, requestId } = getCall(request);
    return {
      environment,
      at: this.clock.now(),
      language: getLanguage(request.headers['accept-language']),
      root: getRoot(request, environment, this.config),
      requestId,
      address: this.forwarded.clientAddress(request),
      userAgent: shortenUserAgent(request.headers['user-agent']),
    };
  }
}
