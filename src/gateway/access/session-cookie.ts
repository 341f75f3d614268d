import type { IncomingMessage } from 'node:http';
import type { Config } from '../../config/config.js';

/** Browsers accept a `__Host-` cookie only over TLS and for this host. */
export const SESSION_COOKIE = '__Host-session';
/** Identifies a browser at its next sign-in (backoffice.21). */
export const DEVICE_COOKIE = '__Host-device';
/** Identifies the browser of a sign-in at the provider until the person returns (oidc.2). */
export const PROVIDER_COOKIE = '__Host-oidc';
/** Proves that one of our own pages sends the cookie (auth.14). */
export const CSRF_HEADER = 'X-CSRF-Token';

/** `none`: the user typed the address or opened a bookmark. */
const OWN_SITES: ReadonlySet<unknown> = new Set(['same-origin', 'none', undefined]);

export function formatCookie(name: string, value: string, maxAgeSeconds: number): string {
  return `${name}=${value}; HttpOnly; Secure; SameSite=Strict; Path=/; Max-Age=${maxAgeSeconds}`;
}

/** Returns null for a call that is not from our own pages (auth.13). */
export function findSessionCookie(request: IncomingMessage, config: Config): string | null {
  return isFromOurPages(request, config) ? findCookie(request, SESSION_COOKIE) : null;
}

export function findCookie({ headers }: IncomingMessage, name: string): string | null {
  const { cookie } = headers;
  if (cookie === undefined || !cookie.includes(name)) return null;
  const beginning = `${name}=`;
  const [found, second] = cookie
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(beginning));
  return found === undefined || second !== undefined ? null : found.slice(beginning.length);
}

export function isFromOurPages({ headers }: IncomingMessage, config: Config): boolean {
  if (!OWN_SITES.has(headers['sec-fetch-site'])) return false;
  const { origin, host } = headers;
  return origin === undefined || origin === `https://${host}` || (config.publicUrl !== null && origin === new URL(config.publicUrl).origin);
}
