import type { OpenAPIObject } from '@nestjs/swagger';
import { DRY_RUN, IDEMPOTENCY_REPLAYED, IGNORED_FIELDS, IGNORED_PARAMETERS, OUTCOME, PREFERENCE_APPLIED } from '../call/headers.js';
import { DEPRECATION, SUNSET } from '../call/deprecation.js';
import { type Access, isKeyRequired, type RouteRules } from '../call/route-rules.js';
import { listConstantHeaders, HEADERS, listHeaders, listSuccessHeaders } from './response-headers.js';
import type { DescribedRoute } from './described-route.js';
import { listUsedComponents } from './select-operations.js';
import { addExampleFormats, addFieldKeywords, addParameterKeywords, forbidOtherFields } from './value-keywords.js';
import type { HeadersObject, OperationObject, PathItemObject, ResponseObject, ResponsesObject, SchemaObject } from './openapi-types.js';
import { addTexts, addWarning } from './operation-texts.js';
import { DRY_RUN_QUERY, getErrorName, IDEMPOTENCY_PARAMETER, STANDARD_RESPONSES, STANDARD_SCHEMAS } from './standard-responses.js';
import { type DescribedEvent, EVENTS_TAG, buildEventSchemas, WEBHOOK_PARAMETERS, buildWebhooks } from './webhooks.js';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

const SECURITY: Readonly<Record<Access, Record<string, string[]>[]>> = {
  open: [],
  key: [{ apiKey: [] }],
  token: [
    { apiKey: [], bearer: [] },
    { apiKey: [], oauth2: [] },
  ],
  client: [{ client: [] }],
  staff: [{ staff: [] }, { session: [], csrf: [] }],
  keyless: [],
  link: [],
};

const STATUSES: Readonly<Record<Access, readonly string[]>> = {
  open: ['404', '500', '503'],
  key: ['400', '401', '403', '404', '429', '500', '503'],
  token: ['400', '401', '403', '404', '429', '500', '503'],
  client: ['400', '401', '404', '429', '500', '503'],
  staff: ['400', '401', '403', '404', '429', '500', '503'],
  keyless: ['400', '404', '429', '500', '503'],
  link: ['400', '401', '404', '429', '500', '503'],
};

const IF_MATCH: NonNullable<OperationObject['parameters']>[number] = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'Expected tag of the application; 412 if it has changed.',
  schema: { type: 'string', example: '"7-el"' },
};
const REPRESENTED = 'As 205, with `Prefer: return=representation`.';
const PREFER: typeof IF_MATCH = {
  name: 'Prefer',
  in: 'header',
  required: false,
  description: '`return=representation`: 200 instead of 205, which some clients cannot read; `return=minimal`: no body.',
  schema: { type: 'string', example: 'return=representation' },
};
const IF_MATCH_OF_STAFF: typeof IF_MATCH = {
  ...IF_MATCH,
  description: 'Expected tag, as it was read; 412 if the object has changed.',
};

export function completeDocument(
  document: OpenAPIObject,
  rules: ReadonlyMap<string, DescribedRoute>,
  events: readonly DescribedEvent[],
  tags: Readonly<Record<string, string>>,
): OpenAPIObject {
  const paths: Record<string, PathItemObject> = {};
  for (const path of Object.keys(document.paths).sort()) paths[path] = completePath(document.paths[path]!, rules);
  const components = document.components ?? {};
  const used = new Set([...Object.values(paths).flatMap(listTags), EVENTS_TAG]);
  const sent = [...rules.values()].flatMap((route) => route.sent);
  const bodiesOf = (isStaff: boolean) =>
    [...rules.values()].flatMap(({ rules: { access, bodyType } }) =>
      bodyType !== null && (access === 'staff' || access === 'keyless') === isStaff ? [bodyType] : [],
    );
  const shown = listUsedComponents(Object.values(document.paths).map(listResponses), components);
  const fixed = addExampleFormats(addFieldKeywords(components.schemas as Record<string, SchemaObject>, sent, shown));
  const schemas = forbidOtherFields(fixed, { byStaff: bodiesOf(true), byOthers: bodiesOf(false) });
  return {
    ...document,
    tags: Object.entries(tags).flatMap(([name, description]) => (used.has(name) ? [{ name, description }] : [])),
    paths,
    webhooks: buildWebhooks(events),
    components: {
      ...components,
      schemas: sorted({ ...schemas, ...buildEventSchemas(events), ...STANDARD_SCHEMAS }),
      parameters: { ...components.parameters, ...WEBHOOK_PARAMETERS },
      responses: sorted({ ...components.responses, ...listUsedResponses(paths) }),
      headers: sorted({ ...components.headers, ...listUsedHeaders(paths) }),
    },
  };
}

function listResponses(item: PathItemObject): unknown[] {
  return METHODS.map((method) => item[method]?.responses);
}

function listTags(item: PathItemObject): string[] {
  return METHODS.flatMap((method) => item[method]?.tags ?? []);
}

function listUsedResponses(paths: Readonly<Record<string, PathItemObject>>): Record<string, ResponseObject> {
  const text = JSON.stringify(paths);
  return Object.fromEntries(Object.entries(STANDARD_RESPONSES).filter(([name]) => text.includes(`"#/components/responses/${name}"`)));
}

function listUsedHeaders(paths: Readonly<Record<string, PathItemObject>>): HeadersObject {
  const text = JSON.stringify([paths, STANDARD_RESPONSES]);
  return Object.fromEntries(Object.entries(HEADERS).filter(([name]) => text.includes(`"#/components/headers/${name}"`)));
}

function completePath(item: PathItemObject, routes: ReadonlyMap<string, DescribedRoute>): PathItemObject {
  const result: PathItemObject = {};
  for (const method of METHODS) {
    const operation = item[method];
    if (operation === undefined) continue;
    const route = routes.get(operation.operationId ?? '');
    if (route === undefined) throw new Error(`No handler for the operation ${operation.operationId}`);
    const valued = addParameterKeywords(addTexts(operation, route), route.sent);
    result[method] = withCondition(route, completeOperation(valued, route));
  }
  return result;
}

function withCondition({ version, rules }: DescribedRoute, operation: OperationObject): OperationObject {
  if (version === null || version === 'shown') return operation;
  const responses = sorted({ ...operation.responses, 412: buildErrorReference('412', isKeyRequired(rules)) });
  const condition = rules.readsIfMatch ? [rules.access === 'staff' ? IF_MATCH_OF_STAFF : IF_MATCH] : [];
  return { ...operation, parameters: [...(operation.parameters ?? []), ...condition], responses };
}

function completeOperation(operation: OperationObject, route: DescribedRoute): OperationObject {
  const { rules } = route;
  const own = Object.entries(operation.responses).filter((entry): entry is [string, ResponseObject] => entry[1] !== undefined);
  const responses: NonNullable<ResponsesObject> = {};
  for (const status of listStatuses(rules, operation)) responses[status] = buildErrorReference(status, isKeyRequired(rules));
  for (const [status, response] of own) responses[status] = withHeaders(route, status, response, operation);
  const represented = own.find(([status, { content }]) => status === '205' && content !== undefined);
  if (represented) responses['200'] = withHeaders(route, '205', { ...represented[1], description: REPRESENTED }, operation);
  const security = SECURITY[rules.access];
  const parameters = [...(operation.parameters ?? []), ...(rules.isRepeatable ? [IDEMPOTENCY_PARAMETER] : [])];
  if (rules.dryRun === 'supported') parameters.push(DRY_RUN_QUERY);
  if (represented) parameters.push(PREFER);
  const deprecated = rules.deprecation === null ? {} : { deprecated: true };
  return { ...operation, ...deprecated, parameters, security, responses: sorted(responses) };
}

function buildErrorReference(status: string, isKeyed: boolean): { $ref: string } {
  return { $ref: `#/components/responses/${getErrorName(status, isKeyed)}` };
}

function listStatuses({ access, isRepeatable }: RouteRules, { requestBody, responses }: OperationObject): readonly string[] {
  return [
    ...STATUSES[access],
    ...(isRepeatable ? ['409', '410'] : []),
    ...(requestBody ? ['413'] : []),
    ...(requestBody && access !== 'client' ? ['415'] : []),
    ...('206' in responses ? ['416'] : []),
  ];
}

function withHeaders(route: DescribedRoute, status: string, response: ResponseObject, operation: OperationObject): ResponseObject {
  const { rules } = route;
  const isKeyed = isKeyRequired(rules);
  if (status >= '400') return withStandard(STANDARD_RESPONSES[getErrorName(status, isKeyed)], response);
  const replayed = rules.isRepeatable ? listHeaders(IDEMPOTENCY_REPLAYED) : {};
  const undone = rules.dryRun === 'supported' ? listHeaders(DRY_RUN) : {};
  const ignored = rules.bodyType === null ? {} : listHeaders(IGNORED_FIELDS);
  const unknown = rules.access === 'staff' || rules.access === 'keyless' ? {} : listHeaders(IGNORED_PARAMETERS);
  const changed = status === '205' ? listHeaders(OUTCOME, PREFERENCE_APPLIED) : {};
  const ended = rules.deprecation === null ? {} : listHeaders(DEPRECATION, SUNSET);
  const own = {
    ...listSuccessHeaders(route, operation, status, response),
    ...ended,
    ...replayed,
    ...undone,
    ...ignored,
    ...unknown,
    ...changed,
    ...response.headers,
  };
  return { ...addWarning(status, response), headers: { ...listConstantHeaders(isKeyed), ...own } };
}

function withStandard(standard: ResponseObject | undefined, response: ResponseObject): ResponseObject {
  const hasExamples = Object.values(response.content ?? {}).some(({ examples }) => examples !== undefined);
  const content = hasExamples ? response.content : standard?.content;
  return { ...response, ...(content && { content }), headers: { ...standard?.headers, ...response.headers } };
}

function sorted<T>(entries: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(entries).sort(([one], [other]) => (one < other ? -1 : 1)));
}
