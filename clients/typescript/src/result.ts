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

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: readonly FailureDetail[],
    /** Names the call in the log of the gateway. */
    readonly requestId: string | null,
  ) {
    super(`${status} ${code}: ${message}`);
  }
}

/** Returns the data of a successful call. @throws GatewayFailure */
export function unwrap<Data>({ data, error, response }: CallResult<Data>): NonNullable<Data> {
  if (response.ok && data !== undefined && data !== null) return data;
  const requestId = response.headers.get('X-Request-Id');
  if (response.ok) throw new GatewayFailure(response.status, 'NO_CONTENT', 'The response has no body.', [], requestId);
  const { code, message, details } = readError(error);
  throw new GatewayFailure(response.status, code, message, details, requestId);
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
