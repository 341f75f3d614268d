import type { ApiDocument, DescribedOperation, Schema } from './document.js';

/** `foreign` is outside an enum, a format or a pattern. Refused values come first, because they change nothing. */
export const MODES = ['foreign', 'below', 'above', 'tooFew', 'tooMany', 'least', 'most', 'fewest', 'mostItems'] as const;
export type Mode = (typeof MODES)[number];

const REFUSED: ReadonlySet<Mode> = new Set(['foreign', 'below', 'above', 'tooFew', 'tooMany']);
export const isRefused = (mode: Mode): boolean => REFUSED.has(mode);

/** Query or body of an operation in which every field with such a bound has the value of the mode. */
export interface BoundaryInput {
  readonly query: ReadonlyMap<string, string>;
  readonly body: unknown;
  /** Fields with the value, as a violation names them. @example objects_insured[0].square_meters */
  readonly paths: readonly string[];
}

const MAX_DEPTH = 8;
const FOREIGN_TEXT = '¿?';
const FOREIGN_NUMBER = 999_983;
const CENT = 0.01;

/** A query is refused before the body is read, so they are separate. */
export function buildBoundaryInputs(document: ApiDocument, described: DescribedOperation, mode: Mode): BoundaryInput[] {
  return [buildQuery(document, described, mode), buildBody(document, described, mode)];
}

function buildQuery(document: ApiDocument, { operation }: DescribedOperation, mode: Mode): BoundaryInput {
  const paths: string[] = [];
  const filler = new Filler(document, mode, paths);
  const query = new Map<string, string>();
  for (const { name, in: place, schema } of operation.parameters ?? []) {
    const value = place === 'query' && schema !== undefined ? filler.fill(schema, name, 0) : undefined;
    if (typeof value === 'string' || typeof value === 'number') query.set(name, String(value));
  }
  return { query, body: operation.requestBody === undefined ? undefined : {}, paths };
}

function buildBody(document: ApiDocument, { operation }: DescribedOperation, mode: Mode): BoundaryInput {
  const paths: string[] = [];
  const content = operation.requestBody?.content['application/json']?.schema;
  const body = content === undefined ? undefined : new Filler(document, mode, paths).fill(content, '', 0);
  return { query: new Map(), body, paths };
}

/** Fills a value by its schema; undefined for a schema without a bound of the mode. */
class Filler {
  constructor(
    private readonly document: ApiDocument,
    private readonly mode: Mode,
    private readonly paths: string[],
  ) {}

  fill(given: Schema, path: string, depth: number): unknown {
    const schema = this.resolve(given);
    if (depth > MAX_DEPTH) return undefined;
    if (typeof schema['properties'] === 'object') return this.fillObject(schema, path, depth);
    if (typeof schema['items'] === 'object') return this.fillArray(schema, schema['items'] as Schema, path, depth);
    const value = chooseValue(schema, this.mode);
    if (value !== undefined) this.paths.push(path);
    return value;
  }

  private fillObject(schema: Schema, path: string, depth: number): object | undefined {
    const entries = Object.entries(schema['properties'] as Readonly<Record<string, Schema>>).flatMap(([name, property]) => {
      const value = this.fill(property, path === '' ? name : `${path}.${name}`, depth + 1);
      return value === undefined ? [] : [[name, value] as const];
    });
    return entries.length === 0 && path !== '' ? undefined : Object.fromEntries(entries);
  }

  private fillArray(schema: Schema, items: Schema, path: string, depth: number): unknown[] | undefined {
    const count = chooseLength(schema, this.mode);
    if (count !== undefined) {
      this.paths.push(path);
      return Array.from({ length: count }, () => buildItem(this.resolve(items)));
    }
    const item = this.fill(items, `${path}[0]`, depth + 1);
    return item === undefined ? undefined : [item];
  }

  private resolve(schema: Schema): Schema {
    const [part] = (schema['allOf'] as Schema[] | undefined) ?? [];
    const reference = (part ?? schema)['$ref'] as string | undefined;
    if (reference === undefined) return schema;
    return this.document.components.schemas[reference.slice(reference.lastIndexOf('/') + 1)] ?? {};
  }
}

function buildItem(items: Schema): unknown {
  if (typeof items['properties'] === 'object') return {};
  return items['example'] ?? (items['enum'] as unknown[] | undefined)?.[0] ?? (items['type'] === 'string' ? 'a' : (items['minimum'] ?? 1));
}

function chooseLength({ minItems, maxItems }: Schema, mode: Mode): number | undefined {
  if (mode === 'fewest') return minItems as number | undefined;
  if (mode === 'tooFew') return typeof minItems === 'number' ? minItems - 1 : undefined;
  if (typeof maxItems !== 'number') return undefined;
  return mode === 'mostItems' ? maxItems : mode === 'tooMany' ? maxItems + 1 : undefined;
}

function chooseValue(schema: Schema, mode: Mode): unknown {
  const { minimum, maximum, minLength, maxLength } = schema as Readonly<Record<string, number | undefined>>;
  const isFixed = 'enum' in schema || 'pattern' in schema || 'format' in schema;
  if (mode === 'foreign') return isFixed ? chooseForeign(schema) : undefined;
  if (isFixed) return undefined;
  const step = [schema['type']].flat().includes('integer') ? 1 : CENT;
  const text = (length: number | undefined): string | undefined => (length === undefined ? undefined : 'a'.repeat(length));
  if (mode === 'least') return minimum ?? text(minLength);
  if (mode === 'most') return maximum ?? text(maxLength);
  if (mode === 'above') return maximum === undefined ? text(maxLength && maxLength + 1) : add(maximum, step);
  // A blank text is a missing one.
  if (mode === 'below')
    return minimum === undefined ? text(minLength !== undefined && minLength > 1 ? minLength - 1 : undefined) : add(minimum, -step);
  return undefined;
}

function chooseForeign({ type }: Schema): unknown {
  return [type].flat().includes('string') ? FOREIGN_TEXT : FOREIGN_NUMBER;
}

function add(value: number, step: number): number {
  return Number((value + step).toFixed(2));
}
