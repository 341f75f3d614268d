import { Agent as HttpAgent, request as requestHttp, type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { NetworkRules, WebhookProtocol } from '../network/network-rules.js';
import { hostOf, portOf, webhookUrlFault } from '../network/webhook-url.js';
import { AttemptFailure } from './attempt-failure.js';
import type { SignedMessage } from './signed-message.js';

/** For all of it: name, connection, TLS, request and the response's head (events.12). */
export const ATTEMPT_MS = 15_000;
const MAX_HEAD_BYTES = 16 * 1024;
/** Of several addresses each gets so long; Node's own quarter of a second is too short for another continent. */
const CONNECT_TO_EACH_MS = 3_000;

/** What came of an attempt: a status, a failure, or a status other than 2xx with the failure that it means. */
export interface Reply {
  readonly status: number | null;
  readonly failure: AttemptFailure | null;
  /** The header as the receiver wrote it. */
  readonly retryAfter?: string;
  /** From the look-up of the name to the response's head. */
  readonly durationMs: number;
}

/** How a receiver is reached. */
export interface ReceiverRoute {
  readonly rules: NetworkRules;
  readonly addressesOf: (host: string) => Promise<readonly string[]>;
}

// A connection for each attempt: its end is what keeps a response's body from being read. Neither takes a proxy from the environment.
const AGENTS = { 'http:': new HttpAgent({ keepAlive: false }), 'https:': new HttpsAgent({ keepAlive: false, maxCachedSessions: 0 }) };

/**
 * Posts the message once. The connection goes to an address that was judged (events.15), follows nothing, and is cut off after the response's head
 * (events.16). Never throws; null: it was aborted.
 */
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
      request = open(new URL(address), message, addresses);
      watch(request, fail, (response) => finish(replyOf(response)));
      request.end(message.body);
    };
    choose(address, route).then(
      (chosen) => (typeof chosen === 'string' ? fail(chosen) : begin(chosen)),
      () => fail(AttemptFailure.DNS),
    );
  });
}

/** The addresses that may be connected to, or why there is none. The settings may have changed since the webhook was made. */
async function choose(address: string, { rules, addressesOf }: ReceiverRoute): Promise<readonly string[] | AttemptFailure> {
  if (webhookUrlFault(address, rules) !== null) return AttemptFailure.REFUSED_ADDRESS;
  const url = new URL(address);
  const found = await addressesOf(hostOf(url));
  if (found.length === 0) return AttemptFailure.DNS;
  const permitted = found.filter((each) => rules.permits(each, portOf(url), url.protocol as WebhookProtocol));
  return permitted.length === 0 ? AttemptFailure.REFUSED_ADDRESS : permitted;
}

function open(url: URL, { headers }: SignedMessage, addresses: readonly string[]): ClientRequest {
  const protocol = url.protocol as WebhookProtocol;
  const options: RequestOptions & { autoSelectFamilyAttemptTimeout: number } = {
    method: 'POST',
    agent: AGENTS[protocol],
    headers,
    lookup: lookUpIn(addresses),
    maxHeaderSize: MAX_HEAD_BYTES,
    autoSelectFamilyAttemptTimeout: CONNECT_TO_EACH_MS,
  };
  return protocol === 'https:' ? requestHttps(url, options) : requestHttp(url, options);
}

/** Gives the connection the addresses that were judged, whatever the name leads to by now. */
function lookUpIn(addresses: readonly string[]): LookupFunction {
  const list = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, { all }, callback) => {
    if (all) return callback(null, list);
    callback(null, list[0]!.address, list[0]!.family);
  };
}

/** Tells how far the exchange came when it fails: no connection, no TLS, no response. */
function watch(request: ClientRequest, fail: (failure: AttemptFailure) => void, succeed: (response: IncomingMessage) => void): void {
  let stage: AttemptFailure = AttemptFailure.CONNECT;
  request.once('socket', (socket) => {
    socket.once('connect', () => (stage = request.protocol === 'https:' ? AttemptFailure.TLS : AttemptFailure.CLOSED));
    socket.once('secureConnect', () => (stage = AttemptFailure.CLOSED));
  });
  request.on('error', (error: NodeJS.ErrnoException) => fail(error.code?.startsWith('HPE_') ? AttemptFailure.NOT_HTTP : stage));
  request.once('close', () => fail(stage));
  request.once('response', succeed);
}

function replyOf({ statusCode = 0, headers }: IncomingMessage): Omit<Reply, 'durationMs'> {
  const isSuccess = statusCode >= 200 && statusCode <= 299;
  return { status: statusCode, failure: isSuccess ? null : AttemptFailure.STATUS, retryAfter: headers['retry-after'] };
}
