import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolesOf } from './backoffice/access/staff-rules.js';
import { PACKAGE_ROOT } from './common/package-root.js';
import { controllerRoutes } from './gateway/controller-routes.js';
import { completeDocument } from './gateway/documentation/complete-document.js';
import type { DescribedRoute } from './gateway/documentation/described-route.js';
import type { SchemaObject } from './gateway/documentation/openapi-types.js';
import { STATUS_SCHEMA, statusSchema } from './record/applications/status-schema.js';

const DESCRIPTION = [
  'Vehicle and fire insurance for agents’ programs: applications, pricing, approval, payment, policies and their documents.',
  'Every call carries an API key (`X-Api-Key`); calls in a user’s name carry a bearer token too.',
  'Errors of the gateway and of the services have bodies of their own, described at each operation.',
  'Texts are Greek, or English with `Accept-Language: en`.',
].join(' ');

const STATES = new Set([
  ...['CancelledApplicationEntity.status', 'FireApplicationEntity.status_code', 'MtrApplicationEntity.statusCode'],
  ...[
    'StaffApplicationEntity.status',
    'StaffApplicationSummary.status',
    'StaffTransitionEntity.fromStatus',
    'StaffTransitionEntity.toStatus',
  ],
]);

/** The OpenAPI 3.1 document of the application, complete and in a fixed order. */
export function buildDocument(app: INestApplication): OpenAPIObject {
  const { version } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as { version: string };
  const frame = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Insurance gateway')
    .setDescription(DESCRIPTION)
    .setVersion(version)
    .setLicense('UNLICENSED', '')
    .addServer('/dev', 'Sandbox: nothing there is real')
    .addServer('/', 'Production')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-Api-Key' }, 'apiKey')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'opaque' }, 'bearer')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'opaque', description: 'A session of the back office' }, 'staff')
    .build();
  const document = SwaggerModule.createDocument(app, frame, {
    operationIdFactory: (_, method) => method,
    autoTagControllers: false,
  });
  return completeDocument(withStates(document), routesByName(app));
}

/** The name of a handler is the name of its operation, so it is the only one of its name. */
function routesByName(app: INestApplication): Map<string, DescribedRoute> {
  const routes = new Map<string, DescribedRoute>();
  for (const { controller, method, rules, metatype, handler } of controllerRoutes(app)) {
    if (routes.has(method)) throw new Error(`Two operations are called ${method}: rename that of ${controller}`);
    routes.set(method, { rules, roles: rolesOf(metatype, handler) ?? [] });
  }
  return routes;
}

/** The fields that hold a state, each with the description of its own. */
function withStates(document: OpenAPIObject): OpenAPIObject {
  const schemas = { ...document.components?.schemas, [STATUS_SCHEMA]: statusSchema() } as Record<string, SchemaObject>;
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

/** `/docs` and `/openapi.json`; the document is made when somebody first asks for it. */
export function serveDocumentation(app: INestApplication): void {
  SwaggerModule.setup('docs', app, () => buildDocument(app), {
    jsonDocumentUrl: 'openapi.json',
    raw: ['json'],
    customSiteTitle: 'Insurance gateway',
  });
}
