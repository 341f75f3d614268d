import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { getLanguage } from '../../common/accept-language.js';
import type { Language } from '../../common/language.js';
import { Config } from '../../config/config.js';
import { LinkLimiter } from '../../gateway/access/link-limiter.js';
import { findCookie } from '../../gateway/access/session-cookie.js';
import { getCall } from '../../gateway/call/call.js';
import { Forwarded } from '../../gateway/call/forwarded.js';
import { GatewayError } from '../../gateway/call/gateway-error.js';
import { getRoot } from '../../gateway/call/target.js';
import { CUSTOMER_NAME } from '../../record/contract/customer/customer-answer.service.js';
import { PROOF_SECONDS } from '../../record/contract/customer/customer-link.js';
import { CustomerLinkService } from '../../record/contract/customer/customer-link.service.js';
import type { CustomerVisit } from './customer-visit.js';

/** Browsers send it only to the page of its link. */
const PROOF_COOKIE = '__Secure-customer';

/** The address contains the token, so it is neither passed on nor stored. */
const HEADERS: readonly (readonly [name: string, value: string])[] = [
  ['Cache-Control', 'no-store'],
  ['Referrer-Policy', 'no-referrer'],
  ['X-Frame-Options', 'DENY'],
];

@Injectable()
export class CustomerVisits {
  constructor(
    private readonly links: CustomerLinkService,
    private readonly forwarded: Forwarded,
    private readonly config: Config,
    private readonly limiter: LinkLimiter,
  ) {}

  /** Returns null for a link that does not open. */
  async open(request: Request, response: Response): Promise<CustomerVisit | null> {
    for (const [name, value] of HEADERS) response.setHeader(name, value);
    const call = getCall(request);
    const address = this.forwarded.clientAddress(request);
    const waitSeconds = await this.limiter.admit(address);
    if (waitSeconds > 0) throw new GatewayError('OVER_RATE_LIMIT', waitSeconds);
    call.holder = { lane: 'visitors', owner: address ?? '' };
    const token = String(request.params['token']);
    const { environment, requestId } = call;
    const visit = await this.links.open(
      {
        environment,
        requestId,
        at: new Date(call.atMs),
        language: readLanguage(request),
        root: getRoot(request, environment, this.config),
        address,
        token,
        channel: 'LINK' as const,
        name: CUSTOMER_NAME,
        keyPrefix: null,
      },
      token,
    );
    return visit && { ...visit, isConfirmed: this.links.isProof(visit, token, findCookie(request, PROOF_COOKIE)) };
  }

  async confirm(visit: CustomerVisit, digits: string, response: Response): Promise<void> {
    const proof = await this.links.confirm(visit, visit.token, digits);
    const path = `${visit.environment === 'sandbox' ? '/dev' : ''}/c/${visit.token}`;
    response.setHeader('Set-Cookie', `${PROOF_COOKIE}=${proof}; HttpOnly; Secure; SameSite=Strict; Path=${path}; Max-Age=${PROOF_SECONDS}`);
  }
}

export function readLanguage(request: Request): Language {
  const { lang } = request.query;
  return lang === 'en' || lang === 'el' ? lang : getLanguage(request.headers['accept-language']);
}
