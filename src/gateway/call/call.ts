import type { IncomingMessage } from 'node:http';
import type { Holder } from '../../common/bulkhead.js';
import type { Caller } from '../../common/caller.js';
import type { Environment } from '../../common/environment.js';
import type { ApiKey } from '../../identity/api-key.service.js';
import type { TokenState } from '../../identity/token.service.js';
import type { TransactionalUnit } from '../../store/store.js';
import { newRequestId } from './request-id.js';
import type { Route } from './route.js';
import type { RouteRules } from './route-rules.js';

/** What came with the call as a bearer token, once it was looked up. `failed` keeps the error for its turn. */
export type PresentedToken = TokenState | { readonly kind: 'absent' } | { readonly kind: 'failed'; readonly error: unknown };

/** Whose an `Idempotency-Key` is, and with whose responses its response is stored. */
export interface KeyOwner {
  /** Identifies the caller among those of the table. */
  readonly scope: readonly unknown[];
  /** The programs of the services, whose responses are stored in their environment, or staff, who write to `gateway` too. */
  readonly table: 'services' | 'staff';
  /** The agent that a service's call acts for, null without a user; the environment of a call of staff. */
  readonly name: string | null;
}

/** One call on its way through the gateway: each step writes down what the later ones need. The services get its `caller` only. */
export class Call {
  readonly requestId: string;
  readonly startedMs = performance.now();
  environment: Environment = 'production';
  route: Route | null = null;
  hasMalformedPath = false;
  rules: RouteRules | null = null;
  key: ApiKey | null = null;
  /** The address it came from, once its key is known; null when it has none that can be believed. */
  address: string | null = null;
  token: PresentedToken = { kind: 'absent' };
  caller: Caller | null = null;
  /** Whose share of common resources the call uses (gateway.71); null on open routes. */
  holder: Holder | null = null;
  /** Whose an `Idempotency-Key` of the call is; null where none counts. */
  keyOwner: KeyOwner | null = null;
  /** What the call writes and its stored response, together; null without an `Idempotency-Key`. */
  unitOfWork: TransactionalUnit | null = null;
  /** Digest of the file that the call sent, once it has come whole; null before, and when it sent none. */
  uploadSha256: Buffer | null = null;
  /** Code of the refusal: a gateway error's name or the error entity's number. */
  refusal: string | null = null;
  /** When the call was handed to the service; null while it was not, or never is. */
  serviceStartedMs: number | null = null;
  /** When the service returned its result; null when it wrote the response itself, or failed. */
  serviceEndedMs: number | null = null;
  /** Bytes of a response that is sent in parts, without `Content-Length`. */
  streamedBytes = 0;

  /** `atMs`: when it came, Unix time. */
  constructor(readonly atMs: number) {
    this.requestId = newRequestId(atMs);
  }
}

const CALL = Symbol('call');
type WithCall = IncomingMessage & { [CALL]?: Call };

/** `atMs`: when the request came, Unix time. */
export function attachCall(request: IncomingMessage, atMs: number): Call {
  return ((request as WithCall)[CALL] = new Call(atMs));
}

export function callOf(request: IncomingMessage): Call {
  const call = (request as WithCall)[CALL];
  if (call === undefined) throw new Error('The request did not pass the middleware of the gateway');
  return call;
}
