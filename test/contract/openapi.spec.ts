import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/common/package-root.js';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly example?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly description?: string }[];
  readonly security?: readonly object[];
  readonly responses: Readonly<
    Record<string, { readonly $ref?: string; readonly content?: Readonly<Record<string, { readonly examples?: object }>> }>
  >;
}

interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, { readonly content: Readonly<Record<string, { readonly examples: object }>> }>>;
    readonly headers: Readonly<Record<string, { readonly description?: string }>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
}

/** `npm run openapi -- --check` proves that the file is what the program says of itself; here is what the file must say. */
const document = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'docs/openapi.json'), 'utf8')) as Document;
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, path, operation })),
);
const properties = Object.entries(document.components.schemas).flatMap(([schema, { properties = {} }]) =>
  Object.entries(properties).map(([name, property]) => ({ name: `${schema}.${name}`, property })),
);

/** Values of their own have examples; what refers to another schema has them there. */
function hasOwnValue(property: Schema): boolean {
  const text = JSON.stringify(property);
  return !text.includes('$ref') && property.type !== 'object' && !(Array.isArray(property.type) && property.type.includes('object'));
}

/** Places of schemas of objects that say nothing of what is in them. */
function openObjects(value: unknown, place: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { type, properties, additionalProperties, allOf } = value as Record<string, unknown>;
  const isOpen = type === 'object' && [properties, additionalProperties, allOf].every((part) => part === undefined);
  const inside = Object.entries(value).filter(([name]) => name !== 'example' && name !== 'examples');
  return [...(isOpen ? [place] : []), ...inside.flatMap(([name, part]) => openObjects(part, `${place}/${name}`))];
}

describe('docs/openapi.json', () => {
  it('is OpenAPI 3.1 with both keys of the contract', () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(Object.keys(document.components.securitySchemes)).toEqual(expect.arrayContaining(['apiKey', 'bearer']));
  });

  it('describes every schema by properties', () => {
    expect(Object.entries(document.components.schemas).filter(([, schema]) => !schema.properties)).toEqual([]);
    expect(properties.length).toBeGreaterThan(300);
  });

  it('describes every field', () => {
    expect(properties.filter(({ property }) => !property.description && !property.$ref).map(({ name }) => name)).toEqual([]);
  });

  it('shows an example of every field', () => {
    expect(properties.filter(({ property }) => hasOwnValue(property) && property.example === undefined).map(({ name }) => name)).toEqual(
      [],
    );
  });

  it('shows texts as texts', () => {
    const isWrong = ({ type, example }: Schema): boolean => type === 'string' && example !== undefined && typeof example !== 'string';
    expect(properties.filter(({ property }) => isWrong(property)).map(({ name }) => name)).toEqual([]);
  });

  it('summarises every operation and names its refusals', () => {
    expect(operations.filter(({ operation }) => !operation.summary).map(({ name }) => name)).toEqual([]);
    const services = operations.filter(({ path }) => !path.startsWith('/health'));
    expect(
      services.filter(({ operation }) => !Object.keys(operation.responses).some((status) => status >= '400')).map(({ name }) => name),
    ).toEqual([]);
  });

  it('shows an example of every error', () => {
    const answers = Object.entries(document.components.responses);
    const isBare = ([, { content }]: (typeof answers)[number]): boolean =>
      Object.values(content).some(({ examples }) => Object.keys(examples ?? {}).length === 0);
    expect(answers.filter(isBare).map(([name]) => name)).toEqual([]);
    expect(answers.length).toBeGreaterThan(5);
  });

  it('names, summarises and groups every operation', () => {
    const bare = operations.filter(({ operation }) => !operation.operationId || !operation.summary || !operation.tags?.length);
    expect(bare.map(({ name }) => name)).toEqual([]);
  });

  it('describes every parameter and header', () => {
    const parameters = operations.flatMap(({ name, operation }) => (operation.parameters ?? []).map((parameter) => ({ name, parameter })));
    expect(parameters.filter(({ parameter }) => !parameter.description).map(({ name, parameter }) => `${name} ${parameter.name}`)).toEqual(
      [],
    );
    expect(Object.entries(document.components.headers).filter(([, header]) => !header.description)).toEqual([]);
    expect(new Set(parameters.map(({ parameter }) => parameter.in))).toEqual(new Set(['header', 'path', 'query']));
    expect(parameters.length).toBeGreaterThan(150);
  });

  it('leaves no object without properties, however deep', () => {
    expect(openObjects(document.paths, 'paths')).toEqual([]);
    expect(openObjects(document.components.schemas, 'schemas')).toEqual([]);
  });

  it('shows an example of every error that an operation describes itself', () => {
    const own = operations.flatMap(({ name, operation }) =>
      Object.entries(operation.responses).map(([status, response]) => ({ name: `${name} ${status}`, status, response })),
    );
    const errors = own.filter(({ status, response }) => status >= '400' && response.$ref === undefined);
    const isBare = ({ response: { content = {} } }: (typeof errors)[number]): boolean =>
      Object.keys(content).length === 0 || Object.values(content).some(({ examples }) => Object.keys(examples ?? {}).length === 0);
    expect(errors.filter(isBare).map(({ name }) => name)).toEqual([]);
  });

  it('names every operation once', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(ids.filter((id, index) => ids.indexOf(id) < index)).toEqual([]);
  });
});
