import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '../common/operator-error.js';
import { readTextFile } from '../common/run-command.js';
import { isMissing } from '../common/validation/checks.js';
import type { KnownAccess } from '../config/gateway-access.js';
import { callHttp, failureOf, type HttpResponse } from '../listen/http-call.js';

const TIMEOUT_MS = 60_000;
/** A call that is refused for now is sent again so often. */
const MAX_TRIES = 10;
const POLL_MS = 250;
const MAX_POLLS = 1_200;

export interface SentCall {
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a check found that is not as it must be. */
export class CheckFailed extends Error {}

/** One agent's calls in the sandbox as a program makes them, each printed with what came back. */
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

  /** Takes a token, good for thirty minutes. @throws OperatorError when gateway or keys are not right */
  async open(): Promise<void> {
    const sent = { json: { 'user-key': this.access.userKey } };
    const answer = await this.try('POST', '/auth-api/resources/tokens', sent).catch((error: unknown) => {
      throw new OperatorError(`${this.access.url} does not answer (${failureOf(error)}).`);
    });
    if (answer.status !== 201)
      throw new OperatorError(`The gateway says ${answer.status}. Check the API key and the user-key.\n${answer.text}`);
    this.token = bodyOf<{ token: string }>(answer).token;
  }

  /** One try; null when the connection was cut before there was a response: what became of the call is not known then. */
  async send(method: string, path: string, sent: SentCall = {}): Promise<HttpResponse | null> {
    const answer = await this.try(method, path, sent).catch((error: unknown) => {
      this.tell(method, path, sent, `no response (${failureOf(error)})`);
      return null;
    });
    if (answer) this.tell(method, path, sent, describe(answer));
    return answer;
  }

  /**
   * Sends until the gateway serves it: what it refuses for now (429, 503) is sent again after the time that it asks
   * for.
   * @throws CheckFailed when it is refused, or there is no response
   */
  async call(method: string, path: string, sent: SentCall = {}): Promise<HttpResponse> {
    for (let tries = 1; ; tries += 1) {
      const answer = await this.send(method, path, sent);
      if (answer === null) throw new CheckFailed('There was no response.');
      if (answer.status < 400) return answer;
      const waits = answer.status === 429 || answer.status === 503;
      if (!waits || tries === MAX_TRIES) throw new CheckFailed(`The call was refused: ${answer.text}`);
      await sleep(retryAfterOf(answer));
    }
  }

  /** The body of the response. */
  async read<T>(method: string, path: string, sent: SentCall = {}): Promise<T> {
    return bodyOf<T>(await this.call(method, path, sent));
  }

  /** Asks until it is so; only the last answer is printed. @throws CheckFailed after some minutes */
  async poll<T>(path: string, isSo: (body: T) => boolean): Promise<T> {
    for (let polls = 1; polls <= MAX_POLLS; polls += 1) {
      const answer = await this.try('GET', path, {});
      const isServed = answer.status === 200 && isSo(bodyOf<T>(answer));
      if (isServed) {
        this.tell('GET', path, {}, describe(answer));
        return bodyOf<T>(answer);
      }
      await sleep(POLL_MS);
    }
    throw new CheckFailed(`${path} took too long.`);
  }

  private try(method: string, path: string, { json, headers }: SentCall): Promise<HttpResponse> {
    const body = json === undefined ? undefined : JSON.stringify(json);
    return callHttp(new URL(`${this.access.url}/dev${path}`), {
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

  private tell(method: string, path: string, { json, headers = {} }: SentCall, outcome: string): void {
    const added = Object.entries(headers).map(([name, value]) => ` [${name}: ${value}]`);
    const body = json === undefined ? '' : ` ${shortened(JSON.stringify(json))}`;
    this.print(`   ${method} ${path}${added.join('')}${body} → ${outcome}`);
  }
}

export function bodyOf<T>({ text }: HttpResponse): T {
  return JSON.parse(text) as T;
}

export function retryAfterOf({ headers }: HttpResponse): number {
  return Number(headers['retry-after'] ?? 1) * 1000;
}

/** A body, whole where it is short. */
function shortened(text: string): string {
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}…`;
}

const MAX_SHOWN = 120;
const SHOWN_HEADERS = ['idempotency-replayed', 'retry-after'] as const;
const SHOWN_FIELDS = ['id', 'status_code', 'policy_no', 'payment_code', 'amount', 'outcome', 'error', 'message', 'time', 'state'];

/** The status, and the few things that matter to the story. */
function describe(answer: HttpResponse): string {
  const headers = SHOWN_HEADERS.flatMap((name) => (answer.headers[name] === undefined ? [] : [`${name}: ${String(answer.headers[name])}`]));
  return [answer.status, ...headers, ...fieldsOf(answer)].join(', ');
}

function fieldsOf(answer: HttpResponse): string[] {
  if (!answer.text.startsWith('{')) return [];
  const body = bodyOf<Record<string, unknown>>(answer);
  return SHOWN_FIELDS.flatMap((name) => (isMissing(body[name]) ? [] : [`${name} ${JSON.stringify(body[name]).replaceAll('"', '')}`]));
}
