import type { Holder } from './bulkhead.js';
import type { Environment } from './environment.js';
import type { Language } from './language.js';
import type { UnitOfWork, Writer } from './unit-of-work.js';

/** Where and when something is done; a caller is one, and so is an actor. */
export interface Occasion {
  readonly environment: Environment;
  /** The moment of the call, fixed once: whatever is decided, priced, dated or numbered counts from it, however long the call takes. */
  readonly at: Date;
}

/**
 * Who calls, resolved once at the edge and passed as the first argument from there on. Never changed.
 * On routes that need no bearer token `user` is null and `readableAgents` is empty.
 */
export interface Caller extends Occasion, Writer {
  readonly language: Language;
  /** Base of every address in a response: scheme, host and, in the sandbox, `/dev`; no trailing slash. */
  readonly root: string;
  readonly requestId: string;
  readonly programId: number;
  readonly keyPrefix: string;
  /** The versions of the object that the call may change; absent where any will do. */
  readonly expectedVersions?: readonly number[] | undefined;
  /** What the call writes belongs together with the response that is kept for its `Idempotency-Key`; absent without that header. */
  readonly unitOfWork?: UnitOfWork | undefined;
  readonly user: CallerUser | null;
}

export interface CallerUser {
  readonly id: number;
  readonly name: string;
  /** The agent the token acts for; every write belongs to this agent. */
  readonly agentCode: string;
  /** The agents whose applications the token may read: its own, and a supervisor's delegates. */
  readonly readableAgents: readonly string[];
}

/** The share that a program's call uses of what callers share (gateway.71). */
export function holderOf({ environment, programId }: Pick<Caller, 'environment' | 'programId'>): Holder<Environment> {
  return { lane: environment, owner: programId };
}

/** A caller with a live bearer token, as the user-context routes get it. */
export type UserCaller = Caller & { readonly user: CallerUser };
