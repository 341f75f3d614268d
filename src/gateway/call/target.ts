/**
 * Path and query of a request's target. The query begins at the first `?`, may hold others itself (RFC 3986), and keeps the one that
 * `URLSearchParams` takes off.
 */
export function splitTarget(url: string): readonly [path: string, search: string] {
  const start = url.indexOf('?');
  return start === -1 ? [url, ''] : [url.slice(0, start), url.slice(start)];
}

// Not `new URL`: it would resolve dot segments, and with them name another path than the one that was sent.
const ABSOLUTE_FORM = /^https?:\/\/([^/?#]*)(.*)$/is;

/** Host and origin form of a target in absolute form (`http://host/path`); null for any other. */
export function splitAbsoluteForm(target: string): readonly [host: string, originForm: string] | null {
  if (target.startsWith('/')) return null;
  const match = ABSOLUTE_FORM.exec(target);
  if (match === null) return null;
  const [, host = '', rest = ''] = match;
  return [host, rest.startsWith('/') ? rest : `/${rest}`];
}
