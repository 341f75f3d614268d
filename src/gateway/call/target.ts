import type { Request } from 'express';
import type { Environment } from '../../common/environment.js';
import type { Config } from '../../config/config.js';

export function parseTarget(url: string): readonly [path: string, search: string] {
  const start = url.indexOf('?');
  return start === -1 ? [url, ''] : [url.slice(0, start), url.slice(start)];
}

// `new URL` would resolve dot segments.
const ABSOLUTE_FORM = /^https?:\/\/([^/?#]*)(.*)$/is;

export function parseAbsoluteForm(target: string): readonly [host: string, originForm: string] | null {
  if (target.startsWith('/')) return null;
  const match = ABSOLUTE_FORM.exec(target);
  if (match === null) return null;
  const [, host = '', rest = ''] = match;
  return [host, rest.startsWith('/') ? rest : `/${rest}`];
}

export function getRoot(request: Request, environment: Environment, config: Config): string {
  // Only HTTP/1.0 has no Host header; the middleware has checked it.
  const host = request.headers.host ?? `${config.host}:${config.httpsPort}`;
  const base = config.publicUrl ?? `https://${host}`;
  return environment === 'sandbox' ? `${base}/dev` : base;
}
