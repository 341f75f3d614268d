import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './openapi.js';
import { unwrap } from './result.js';
import { DEFAULT_RETRIES, type RetryOptions, type Send, sendWithRetries } from './retries.js';

export interface GatewayOptions {
  /** Address of the gateway, without `/dev`. */
  readonly url: string;
  readonly apiKey: string;
  readonly userKey: string;
  /** The sandbox when absent. */
  readonly environment?: 'sandbox' | 'production';
  /** Agent to act for; the user's own when absent. */
  readonly agentCode?: string;
  /** Language of texts; English when absent. */
  readonly language?: 'el' | 'en';
  readonly retries?: Partial<RetryOptions>;
  /** Time for each attempt; 60 seconds when absent. */
  readonly timeoutMs?: number;
  /** Sends each request; `fetch` when absent. */
  readonly fetch?: Send;
}

export type GatewayClient = Client<paths>;

/** Longer than a call for events may wait. */
const TIMEOUT_MS = 60_000;

/** Creates a client that gets its token itself, adds an `Idempotency-Key` to writes, and repeats safe calls. */
export function createGatewayClient(options: GatewayOptions): GatewayClient {
  const { url, apiKey, environment = 'sandbox', language = 'en', timeoutMs = TIMEOUT_MS } = options;
  const { fetch: send = (request) => fetch(request) } = options;
  const retries = { ...DEFAULT_RETRIES, ...options.retries };
  const shared = {
    baseUrl: `${url.replace(/\/$/, '')}${environment === 'sandbox' ? '/dev' : ''}`,
    // Without `Prefer` some writes respond with 205, whose body `fetch` drops.
    headers: { 'X-Api-Key': apiKey, 'Accept-Language': language, Prefer: 'return=representation' },
    // A redirection to another host would get the API key.
    redirect: 'manual' as const,
  };
  const attempt: Send = (request) =>
    send(new Request(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]) }));
  const repeat: Send = (request) => sendWithRetries(request, attempt, retries);
  const tokens = new Tokens(createClient<paths>({ ...shared, fetch: repeat }), options);
  return createClient<paths>({ ...shared, fetch: (request) => sendAuthorized(request, repeat, tokens) });
}

/** Sends a request with a token, and once more with a new one if it is refused. */
async function sendAuthorized(request: Request, send: Send, tokens: Tokens): Promise<Response> {
  const withToken = async (): Promise<Request> => {
    const copy = request.clone();
    copy.headers.set('Authorization', `Bearer ${await tokens.get()}`);
    return copy;
  };
  if (isWrite(request) && !request.headers.has('Idempotency-Key')) request.headers.set('Idempotency-Key', crypto.randomUUID());
  const response = await send(await withToken());
  if (response.status !== 401) return response;
  tokens.forget();
  return send(await withToken());
}

function isWrite({ method }: Request): boolean {
  return method === 'POST' || method === 'PUT';
}

/** Time before its end at which a token is replaced. */
const RESERVE_MS = 60_000;

class Tokens {
  private current: Promise<{ readonly text: string; readonly goodUntilMs: number }> | null = null;

  constructor(
    private readonly client: Client<paths>,
    private readonly options: GatewayOptions,
  ) {}

  async get(): Promise<string> {
    if (this.current !== null && (await this.current).goodUntilMs <= Date.now()) this.current = null;
    this.current ??= this.request();
    return (await this.current).text;
  }

  forget(): void {
    this.current = null;
  }

  private async request(): Promise<{ readonly text: string; readonly goodUntilMs: number }> {
    const { userKey, agentCode } = this.options;
    const body = { 'user-key': userKey, ...(agentCode !== undefined && { 'agent-code': agentCode }) };
    try {
      const { access_token: text, expires_in: seconds } = unwrap(await this.client.POST('/auth-api/resources/tokens', { body }));
      return { text, goodUntilMs: Date.now() + seconds * 1000 - RESERVE_MS };
    } catch (error) {
      this.forget();
      throw error;
    }
  }
}
