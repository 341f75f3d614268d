import type { Environment } from './environment.js';

/** Writes of one call and its stored response, committed together. Uses no connection before the first write. */
export interface UnitOfWork {
  /** Runs `run`, which must not throw, after the commit. */
  afterCommit(run: () => void): void;
  /** Resolves at the commit, and rejects if the writes were rolled back. */
  ended(): Promise<void>;
}

export interface ClockStamp {
  readonly agentCode: string;
  readonly generation: number;
  readonly realAt: Date;
  /** Whether faults may be armed for the agent's calls (sandbox.20). */
  readonly hasArmedFaults?: boolean;
  /** Set for the work of the clock itself. */
  readonly isOwn?: true;
}

export interface Writer {
  readonly environment: Environment;
  readonly unitOfWork?: UnitOfWork | undefined;
  /** Writes are refused if this clock was moved. Absent in production. */
  readonly clock?: ClockStamp | undefined;
}

export function getEnvironment(where: Environment | Writer): Environment {
  return typeof where === 'string' ? where : where.environment;
}

/** Runs `run` after the commit of the unit of work, or immediately without one. */
export function runAfterCommit({ unitOfWork }: Pick<Writer, 'unitOfWork'>, run: () => void): void {
  if (unitOfWork) unitOfWork.afterCommit(run);
  else run();
}
