import type { Environment } from './environment.js';

/**
 * What one call writes and the response that is kept for it, together: everything is committed when that response is, or nothing is. It travels
 * openly, with the caller and with the actor that is made of it. Until the first write it holds no connection; that one says which schema it is of.
 * Only the store writes and reads in it.
 */
export interface UnitOfWork {
  /** Runs it once everything is committed; never when it is not. It must not throw. */
  afterCommit(run: () => void): void;
  /** Settles when all that was written is committed; rejects when it was undone. */
  ended(): Promise<void>;
}

/** An agent's clock in the sandbox, as it stood when a moment was taken from it. */
export interface ClockStamp {
  readonly agentCode: string;
  readonly generation: number;
  /** What time it was really. */
  readonly realAt: Date;
  /** Whether faults may be armed for the agent's calls: read with the clock, so that it costs a call nothing (sandbox.20). */
  readonly hasArmedFaults?: boolean;
  /** The clock's own work, which goes on while it advances. */
  readonly isOwn?: true;
}

/** Who writes to an environment: a caller, or the actor of an action. Without a unit of work every write is a transaction of its own. */
export interface Writer {
  readonly environment: Environment;
  readonly unitOfWork?: UnitOfWork | undefined;
  /** The clock that the moment of the writes is of: they are refused once it was moved. Never in production. */
  readonly clock?: ClockStamp | undefined;
}

/** Runs it once what the writer writes is committed: at the end of the unit of work, or now where each write is committed by itself. */
export function onceCommitted({ unitOfWork }: Pick<Writer, 'unitOfWork'>, run: () => void): void {
  if (unitOfWork) unitOfWork.afterCommit(run);
  else run();
}
