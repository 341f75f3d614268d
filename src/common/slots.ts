import { DomainError } from './domain-error.js';
import { ErrorCode } from './error-codes.js';

/** So many pieces of work at a time; the others wait for their turn, in order, and not longer than the limit. */
export class Slots {
  private readonly waiting = new Set<() => void>();
  private free: number;

  constructor(
    count: number,
    private readonly longestWaitMs: number,
  ) {
    this.free = count;
  }

  /** @throws DomainError UNAVAILABLE when no slot was free in time, and what the work throws */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await this.turn();
    try {
      return await work();
    } finally {
      const [next] = this.waiting;
      if (next) next();
      else this.free += 1;
    }
  }

  private turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const take = (): void => {
        clearTimeout(timer);
        this.waiting.delete(take);
        resolve();
      };
      const timer = setTimeout(() => {
        this.waiting.delete(take);
        reject(new DomainError(ErrorCode.UNAVAILABLE));
      }, this.longestWaitMs);
      this.waiting.add(take);
    });
  }
}
