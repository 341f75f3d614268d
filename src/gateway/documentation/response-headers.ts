import {
  DRY_RUN,
  IDEMPOTENCY_REPLAYED,
  IGNORED_FIELDS,
  IGNORED_PARAMETERS,
  OUTCOME,
  PREFERENCE_APPLIED,
  RATE_LIMIT,
  RATE_POLICY,
  RATE_REMAINING,
  RATE_STATE,
  REQUEST_ID,
  SERVER_TIMING,
  TOKEN_EXPIRES_IN,
} from '../call/headers.js';
import { DEPRECATION, SUNSET } from '../call/deprecation.js';
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
const OF_A_KEY = [RATE_LIMIT, RATE_REMAINING, RATE_POLICY, RATE_STATE] as const;

export const HEADERS = {
  [TOKEN_EXPIRES_IN]: header('Remaining seconds of the bearer token; 0 without a valid one, absent for a customer’s link', 1786),
  [RATE_LIMIT]: always(header('Calls per rolling window', 1000)),
  [RATE_REMAINING]: always(header('Remaining calls of the window', 987)),
  [RATE_POLICY]: header('The limit that X-RateLimit-Limit names: calls (q) in a window of seconds (w)', '"program";q=1000;w=3600'),
  [RATE_STATE]: header('Remaining calls (r) of the policy; if refused, the seconds until the next one (t)', '"program";r=987'),
  [SERVER_TIMING]: always(header('Milliseconds spent in the gateway and in the service', 'gateway;dur=0.31, service;dur=4.20')),
  [REQUEST_ID]: always({
    description: 'Identifies the call in the log',
    schema: { type: 'string', format: 'uuid', example: '01a1fd71-9f0e-7c39-9d0a-3f5f0f6d2c11' },
  }),
  [IDEMPOTENCY_REPLAYED]: {
    description: 'Present if the response is the stored one of the same Idempotency-Key',
    schema: { type: 'string', enum: ['true'], example: 'true' },
  },
  [DRY_RUN]: {
    description: 'Present if the call was undone, because it has `dry_run=true`',
    schema: { type: 'string', enum: ['true'], example: 'true' },
  },
  [IGNORED_FIELDS]: header('Unknown fields of the body, which were not stored; absent if there are none', 'partyAddresses[0].town'),
  [IGNORED_PARAMETERS]: header('Unknown parameters of the query, which had no effect; absent if there are none', 'client'),
  [OUTCOME]: header('RENEWAL_PREPARED if nothing was charged: the renewal needs the agent or an underwriter first', 'RENEWAL_PREPARED'),
  [PREFERENCE_APPLIED]: header('The preference that was applied (RFC 7240)', 'return=representation'),
  'X-Error': header('The message on one line, percent-encoded; absent for refused tokens', 'Token Expired'),
  'WWW-Authenticate': header('The authentication scheme', 'Bearer'),
  'Retry-After': header('Seconds after which the call can be repeated', 12),
  'Cache-Control': header('How long the response may be cached', 'private, no-cache'),
  Pragma: header('Forbids caches of HTTP/1.0 to store the response', 'no-cache'),
  ETag: header('State of the object, for If-Match and If-None-Match', '"7-el"'),
  Link: header(
    'Next steps, or obstacles to the call (RFC 8288); absent if there are none',
    '</fire-api/rsc/applications?start=51&limit=50>; rel="next"',
  ),
  Location: header('URL of the created object, or of its progress', '/fire-api/rsc/applications/7'),
  'X-Total-Count': header('Items of all pages', 1234),
  'X-Total-Capped': header('1 if there are more items than X-Total-Count; absent otherwise', 1),
  'Content-Disposition': header('The name of the file (RFC 6266)', 'inline; filename="policy.pdf"'),
  'Content-Language': header('Language of a printed document, chosen by Accept-Language: Greek, or English for a copy', 'el'),
  'Content-Range': header('The bytes of the response and the size of the file', 'bytes 0-65535/181432'),
  [DEPRECATION]: header('Since when the operation is deprecated, in seconds since 1970 (RFC 9745)', '@1798761600'),
  [SUNSET]: header('When the operation ends (RFC 8594)', 'Sat, 01 Jan 2028 00:00:00 GMT'),
  'Accept-Ranges': header('Ranges of bytes can be requested', 'bytes'),
  'X-Offer-No': header('Number of an offer; absent on other responses', 'O260000012'),
  'X-Payment-Code': header('Payment code of a payment notification; absent on other responses', 'RF18539007547034'),
} as const satisfies HeadersObject;
export type HeaderName = keyof typeof HEADERS;

export function listHeaders(...names: readonly HeaderName[]): HeadersObject {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

export function listConstantHeaders(isKeyed: boolean): HeadersObject {
  return listHeaders(...ALWAYS, ...(isKeyed ? OF_A_KEY : []));
}

export function listSuccessHeaders(
  { version, isCounted, limitsCaching: limitsKeeping }: DescribedRoute,
  operation: OperationObject,
  status: string,
  { content = {} }: ResponseObject,
): HeadersObject {
  const isPaged = (operation.parameters ?? []).some((parameter) => 'name' in parameter && parameter.name === 'start');
  const isFile = Object.keys(content).some((type) => type !== 'application/json');
  const isCompared = '304' in operation.responses;
  const names: HeaderName[] = [];
  if (isCompared || version === 'shown' || version === 'changed' || version === 'created') names.push('ETag');
  if (isCompared || isFile || limitsKeeping) names.push('Cache-Control');
  if (status === '205' || isPaged) names.push('Link');
  if (status === '201' || status === '202') names.push('Location');
  if (isCounted) names.push('X-Total-Count', 'X-Total-Capped');
  if (isFile) names.push('Content-Disposition', 'Content-Language');
  // A response that can also be CSV is a statement.
  if ('application/pdf' in content && !('text/csv' in content)) names.push('X-Payment-Code', 'X-Offer-No');
  return listHeaders(...names);
}
