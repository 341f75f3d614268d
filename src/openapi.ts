import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from './common/package-root.js';
import { controllerRoutes } from './gateway/controller-routes.js';
import { completeDocument } from './gateway/documentation/complete-document.js';
import type { RouteRules } from './gateway/route-rules.js';

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
    operationIdFactory: (_, method) => method,
    autoTagControllers: false,
  });
  return completeDocument(document, rulesByName(app));
}

/** The name of a handler is the name of its operation, so it is the only one of its name. */
function rulesByName(app: INestApplication): Map<string, RouteRules> {
  const rules = new Map<string, RouteRules>();
  for (const { controller, method, rules: ofRoute } of controllerRoutes(app)) {
    if (rules.has(method)) throw new Error(`Two operations are called ${method}: rename that of ${controller}`);
    rules.set(method, ofRoute);
  }
  return rules;
}

/** `/docs` and `/openapi.json`; the document is made when somebody first asks for it. */
export function serveDocumentation(app: INestApplication): void {
  SwaggerModule.setup('docs', app, () => buildDocument(app), {
    jsonDocumentUrl: 'openapi.json',
    raw: ['json'],
    customSiteTitle: 'Insurance gateway',
  });
}
