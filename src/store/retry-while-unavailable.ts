import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '../common/domain-error.js';
import { ErrorCode } from '../common/error-codes.js';

interface Patience {
  readonly attempts: number;
  readonly pauseMs: number;
}

const A_MINUTE: Patience = { attempts: 60, pauseMs: 1_000 };

export async function retryWhileUnavailable<T>(work: () => Promise<T>, { attempts, pauseMs }: Patience = A_MINUTE): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isUnavailable = error instanceof DomainError && error.code === ErrorCode.UNAVAILABLE;
      if (!isUnavailable || attempt === attempts) throw error;
      await sleep(pauseMs);
    }
  }
}
