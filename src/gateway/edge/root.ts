import type { Request } from 'express';
import type { Environment } from '../../common/environment.js';
import type { Config } from '../../config/config.js';

const HOST = /^(?:[\w.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * The base of every address in an answer: PUBLIC_URL, else the host the caller named. X-Forwarded-Host is not asked: proxies pass a
 * caller's own on, and so would Location.
 */
export function rootOf(request: Request, environment: Environment, config: Config): string {
  const base = config.publicUrl ?? `https://${hostOf(request, config)}`;
  return environment === 'sandbox' ? `${base}/dev` : base;
}

function hostOf(request: Request, config: Config): string {
  const host = request.headers.host ?? '';
  return HOST.test(host) ? host : `${config.host}:${config.httpsPort}`;
}
