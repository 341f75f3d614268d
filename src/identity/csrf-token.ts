import { createHmac } from 'node:crypto';
import { sameDigest } from './secret.js';

const PURPOSE = 'csrf';

/**
 * What a page sends with a session's cookie to show that it is ours (auth.14): only who has read a response of the session knows it. It is made of
 * the session's token, and neither that nor its stored digest can be told from it.
 */
export function csrfTokenOf(sessionToken: string): string {
  return createHmac('sha256', sessionToken).update(PURPOSE).digest('base64url');
}

/** Compares in constant time. */
export function isCsrfToken(presented: unknown, sessionToken: string): boolean {
  return typeof presented === 'string' && sameDigest(Buffer.from(presented), Buffer.from(csrfTokenOf(sessionToken)));
}
