import { DomainError, buildCatalogueViolation, MAX_VIOLATIONS, REASONS } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { toErrorResponse } from '../call/error-entity.js';
import { OFFERED_FORMATS, buildGatewayErrorBody } from '../call/error-format.js';
import { GATEWAY_ERRORS, type GatewayErrorCode } from '../call/gateway-error.js';
import { IDEMPOTENCY_KEY, MAX_KEY_CHARACTERS } from '../call/headers.js';
import { DRY_RUN_PARAMETER } from '../call/route-rules.js';
import { OAUTH_ERROR_SCHEMA } from './oauth-responses.js';
import { listConstantHeaders, type HeaderName, listHeaders } from './response-headers.js';
import type { MediaTypeObject, ParameterObject, ResponseObject, SchemaObject } from './openapi-types.js';

export const IDEMPOTENCY_PARAMETER: ParameterObject = {
  name: IDEMPOTENCY_KEY,
  in: 'header',
  required: false,
  description:
    'Identifies a write, so that a repeated call is carried out once: for 24 hours the same call with the same key gets the first response again. ' +
    'A call with another method, path, query or body is refused (409 -403), and so is a call while another one with the key is running (409 -404). ' +
    'Printable ASCII; a new key for each write.',
  schema: { type: 'string', minLength: 1, maxLength: MAX_KEY_CHARACTERS },
  example: '7d1f4e0c-6f5b-4c1a-9d53-0a4c5f2b8e11',
};

export const DRY_RUN_QUERY: ParameterObject = {
  name: DRY_RUN_PARAMETER,
  in: 'query',
  required: false,
  description:
    'Checks the call and returns its response without carrying it out: nothing is stored or sent. The call counts for the limit.',
  schema: { type: 'boolean', default: false },
};

const ERROR_CODE = {
  type: 'string',
  description: 'Code of the catalogue',
  enum: Object.values(ErrorCode),
  'x-enum-varnames': Object.keys(ErrorCode),
  example: ErrorCode.REQUIRED,
};

export const STANDARD_SCHEMAS: Record<string, SchemaObject> = {
  ErrorResponse: {
    type: 'object',
    description: 'An error of a service',
    required: ['status', 'error', 'message'],
    properties: {
      status: { type: 'string', description: 'Always ERROR', enum: ['ERROR'], example: 'ERROR' },
      error: ERROR_CODE,
      message: { type: 'string', description: 'What is wrong, in the language of the call', example: 'The field is required.' },
      details: {
        type: 'array',
        description: 'All errors of the input, at most 100; the first one is at the top level too',
        maxItems: MAX_VIOLATIONS,
        example: [{ path: 'fire_application.client.afm', code: ErrorCode.REQUIRED, message: 'The field is required.' }],
        items: {
          type: 'object',
          required: ['path', 'code', 'message'],
          properties: {
            path: { type: 'string', description: 'Path in the body, or name of the parameter', example: 'fire_application.client.afm' },
            code: { type: 'string', description: 'Code of the catalogue', example: ErrorCode.REQUIRED },
            message: { type: 'string', description: 'What is wrong', example: 'The field is required.' },
          },
        },
      },
      more: {
        type: 'boolean',
        description: 'Present if the input has more errors than `details` contains',
        enum: [true],
        example: true,
      },
      reason: {
        type: 'string',
        description:
          'Present with -702 and, if known, with -703: everything due is paid (`PAID`), the next instalment cannot be paid yet (`NOT_DUE`), ' +
          'the application or policy has ended (`ENDED`), or the policy has a renewal (`RENEWED`, with a `Link`). With -201, if known: the token is of ' +
          'another program (`OTHER_PROGRAM`) or environment (`OTHER_ENVIRONMENT`), or its key, user or agent is no longer in force (`DISABLED`). ' +
          'With -204: it has expired (`EXPIRED`)',
        enum: [...REASONS],
        example: 'NOT_DUE',
      },
      from: {
        type: 'string',
        format: 'date',
        description: 'Present with a `reason` if the call can succeed later: the first possible day',
        example: '2027-02-03',
      },
    },
  },
  OAuthError: OAUTH_ERROR_SCHEMA,
  GatewayError: {
    type: 'object',
    description: 'An error of the gateway',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        description: 'The error',
        required: ['code', 'message'],
        properties: {
          code: { type: 'string', description: 'Stable code for programs', enum: Object.keys(GATEWAY_ERRORS), example: 'API_KEY_MISSING' },
          message: {
            type: 'string',
            description: 'A short description, which may change',
            example: GATEWAY_ERRORS.API_KEY_MISSING.message,
          },
        },
      },
    },
  },
};

const VIOLATIONS = DomainError.ofViolations([
  buildCatalogueViolation('fire_application.client.afm', ErrorCode.BAD_AFM),
  buildCatalogueViolation('fire_application.start_date', ErrorCode.REQUIRED),
]);

const KEY_REFUSALS = [
  'API_KEY_MISSING',
  'API_KEY_INVALID',
  'API_KEY_DISABLED',
  'API_KEY_EXPIRED',
  'API_KEY_UNVERIFIED',
  'API_KEY_CERTIFICATE_REQUIRED',
  'API_KEY_UNAUTHORIZED',
  'CONSOLE_UNAUTHORIZED',
] as const;

function buildErrors(isKeyed: boolean): Record<string, ResponseObject> {
  const ofKeys: readonly GatewayErrorCode[] = isKeyed ? KEY_REFUSALS : [];
  const described: Readonly<Record<string, ResponseObject>> = {
    400: buildErrorResponse(
      'The input is incomplete or invalid, the object does not exist, the action is not possible, or the call did not use HTTPS',
      [VIOLATIONS, 'HTTPS_REQUIRED'],
      ['Link'],
    ),
    401: buildErrorResponse(
      'The bearer token is missing, invalid or expired',
      [new DomainError(ErrorCode.TOKEN_REFUSED), new DomainError(ErrorCode.TOKEN_EXPIRED)],
      ['WWW-Authenticate'],
    ),
    403: buildErrorResponse(`${isKeyed ? 'The API key does not permit the call, or the' : 'The'} user is not allowed to do this`, [
      ...ofKeys,
      new DomainError(ErrorCode.ROLE_REFUSED),
      ...(isKeyed ? [] : [new DomainError(ErrorCode.CSRF_TOKEN_REFUSED)]),
    ]),
    404: buildErrorResponse('There is no API at the address', ['NOT_FOUND']),
    409: buildErrorResponse('The idempotency key was used for another call, or a call with it is still running: repeat it later', [
      new DomainError(ErrorCode.IDEMPOTENCY_KEY_REUSED),
      new DomainError(ErrorCode.IDEMPOTENT_REQUEST_RUNNING),
    ]),
    410: buildErrorResponse('The response of the first call was erased, because it named a person who was erased', [
      new DomainError(ErrorCode.ERASED),
    ]),
    412: buildErrorResponse(isKeyed ? 'The application or the person in the register has changed' : 'The object has changed', [
      new DomainError(ErrorCode.CHANGED_MEANWHILE),
    ]),
    413: buildErrorResponse('The body is too large', [new DomainError(ErrorCode.BODY_TOO_LARGE)]),
    415: buildErrorResponse('The body is not JSON', [new DomainError(ErrorCode.MEDIA_TYPE)]),
    416: buildErrorResponse(
      'The file has no such range',
      [new DomainError(ErrorCode.INVALID)],
      ['Content-Range', 'Accept-Ranges', 'ETag', 'Cache-Control'],
    ),
    429: buildErrorResponse('The rate limit is exceeded', ['OVER_RATE_LIMIT'], ['Retry-After']),
    500: buildErrorResponse('Internal error', [new DomainError(ErrorCode.INTERNAL)]),
    503: buildErrorResponse('The service is temporarily unavailable', [new DomainError(ErrorCode.UNAVAILABLE)], ['Retry-After']),
  };
  const constant = listConstantHeaders(isKeyed);
  const named = Object.entries(described).map(([status, error]) => [
    getErrorName(status, isKeyed),
    { ...error, headers: { ...constant, ...error.headers } },
  ]);
  return Object.fromEntries(named) as Record<string, ResponseObject>;
}

export function getErrorName(status: string, isKeyed: boolean): string {
  return `${isKeyed || status === '404' ? '' : 'BackOffice'}Error${status}`;
}

type Examples = Record<string, { value: unknown }>;

function buildErrorResponse(
  description: string,
  refusals: readonly (DomainError | GatewayErrorCode)[],
  names: readonly HeaderName[] = [],
): ResponseObject {
  const examples = Object.assign({}, ...refusals.map(buildExample)) as Examples;
  const code = refusals.find((refusal) => typeof refusal === 'string');
  const isEntity = refusals.some((refusal) => typeof refusal !== 'string');
  const schemas = [...(isEntity ? ['ErrorResponse'] : []), ...(code === undefined ? [] : ['GatewayError'])];
  const references = schemas.map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const media: MediaTypeObject = { schema: references.length === 1 ? references[0]! : { oneOf: references }, examples };
  const headers = listHeaders(...(isEntity ? (['X-Error'] as const) : []), ...names);
  return { description, headers, content: { 'application/json': media, ...(code === undefined ? {} : listOtherFormats(code)) } };
}

function buildExample(refusal: DomainError | GatewayErrorCode): Examples {
  if (refusal instanceof DomainError) return { [refusal.code]: { value: toErrorResponse(refusal, 'en') } };
  return { [refusal]: { value: { error: { code: refusal, message: GATEWAY_ERRORS[refusal].message } } } };
}

function listOtherFormats(code: GatewayErrorCode): Record<string, MediaTypeObject> {
  const formats = OFFERED_FORMATS.filter(({ format }) => format !== 'json').map((format): [string, MediaTypeObject] => [
    format.mediaType,
    { schema: { type: 'string' }, examples: { [code]: { value: buildGatewayErrorBody(code, format).body } } },
  ]);
  return Object.fromEntries(formats);
}

export const STANDARD_RESPONSES: Readonly<Record<string, ResponseObject>> = { ...buildErrors(false), ...buildErrors(true) };
