import { DomainError } from '../../common/domain-error.js';

export const GATEWAY_ERRORS = {
  API_KEY_MISSING: { status: 403, message: 'No API key was supplied.' },
  API_KEY_INVALID: { status: 403, message: 'The API key is invalid.' },
  API_KEY_DISABLED: { status: 403, message: 'The API key was disabled by an administrator.' },
  API_KEY_EXPIRED: { status: 403, message: 'The API key has expired.' },
  API_KEY_UNAUTHORIZED: { status: 403, message: 'The API key is not authorized for this service, environment or address.' },
  API_KEY_CERTIFICATE_REQUIRED: { status: 403, message: 'The API key requires its client certificate.' },
  API_KEY_UNVERIFIED: { status: 403, message: 'The API key is not yet verified.' },
  CONSOLE_UNAUTHORIZED: {
    status: 403,
    message: 'The console of this user is not authorized for this environment. An administrator grants it.',
  },
  HTTPS_REQUIRED: { status: 400, message: 'Requests must be made over HTTPS.' },
  OVER_RATE_LIMIT: { status: 429, message: 'The rate limit is exceeded.' },
  NOT_FOUND: { status: 404, message: 'There is no API at this address.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type GatewayErrorCode = keyof typeof GATEWAY_ERRORS;

export class GatewayError extends Error {
  constructor(
    readonly code: GatewayErrorCode,
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(GATEWAY_ERRORS[code].message);
    this.name = 'GatewayError';
  }
}

export class TestFaultError extends DomainError {}

export class BodyTimeoutError extends Error {}

export class ClientGoneError extends Error {}
