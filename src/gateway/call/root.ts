import type { Request } from 'express';
import type { Environment } from '../../common/environment.js';
import type { Config } from '../../config/config.js';

/**
 * The base of every address in a response: PUBLIC_URL, else the host the caller named. X-Forwarded-Host is not read: proxies pass a
 * caller's own on, and so would Location.
 */
export function rootOf(request: Request, environment: Environment, config: Config): string {
  // Only HTTP/1.0 has none; the edge has seen that it is valid.
  const host = request.headers.host ?? `${config.host}:${config.httpsPort}`;
  const base = config.publicUrl ?? `https://${host}`;
  return environment === 'sandbox' ? `${base}/dev` : base;
}
