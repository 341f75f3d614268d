import type { OpenAPIObject } from '@nestjs/swagger';
import type { Access, RouteRules } from '../route-rules.js';
import type { OperationObject, PathItemObject, ResponseObject, ResponsesObject } from './openapi-types.js';
import {
  IDEMPOTENCY_PARAMETER,
  IDEMPOTENCY_REPLAYED_HEADER,
  STANDARD_HEADERS,
  STANDARD_RESPONSES,
  STANDARD_SCHEMAS,
} from './standard-answers.js';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

const SECURITY: Readonly<Record<Access, Record<string, string[]>[]>> = {
  open: [],
  key: [{ apiKey: [] }],
  token: [{ apiKey: [], bearer: [] }],
  staff: [{ staff: [] }],
  keyless: [],
};

const STATUSES: Readonly<Record<Access, readonly string[]>> = {
  open: ['404', '500', '503'],
  key: ['400', '401', '403', '404', '429', '500', '503'],
  token: ['400', '401', '403', '404', '429', '500', '503'],
  staff: ['400', '401', '403', '404', '500', '503'],
  keyless: ['400', '404', '429', '500', '503'],
};

/**
 * Adds to every operation what the gateway does to it: the security it asks for, its error answers and its headers; so controllers name only
 * what is their own. The result is in a fixed order, whatever the order of the modules.
 */
export function completeDocument(document: OpenAPIObject, rules: ReadonlyMap<string, RouteRules>): OpenAPIObject {
  const paths: Record<string, PathItemObject> = {};
  for (const path of Object.keys(document.paths).sort()) paths[path] = completePath(document.paths[path]!, rules);
  const components = document.components ?? {};
  return {
    ...document,
    paths,
    components: {
      ...components,
      schemas: sorted({ ...components.schemas, ...STANDARD_SCHEMAS }),
      responses: sorted({ ...components.responses, ...STANDARD_RESPONSES }),
      headers: sorted({ ...components.headers, ...STANDARD_HEADERS, ...IDEMPOTENCY_REPLAYED_HEADER }),
    },
  };
}

function completePath(item: PathItemObject, rules: ReadonlyMap<string, RouteRules>): PathItemObject {
  const result: PathItemObject = {};
  for (const method of METHODS) {
    const operation = item[method];
    if (operation !== undefined) result[method] = completeOperation(operation, rules.get(operation.operationId ?? ''));
  }
  return result;
}

function completeOperation(operation: OperationObject, rules: RouteRules | undefined): OperationObject {
  if (rules === undefined) throw new Error(`No handler for the operation ${operation.operationId}`);
  const own = Object.entries(operation.responses).filter((entry): entry is [string, ResponseObject] => entry[1] !== undefined);
  const responses: NonNullable<ResponsesObject> = {};
  for (const status of statusesOf(rules)) responses[status] = { $ref: `#/components/responses/Error${status}` };
  for (const [status, response] of own) responses[status] = withHeaders(response, rules);
  const security = SECURITY[rules.access];
  const parameters = [...(operation.parameters ?? []), ...(rules.isRepeatable ? [IDEMPOTENCY_PARAMETER] : [])];
  return { ...operation, parameters, security, responses: sorted(responses) };
}

function statusesOf(rules: RouteRules): readonly string[] {
  return [...STATUSES[rules.access], ...(rules.isRepeatable ? ['409'] : []), ...(rules.readsJson ? ['413', '415'] : [])];
}

function withHeaders(response: ResponseObject, { isRepeatable }: RouteRules): ResponseObject {
  const names = Object.keys({ ...STANDARD_HEADERS, ...(isRepeatable ? IDEMPOTENCY_REPLAYED_HEADER : {}) });
  const standard = names.map((name) => [name, { $ref: `#/components/headers/${name}` }] as const);
  return { ...response, headers: { ...Object.fromEntries(standard), ...response.headers } };
}

function sorted<T>(entries: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(entries).sort(([one], [other]) => (one < other ? -1 : 1)));
}
