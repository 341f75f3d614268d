import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from './common/package-root.js';
import { controllerRoutes } from './gateway/controller-routes.js';
import { completeDocument } from './gateway/documentation/complete-document.js';

const DESCRIPTION = [
  'Vehicle and fire insurance for agents’ programs: applications, pricing, approval, payment, policies and their documents.',
  'Every call carries an API key (`X-Api-Key`); calls in a user’s name carry a bearer token too.',
  'Errors of the gateway and of the services have bodies of their own, described at each operation.',
  'Texts are Greek, or English with `Accept-Language: en`.',
].join(' ');

/** The OpenAPI 3.1 document of the application, complete and in a fixed order. */
export function buildDocument(app: INestApplication): OpenAPIObject {
  const { version } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as { version: string };
  const frame = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Insurance gateway')
    .setDescription(DESCRIPTION)
    .setVersion(version)
    .addServer('/', 'Production')
    .addServer('/dev', 'Sandbox')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-Api-Key' }, 'apiKey')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'opaque' }, 'bearer')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'opaque', description: 'A session of the back office' }, 'staff')
    .build();
  const document = SwaggerModule.createDocument(app, frame, {
    operationIdFactory: (controller, method) => `${controller}.${method}`,
    autoTagControllers: false,
  });
  return completeDocument(document, new Map(controllerRoutes(app).map((route) => [`${route.controller}.${route.method}`, route.rules])));
}

/** `/docs` and `/openapi.json`; the document is made when somebody first asks for it. */
export function serveDocumentation(app: INestApplication): void {
  SwaggerModule.setup('docs', app, () => buildDocument(app), {
    jsonDocumentUrl: 'openapi.json',
    raw: ['json'],
    customSiteTitle: 'Insurance gateway',
  });
}
