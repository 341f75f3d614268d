/**
 * Whether an `If-None-Match` header names the tag, by weak comparison (RFC 9110 §13.1.2): `*`, or one of the tags of the list, `W/` or not.
 * Express compares tags too, but not when the request says `Cache-Control: no-cache`, which fetch clients add to every If-None-Match of
 * their own.
 */
export function namesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return [...header.matchAll(/"[^"]*"/g)].some(([tag]) => tag === etag);
}

/**
 * Whether an `If-Match` header names one of the tags, by strong comparison (RFC 9110 §13.1.1): `*`, or a tag of the list without `W/`. What is
 * no tag names nothing.
 */
export function matchesTag(header: string, etags: readonly string[]): boolean {
  if (header.trim() === '*') return true;
  return [...header.matchAll(/(W\/)?("[^"]*")/g)].some(([, weak, tag]) => weak === undefined && tag !== undefined && etags.includes(tag));
}
