import { createHash } from 'node:crypto';
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

const DIGEST_CHARACTERS = 32;

/**
 * The state that a body of JSON shows: a digest of it, behind the version where it has one. What is shown beside the object may change while its
 * version stays.
 */
export function stateOf(shown: object): string {
  const digest = createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, DIGEST_CHARACTERS);
  return 'version' in shown && typeof shown.version === 'number' ? `${shown.version}.${digest}` : digest;
}

/** The tag of a body of JSON in one language (backoffice.34): a strong one. */
export function stateTag(shown: object, language: Language): string {
  return `"${stateOf(shown)}-${language}"`;
}

const DIGEST = `[0-9a-f]{${DIGEST_CHARACTERS}}`;
const IN_A_LANGUAGE = `(?:-(${LANGUAGES.join('|')}))?`;
const VERSION_TAG = new RegExp(`^"(0|[1-9]\\d*)(?:\\.${DIGEST})?${IN_A_LANGUAGE}"$`);
const STATE_TAG = new RegExp(`^"((?:\\d+\\.)?${DIGEST})${IN_A_LANGUAGE}"$`);

/**
 * The versions that an `If-Match` header names, by strong comparison (RFC 9110): of each tag without `W/` the version, in whichever
 * language it was read; `"7"` is version 7 too (gateway.35). Undefined where any version will do: without the header, and for `*`.
 */
export function versionsNamed(header: string | undefined): readonly number[] | undefined {
  return strongTags(header)
    ?.flatMap((tag) => VERSION_TAG.exec(tag)?.[1] ?? [])
    .map(Number);
}

/** A state, and the language that it was shown in; any that it was not said for. */
export interface NamedState {
  readonly state: string;
  readonly language: Language | null;
}

/** The states that an `If-Match` header names, by strong comparison. Undefined where any state will do. */
export function statesNamed(header: string | undefined): readonly NamedState[] | undefined {
  return strongTags(header)?.flatMap((tag) => {
    const [, state, language = null] = STATE_TAG.exec(tag) ?? [];
    return state === undefined ? [] : [{ state, language: language as Language | null }];
  });
}

/** Undefined without the header, and for `*`. */
function strongTags(header: string | undefined): readonly string[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  return [...header.matchAll(/(W\/)?("[^"]*")/g)].filter(([, weak]) => weak === undefined).map(([, , tag = '']) => tag);
}
