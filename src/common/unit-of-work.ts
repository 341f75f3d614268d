import type { Environment } from './environment.js';

/** Writes of one call and its stored response, which are committed together. It holds no connection until the first write. */
export interface UnitOfWork {
  /** Runs it after the commit. It must not throw. */
  afterCommit(run: () => void): void;
  /** Settles with the commit; rejects when the writes were undone. */
  ended(): Promise<void>;
}

/** Agent's clock in the sandbox when a moment was taken from it. */
export interface ClockStamp {
  readonly agentCode: string;
  readonly generation: number;
  /** Real time. */
  readonly realAt: Date;
  /** Whether faults may be armed for the agent's calls (sandbox.20). */
  readonly hasArmedFaults?: boolean;
  /** Work of the clock itself. */
  readonly isOwn?: true;
}

/** A caller or actor that writes. Without a unit of work every write is a transaction. */
export interface Writer {
  readonly environment: Environment;
  readonly unitOfWork?: UnitOfWork | undefined;
  /** Clock of the moment: the writes are refused once it was moved. Never in production. */
  readonly clock?: ClockStamp | undefined;
}

/** Runs it after the commit of the unit of work, or now without one. */
export function onceCommitted({ unitOfWork }: Pick<Writer, 'unitOfWork'>, run: () => void): void {
  if (unitOfWork) unitOfWork.afterCommit(run);
  else run();
}
