import { setTimeout as sleep } from 'node:timers/promises';
import { createGatewayClient, createTrustedFetch, GatewayFailure, unwrap } from '../../clients/typescript/src/index.js';
import type { CallResult, GatewayClient, Send } from '../../clients/typescript/src/index.js';
import type { LocalDate } from '../common/athens.js';
import { OperatorError } from '../common/operator-error.js';
import { readTextFile } from '../common/run-command.js';
import { isMissing } from '../common/validation/checks.js';
import type { KnownAccess } from '../config/gateway-access.js';
import { getFailure } from '../listen/failure.js';

const ATTEMPTS = 10;
const POLL_MS = 250;
const MAX_POLLS = 1_200;

export class CheckFailed extends Error {}

export class Sandbox {
  /** Repeats a call after 429 and 503. */
  readonly client: GatewayClient;
  /** Sends a call once. */
  readonly single: GatewayClient;
  private readonly silent: GatewayClient;

  constructor(
    private readonly access: KnownAccess,
    readonly print: (line: string) => void,
  ) {
    const { url, apiKey, userKey, caFile } = access;
    const send = caFile === undefined ? (request: Request) => fetch(request) : createTrustedFetch(readTextFile(caFile));
    const shared = { url, apiKey, userKey, fetch: (request: Request) => this.sendPrinted(request, send) };
    this.client = createGatewayClient({ ...shared, retries: { attempts: ATTEMPTS } });
    this.single = createGatewayClient({ ...shared, retries: { attempts: 1 } });
    this.silent = createGatewayClient({ ...shared, fetch: send });
  }

  async open(): Promise<void> {
    try {
      unwrap(await this.silent.GET('/test-api/resources/clock'));
    } catch (error) {
      const { url } = this.access;
      if (!(error instanceof GatewayFailure)) throw new OperatorError(`${url} does not respond (${getFailure(error)}).`);
      throw new OperatorError(`The gateway responded with ${error.status}. Check the API key and the user-key.\n${error.message}`);
    }
  }

  async getToday(): Promise<LocalDate> {
    return unwrap(await this.client.GET('/test-api/resources/clock')).time.slice(0, 10);
  }

  async advanceTo(date: LocalDate): Promise<void> {
    unwrap(await this.client.POST('/test-api/resources/clock/advance', { body: { to: date } }));
    await this.waitUntilReady((client) => client.GET('/test-api/resources/clock'));
  }

  async reset(): Promise<void> {
    unwrap(await this.client.POST('/test-api/resources/reset'));
    await this.waitUntilReady((client) => client.GET('/test-api/resources/reset'));
  }

  private async waitUntilReady(read: (client: GatewayClient) => Promise<CallResult<{ readonly state: string }>>): Promise<void> {
    for (let polls = 1; polls <= MAX_POLLS; polls += 1) {
      if ((await read(this.silent)).data?.state === 'ready') return void unwrap(await read(this.client));
      await sleep(POLL_MS);
    }
    throw new CheckFailed('It took too long.');
  }

  private async sendPrinted(request: Request, send: Send): Promise<Response> {
    const call = await describeCall(request.clone());
    const isTokenCall = !request.headers.has('Authorization');
    const print = (outcome: string): void => (isTokenCall ? undefined : this.print(`   ${call} → ${outcome}`));
    try {
      const response = await send(request);
      print(await describeResponse(response.clone()));
      return response;
    } catch (error) {
      print(`no response (${getFailure(error)})`);
      throw error;
    }
  }
}

const MAX_SHOWN = 120;
const SENT_HEADERS = ['Idempotency-Key', 'X-Test-Fault'] as const;
const SHOWN_HEADERS = ['Idempotency-Replayed', 'Retry-After'] as const;
const SHOWN_FIELDS = ['id', 'status_code', 'policy_no', 'payment_code', 'amount', 'outcome', 'error', 'message', 'time', 'state'];

async function describeCall(request: Request): Promise<string> {
  const { pathname, search } = new URL(request.url);
  const headers = SENT_HEADERS.flatMap((name) => (request.headers.has(name) ? [` [${name}: ${request.headers.get(name)}]`] : []));
  const body = await request.text();
  return `${request.method} ${pathname.replace(/^\/dev/, '')}${search}${headers.join('')}${body === '' ? '' : ` ${shorten(body)}`}`;
}

function shorten(text: string): string {
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}…`;
}

async function describeResponse(response: Response): Promise<string> {
  const headers = SHOWN_HEADERS.flatMap((name) =>
    response.headers.has(name) ? [`${name.toLowerCase()}: ${response.headers.get(name)}`] : [],
  );
  return [response.status, ...headers, ...listFields(await response.text())].join(', ');
}

function listFields(text: string): string[] {
  if (!text.startsWith('{')) return [];
  const body = JSON.parse(text) as Record<string, unknown>;
  return SHOWN_FIELDS.flatMap((name) => (isMissing(body[name]) ? [] : [`${name} ${JSON.stringify(body[name]).replaceAll('"', '')}`]));
}
