import type { Config } from '../config/config.js';
import { send } from '../gateway/call/send.js';
import { getRoot } from '../gateway/call/target.js';
import type { DocumentRoutes } from '../gateway/server/document-routes.js';
import { GUIDES, GUIDES_PATH } from './guides.js';

const CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';
const ALWAYS_ASK = 'public, no-cache';

export function serveDiscovery(config: Config, documents: DocumentRoutes): void {
  documents.addDocumentation('/.well-known/api-catalog', (request, response) => {
    const host = getRoot(request, 'production', config);
    response.setHeader('Cache-Control', ALWAYS_ASK);
    response.setHeader('Link', `<${host}/.well-known/api-catalog>; rel="api-catalog"`);
    send(
      response,
      200,
      CATALOG_TYPE,
      JSON.stringify({ linkset: config.environments.map((name) => buildEntry(getRoot(request, name, config), host)) }),
    );
  });
  documents.addDocumentation('/llms.txt', (request, response) => {
    response.setHeader('Cache-Control', ALWAYS_ASK);
    send(response, 200, 'text/plain; charset=utf-8', buildOverview(getRoot(request, 'production', config)));
  });
}

function buildEntry(anchor: string, host: string): object {
  return {
    anchor,
    'service-desc': [
      { href: `${host}/openapi/integrators.json`, type: 'application/json' },
      { href: `${host}/openapi/backoffice.json`, type: 'application/json' },
    ],
    'service-doc': [
      { href: `${host}/docs`, type: 'text/html' },
      { href: `${host}${GUIDES_PATH}`, type: 'text/html' },
    ],
    status: [{ href: `${host}/health/ready`, type: 'application/json' }],
  };
}

function buildOverview(host: string): string {
  return [
    '# Insurance gateway',
    '',
    '> REST API of an insurer for the programs of its agents: prices, applications, payment, policies and documents of fire and vehicle insurance.',
    '',
    `Every call has an API key (\`X-Api-Key\`); calls for a user have a bearer token from \`POST ${host}/auth-api/resources/tokens\` too.`,
    `The sandbox is at \`${host}/dev\`, with the same calls and its own data. Writes take an \`Idempotency-Key\`.`,
    '',
    '## API',
    '',
    `- [Operations for programs of agents](${host}/openapi/integrators.json): OpenAPI 3.1`,
    `- [Operations of the back office](${host}/openapi/backoffice.json): OpenAPI 3.1`,
    `- [Workflows](${host}/workflows.arazzo.json): the cases that a program handles, as Arazzo 1.0`,
    '',
    '## Guides',
    '',
    ...GUIDES.map(({ name, title, about }) => `- [${title}](${host}${GUIDES_PATH}/${name}.md): ${about}`),
    '',
  ].join('\n');
}
