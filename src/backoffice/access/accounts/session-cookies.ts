import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { Config } from '../../../config/config.js';
import {
  findCookie,
  formatCookie,
  DEVICE_COOKIE,
  isFromOurPages,
  PROVIDER_COOKIE,
  SESSION_COOKIE,
} from '../../../gateway/access/session-cookie.js';
import { TOKEN_EXPIRES_IN } from '../../../gateway/call/headers.js';
import { buildCsrfToken } from '../../../identity/secret.js';
import { IDLE_MS, SESSION_TTL_SECONDS, type SessionKind } from '../../../identity/session.service.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { DEVICE, DEVICE_TTL_MS } from './device.service.js';
import type { SignedIn } from './recorded-sessions.js';
import type { CookieSessionResponse, SessionResponse } from './sessions.dto.js';

/** Request header of a sign-in. With `cookie`, the token is in a cookie instead of the response. */
export const SESSION_IN = 'X-Session';

export const SET_COOKIE = {
  description: 'Cookies of the session and the device to store or delete, one header each',
  schema: { type: 'array', items: { type: 'string' }, example: [formatCookie(SESSION_COOKIE, '', 0)] },
} as const;

export const SIGN_IN_TTL_MS = 10 * 60_000;

const FOREIGN_PAGE = {
  el: 'Συνεδρία σε cookie ανοίγει μόνο από σελίδα του ίδιου διακομιστή.',
  en: 'Only pages of this host can open a session in a cookie.',
};

export interface SignInOrigin {
  readonly kind: SessionKind;
  readonly device: string | undefined;
}

@Injectable()
export class SessionCookies {
  constructor(private readonly config: Config) {}

  private readKind(request: Request): SessionKind {
    if (request.headers[SESSION_IN.toLowerCase()] !== 'cookie') return 'bearer';
    this.assertOwnPage(request);
    return 'cookie';
  }

  assertOwnPage(request: Request): void {
    if (!isFromOurPages(request, this.config)) throw new DomainError(ErrorCode.CSRF_TOKEN_REFUSED, { text: FOREIGN_PAGE });
  }

  readOrigin(request: Request): SignInOrigin {
    const kind = this.readKind(request);
    const presented = request.headers[DEVICE.toLowerCase()];
    const device = kind === 'cookie' ? findCookie(request, DEVICE_COOKIE) : presented;
    return { kind, device: typeof device === 'string' ? device : undefined };
  }

  respond(signedIn: SignedIn, { kind }: SignInOrigin, at: Date, response: Response): SessionResponse | CookieSessionResponse {
    response.setHeader(TOKEN_EXPIRES_IN, String(SESSION_TTL_SECONDS));
    if (kind === 'cookie') return this.write(signedIn, at, response);
    const { token, role, expiresAt, device } = signedIn;
    response.setHeader(DEVICE, device);
    return { token, role, expiresAt: expiresAt.toISOString() };
  }

  private write({ token, role, expiresAt, device }: SignedIn, at: Date, response: Response): CookieSessionResponse {
    response.setHeader('Set-Cookie', [
      formatCookie(SESSION_COOKIE, token, SESSION_TTL_SECONDS),
      formatCookie(DEVICE_COOKIE, device, DEVICE_TTL_MS / 1000),
    ]);
    return this.describe({ token, role, expiresAt }, at);
  }

  writeProviderSession(session: Omit<SignedIn, 'device'>, at: Date, response: Response): CookieSessionResponse {
    response.setHeader('Set-Cookie', [
      formatCookie(SESSION_COOKIE, session.token, SESSION_TTL_SECONDS),
      formatCookie(PROVIDER_COOKIE, '', 0),
    ]);
    return this.describe(session, at);
  }

  readBrowserSecret(request: Request): string | null {
    return findCookie(request, PROVIDER_COOKIE);
  }

  writeBrowserSecret(secret: string, response: Response): void {
    response.setHeader('Set-Cookie', formatCookie(PROVIDER_COOKIE, secret, SIGN_IN_TTL_MS / 1000));
  }

  private describe({ token, role, expiresAt }: Omit<SignedIn, 'device' | 'id'>, at: Date): CookieSessionResponse {
    const idleExpiresAt = new Date(at.getTime() + IDLE_MS).toISOString();
    return { role, expiresAt: expiresAt.toISOString(), csrfToken: buildCsrfToken(token), idleExpiresAt };
  }

  delete({ session }: StaffCaller, response: Response): void {
    if (session.kind === 'cookie') response.setHeader('Set-Cookie', formatCookie(SESSION_COOKIE, '', 0));
  }
}
