import { LANGUAGES, type Language } from '../../common/language.js';

/**
 * Whether an `If-None-Match` header names the tag, by weak comparison (RFC 9110): `*`, or one of the tags of the list, `W/` or not.
 * Express compares tags too, but not when the request says `Cache-Control: no-cache`, which fetch clients add to every If-None-Match of
 * their own.
 */
export function namesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return [...header.matchAll(/"[^"]*"/g)].some(([tag]) => tag === etag);
}

/** The tag of one version of an object in one language (gateway.35): a strong one, since nothing else alters what is sent. */
export function versionTag(version: number, language: Language): string {
  return `"${version}-${language}"`;
}

const VERSION_TAG = new RegExp(`^"(0|[1-9]\\d*)(?:-(?:${LANGUAGES.join('|')}))?"$`);

/**
 * The versions that an `If-Match` header names, by strong comparison (RFC 9110): of each tag without `W/` the version, in whichever
 * language it was read; `"7"` is version 7 too (gateway.35). Undefined where any version will do: without the header, and for `*`.
 */
export function versionsNamed(header: string | undefined): readonly number[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  const strong = [...header.matchAll(/(W\/)?("[^"]*")/g)].filter(([, weak]) => weak === undefined);
  return strong.flatMap(([, , tag = '']) => VERSION_TAG.exec(tag)?.[1] ?? []).map(Number);
}
