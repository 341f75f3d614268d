import { createHash } from 'node:crypto';
import { LANGUAGES, type Language } from '../../common/language.js';

/** Compares weakly. Express ignores the header beside `no-cache`. */
export function isTagNamed(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return [...header.matchAll(/"[^"]*"/g)].some(([tag]) => tag === etag);
}

export function formatVersionTag(version: number, language: Language): string {
  return `"${version}-${language}"`;
}

const DIGEST_CHARACTERS = 32;

export function hashState(shown: object): string {
  const digest = createHash('sha256').update(JSON.stringify(shown, omitUse)).digest('hex').slice(0, DIGEST_CHARACTERS);
  return 'version' in shown && typeof shown.version === 'number' ? `${shown.version}.${digest}` : digest;
}

/** A use is no change: it must not refuse the change of another user. */
function omitUse(name: string, value: unknown): unknown {
  return name === 'lastUsedAt' ? undefined : value;
}

export function formatStateTag(shown: object, language: Language): string {
  return `"${hashState(shown)}-${language}"`;
}

const DIGEST = `[0-9a-f]{${DIGEST_CHARACTERS}}`;
const IN_A_LANGUAGE = `(?:-(${LANGUAGES.join('|')}))?`;
const VERSION_TAG = new RegExp(`^"(0|[1-9]\\d*)(?:\\.${DIGEST})?${IN_A_LANGUAGE}"$`);
const STATE_TAG = new RegExp(`^"((?:\\d+\\.)?${DIGEST})${IN_A_LANGUAGE}"$`);

/** Compares strongly (gateway.35). Undefined without the header and for `*`. */
export function parseVersions(header: string | undefined): readonly number[] | undefined {
  return listStrongTags(header)
    ?.flatMap((tag) => VERSION_TAG.exec(tag)?.[1] ?? [])
    .map(Number);
}

export interface NamedState {
  readonly state: string;
  readonly language: Language | null;
}

export function parseStates(header: string | undefined): readonly NamedState[] | undefined {
  return listStrongTags(header)?.flatMap((tag) => {
    const [, state, language = null] = STATE_TAG.exec(tag) ?? [];
    return state === undefined ? [] : [{ state, language: language as Language | null }];
  });
}

function listStrongTags(header: string | undefined): readonly string[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  return [...header.matchAll(/(W\/)?("[^"]*")/g)].filter(([, weak]) => weak === undefined).map(([, , tag = '']) => tag);
}
