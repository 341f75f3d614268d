import type { OpenAPIObject } from '@nestjs/swagger';
import type { OperationObject, ParameterObject, SchemaObject } from './openapi-types.js';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const TOKEN_PATH = /\/tokens$/;

const KEEP_TOKEN = ["if (pm.response.code === 201) pm.collectionVariables.set('token', pm.response.json().access_token);"];

export function buildPostmanCollection(document: OpenAPIObject, baseUrl: string): object {
  const requests = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [{ tag: operation.tags?.[0] ?? '', request: buildRequest(method, path, operation, document) }];
    }),
  );
  const folders = (document.tags ?? []).map(({ name, description }) => ({
    name,
    description,
    item: requests.filter(({ tag }) => tag === name).map(({ request }) => request),
  }));
  return {
    info: { name: document.info.title, description: document.info.description, schema: SCHEMA },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: baseUrl },
      { key: 'apiKey', value: '' },
      { key: 'userKey', value: '' },
      { key: 'token', value: '' },
    ],
    item: folders.filter(({ item }) => item.length > 0),
  };
}

function buildRequest(method: string, path: string, operation: OperationObject, document: OpenAPIObject): object {
  const parameters = (operation.parameters ?? []).filter((one): one is ParameterObject => !('$ref' in one));
  const of = (place: string): ParameterObject[] => parameters.filter((parameter) => parameter.in === place);
  const raw = path.replace(/\{(\w+)\}/g, ':$1');
  const query = of('query').map(({ name, description, required = false, schema }) => ({
    key: name,
    value: getExample(schema),
    description,
    disabled: !required,
  }));
  const body = buildBody(path, operation, document);
  const issuesToken = TOKEN_PATH.test(path);
  const hasToken = operation.security?.some((scheme) => 'bearer' in scheme) ?? false;
  return {
    name: operation.summary ?? operation.operationId,
    request: {
      method: method.toUpperCase(),
      description: operation.description,
      header: buildHeaders(of('header'), body?.mode === 'raw'),
      url: {
        raw: `{{baseUrl}}${raw}`,
        host: ['{{baseUrl}}'],
        path: raw.slice(1).split('/'),
        query,
        variable: of('path').map(({ name, description, schema }) => ({ key: name, value: getExample(schema), description })),
      },
      ...(!hasToken && { auth: { type: 'noauth' } }),
      ...(body !== null && { body }),
    },
    ...(issuesToken && { event: [{ listen: 'test', script: { type: 'text/javascript', exec: KEEP_TOKEN } }] }),
  };
}

function buildHeaders(parameters: readonly ParameterObject[], hasBody: boolean): object[] {
  const isRepeatable = parameters.some(({ name }) => name === 'Idempotency-Key');
  return [
    { key: 'X-Api-Key', value: '{{apiKey}}' },
    ...(hasBody ? [{ key: 'Content-Type', value: 'application/json' }] : []),
    ...(isRepeatable ? [{ key: 'Idempotency-Key', value: '{{$guid}}' }] : []),
  ];
}

type RequestBody =
  | { readonly mode: 'raw'; readonly raw: string; readonly options: object }
  | { readonly mode: 'urlencoded'; readonly urlencoded: readonly object[] };

function buildBody(path: string, { requestBody }: OperationObject, document: OpenAPIObject): RequestBody | null {
  if (requestBody === undefined || '$ref' in requestBody) return null;
  const { [JSON_TYPE]: json, [FORM_TYPE]: form } = requestBody.content;
  if (form !== undefined) {
    const fields = Object.entries(resolve(form.schema ?? {}, document).properties ?? {});
    const pairs = fields.map(([key, field]) => ({ key, value: key === 'client_secret' ? '{{userKey}}' : getExample(field) }));
    return { mode: 'urlencoded', urlencoded: pairs };
  }
  if (json === undefined) return null;
  const example: unknown = json.example ?? buildExample(json.schema ?? {}, document);
  const body = TOKEN_PATH.test(path) ? { 'user-key': '{{userKey}}' } : example;
  return { mode: 'raw', raw: JSON.stringify(body, null, 2), options: { raw: { language: 'json' } } };
}

function buildExample(given: object, document: OpenAPIObject, depth = 0): unknown {
  const schema = resolve(given, document);
  if (schema.properties !== undefined && depth < 6)
    return Object.fromEntries(Object.entries(schema.properties).map(([name, field]) => [name, buildExample(field, document, depth + 1)]));
  if (schema.items !== undefined && schema.example === undefined) return [buildExample(schema.items, document, depth + 1)];
  return (schema as { readonly example?: unknown }).example ?? null;
}

function resolve(schema: object, document: OpenAPIObject): SchemaObject {
  const { allOf, $ref } = schema as { readonly allOf?: readonly object[]; readonly $ref?: string };
  if (allOf?.[0] !== undefined) return resolve(allOf[0], document);
  if ($ref === undefined) return schema;
  return (document.components?.schemas?.[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {}) as SchemaObject;
}

function getExample(schema: object | undefined): string {
  const { example = '' } = (schema ?? {}) as { readonly example?: string | number | boolean };
  return String(example);
}
