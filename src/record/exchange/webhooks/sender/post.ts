import { Agent as HttpAgent, request as requestHttp, type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { NetworkRules, WebhookProtocol } from '../network/network-rules.js';
import { getHost, getPort, validateWebhookUrl } from '../network/webhook-url.js';
import type { SignedMessage } from './signed-message.js';

/** Covers the time from the look-up of the name to the response head (events.12). */
const ATTEMPT_MS = 15_000;
const MAX_HEAD_BYTES = 16 * 1024;
/** Applies per address. Node's default of 250 ms is too short across continents. */
const CONNECT_TO_EACH_MS = 3_000;

/** Contains no text of the receiver (events.12). */
export const AttemptFailure = {
  STATUS: 'status',
  TIMEOUT: 'timeout',
  REFUSED_ADDRESS: 'refused_address',
  DNS: 'dns',
  CONNECT: 'connect',
  TLS: 'tls',
  CLOSED: 'closed',
  NOT_HTTP: 'not_http',
} as const;
export type AttemptFailure = (typeof AttemptFailure)[keyof typeof AttemptFailure];

export interface Reply {
  readonly status: number | null;
  readonly failure: AttemptFailure | null;
  readonly retryAfter?: string;
  readonly durationMs: number;
}

interface ReceiverRoute {
  readonly rules: NetworkRules;
  readonly addressesOf: (host: string) => Promise<readonly string[]>;
}

// Closing the attempt's own connection avoids reading the body. Neither agent uses a proxy of the environment.
const AGENTS = { 'http:': new HttpAgent({ keepAlive: false }), 'https:': new HttpsAgent({ keepAlive: false, maxCachedSessions: 0 }) };

/** Posts to a permitted address (events.15), up to the response head (events.16). Null when aborted. */
export function post(address: string, message: SignedMessage, route: ReceiverRoute, signal: AbortSignal): Promise<Reply | null> {
  return new Promise((resolve) => {
    const startedMs = performance.now();
    let request: ClientRequest | undefined;
    let isOver = false;
    const finish = (reply: Omit<Reply, 'durationMs'> | null): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      request?.destroy();
      resolve(reply && { ...reply, durationMs: Math.round(performance.now() - startedMs) });
    };
    const fail = (failure: AttemptFailure): void => finish({ status: null, failure });
    const abort = (): void => finish(null);
    const timer = setTimeout(() => fail(AttemptFailure.TIMEOUT), ATTEMPT_MS);
    signal.addEventListener('abort', abort);
    if (signal.aborted) return abort();
    const begin = (addresses: readonly string[]): void => {
      if (isOver) return;
      request = openRequest(new URL(address), message, addresses);
      watchRequest(request, fail, (response) => finish(toReply(response)));
      request.end(message.body);
    };
    findAddresses(address, route).then(
      (chosen) => (typeof chosen === 'string' ? fail(chosen) : begin(chosen)),
      () => fail(AttemptFailure.DNS),
    );
  });
}

async function findAddresses(address: string, { rules, addressesOf }: ReceiverRoute): Promise<readonly string[] | AttemptFailure> {
  if (validateWebhookUrl(address, rules) !== null) return AttemptFailure.REFUSED_ADDRESS;
  const url = new URL(address);
  const found = await addressesOf(getHost(url));
  if (found.length === 0) return AttemptFailure.DNS;
  const permitted = found.filter((each) => rules.allows(each, getPort(url), url.protocol as WebhookProtocol));
  return permitted.length === 0 ? AttemptFailure.REFUSED_ADDRESS : permitted;
}

function openRequest(url: URL, { headers }: SignedMessage, addresses: readonly string[]): ClientRequest {
  const protocol = url.protocol as WebhookProtocol;
  const options: RequestOptions & { autoSelectFamilyAttemptTimeout: number } = {
    method: 'POST',
    agent: AGENTS[protocol],
    headers,
    lookup: buildLookup(addresses),
    maxHeaderSize: MAX_HEAD_BYTES,
    autoSelectFamilyAttemptTimeout: CONNECT_TO_EACH_MS,
  };
  return protocol === 'https:' ? requestHttps(url, options) : requestHttp(url, options);
}

/** Connects to the checked addresses, even if the name resolves to others by now. */
function buildLookup(addresses: readonly string[]): LookupFunction {
  const list = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, { all }, callback) => {
    if (all) return callback(null, list);
    callback(null, list[0]!.address, list[0]!.family);
  };
}

function watchRequest(request: ClientRequest, fail: (failure: AttemptFailure) => void, succeed: (response: IncomingMessage) => void): void {
  let stage: AttemptFailure = AttemptFailure.CONNECT;
  request.once('socket', (socket) => {
    socket.once('connect', () => (stage = request.protocol === 'https:' ? AttemptFailure.TLS : AttemptFailure.CLOSED));
    socket.once('secureConnect', () => (stage = AttemptFailure.CLOSED));
  });
  request.on('error', (error: NodeJS.ErrnoException) => fail(error.code?.startsWith('HPE_') ? AttemptFailure.NOT_HTTP : stage));
  request.once('close', () => fail(stage));
  request.once('response', succeed);
}

function toReply({ statusCode = 0, headers }: IncomingMessage): Omit<Reply, 'durationMs'> {
  const isSuccess = statusCode >= 200 && statusCode <= 299;
  return { status: statusCode, failure: isSuccess ? null : AttemptFailure.STATUS, retryAfter: headers['retry-after'] };
}
