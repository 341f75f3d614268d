import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Holder } from '../../common/bulkhead.js';
import type { Caller } from '../../common/caller.js';
import type { Environment } from '../../common/environment.js';
import type { ApiKey } from '../../identity/api-key.service.js';
import type { TokenState } from '../../identity/token.service.js';
import type { TransactionalUnit } from '../../store/store.js';
import type { Exchange } from './exchange.js';
import type { Route, RouteRules } from './route-rules.js';
import type { TokenForm } from './token-form.js';

export type PresentedToken = TokenState | { readonly kind: 'absent' } | { readonly kind: 'failed'; readonly error: unknown };

export interface KeyOwner {
  readonly scope: readonly unknown[];
  /** Responses to programs are stored in their environment, those to staff and of writes to keys in `gateway`. */
  readonly table: 'services' | 'staff';
  /** Agent of a service call (null without a user), or environment of a call whose response is in `gateway`. */
  readonly name: string | null;
}

/** Call that is completed step by step. Services get its `caller` only. */
export class Call {
  readonly requestId: string;
  readonly startedMs = performance.now();
  environment: Environment = 'production';
  route: Route | null = null;
  hasMalformedPath = false;
  rules: RouteRules | null = null;
  key: ApiKey | null = null;
  /** Null before the check of the key, and if a trusted proxy names no address. */
  address: string | null = null;
  token: PresentedToken = { kind: 'absent' };
  tokenForm: TokenForm | null = null;
  caller: Caller | null = null;
  /** Owner of the shared resources that the call uses (gateway.71). Null on open routes. */
  holder: Holder | null = null;
  keyOwner: KeyOwner | null = null;
  unitOfWork: TransactionalUnit | null = null;
  uploadSha256: Buffer | null = null;
  /** Null in production, where nothing of it is recorded. */
  exchange: Exchange | null = null;
  errorCode: string | null = null;
  serviceStartedMs: number | null = null;
  serviceEndedMs: number | null = null;
  streamedBytes = 0;

  constructor(readonly atMs: number) {
    this.requestId = createRequestId(atMs);
  }
}

const CALL = Symbol('call');
type WithCall = IncomingMessage & { [CALL]?: Call };

export function createCall(request: IncomingMessage, atMs: number): Call {
  return ((request as WithCall)[CALL] = new Call(atMs));
}

export function getCall(request: IncomingMessage): Call {
  const call = (request as WithCall)[CALL];
  if (call === undefined) throw new Error('The request did not pass the middleware of the gateway');
  return call;
}

const MOMENT_DIGITS = 12;
const RANDOM_FROM = 15;

/** Creates a UUID of version 7, by which stored calls are found by time. `atMs`: Unix time. */
export function createRequestId(atMs: number): string {
  const moment = atMs.toString(16).padStart(MOMENT_DIGITS, '0');
  return `${moment.slice(0, 8)}-${moment.slice(8)}-7${randomUUID().slice(RANDOM_FROM)}`;
}

const REQUEST_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

export function isRequestId(text: string): boolean {
  return REQUEST_ID.test(text);
}

export function getMoment(requestId: string): Date {
  return new Date(parseInt(requestId.replace('-', '').slice(0, MOMENT_DIGITS), 16));
}
