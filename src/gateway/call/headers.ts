interface HeaderTarget {
  setHeader(name: string, value: string): unknown;
}

export const TOKEN_EXPIRES_IN = 'X-Token-Expires-In';
export const RATE_LIMIT = 'X-RateLimit-Limit';
export const RATE_REMAINING = 'X-RateLimit-Remaining';
export const RATE_POLICY = 'RateLimit-Policy';
export const RATE_STATE = 'RateLimit';
export const REQUEST_ID = 'X-Request-Id';
export const SERVER_TIMING = 'Server-Timing';
export const IDEMPOTENCY_KEY = 'Idempotency-Key';
export const MAX_KEY_CHARACTERS = 255;
export const TEST_FAULT = 'X-Test-Fault';
export const IDEMPOTENCY_REPLAYED = 'Idempotency-Replayed';
export const DRY_RUN = 'X-Dry-Run';

export const IGNORED_FIELDS = 'X-Ignored-Fields';
export const IGNORED_PARAMETERS = 'X-Ignored-Parameters';
export const PREFERENCE_APPLIED = 'Preference-Applied';
export const OUTCOME = 'X-Outcome';

export const EXPOSED_HEADERS = [
  TOKEN_EXPIRES_IN,
  RATE_LIMIT,
  RATE_REMAINING,
  RATE_POLICY,
  RATE_STATE,
  REQUEST_ID,
  SERVER_TIMING,
  IDEMPOTENCY_REPLAYED,
  DRY_RUN,
  IGNORED_FIELDS,
  IGNORED_PARAMETERS,
  OUTCOME,
  PREFERENCE_APPLIED,
  'X-Error',
  'X-Total-Count',
  'X-Total-Capped',
  'X-Offer-No',
  'X-Payment-Code',
  'X-Device',
  'Accept-Ranges',
  'Authorization',
  'Content-Disposition',
  'Content-Range',
  'ETag',
  'Link',
  'Location',
  'Retry-After',
  'WWW-Authenticate',
].join(', ');

export const ALLOWED_METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
export const ALLOWED_HEADERS = [
  'X-Api-Key',
  'Authorization',
  'Content-Type',
  'Accept',
  'Accept-Language',
  IDEMPOTENCY_KEY,
  'Prefer',
  TEST_FAULT,
  'X-Device',
  'If-Match',
  'If-None-Match',
  'If-Range',
  'Range',
].join(', ');
export const PREFLIGHT_MAX_AGE_SECONDS = 7200;

export function setDefaultHeaders(response: HeaderTarget, requestId: string, rateLimitPerHour: string): void {
  response.setHeader(REQUEST_ID, requestId);
  response.setHeader(TOKEN_EXPIRES_IN, '0');
  response.setHeader(RATE_LIMIT, rateLimitPerHour);
  response.setHeader(RATE_REMAINING, '0');
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Access-Control-Expose-Headers', EXPOSED_HEADERS);
  response.setHeader('X-Content-Type-Options', 'nosniff');
}

/** Removes the quota headers. Without a key a zero would make programs stop. */
export function deleteRateHeaders(response: { removeHeader(name: string): unknown }): void {
  response.removeHeader(RATE_LIMIT);
  for (const name of [RATE_REMAINING, RATE_POLICY, RATE_STATE]) response.removeHeader(name);
}

export function deleteTokenHeader(response: { removeHeader(name: string): unknown }): void {
  response.removeHeader(TOKEN_EXPIRES_IN);
}

const KEPT_ON_ERRORS: ReadonlySet<string> = new Set(
  [TOKEN_EXPIRES_IN, RATE_LIMIT, RATE_REMAINING, RATE_POLICY, RATE_STATE, REQUEST_ID, 'Connection', 'X-Content-Type-Options']
    .concat('Access-Control-Allow-Origin', 'Access-Control-Expose-Headers', 'Strict-Transport-Security')
    .map((name) => name.toLowerCase()),
);

export function isSentWithErrors(name: string): boolean {
  return KEPT_ON_ERRORS.has(name.toLowerCase());
}

export const DOCUMENT_HEADERS: readonly (readonly [name: string, value: string])[] = [
  [
    'Content-Security-Policy',
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ],
  ['X-Frame-Options', 'DENY'],
  ['Referrer-Policy', 'no-referrer'],
];
