import { gzipSync } from 'node:zlib';
import type { OutgoingHttpHeaders } from 'node:http';
import type { CallOptions } from '../support/client.js';
import type { ApiDocument, DescribedOperation, Schema } from '../support/described/document.js';
import type { Known } from './product.js';

type Random = () => number;

/** One call as an attacker would write it. */
export interface HostileCall {
  readonly operation: string;
  readonly method: string;
  /** Path without `/dev`. */
  readonly path: string;
  readonly options: CallOptions;
}

const MAX_DEPTH = 6;
const LONG = 20_000;

const TEXTS = [
  '',
  ' ',
  '\0',
  '\u202e',
  '\ud83d',
  '🏠',
  'ﬃ',
  'ά\u0301',
  'x'.repeat(LONG),
  'ά'.repeat(500),
  '<script>',
  "' OR 1=1 --",
  '%',
  '%00',
  '../..',

  '0',
  '-1',
  '1e309',
  'NaN',
  'true',
  'null',
  '01',
  '2026-12-01',
  '2026-12-01T10:00:00Z',
  '9999-99-99',
  '1890-01-01T00:00',
  '${7*7}',
  '{{7}}',

  'a@b.gr',
  'a:b@c.gr',
  '+30 6912345678',
  '123456783',
  '14058001232',
  'ΙΖΧ-4821',
  '\r\nX: y',
  '"',
  '\\',
  '%_',
  '(((((((((((((((((((((((a',
];
const VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  1,
  -1,
  0.005,
  1e15,
  1e308,
  5e-324,
  Number.MAX_SAFE_INTEGER + 2,
  [],
  {},
  [null],
  [[]],
  [{}],
  Array(2000).fill(0),
  Array(200).fill({}),
  { $gt: '' },
  { length: 1e9 },
  { toString: 1 },
  { then: 1 },
  { toJSON: 1 },
];
const KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '__typename',
  '',
  '0',
  'x'.repeat(300),
  'ά',
  'then',
  'length',
];
const HEADS = [
  '25504446',
  '89504e470d0a1a0a',
  'ffd8ff',
  '49492a0008000000ffff0000',
  '4f67675300',
  '504b0304',
  '1f8b08',
  '1a45dfa3',
  '3026b2758e66cf11',
  '494433',
  'd0cf11e0a1b11ae1',
  '52494646',
  'efbbbf',
];
const HEADERS: readonly OutgoingHttpHeaders[] = [
  { Accept: 'text/html' },
  { Accept: 'application/xml;q=0' },
  { Accept: '*/*;q=,,;' },
  { Accept: 'x'.repeat(5000) },
  { 'Accept-Language': 'en;q=2, el' },

  { 'If-Match': '*' },
  { 'If-Match': '"1-el"' },
  { 'If-None-Match': 'W/"' },
  { Range: 'bytes=0-0,-1' },
  { Range: 'bytes=9-1' },
  { 'If-Range': 'x' },

  { 'Idempotency-Key': 'ά'.normalize('NFD').replace(/[^\x20-\x7e]/g, '') },
  { 'Idempotency-Key': 'fuzz' },
  { 'X-Forwarded-For': '::1, x' },
  { 'Content-Type': 'text/plain' },

  { 'Content-Type': 'application/json; charset=utf-16' },
  { 'Content-Encoding': 'gzip' },
  { 'Content-Encoding': 'br' },
  { Cookie: 'a=b' },
  { Forwarded: 'for=1' },

  { 'X-HTTP-Method-Override': 'DELETE' },
  { Expect: 'x' },
  { TE: 'trailers' },
  { Authorization: 'Basic ::' },
  { Authorization: 'Bearer ' },
];

/** Generates slightly or entirely invalid calls of every operation, which depend only on the random numbers. */
export class HostileCalls {
  constructor(
    private readonly document: ApiDocument,
    private readonly random: Random,
    private readonly known: Known,
    /** Valid bodies by operation. */
    private readonly sound: Readonly<Record<string, unknown>>,
  ) {}

  of({ name, method, template, operation }: DescribedOperation): HostileCall {
    const path = template.replace(/\{(\w+)\}/g, (_, parameter: string) => this.segment(parameter));
    const query = (operation.parameters ?? [])
      .filter((parameter) => parameter.in === 'query' && this.chance(0.3))
      .map(({ name: key }) => this.pair(key));
    if (this.chance(0.1)) query.push(this.pair(this.pick(KEYS)), this.pair('format'));
    const content = operation.requestBody?.content ?? {};
    const options =
      'application/json' in content
        ? this.json(name, content['application/json']?.schema ?? {})
        : 'requestBody' in operation
          ? this.file(Object.keys(content))
          : {};
    const extra = this.chance(0.25) ? this.pick(HEADERS) : {};
    return {
      operation: name,
      method,
      path: query.length === 0 ? path : `${path}?${query.join('&')}`,
      options: { ...options, headers: { ...options.headers, ...extra } },
    };
  }

  private segment(parameter: string): string {
    const known = this.known[parameter] ?? [1];
    if (this.chance(0.75)) return String(this.pick(known));
    return encodeURIComponent(wellFormed(this.pick(TEXTS)).slice(0, 300)) || '%20';
  }

  private pair(name: string): string {
    return `${encodeURIComponent(wellFormed(name))}=${encodeURIComponent(wellFormed(this.pick(TEXTS)).slice(0, 300))}`;
  }

  private json(name: string, schema: Schema): CallOptions {
    const kind = this.random();
    const headers = { 'Content-Type': 'application/json' };
    if (kind < 0.03) return { headers, body: '['.repeat(1 + this.below(5000)) };
    if (kind < 0.06) return { headers, body: Buffer.from(times(1 + this.below(200), () => this.below(256))) };
    const base = name in this.sound && this.chance(0.8) ? structuredClone(this.sound[name]) : this.ofSchema(schema, 0);
    const changes = this.chance(0.2) ? 0 : 1 + this.below(3);
    const body = times(changes, () => 0).reduce<unknown>((value) => this.changed(value, 0), base);
    const text = JSON.stringify(body, (_key, value: unknown) => (value === PROTOTYPE ? { polluted: true } : value)).replaceAll(
      '"__PROTO__"',
      '"__proto__"',
    );
    if (kind < 0.1) return { headers: { ...headers, 'Content-Encoding': 'gzip' }, body: gzipSync(text) };
    return { headers, body: text };
  }

  private file(types: readonly string[]): CallOptions {
    const head = Buffer.from(this.pick(HEADS), 'hex');
    const body = Buffer.concat([head, Buffer.from(times(this.below(600), () => this.below(256)))]);
    return { headers: { 'Content-Type': this.pick(types) }, body: this.chance(0.1) ? Buffer.alloc(0) : body };
  }

  /** Returns the value with one invalid part. */
  private changed(value: unknown, depth: number): unknown {
    if (typeof value !== 'object' || value === null || depth > MAX_DEPTH || this.chance(0.15)) return this.anything();
    if (Array.isArray(value)) {
      if (value.length === 0 || this.chance(0.2)) return [...(value as unknown[]), this.anything()];
      const at = this.below(value.length);
      return value.map((item: unknown, index) => (index === at ? this.changed(item, depth + 1) : item));
    }
    if (this.chance(0.15))
      return { ...value, [this.chance(0.3) ? '__PROTO__' : this.pick(KEYS.slice(1))]: this.chance(0.3) ? PROTOTYPE : this.anything() };
    const names = Object.keys(value);
    const name = names.length === 0 ? 'x' : this.pick(names);
    if (this.chance(0.1)) return { ...value, [name]: undefined };
    return { ...value, [name]: this.changed((value as Record<string, unknown>)[name], depth + 1) };
  }

  private anything(): unknown {
    return this.chance(0.5) ? this.pick(TEXTS) : this.pick(VALUES);
  }

  private ofSchema(schema: Schema, depth: number): unknown {
    const reference = schema['$ref'] as string | undefined;
    if (reference !== undefined) return this.ofSchema(this.document.components.schemas[reference.split('/').at(-1)!] ?? {}, depth);
    const [first] = [...((schema['allOf'] ?? schema['oneOf'] ?? schema['anyOf'] ?? []) as Schema[])];
    if (first !== undefined) return this.ofSchema(first, depth);
    if (schema['example'] !== undefined) return schema['example'];
    if (depth > MAX_DEPTH) return null;
    if (schema['type'] === 'array') return [this.ofSchema((schema['items'] ?? {}) as Schema, depth + 1)];
    const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
    if (properties.length > 0) return Object.fromEntries(properties.map(([name, property]) => [name, this.ofSchema(property, depth + 1)]));
    return this.anything();
  }

  private chance(share: number): boolean {
    return this.random() < share;
  }

  private below(limit: number): number {
    return Math.floor(this.random() * limit);
  }

  private pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }
}

const PROTOTYPE = { prototype: true };

function times<T>(count: number, of: () => T): T[] {
  return Array.from({ length: count }, of);
}

function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '?');
}
