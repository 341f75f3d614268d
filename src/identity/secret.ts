import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** API keys, user-keys and tokens (gateway.7) are stored as SHA-256. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 40;
const PREFIX_LENGTH = 6;
const FORMAT = /^[A-Za-z0-9]{40}$/;
// Higher bytes are skipped, so every character is equally likely.
const LIMIT = 256 - (256 % ALPHABET.length);

export function createKeySecret(): string {
  let secret = '';
  while (secret.length < LENGTH) {
    for (const byte of randomBytes(LENGTH)) {
      if (byte < LIMIT && secret.length < LENGTH) secret += ALPHABET.charAt(byte % ALPHABET.length);
    }
  }
  return secret;
}

export function isSecret(text: string): boolean {
  return FORMAT.test(text);
}

export function getPrefix(secret: string): string {
  return secret.slice(0, PREFIX_LENGTH);
}

export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

export function isSameDigest(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Returns the HMAC by which our own pages are known (auth.14). */
export function buildCsrfToken(sessionToken: string): string {
  return createHmac('sha256', sessionToken).update('csrf').digest('base64url');
}

export function isCsrfToken(presented: unknown, sessionToken: string): boolean {
  return typeof presented === 'string' && isSameDigest(Buffer.from(presented), Buffer.from(buildCsrfToken(sessionToken)));
}
