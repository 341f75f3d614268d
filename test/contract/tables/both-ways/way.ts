import type { Role } from '../../../../src/identity/user.service.js';
import type { Client } from '../../../support/client.js';
import type { CallFixture } from './call-fixture.js';

/** A call of an operation, without method and path. */
export interface Call {
  /** Values of the path parameters in order; 1 for missing ones. */
  readonly at?: readonly (number | string)[];
  readonly query?: string;
  readonly json?: unknown;
  readonly body?: Buffer;
  readonly type?: string;
  /** Caller, the agent by default. `key` sends only the agent's key, `stranger` nothing. */
  readonly by?: 'agent' | 'key' | 'stranger' | Role | Client;
}
export type Way = Call | ((fixture: CallFixture) => Call | Promise<Call>);

/**
 * A successful and a refused call of an operation. The expected error is `400 -300`, or a code of the gateway when the
 * service itself refuses nothing.
 */
export interface BothWays {
  readonly done: readonly [status: number, way: Way];
  readonly refused: readonly [refusal: string, way: Way];
}

/** Calls by operation, such as `GET /fire-api/rsc/applications/{id}`. */
export type Ways = Readonly<Record<string, BothWays>>;

/** A list that requires only a token or a key, so there is nothing else to refuse. */
export const NEEDS_TOKEN: BothWays = { done: [200, {}], refused: ['401 -201', { by: 'key' }] };
export const NEEDS_KEY: BothWays = { done: [200, { by: 'key' }], refused: ['403 API_KEY_MISSING', { by: 'stranger' }] };

/** Builds the calls of a list that knows the parameter with other values. */
export function asks(refusedQuery: string, query?: string, at: Call['at'] = []): BothWays {
  return { done: [200, { at, query }], refused: ['400 -105', { at, query: refusedQuery }] };
}
