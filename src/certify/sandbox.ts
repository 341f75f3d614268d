import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '../common/operator-error.js';
import { readTextFile } from '../common/run-command.js';
import { isMissing } from '../common/validation/checks.js';
import type { KnownAccess } from '../config/gateway-access.js';
import { sendHttp, getFailure, type HttpResponse } from '../listen/http-call.js';

const TIMEOUT_MS = 60_000;
const MAX_TRIES = 10;
const POLL_MS = 250;
const MAX_POLLS = 1_200;

interface SentCall {
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export class CheckFailed extends Error {}

export class Sandbox {
  private readonly ca: string | undefined;
  private readonly running = new AbortController();
  private token = '';

  constructor(
    private readonly access: KnownAccess,
    readonly print: (line: string) => void,
  ) {
    this.ca = access.caFile === undefined ? undefined : readTextFile(access.caFile);
  }

  async open(): Promise<void> {
    const sent = { json: { 'user-key': this.access.userKey } };
    const response = await this.try('POST', '/auth-api/resources/tokens', sent).catch((error: unknown) => {
      throw new OperatorError(`${this.access.url} does not respond (${getFailure(error)}).`);
    });
    if (response.status !== 201)
      throw new OperatorError(`The gateway responded with ${response.status}. Check the API key and the user-key.\n${response.text}`);
    this.token = parseBody<{ token: string }>(response).token;
  }

  async send(method: string, path: string, sent: SentCall = {}): Promise<HttpResponse | null> {
    const response = await this.try(method, path, sent).catch((error: unknown) => {
      this.printCall(method, path, sent, `no response (${getFailure(error)})`);
      return null;
    });
    if (response) this.printCall(method, path, sent, describe(response));
    return response;
  }

  /** Sends a call, and repeats it after 429 or 503. @throws CheckFailed otherwise, or without a response */
  async call(method: string, path: string, sent: SentCall = {}): Promise<HttpResponse> {
    for (let tries = 1; ; tries += 1) {
      const response = await this.send(method, path, sent);
      if (response === null) throw new CheckFailed('There was no response.');
      if (response.status < 400) return response;
      const waits = response.status === 429 || response.status === 503;
      if (!waits || tries === MAX_TRIES) throw new CheckFailed(`The call was refused: ${response.text}`);
      await sleep(retryAfterOf(response));
    }
  }

  async read<T>(method: string, path: string, sent: SentCall = {}): Promise<T> {
    return parseBody<T>(await this.call(method, path, sent));
  }

  /** Repeats a GET until its body meets the condition. @throws CheckFailed after 5 minutes */
  async poll<T>(path: string, isDone: (body: T) => boolean): Promise<T> {
    for (let polls = 1; polls <= MAX_POLLS; polls += 1) {
      const response = await this.try('GET', path, {});
      const isServed = response.status === 200 && isDone(parseBody<T>(response));
      if (isServed) {
        this.printCall('GET', path, {}, describe(response));
        return parseBody<T>(response);
      }
      await sleep(POLL_MS);
    }
    throw new CheckFailed(`${path} took too long.`);
  }

  private try(method: string, path: string, { json, headers }: SentCall): Promise<HttpResponse> {
    const body = json === undefined ? undefined : JSON.stringify(json);
    return sendHttp(new URL(`${this.access.url}/dev${path}`), {
      method,
      body,
      ca: this.ca,
      timeoutMs: TIMEOUT_MS,
      signal: this.running.signal,
      headers: {
        'X-Api-Key': this.access.apiKey,
        'Accept-Language': 'en',
        Accept: 'application/json',
        ...(this.token !== '' && { Authorization: `Bearer ${this.token}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
    });
  }

  private printCall(method: string, path: string, { json, headers = {} }: SentCall, outcome: string): void {
    const added = Object.entries(headers).map(([name, value]) => ` [${name}: ${value}]`);
    const body = json === undefined ? '' : ` ${shorten(JSON.stringify(json))}`;
    this.print(`   ${method} ${path}${added.join('')}${body} → ${outcome}`);
  }
}

export function parseBody<T>({ text }: HttpResponse): T {
  return JSON.parse(text) as T;
}

export function retryAfterOf({ headers }: HttpResponse): number {
  return Number(headers['retry-after'] ?? 1) * 1000;
}

function shorten(text: string): string {
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}…`;
}

const MAX_SHOWN = 120;
const SHOWN_HEADERS = ['idempotency-replayed', 'retry-after'] as const;
const SHOWN_FIELDS = ['id', 'status_code', 'policy_no', 'payment_code', 'amount', 'outcome', 'error', 'message', 'time', 'state'];

function describe(response: HttpResponse): string {
  const headers = SHOWN_HEADERS.flatMap((name) =>
    response.headers[name] === undefined ? [] : [`${name}: ${String(response.headers[name])}`],
  );
  return [response.status, ...headers, ...fieldsOf(response)].join(', ');
}

function fieldsOf(response: HttpResponse): string[] {
  if (!response.text.startsWith('{')) return [];
  const body = parseBody<Record<string, unknown>>(response);
  return SHOWN_FIELDS.flatMap((name) => (isMissing(body[name]) ? [] : [`${name} ${JSON.stringify(body[name]).replaceAll('"', '')}`]));
}
