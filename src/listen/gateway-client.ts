import { readFile } from 'node:fs/promises';
import type { Environment } from '../common/environment.js';
import { OperatorError } from '../common/operator-error.js';
import type { KnownAccess } from '../config/gateway-access.js';
import { sendHttp, getFailure, type HttpResponse } from './http-call.js';

export interface FeedEvent {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface ReceivedPage {
  readonly events: readonly FeedEvent[];
  readonly next: string;
}

export interface PageRequest {
  readonly after?: string;
  readonly types?: string;
  readonly limit?: number;
  readonly wait?: number;
}

export class Unreachable extends Error {
  constructor(
    message: string,
    readonly retryAfterSeconds = 0,
  ) {
    super(message);
  }
}

/** The events after the cursor were deleted by age. The feed continues after `next` (events.7). */
export class EventsDeleted extends Error {
  constructor(readonly next: string) {
    super('Events were deleted by age.');
  }
}

const CALL_TIMEOUT_MS = 20_000;
const TOKEN_RESERVE_MS = 60_000;
const UNTRUSTED = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/;

export class GatewayClient {
  private token: { readonly text: string; readonly goodUntilMs: number } | null = null;
  private ca: string | undefined;

  constructor(
    private readonly findAccess: () => Promise<KnownAccess>,
    private readonly environment: Environment,
    private readonly signal: AbortSignal,
  ) {}

  /** @throws Unreachable, EventsDeleted; OperatorError for errors that a retry cannot solve */
  async readFeed(request: PageRequest): Promise<ReceivedPage> {
    const given = Object.entries(request).filter(([, value]) => value !== undefined);
    const query = new URLSearchParams(Object.fromEntries(given.map(([name, value]) => [name, String(value)]))).toString();
    const path = `/events-api/resources/events?${query}`;
    const timeoutMs = CALL_TIMEOUT_MS + (request.wait ?? 0) * 1000;
    let response = await this.call('GET', path, { token: await this.bearer(), timeoutMs });
    if (response.status === 401) {
      this.token = null;
      response = await this.call('GET', path, { token: await this.bearer(), timeoutMs });
    }
    if (response.status === 410) throw new EventsDeleted(getNext(response));
    return this.read<ReceivedPage>(response);
  }

  private async bearer(): Promise<string> {
    if (this.token === null || this.token.goodUntilMs < Date.now()) {
      const { userKey } = await this.findAccess();
      const body = JSON.stringify({ 'user-key': userKey });
      const response = await this.call('POST', '/auth-api/resources/tokens', { body, timeoutMs: CALL_TIMEOUT_MS });
      const { token, expires_in: seconds } = this.read<{ token: string; expires_in: number }>(response);
      this.token = { text: token, goodUntilMs: Date.now() + seconds * 1000 - TOKEN_RESERVE_MS };
    }
    return this.token.text;
  }

  private read<T>({ status, headers, text }: HttpResponse): T {
    if (status === 429 || status >= 500)
      throw new Unreachable(`The gateway responded with ${status}.`, Number(headers['retry-after']) || 0);
    if (status >= 200 && status < 300 && headers['content-type']?.startsWith('application/json')) return JSON.parse(text) as T;
    throw new OperatorError(`The gateway responded with ${status}: ${getMessage(text)}\n${getAdvice(status, this.environment)}`);
  }

  /** Reads address and keys each time, because a restarted server may have new ones. */
  private async call(
    method: 'GET' | 'POST',
    path: string,
    { token, body, timeoutMs }: { readonly token?: string; readonly body?: string; readonly timeoutMs: number },
  ): Promise<HttpResponse> {
    const { url, apiKey, caFile } = await this.findAccess();
    if (caFile !== undefined) this.ca = await readCertificate(caFile);
    const headers = {
      'X-Api-Key': apiKey,
      'Accept-Language': 'en',
      Accept: 'application/json',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    };
    try {
      const address = new URL(`${url}${this.environment === 'sandbox' ? '/dev' : ''}${path}`);
      return await sendHttp(address, { method, headers, body, ca: this.ca, timeoutMs, signal: this.signal });
    } catch (error) {
      const failure = getFailure(error);
      if (UNTRUSTED.test(failure))
        throw new OperatorError(`The certificate of ${url} is not trusted (${failure}). Name its authority with --ca-file.`);
      throw new Unreachable(`${url} does not respond (${failure}). Is the server running?`);
    }
  }
}

function getAdvice(status: number, environment: Environment): string {
  if (status === 401) return 'Check the API key and the user-key; the user-key must belong to the program of the API key.';
  if (status === 403)
    return `Check the API key: it must be active, with the grants auth-api and events-api for the environment ${environment}.`;
  if (status === 400) return 'Check --after and --types.';
  return 'Is --url the address of a gateway, without /dev?';
}

function getMessage(text: string): string {
  try {
    const { message, details, error } = JSON.parse(text) as {
      readonly message?: string;
      readonly details?: readonly { readonly path: string; readonly message: string }[];
      readonly error?: { readonly message?: string };
    };
    const [first] = details ?? [];
    return first ? `${first.path}: ${first.message}` : (message ?? error?.message ?? text);
  } catch {
    return text.slice(0, 200);
  }
}

function getNext({ headers, text }: HttpResponse): string {
  const [, address] = /<([^>]+)>;\s*rel="next"/.exec(String(headers.link ?? '')) ?? [];
  const next = address === undefined ? null : new URL(address).searchParams.get('after');
  if (next === null) throw new OperatorError(getMessage(text));
  return next;
}

async function readCertificate(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new OperatorError(`The certificate file ${file} cannot be read (${getFailure(error)}).`);
  }
}
