import {
  IDEMPOTENCY_REPLAYED,
  IGNORED_FIELDS,
  RATE_LIMIT,
  RATE_REMAINING,
  REQUEST_ID,
  SERVER_TIMING,
  TOKEN_EXPIRES_IN,
} from '../call/headers.js';
import type { DescribedRoute } from './described-route.js';
import type { HeadersObject, OperationObject, ResponseObject } from './openapi-types.js';

type HeaderObject = HeadersObject[string];

function header(description: string, example: string | number): HeaderObject {
  return { description, schema: { type: typeof example === 'number' ? 'integer' : 'string', example } };
}

function always(described: HeaderObject): HeaderObject {
  return { ...described, required: true };
}

const ALWAYS = [TOKEN_EXPIRES_IN, SERVER_TIMING, REQUEST_ID] as const;
const OF_A_KEY = [RATE_LIMIT, RATE_REMAINING] as const;

/** Headers of the components. */
export const HEADERS = {
  [TOKEN_EXPIRES_IN]: always(header('Seconds left of the bearer token; 0 without a live one', 1786)),
  [RATE_LIMIT]: always(header('Calls per rolling window', 1000)),
  [RATE_REMAINING]: always(header('Calls left of them', 987)),
  [SERVER_TIMING]: always(header('Milliseconds of the gateway’s own share, and of the service', 'gateway;dur=0.31, service;dur=4.20')),
  [REQUEST_ID]: always({
    description: 'Names this call in the log',
    schema: { type: 'string', format: 'uuid', example: '01a1fd71-9f0e-7c39-9d0a-3f5f0f6d2c11' },
  }),
  [IDEMPOTENCY_REPLAYED]: {
    description: 'Present when this is the first response to the same Idempotency-Key, sent again',
    schema: { type: 'string', enum: ['true'], example: 'true' },
  },
  [IGNORED_FIELDS]: header(
    'Fields of the body that are not known and were not stored; absent where there are none',
    'partyAddresses[0].town',
  ),
  'X-Error': header('The message on one line, percent-encoded; absent for refused tokens', 'Token Expired'),
  'WWW-Authenticate': header('The scheme to authenticate with', 'Bearer'),
  'Retry-After': header('Seconds until a call may succeed', 12),
  'Cache-Control': header('How long the response may be kept', 'private, no-cache'),
  ETag: header('Names the state that the response shows, for If-Match and If-None-Match', '"7-el"'),
  Link: header(
    'Where the call leads next, or what stands in its way (RFC 8288); absent where nothing does',
    '</fire-api/rsc/applications?start=51&limit=50>; rel="next"',
  ),
  Location: header('Address of what was made, or of its progress', '/fire-api/rsc/applications/7'),
  'X-Total-Count': header('Items of all pages', 1234),
  'X-Total-Capped': header('1 when there are more items than X-Total-Count says; absent otherwise', 1),
  'Content-Disposition': header('The name of the file (RFC 6266)', 'inline; filename="policy.pdf"'),
  'Content-Language': header('The language of a printed document, by Accept-Language: Greek, or English for a copy', 'el'),
  'Content-Range': header('The bytes of the response and the size of the file', 'bytes 0-65535/181432'),
  'Accept-Ranges': header('Ranges of bytes can be requested', 'bytes'),
  'X-Payment-Code': header('The payment code of a payment notification; absent on other responses', 'RF18539007547034'),
} as const satisfies HeadersObject;
export type HeaderName = keyof typeof HEADERS;

export function headersOf(...names: readonly HeaderName[]): HeadersObject {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

export function constantHeaders(isKeyed: boolean): HeadersObject {
  return headersOf(...ALWAYS, ...(isKeyed ? OF_A_KEY : []));
}

/** Returns the headers that a success may have; controllers set them. */
export function successHeaders(
  { version, isCounted, limitsCaching: limitsKeeping }: DescribedRoute,
  operation: OperationObject,
  status: string,
  { content = {} }: ResponseObject,
): HeadersObject {
  const isPaged = (operation.parameters ?? []).some((parameter) => 'name' in parameter && parameter.name === 'start');
  const isFile = Object.keys(content).some((type) => type !== 'application/json');
  const isCompared = '304' in operation.responses;
  const names: HeaderName[] = [];
  if (isCompared || version === 'shown' || version === 'changed') names.push('ETag');
  if (isCompared || isFile || limitsKeeping) names.push('Cache-Control');
  if (status === '205' || isPaged) names.push('Link');
  if (status === '201' || status === '202') names.push('Location');
  if (isCounted) names.push('X-Total-Count', 'X-Total-Capped');
  if (isFile) names.push('Content-Disposition', 'Content-Language');
  // A response that is CSV too is a statement.
  if ('application/pdf' in content && !('text/csv' in content)) names.push('X-Payment-Code');
  return headersOf(...names);
}
