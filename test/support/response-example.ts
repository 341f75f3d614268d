import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/common/package-root.js';
import type { ApiDocument, Schema } from './described/document.js';
import type { HttpResponse } from './client.js';
import { MORNING } from './fire-app.js';

/** Responses by operation, as `npm run examples` records them. */
export type ResponseExamples = Readonly<Record<string, { readonly status: number; readonly body: unknown }>>;

export const EXAMPLES_FILE = join(PACKAGE_ROOT, 'docs/response-examples.json');

export function readResponseExamples(): ResponseExamples {
  return JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8')) as ResponseExamples;
}

export function isJsonSuccess({ status, headers, text }: HttpResponse): boolean {
  return status < 300 && String(headers['content-type']).startsWith('application/json') && text !== '';
}

/** Longer lists are cut in the examples. */
const MAX_ITEMS = 2;
/** Fields whose value is random, and might be taken for a key. */
const RANDOM_FIELD = /(prefix|secret|sha256|hash|digest|token|key|challenge|csrf|recoverycodes)$/i;
const RANDOM_TEXT = /[\w-]{36,}/;
const LOCAL_HOST = /https?:\/\/(127\.0\.0\.1|localhost):\d+/g;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const SAME_UUID = '0b6f6a52-9f0e-4c39-9d0a-3f5f0f6d2c11';

/** Makes a body equal in each recording: random values are those of the document, instants those of the story. */
export function stabilize(body: unknown, document: ApiDocument, startedAt: Date): unknown {
  const shown = mapExamplesByField(document);
  return stable(body, '');

  function stable(value: unknown, name: string): unknown {
    if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => stable(item, name));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([field, part]) => [field, stable(part, field)]));
    if (typeof value !== 'string') return value;
    const example = shown.get(name);
    if ((RANDOM_FIELD.test(name) || RANDOM_TEXT.test(value.replace(UUID, ''))) && typeof example === 'string') return example;
    // Some work is dated by the clock of the machine, not by that of the story.
    if (INSTANT.test(value) && Date.parse(value) >= startedAt.getTime())
      return value.endsWith('Z') ? new Date(MORNING).toISOString() : '2026-11-20T10:00:00+02:00';
    return value.replace(UUID, SAME_UUID).replace(LOCAL_HOST, 'https://provider.example');
  }
}

function mapExamplesByField({ components }: ApiDocument): ReadonlyMap<string, unknown> {
  const fields = Object.values(components.schemas).flatMap(({ properties = {} }) => Object.entries(properties as Record<string, Schema>));
  return new Map(fields.flatMap(([name, { example }]) => (example === undefined ? [] : [[name, example] as const])));
}

/** Lists the fields of a body, those of list items without their index. @example offers[].pricing.gross */
export function listFields(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((item) => listFields(item, `${path}[]`)))].sort();
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([name, part]) => listFields(part, path === '' ? name : `${path}.${name}`));
}
