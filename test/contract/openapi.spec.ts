import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/common/package-root.js';
import { Status } from '../../src/record/core/applications/status.js';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly example?: unknown;
  readonly enum?: readonly (string | number)[];
  readonly 'x-enum-varnames'?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly description?: string }[];
  readonly security?: readonly object[];
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly $ref?: string;
        readonly description?: string;
        readonly headers?: object;
        readonly content?: Readonly<Record<string, { readonly examples?: object }>>;
      }
    >
  >;
}

interface Document {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, { readonly content: Readonly<Record<string, { readonly examples: object }>> }>>;
    readonly headers: Readonly<Record<string, { readonly description?: string }>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
}

/** `npm run openapi -- --check` proves that the document matches the program. These tests check its content. */
const document = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'docs/openapi.json'), 'utf8')) as Document;
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, path, operation })),
);
const properties = Object.entries(document.components.schemas).flatMap(([schema, { properties = {} }]) =>
  Object.entries(properties).map(([name, property]) => ({ name: `${schema}.${name}`, property })),
);

/** Codes of agents or of the program, or without a list. */
const CODES_WITHOUT_LIST = new Set([
  'agent_code',
  'agentCode',
  'commission_code',
  'commisionAgentCode',
  'service_code',
  'serviceAgentCode',
  'status_code',
  'statusCode',
  'post_code',
  'postCode',
  'rateCode',
  'branchCode',
  'payment_code',
]);

/** Classes, which a tariff may divide; durations, which are finer for calls; and totals of rows or amounts. */
const NUMBERS_OF_TWO_KINDS = ['bonusMalus', 'durationMs', 'duration_ms', 'total'];

/** Whether a property needs an example; references have their examples in the referenced schema. */
function hasOwnValue(property: Schema): boolean {
  const text = JSON.stringify(property);
  return !text.includes('$ref') && property.type !== 'object' && !(Array.isArray(property.type) && property.type.includes('object'));
}

/** Lists object schemas without any description of their properties. */
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

  it('describes every schema by properties or values', () => {
    expect(Object.entries(document.components.schemas).filter(([, schema]) => !schema.properties && !schema.enum)).toEqual([]);
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

  it('describes text fields as texts', () => {
    const isWrong = ({ type, example }: Schema): boolean => type === 'string' && example !== undefined && typeof example !== 'string';
    expect(properties.filter(({ property }) => isWrong(property)).map(({ name }) => name)).toEqual([]);
  });

  it('summarises every operation and lists its errors', () => {
    expect(operations.filter(({ operation }) => !operation.summary).map(({ name }) => name)).toEqual([]);
    const services = operations.filter(({ path }) => !path.startsWith('/health'));
    expect(
      services.filter(({ operation }) => !Object.keys(operation.responses).some((status) => status >= '400')).map(({ name }) => name),
    ).toEqual([]);
  });

  it('shows an example of every error', () => {
    const responses = Object.entries(document.components.responses);
    const isBare = ([, { content }]: (typeof responses)[number]): boolean =>
      Object.values(content).some(({ examples }) => Object.keys(examples ?? {}).length === 0);
    expect(responses.filter(isBare).map(([name]) => name)).toEqual([]);
    expect(responses.length).toBeGreaterThan(5);
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

  it('has no object without properties at any depth', () => {
    expect(openObjects(document.paths, 'paths')).toEqual([]);
    expect(openObjects(document.components.schemas, 'schemas')).toEqual([]);
  });

  it('shows an example of every error that an operation describes on its own', () => {
    const own = operations.flatMap(({ name, operation }) =>
      Object.entries(operation.responses).map(([status, response]) => ({ name: `${name} ${status}`, status, response })),
    );
    const errors = own.filter(({ status, response }) => status >= '400' && response.$ref === undefined);
    const isBare = ({ response: { content = {} } }: (typeof errors)[number]): boolean =>
      Object.keys(content).length === 0 || Object.values(content).some(({ examples }) => Object.keys(examples ?? {}).length === 0);
    expect(errors.filter(isBare).map(({ name }) => name)).toEqual([]);
  });

  it('names every operation uniquely by a verb and its object', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(ids.filter((id, index) => ids.indexOf(id) < index)).toEqual([]);
    const verbs =
      /^(add|answer|approve|begin|book|calculate|cancel|change|charge|choose|close|compare|complete|confirm|create|decide|delete|describe|edit|end|erase|freeze|get|grant|handUp|insert|issue|list|load|open|prepare|prepay|preview|price|record|recreate|reinstate|reject|request|resolve|resume|return|reverse|remove|replace|rotate|save|search|send|settle|sign|start|stop|update|verify|withdraw)[A-Z][A-Za-z]*$/;
    expect(ids.filter((id) => !verbs.test(id))).toEqual([]);
  });

  it.each([
    ['GET /backoffice-api/agents', 'listAgents'],
    ['GET /fire-api/rsc/applications/{id}', 'getFireApplication'],
    ['PUT /mtr-api/resources/applications/{application}', 'updateMotorApplication'],
    ['POST /parties-api/resources/parties', 'saveParty'],
    ['PUT /collection-api/applications/{id}/charge', 'chargeApplication'],
    ['GET /fire-api/parameters/kindsOfRisks/subkindsOfRisks', 'listSubkindsOfRisk'],
    ['POST /mtr-api/resources/tokens', 'issueMotorToken'],
  ])('names %s %s', (name, id) => {
    expect(operations.find((operation) => operation.name === name)?.operation.operationId).toBe(id);
  });

  it('summarises each operation in one short line of plain text that says who may call it', () => {
    const isShort = ({ operation: { summary = '' } }: (typeof operations)[number]): boolean => /^[^`*\n]{5,80}(?<![.])$/.test(summary);
    expect(operations.filter((operation) => !isShort(operation)).map(({ name, operation }) => `${name}: ${operation.summary}`)).toEqual([]);
    const silent = operations.filter(({ operation }) => !/\n\nNeeds /.test(operation.description ?? ''));
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  it('describes every tag, the services before the back office', () => {
    const names = document.tags.map(({ name }) => name);
    expect(document.tags.filter(({ description = '' }) => description.length < 20)).toEqual([]);
    const used = operations.flatMap(({ operation }) => operation.tags ?? []);
    // Webhooks receive the schemas of the events.
    expect(new Set([...used, 'events-api'])).toEqual(new Set(names));
    expect([names[0], names.at(-1)]).toEqual(['auth-api', 'backoffice-api']);
    expect(document.servers.map(({ url }) => url)).toEqual(['/dev', '/']);
  });

  it('names the list of every code, at an existing address', () => {
    const paths = new Set(Object.keys(document.paths));
    const texts = [
      ...properties,
      ...operations.flatMap(({ name, operation }) => (operation.parameters ?? []).map((one) => ({ name, property: one }))),
    ];
    const lists = texts.flatMap(({ name, property }) =>
      [...(property.description ?? '').matchAll(/`GET ([^`]+)`/g)].map(([, path]) => ({ name, path })),
    );
    expect(lists.filter(({ path }) => !paths.has(path!))).toEqual([]);
    expect(lists.length).toBeGreaterThan(120);
    expect(properties.filter(({ property }) => /from `(?!GET )/.test(property.description ?? '')).map(({ name }) => name)).toEqual([]);
    const codes = properties.filter(({ name }) =>
      /^(Fire|Motor|Party|PricingParam)\w*(?<!ItemResponse)\.\w*(_code|Code|_of_risk|construction\w*|citizenship)$/.test(name),
    );
    const bare = codes.filter(
      ({ name, property }) => !property.description?.includes('`GET ') && !CODES_WITHOUT_LIST.has(name.split('.')[1]!),
    );
    expect(bare.map(({ name }) => name)).toEqual([]);
    expect(codes.length).toBeGreaterThan(60);
  });

  it('lists the values of a field with few values, in bodies and queries', () => {
    const field = (name: string): Schema | undefined => properties.find((property) => property.name === name)?.property;
    expect(field('FireObjectFieldsRequest.bordering')?.enum).toEqual(['0', '1']);
    expect(field('MotorApplicationRequest.payFrequencyInMonths')?.enum).toEqual([3, 6, 12]);
    expect(field('FireObjectResponse.bordering')?.enum).toBeUndefined();
    const search = operations.find(({ name }) => name === 'GET /fire-api/rsc/applications')?.operation;
    expect(search?.parameters?.find(({ name }) => name === 'type')).toMatchObject({ schema: { enum: ['APPLICATION', 'POLICY'] } });
  });

  it('declares numbers of one name as whole in requests and responses, or in neither', () => {
    const types = new Map<string, Set<string>>();
    for (const { name, property } of properties) {
      const field = name.slice(name.indexOf('.') + 1);
      const type = [property.type ?? []].flat().find((each) => each === 'integer' || each === 'number');
      if (type !== undefined) types.set(field, (types.get(field) ?? new Set()).add(type));
    }
    const mixed = [...types].flatMap(([field, found]) => (found.size > 1 ? [field] : []));
    expect(mixed.sort()).toEqual(NUMBERS_OF_TWO_KINDS);
  });

  it('explains and names every status once, and refers to it', () => {
    const { enum: codes = [], 'x-enum-varnames': names, description = '' } = document.components.schemas['ApplicationStatus']!;
    expect(codes).toEqual(Object.values(Status));
    expect(names).toEqual(Object.keys(Status));
    for (const code of codes) expect(description).toContain(`- \`${code}\` `);
    for (const name of ['FireApplicationResponse.status_code', 'MotorApplicationResponse.statusCode', 'StaffApplicationResponse.status'])
      expect(properties.find((property) => property.name === name)?.property.$ref).toBe('#/components/schemas/ApplicationStatus');
  });

  it('warns of each 205 with a body', () => {
    const resets = operations.flatMap(({ operation }) =>
      Object.entries(operation.responses).filter(([status, { content }]) => status === '205' && content),
    );
    expect(resets.length).toBeGreaterThan(3);
    for (const [, { description }] of resets) expect(description).toMatch(/HTTP forbids content in a 205/);
  });

  it('describes each header once, and says where it can occur', () => {
    const described = JSON.stringify(document.paths).match(/"headers":\{[^}]*"description"/g) ?? [];
    expect(described).toEqual([]);
    const of = (name: string, status: string): string[] =>
      Object.keys(operations.find((operation) => operation.name === name)?.operation.responses[status]?.headers ?? {});
    expect(of('GET /backoffice-api/agents', '200')).not.toContain('X-RateLimit-Remaining');
    expect(of('GET /fire-api/rsc/applications', '200')).toEqual(expect.arrayContaining(['X-RateLimit-Remaining', 'X-Total-Count', 'Link']));
    expect(of('POST /fire-api/pricing/calcbundles', '200')).not.toEqual(expect.arrayContaining(['ETag']));
  });
});
