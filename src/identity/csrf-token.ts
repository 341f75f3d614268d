import { createHmac } from 'node:crypto';
import { sameDigest } from './secret.js';

const PURPOSE = 'csrf';

/** Returns the proof that a page is ours (auth.14), an HMAC by the session's token. */
export function csrfTokenOf(sessionToken: string): string {
  return createHmac('sha256', sessionToken).update(PURPOSE).digest('base64url');
}

/** Compares in constant time. */
export function isCsrfToken(presented: unknown, sessionToken: string): boolean {
  return typeof presented === 'string' && sameDigest(Buffer.from(presented), Buffer.from(csrfTokenOf(sessionToken)));
}
