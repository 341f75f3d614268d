import { NotFoundException } from '@nestjs/common';
import type { RequestHandler } from 'express';
import type { Environment } from '../common/environment.js';
import type { Config } from '../config/config.js';
import { JSON_TYPE, send } from '../gateway/call/send.js';
import { getRoot } from '../gateway/call/target.js';
import type { DocumentRoutes } from '../gateway/server/document-routes.js';

const PATH = '/.well-known/oauth-authorization-server';

/** Metadata of RFC 8414; in the sandbox their path ends with the path of the issuer. */
export function serveOAuthMetadata(config: Config, documents: DocumentRoutes): void {
  const serve = (environment: Environment): RequestHandler => {
    return (request, response) => {
      if (!config.environments.includes(environment)) throw new NotFoundException();
      const issuer = getRoot(request, environment, config);
      response.setHeader('Cache-Control', 'public, no-cache');
      send(response, 200, JSON_TYPE, JSON.stringify(buildMetadata(issuer, getRoot(request, 'production', config))));
    };
  };
  documents.addDocumentation(PATH, serve('production'));
  documents.addDocumentation(`${PATH}/dev`, serve('sandbox'));
  // Clients that append the path to the issuer.
  documents.addDocumentation(`/dev${PATH}`, serve('sandbox'));
}

function buildMetadata(issuer: string, host: string): object {
  return {
    issuer,
    token_endpoint: `${issuer}/auth-api/oauth2/token`,
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    grant_types_supported: ['client_credentials'],
    // Required, although there is no authorization endpoint.
    response_types_supported: [],
    service_documentation: `${host}/docs`,
  };
}
