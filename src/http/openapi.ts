import type { INestApplication } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findRoles } from '../backoffice/common/staff.guard.js';
import { addDays, countDaysBetween, toLocalDate } from '../common/athens.js';
import { Clock } from '../common/clock.js';
import { PACKAGE_ROOT } from '../common/package-root.js';
import { listDocumentationFiles } from './documentation-page.js';
import { addExamples, moveExamples } from './documentation-examples.js';
import { TAGS, addPathParameters } from './document-texts.js';
import { CSRF_HEADER, SESSION_COOKIE } from '../gateway/access/session-cookie.js';
import { listControllerRoutes } from '../gateway/handler/controller-routes.js';
import type { DocumentRoutes } from '../gateway/server/document-routes.js';
import { DOCUMENT_READERS, type DocumentReader, selectOperations } from '../gateway/documentation/select-operations.js';
import { listGuides } from './guides.js';
import { Config } from '../config/config.js';
import { JSON_TYPE, send as sendText } from '../gateway/call/send.js';
import { getRoot } from '../gateway/call/target.js';
import { buildPostmanCollection } from '../gateway/documentation/postman-collection.js';
import { completeDocument } from '../gateway/documentation/complete-document.js';
import { ServedText } from '../gateway/documentation/served-text.js';
import { buildDescribedRoute, type DescribedRoute } from '../gateway/documentation/described-route.js';
import type { SchemaObject } from '../gateway/documentation/openapi-types.js';
import { EVENT_TYPES } from '../record/exchange/events/event-types.js';
import { STATUS_SCHEMA, buildStatusSchema } from '../record/core/applications/state-table.js';

const WORKFLOWS_PATH = '/workflows.arazzo.json';

const DESCRIPTION = [
  'Vehicle and fire insurance for agents’ programs: applications, pricing, approval, payment, policies and their documents.',
  'Every call needs an API key (`X-Api-Key`); calls for a user need a bearer token too.',
  'Errors of the gateway and of the services have different bodies, described with each operation.',
  'Texts are Greek, or English with `Accept-Language: en`.',
  'Guides: [/docs/guides](/docs/guides).',
  `The cases that a program handles, as Arazzo 1.0: [${WORKFLOWS_PATH}](${WORKFLOWS_PATH}).`,
  'Every response has `X-Request-Id`, `Server-Timing` and, except for customers’ links, `X-Token-Expires-In`; with a key also `X-RateLimit-Limit` and `X-RateLimit-Remaining`.',
].join(' ');

const OAUTH_TEXT =
  'The same bearer token by OAuth 2.0: the client is the program by its id, its secret a user-key. In the sandbox the token URL begins with `/dev`.';

const STATES = new Set([
  'CancelledApplicationResponse.status',
  'FireApplicationResponse.status_code',
  'MotorApplicationResponse.statusCode',

  'StaffApplicationResponse.status',
  'StaffTransitionResponse.fromStatus',
  'StaffTransitionResponse.toStatus',
]);

/** Identifier of SPDX for "no licence granted". */
const LICENSE = { name: 'UNLICENSED', identifier: 'LicenseRef-UNLICENSED' };

const COMMITTED_START = '2026-12-01';
const EXAMPLES_BEGIN_IN_DAYS = 10;

const ALWAYS_ASK = 'public, no-cache';

export function buildDocument(app: INestApplication): OpenAPIObject {
  const { version } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as { version: string };
  const frame = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Insurance gateway')
    .setDescription(DESCRIPTION)
    .setVersion(version)
    .addServer('/dev', 'Sandbox, with test data only')
    .addServer('/', 'Production')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-Api-Key' }, 'apiKey')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'opaque' }, 'bearer')
    .addOAuth2(
      { type: 'oauth2', description: OAUTH_TEXT, flows: { clientCredentials: { tokenUrl: '/auth-api/oauth2/token', scopes: {} } } },
      'oauth2',
    )
    .addBasicAuth(
      { type: 'http', scheme: 'basic', description: 'Id of the program and a user-key; both may be in the body instead' },
      'client',
    )
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'opaque', description: 'A session of the back office' }, 'staff')
    .addApiKey({ type: 'apiKey', in: 'cookie', name: SESSION_COOKIE, description: 'A session of the back office in a browser' }, 'session')
    .addApiKey({ type: 'apiKey', in: 'header', name: CSRF_HEADER, description: 'Required for every write with a session cookie' }, 'csrf')
    .build();
  frame.info.contact = { name: 'The insurer that runs this gateway' };
  frame.info.license = LICENSE;
  const document = SwaggerModule.createDocument(app, frame, {
    operationIdFactory: (_, method) => method,
    autoTagControllers: false,
  });
  return completeDocument(addExamples(addPathParameters(withStates(document)), COMMITTED_START), mapRoutesByName(app), EVENT_TYPES, TAGS);
}

function mapRoutesByName(app: INestApplication): Map<string, DescribedRoute> {
  const routes = new Map<string, DescribedRoute>();
  for (const route of listControllerRoutes(app.get(ModulesContainer))) {
    const { controller, method, metatype, handler } = route;
    if (routes.has(method)) throw new Error(`Two operations are called ${method}: rename that of ${controller}`);
    routes.set(method, buildDescribedRoute(route, findRoles(metatype, handler) ?? []));
  }
  return routes;
}

function withStates(document: OpenAPIObject): OpenAPIObject {
  const schemas = { ...document.components?.schemas, [STATUS_SCHEMA]: buildStatusSchema() } as Record<string, SchemaObject>;
  for (const [name, schema] of Object.entries(schemas)) {
    const fields = Object.keys(schema.properties ?? {}).filter((field) => STATES.has(`${name}.${field}`));
    if (fields.length > 0) schemas[name] = { ...schema, properties: { ...schema.properties, ...linked(schema, fields) } };
  }
  return { ...document, components: { ...document.components, schemas } };
}

function linked({ properties = {} }: SchemaObject, fields: readonly string[]): NonNullable<SchemaObject['properties']> {
  const reference = { $ref: `#/components/schemas/${STATUS_SCHEMA}` };
  const properly = fields.map((field) => {
    const { description, type } = properties[field] as SchemaObject;
    const isNullable = Array.isArray(type);
    return [field, { description, ...(isNullable ? { anyOf: [reference, { type: 'null' }], example: '01' } : reference) }];
  });
  return Object.fromEntries(properly) as NonNullable<SchemaObject['properties']>;
}

/** The document is built once a day, because its examples are in the near future. */
class ServedDocument {
  private day = '';
  private document: OpenAPIObject | null = null;
  private readonly texts = new Map<DocumentReader | 'all', ServedText>();

  constructor(private readonly app: INestApplication) {}

  send(reader: DocumentReader | 'all', request: Request, response: Response): Promise<void> {
    const document = this.getDocument();
    const text = this.texts.get(reader) ?? toServedJson(reader === 'all' ? document : selectOperations(document, reader));
    this.texts.set(reader, text);
    return text.send(request, response);
  }

  sendCollection(request: Request, response: Response): void {
    const collection = buildPostmanCollection(
      selectOperations(this.getDocument(), 'integrators'),
      getRoot(request, 'sandbox', this.app.get(Config)),
    );
    response.setHeader('Cache-Control', ALWAYS_ASK);
    response.setHeader('Content-Disposition', 'attachment; filename="insurance-gateway.postman_collection.json"');
    sendText(response, 200, JSON_TYPE, JSON.stringify(collection));
  }

  private getDocument(): OpenAPIObject {
    const today = toLocalDate(this.app.get(Clock).now());
    if (this.document !== null && this.day === today) return this.document;
    const days = countDaysBetween(COMMITTED_START, addDays(today, EXAMPLES_BEGIN_IN_DAYS));
    this.texts.clear();
    this.day = today;
    return (this.document = moveExamples(buildDocument(this.app), days));
  }
}

function toServedJson(document: OpenAPIObject): ServedText {
  return new ServedText(Buffer.from(JSON.stringify(document)), JSON_TYPE, ALWAYS_ASK);
}

export function serveDocumentation(app: INestApplication, documents: DocumentRoutes): void {
  for (const [path, file] of listDocumentationFiles())
    documents.addDocumentation(path, (request, response) => file.send(request, response));
  const document = new ServedDocument(app);
  documents.addDocumentation('/openapi.json', (request, response) => document.send('all', request, response));
  for (const reader of DOCUMENT_READERS)
    documents.addDocumentation(`/openapi/${reader}.json`, (request, response) => document.send(reader, request, response));
  documents.addDocumentation('/docs/postman.json', (request, response) => document.sendCollection(request, response));
  const workflows = new ServedText(readFileSync(join(PACKAGE_ROOT, 'docs/workflows.arazzo.json')), JSON_TYPE, ALWAYS_ASK);
  documents.addDocumentation(WORKFLOWS_PATH, (request, response) => workflows.send(request, response));
  for (const [path, guide] of listGuides()) documents.addDocumentation(path, (request, response) => guide.send(request, response));
  for (const path of ['/', '/dev', '/dev/', '/dev/docs'])
    documents.addDocumentation(path, (_, response) => {
      response.setHeader('Location', '/docs');
      response.status(302).end();
    });
}
