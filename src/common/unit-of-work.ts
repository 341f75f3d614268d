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
  readonly hasArmedFaults?: boolean;
  readonly isOwn?: true;
}

export interface Writer {
  readonly environment: Environment;
  readonly unitOfWork?: UnitOfWork | undefined;
  readonly clock?: ClockStamp | undefined;
}

export function getEnvironment(where: Environment | Writer): Environment {
  return typeof where === 'string' ? where : where.environment;
}

export function runAfterCommit({ unitOfWork }: Pick<Writer, 'unitOfWork'>, run: () => void): void {
  if (unitOfWork) unitOfWork.afterCommit(run);
  else run();
}
