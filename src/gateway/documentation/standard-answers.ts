import { DomainError, MAX_FAULTS } from '../../common/domain-error.js';
import { ErrorCode, ERROR_TEXTS } from '../../common/error-codes.js';
import { IDEMPOTENCY_REPLAYED, RATE_LIMIT, RATE_REMAINING, REQUEST_ID, SERVER_TIMING, TOKEN_EXPIRES_IN } from '../edge/headers.js';
import { toErrorEntity } from '../errors/error-entity.js';
import { OFFERED_FORMATS } from '../errors/error-format.js';
import { gatewayErrorBody } from '../errors/gateway-error-body.js';
import { GATEWAY_ERRORS, type GatewayErrorCode } from '../errors/gateway-error.js';
import { IDEMPOTENCY_KEY, MAX_KEY_CHARACTERS } from '../idempotency/keyed-call.js';
import type { HeadersObject, MediaTypeObject, ParameterObject, ResponseObject, SchemaObject } from './openapi-types.js';

/** Headers of every answer (spec §4.1). */
export const STANDARD_HEADERS: HeadersObject = {
  [TOKEN_EXPIRES_IN]: always(header('Seconds left of the bearer token; 0 without a live one', 1786)),
  [RATE_LIMIT]: always(header('Calls per rolling window', 1000)),
  [RATE_REMAINING]: always(header('Calls left of them', 987)),
  [SERVER_TIMING]: always(header('Milliseconds of the gateway’s own share, and of the service', 'gateway;dur=0.31, service;dur=4.20')),
  [REQUEST_ID]: always({
    description: 'Names this call in the log',
    schema: { type: 'string', format: 'uuid', example: '0b6f6a52-9f0e-4c39-9d0a-3f5f0f6d2c11' },
  }),
};

const X_ERROR = header('The message on one line, percent-encoded; absent for refused tokens', 'Token Expired');
/** Which bytes of a file an answer has. */
export const CONTENT_RANGE: HeadersObject = {
  'Content-Range': header('The bytes of the answer and the size of the file', 'bytes 0-65535/181432'),
};
export const ACCEPT_RANGES: HeadersObject = { 'Accept-Ranges': header('Ranges of bytes can be asked for', 'bytes') };

/** Of every POST and PUT of a service that issues no secret. */
export const IDEMPOTENCY_PARAMETER: ParameterObject = {
  name: IDEMPOTENCY_KEY,
  in: 'header',
  required: false,
  description:
    'Names this write, so that it is done once however often it is sent: for 24 hours the same call with the same key gets the first answer ' +
    'again. Printable ASCII; a new key for each write.',
  schema: { type: 'string', minLength: 1, maxLength: MAX_KEY_CHARACTERS },
  example: '7d1f4e0c-6f5b-4c1a-9d53-0a4c5f2b8e11',
};

export const IDEMPOTENCY_REPLAYED_HEADER: HeadersObject = {
  [IDEMPOTENCY_REPLAYED]: {
    description: 'Present when this is the answer that was given before to the same Idempotency-Key',
    schema: { type: 'string', enum: ['true'], example: 'true' },
  },
};

const ENTITY_HEADERS: HeadersObject = {
  ...STANDARD_HEADERS,
  ...IDEMPOTENCY_REPLAYED_HEADER,
  'X-Error': X_ERROR,
  Link: header('What stands in the way (RFC 8288); absent where nothing does', '</fire-api/rsc/applications/7>; rel="renewal"'),
};

export const STANDARD_SCHEMAS: Record<string, SchemaObject> = {
  ErrorEntity: {
    type: 'object',
    description: 'An error of a service',
    required: ['status', 'error', 'message'],
    properties: {
      status: { type: 'string', description: 'Always ERROR', enum: ['ERROR'], example: 'ERROR' },
      error: { type: 'string', description: 'Code of the catalogue', enum: Object.values(ErrorCode), example: ErrorCode.REQUIRED },
      message: { type: 'string', description: 'What is wrong, in the language of the call', example: 'The field is required.' },
      details: {
        type: 'array',
        description: 'Every fault of the input, at most 100; the first one stands above too',
        maxItems: MAX_FAULTS,
        example: [{ path: 'fire_application.client.afm', code: ErrorCode.REQUIRED, message: 'The field is required.' }],
        items: {
          type: 'object',
          required: ['path', 'code', 'message'],
          properties: {
            path: { type: 'string', description: 'Place in the body, or name of the parameter', example: 'fire_application.client.afm' },
            code: { type: 'string', description: 'Code of the catalogue', example: ErrorCode.REQUIRED },
            message: { type: 'string', description: 'What is wrong', example: 'The field is required.' },
          },
        },
      },
      more: {
        type: 'boolean',
        description: 'Present when the input has more faults than `details` names',
        enum: [true],
        example: true,
      },
    },
  },
  GatewayError: {
    type: 'object',
    description: 'A refusal of the gateway',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        description: 'The refusal',
        required: ['code', 'message'],
        properties: {
          code: { type: 'string', description: 'What programs rely on', enum: Object.keys(GATEWAY_ERRORS), example: 'API_KEY_MISSING' },
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

const FAULTS = DomainError.ofFaults([
  { path: 'fire_application.client.afm', code: ErrorCode.BAD_AFM, text: ERROR_TEXTS[ErrorCode.BAD_AFM] },
  { path: 'fire_application.start_date', code: ErrorCode.REQUIRED, text: ERROR_TEXTS[ErrorCode.REQUIRED] },
]);

export const STANDARD_RESPONSES: Record<string, ResponseObject> = {
  Error400: answer('The input is incomplete or wrong, the object is not there, or the action is not possible; or not over HTTPS', {
    ...entityExample(FAULTS),
    ...gatewayExample('HTTPS_REQUIRED'),
  }),
  Error401: {
    ...answer('No bearer token, one that is refused, or one that has expired', {
      ...entityExample(new DomainError(ErrorCode.TOKEN_REFUSED)),
      ...entityExample(new DomainError(ErrorCode.TOKEN_EXPIRED)),
    }),
    headers: { ...ENTITY_HEADERS, 'WWW-Authenticate': header('The scheme to authenticate with', 'Bearer') },
  },
  Error403: answer('The API key does not permit the call; or the user may not do this', {
    ...gatewayExample('API_KEY_MISSING'),
    ...gatewayExample('API_KEY_INVALID'),
    ...gatewayExample('API_KEY_DISABLED'),
    ...gatewayExample('API_KEY_UNVERIFIED'),
    ...gatewayExample('API_KEY_UNAUTHORIZED'),
    ...entityExample(new DomainError(ErrorCode.ROLE_REFUSED)),
  }),
  Error404: answer('There is no API at the address', gatewayExample('NOT_FOUND')),
  Error409: answer('The idempotency key was used with another body, or its call is still running: repeat that one later', {
    ...entityExample(new DomainError(ErrorCode.IDEMPOTENCY_KEY_REUSED)),
    ...entityExample(new DomainError(ErrorCode.IDEMPOTENT_REQUEST_RUNNING)),
  }),
  Error410: answer('The answer of the first call was erased with the person it told of', entityExample(new DomainError(ErrorCode.ERASED))),
  Error412: answer('The application has changed meanwhile', entityExample(new DomainError(ErrorCode.CHANGED_MEANWHILE))),
  Error413: answer('The body is too large', entityExample(new DomainError(ErrorCode.BODY_TOO_LARGE))),
  Error415: answer('The body is no JSON', entityExample(new DomainError(ErrorCode.MEDIA_TYPE))),
  Error416: {
    ...answer('The file has no such range', entityExample(new DomainError(ErrorCode.INVALID))),
    headers: {
      ...STANDARD_HEADERS,
      'X-Error': X_ERROR,
      ...CONTENT_RANGE,
      ...ACCEPT_RANGES,
      ETag: header('Names the file', '"9f86d081"'),
      'Cache-Control': header('How long it may be kept', 'private, no-cache'),
    },
  },
  Error429: {
    ...answer('The rate limit is exceeded', gatewayExample('OVER_RATE_LIMIT')),
    headers: { ...STANDARD_HEADERS, 'Retry-After': header('Seconds until a call is admitted again', 12) },
  },
  Error500: answer('An error inside', entityExample(new DomainError(ErrorCode.INTERNAL))),
  Error503: answer('The service is unavailable for now', entityExample(new DomainError(ErrorCode.UNAVAILABLE))),
};

export function header(description: string, example: string | number): HeadersObject[string] {
  return { description, schema: { type: typeof example === 'number' ? 'integer' : 'string', example } };
}

function always(described: HeadersObject[string]): HeadersObject[string] {
  return { ...described, required: true };
}

type Examples = Record<string, { value: unknown }>;

function entityExample(error: DomainError): Examples {
  return { [error.code]: { value: toErrorEntity(error, 'en') } };
}

function gatewayExample(code: GatewayErrorCode): Examples {
  return { [code]: { value: { error: { code, message: GATEWAY_ERRORS[code].message } } } };
}

function answer(description: string, examples: Examples): ResponseObject {
  const values = Object.values(examples).map(({ value }) => value as object);
  const schemas = [...new Set(values.map((value) => ('status' in value ? 'ErrorEntity' : 'GatewayError')))];
  const references = schemas.map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const media: MediaTypeObject = { schema: references.length === 1 ? references[0]! : { oneOf: references }, examples };
  const headers = schemas.includes('ErrorEntity') ? ENTITY_HEADERS : STANDARD_HEADERS;
  const [refusal] = Object.keys(examples).filter((code): code is GatewayErrorCode => code in GATEWAY_ERRORS);
  return { description, headers, content: { 'application/json': media, ...(refusal === undefined ? {} : otherFormats(refusal)) } };
}

/** The formats of a gateway error that can be asked for beside JSON (spec §7). */
function otherFormats(code: GatewayErrorCode): Record<string, MediaTypeObject> {
  const formats = OFFERED_FORMATS.filter(({ format }) => format !== 'json').map((format): [string, MediaTypeObject] => [
    format.mediaType,
    { schema: { type: 'string' }, examples: { [code]: { value: gatewayErrorBody(code, format).body } } },
  ]);
  return Object.fromEntries(formats);
}
