import type { IncomingMessage } from 'node:http';
import type { Config } from '../../config/config.js';

/**
 * The cookie of a session. Browsers take a `__Host-` name over TLS only, for this host alone and all its paths: no neighbour under the same domain can
 * plant one.
 */
export const SESSION_COOKIE = '__Host-session';
/** What a browser is known by at its next sign-in (backoffice.21). It opens nothing. */
export const DEVICE_COOKIE = '__Host-device';
/** Proof of a page of ours, beside the cookie (auth.14). */
export const CSRF_HEADER = 'X-CSRF-Token';

/** `same-origin`: a page of ours. `none`: the person typed the address or chose a bookmark. */
const OWN_SITES: ReadonlySet<unknown> = new Set(['same-origin', 'none', undefined]);

/** A cookie that scripts cannot read and that comes with calls of our own pages alone. */
export function cookieText(name: string, value: string, maxAgeSeconds: number): string {
  return `${name}=${value}; HttpOnly; Secure; SameSite=Strict; Path=/; Max-Age=${maxAgeSeconds}`;
}

/** The session's token as a page of ours presents it (auth.13); null where there is none, or none that counts. */
export function sessionCookieOf(request: IncomingMessage, config: Config): string | null {
  return isFromOurPages(request, config) ? cookieOf(request, SESSION_COOKIE) : null;
}

/** A cookie of the call. One that comes twice is none: whichever is meant, it is not to be guessed. */
export function cookieOf({ headers }: IncomingMessage, name: string): string | null {
  const { cookie } = headers;
  if (cookie === undefined || !cookie.includes(name)) return null;
  const beginning = `${name}=`;
  const [found, second] = cookie
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(beginning));
  return found === undefined || second !== undefined ? null : found.slice(beginning.length);
}

/** Whether no page of another origin has made the call. What is no browser says nothing of it, and has no cookie that it was not given. */
export function isFromOurPages({ headers }: IncomingMessage, config: Config): boolean {
  if (!OWN_SITES.has(headers['sec-fetch-site'])) return false;
  const { origin, host } = headers;
  return origin === undefined || origin === `https://${host}` || (config.publicUrl !== null && origin === new URL(config.publicUrl).origin);
}
