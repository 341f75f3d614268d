import { setTimeout as sleep } from 'node:timers/promises';

export type Send = (request: Request) => Promise<Response>;

export interface RetryOptions {
  readonly attempts: number;
  /** Pause before the second attempt. It doubles each time, unless the response has a `Retry-After`. */
  readonly pauseMs: number;
  /** A response that asks for a longer pause is returned. */
  readonly longestPauseMs: number;
}

export const DEFAULT_RETRIES: RetryOptions = { attempts: 4, pauseMs: 500, longestPauseMs: 60_000 };

/** Repeats a call after 429 and 503. One that is carried out once at most is also repeated when no response comes. */
export async function sendWithRetries(request: Request, send: Send, options: RetryOptions): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const isLast = attempt >= options.attempts;
    const pauseMs = options.pauseMs * 2 ** (attempt - 1);
    const response = await send(request.clone()).catch((error: unknown) => {
      if (isLast || request.signal.aborted || !isRepeatable(request)) throw error;
      return null;
    });
    if (response === null) await sleep(pauseMs, undefined, { signal: request.signal });
    else {
      const waitMs = Number(response.headers.get('Retry-After') ?? 0) * 1000 || pauseMs;
      if (isLast || waitMs > options.longestPauseMs || !(await isTemporary(request, response))) return withoutContent(response);
      await sleep(waitMs, undefined, { signal: request.signal });
    }
  }
}

/** Whether several requests have the effect of one. */
function isRepeatable({ method, headers }: Request): boolean {
  return method === 'GET' || method === 'HEAD' || headers.has('Idempotency-Key');
}

async function isTemporary(request: Request, response: Response): Promise<boolean> {
  if (response.status === 429 || response.status === 503) return true;
  if (response.status !== 409 || !isRepeatable(request)) return false;
  const body: unknown = await response.clone().json();
  // The first call with the key is still running.
  return typeof body === 'object' && body !== null && 'error' in body && body.error === '-404';
}

/** Marks a 205 as empty, because `fetch` has dropped its body. */
function withoutContent(response: Response): Response {
  if (response.status !== 205) return response;
  const headers = new Headers(response.headers);
  headers.set('Content-Length', '0');
  return new Response(null, { status: response.status, headers });
}
