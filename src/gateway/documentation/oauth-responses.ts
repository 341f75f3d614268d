import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse, ApiResponse } from '@nestjs/swagger';
import type { Class } from '../../common/validation/decorators.js';
import { GATEWAY_ERRORS } from '../call/gateway-error.js';
import { OAUTH_ERRORS, type OAuthErrorCode } from '../call/oauth-error.js';
import type { SchemaObject } from './openapi-types.js';
import { listHeaders } from './response-headers.js';

export const OAUTH_ERROR_SCHEMA: SchemaObject = {
  type: 'object',
  description: 'An error of the token endpoint (RFC 6749, section 5.2)',
  required: ['error', 'error_description'],
  properties: {
    error: { type: 'string', description: 'Stable code for programs', enum: Object.keys(OAUTH_ERRORS), example: 'invalid_client' },
    error_description: {
      type: 'string',
      description: 'A short description, which may change',
      example: 'The client is unknown or disabled, or its secret is wrong.',
    },
  },
};

const OAUTH_ERROR = { $ref: '#/components/schemas/OAuthError' };
const NOT_STORED = listHeaders('Cache-Control', 'Pragma');
const HTTPS_REQUIRED = { value: { error: { code: 'HTTPS_REQUIRED', message: GATEWAY_ERRORS.HTTPS_REQUIRED.message } } };

export function ApiOAuthResponses(type: Class): MethodDecorator {
  return applyDecorators(
    ApiOkResponse({ type, headers: listHeaders('Pragma') }),
    ApiResponse({
      status: 400,
      description: 'The request is invalid, or the call did not use HTTPS',
      headers: NOT_STORED,
      content: {
        'application/json': {
          schema: { oneOf: [OAUTH_ERROR, { $ref: '#/components/schemas/ErrorResponse' }, { $ref: '#/components/schemas/GatewayError' }] },
          examples: { ...buildExamples(400), HTTPS_REQUIRED },
        },
      },
    }),
    ApiResponse({
      status: 401,
      description: 'The client is unknown or disabled, or its secret is wrong',
      headers: NOT_STORED,
      content: { 'application/json': { schema: OAUTH_ERROR, examples: buildExamples(401) } },
    }),
  );
}

function buildExamples(status: number): Record<string, { value: unknown }> {
  const codes = (Object.keys(OAUTH_ERRORS) as OAuthErrorCode[]).filter((code) => OAUTH_ERRORS[code] === status);
  return Object.fromEntries(codes.map((code) => [code, { value: { error: code, error_description: 'A short description.' } }]));
}
