/**
 * Path and query of a request's target. The query begins at the first `?`, may hold others itself (RFC 3986), and keeps the one that
 * `URLSearchParams` takes off.
 */
export function splitTarget(url: string): readonly [path: string, search: string] {
  const start = url.indexOf('?');
  return start === -1 ? [url, ''] : [url.slice(0, start), url.slice(start)];
}
