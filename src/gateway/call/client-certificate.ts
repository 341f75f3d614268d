import { X509Certificate } from 'node:crypto';

const FINGERPRINT = /^[0-9a-f]{64}$/;

export function normalizeFingerprint(text: string): string | null {
  const hex = text.replaceAll(':', '').toLowerCase();
  return FINGERPRINT.test(hex) ? hex : null;
}

/** A proxy states the SHA-256, or the certificate as URL-encoded PEM. Null for any other text. */
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
