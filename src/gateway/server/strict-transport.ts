import type { Config } from '../../config/config.js';
import { normalAddress } from '../../common/addresses.js';

const YEAR_SECONDS = 31_536_000;
const LOOPBACK_NAME = /(?:^|\.)localhost$/;

/** Restricts browsers to TLS for a year. */
export const STRICT_TRANSPORT = ['Strict-Transport-Security', `max-age=${YEAR_SECONDS}`] as const;

/**
 * Whether browsers reach the gateway by a public name. Elsewhere the header would affect other servers of that name.
 */
export function isPublicOverTls({ tlsCertFile, publicUrl }: Pick<Config, 'tlsCertFile' | 'publicUrl'>): boolean {
  if (tlsCertFile !== null) return true;
  if (publicUrl === null) return false;
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' && !isLoopback(hostname);
}

function isLoopback(hostname: string): boolean {
  const address = normalAddress(hostname.replace(/^\[|\]$/g, ''));
  return address === null ? LOOPBACK_NAME.test(hostname) : address === '::1' || address.startsWith('127.');
}
