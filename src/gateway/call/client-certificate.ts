import { X509Certificate } from 'node:crypto';

const FINGERPRINT = /^[0-9a-f]{64}$/;

/** Returns a SHA-256 without colons in lower case; null for any other text. */
export function normalizeFingerprint(text: string): string | null {
  const hex = text.replaceAll(':', '').toLowerCase();
  return FINGERPRINT.test(hex) ? hex : null;
}

/** Returns the SHA-256 of a certificate that a proxy states by it, or as URL-encoded PEM; null for any other text. */
export function findFingerprint(stated: string): string | null {
  const text = stated.trim();
  return normalizeFingerprint(text) ?? hashCertificate(text);
}

function hashCertificate(text: string): string | null {
  try {
    return normalizeFingerprint(new X509Certificate(decodeURIComponent(text)).fingerprint256);
  } catch {
    return null;
  }
}
