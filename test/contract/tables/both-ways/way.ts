import type { Role } from '../../../../src/identity/user.service.js';
import type { Client } from '../../../support/client.js';
import type { CallFixture } from './call-fixture.js';

/** A call of an operation, as far as its method and path do not say it. */
export interface Call {
  /** What stands for the parameters of the path, in their order; 1 where it ends. */
  readonly at?: readonly (number | string)[];
  readonly query?: string;
  readonly json?: unknown;
  /** A file, with its media type. */
  readonly body?: Buffer;
  readonly type?: string;
  /** The agent where it is absent. `key`: with the agent's key alone; `stranger`: with nothing. */
  readonly by?: 'agent' | 'key' | 'stranger' | Role | Client;
}
export type Way = Call | ((fixture: CallFixture) => Call | Promise<Call>);

/**
 * How an operation succeeds, and how the service refuses it: `400 -300`, or the gateway's code where the service has
 * nothing to refuse.
 */
export interface BothWays {
  readonly done: readonly [status: number, way: Way];
  readonly refused: readonly [refusal: string, way: Way];
}

/** By operation: `GET /fire-api/rsc/applications/{id}`. */
export type Ways = Readonly<Record<string, BothWays>>;

/** A list that asks for nothing but a token, or a key: there is nothing else to refuse. */
export const NEEDS_TOKEN: BothWays = { done: [200, {}], refused: ['401 -201', { by: 'key' }] };
export const NEEDS_KEY: BothWays = { done: [200, { by: 'key' }], refused: ['403 API_KEY_MISSING', { by: 'stranger' }] };

/** A list that knows the parameter with another value. */
export function asks(refusedQuery: string, query?: string, at: Call['at'] = []): BothWays {
  return { done: [200, { at, query }], refused: ['400 -105', { at, query: refusedQuery }] };
}
