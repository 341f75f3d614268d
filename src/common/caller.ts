import type { Holder } from './bulkhead.js';
import type { Environment } from './environment.js';
import type { Language } from './language.js';
import type { UnitOfWork, Writer } from './unit-of-work.js';

/** Environment and moment of an action. */
export interface Occasion {
  readonly environment: Environment;
  /** Moment of the call, which everything in it counts from (ADR-13). */
  readonly at: Date;
}

/** The caller of a service. `user` is null on routes without a bearer token. */
export interface Caller extends Occasion, Writer {
  readonly language: Language;
  /** Base of addresses in a response: scheme, host and in the sandbox `/dev`. */
  readonly root: string;
  readonly requestId: string;
  readonly programId: number;
  readonly keyPrefix: string;
  /** Versions that the call may change; absent for any. */
  readonly expectedVersions?: readonly number[] | undefined;
  /** Absent without an `Idempotency-Key`. */
  readonly unitOfWork?: UnitOfWork | undefined;
  readonly user: CallerUser | null;
}

export interface CallerUser {
  readonly id: number;
  readonly name: string;
  /** Agent that the token acts for. */
  readonly agentCode: string;
  /** Agents whose applications the token may read. */
  readonly readableAgents: readonly string[];
}

/** Returns the owner of a program's share (gateway.71). */
export function holderOf({ environment, programId }: Pick<Caller, 'environment' | 'programId'>): Holder<Environment> {
  return { lane: environment, owner: programId };
}

/** A caller with a live bearer token. */
export type UserCaller = Caller & { readonly user: CallerUser };
