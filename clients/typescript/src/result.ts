/** Result of a call of the client. */
export interface CallResult<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

export interface FailureDetail {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** A refused call. `code` is one of docs/errors.md, such as `-110` or `OVER_RATE_LIMIT`. */
export class GatewayFailure extends Error {
  override readonly name = 'GatewayFailure';

  readonly status: number;
  /** Names the call in the log of the gateway. */
  readonly requestId: string | null;
  /** Pause that the gateway asks for; null when a repetition would not help. */
  readonly retryAfterSeconds: number | null;

  constructor(
    { status, headers }: Response,
    readonly code: string,
    /** Text of the gateway, in the language of the client. */
    readonly reason: string,
    readonly details: readonly FailureDetail[] = [],
  ) {
    super(`${status} ${code}: ${reason}`);
    this.status = status;
    this.requestId = headers.get('X-Request-Id');
    this.retryAfterSeconds = Number(headers.get('Retry-After')) || null;
  }
}

/** Returns the data of a successful call. @throws GatewayFailure */
export function unwrap<Data>(result: CallResult<Data>): NonNullable<Data> {
  const { data, response } = result;
  if (response.ok && data !== undefined && data !== null) return data;
  throw toFailure(result);
}

/** Checks a call whose response may have no body. @throws GatewayFailure if it was refused */
export function assertSuccess(result: CallResult<unknown>): void {
  if (!result.response.ok) throw toFailure(result);
}

export function toFailure({ error, response }: CallResult<unknown>): GatewayFailure {
  if (response.ok) return new GatewayFailure(response, 'NO_CONTENT', 'The response has no body.');
  const { code, message, details } = readError(error);
  return new GatewayFailure(response, code, message, details);
}

/** Returns the address of a `Link` header, or null. @example findLink(response, 'policy') */
export function findLink(response: Response, relation: string): string | null {
  for (const [, address = null, name] of (response.headers.get('Link') ?? '').matchAll(/<([^>]+)>;\s*rel="([^"]+)"/g))
    if (name === relation) return address;
  return null;
}

/** Reads both kinds of errors: those of the gateway have an object in `error`, those of a service a code. */
function readError(body: unknown): { code: string; message: string; details: FailureDetail[] } {
  if (!isRecord(body)) return { code: 'UNKNOWN', message: String(body), details: [] };
  const { error } = body;
  const { code, message } = isRecord(error) ? error : { code: error, message: body['message'] };
  const details = Array.isArray(body['details']) ? body['details'].filter(isDetail) : [];
  return { code: String(code), message: String(message), details };
}

function isDetail(value: unknown): value is FailureDetail {
  return isRecord(value) && typeof value['path'] === 'string';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
