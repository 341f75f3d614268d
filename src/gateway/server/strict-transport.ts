import type { Config } from '../../config/config.js';
import { normalAddress } from '../../common/addresses.js';

const YEAR_SECONDS = 31_536_000;
const LOOPBACK_NAME = /(?:^|\.)localhost$/;

/** Makes browsers use TLS only, for a year. */
export const STRICT_TRANSPORT = ['Strict-Transport-Security', `max-age=${YEAR_SECONDS}`] as const;

/** Whether the gateway has a public certificate. Elsewhere the header would bind other servers of the name. */
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
