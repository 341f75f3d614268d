/** Returns path and query of a target. The query keeps its `?` and may contain others (RFC 3986). */
export function splitTarget(url: string): readonly [path: string, search: string] {
  const start = url.indexOf('?');
  return start === -1 ? [url, ''] : [url.slice(0, start), url.slice(start)];
}

// `new URL` would resolve dot segments.
const ABSOLUTE_FORM = /^https?:\/\/([^/?#]*)(.*)$/is;

/** Returns host and path of `http://host/path`; null for any other target. */
export function splitAbsoluteForm(target: string): readonly [host: string, originForm: string] | null {
  if (target.startsWith('/')) return null;
  const match = ABSOLUTE_FORM.exec(target);
  if (match === null) return null;
  const [, host = '', rest = ''] = match;
  return [host, rest.startsWith('/') ? rest : `/${rest}`];
}
