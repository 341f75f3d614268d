import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../../common/environment.js';
import { DeliveryOutcomeRepository, type AttemptOutcome } from './delivery-outcome.repository.js';

const PAUSE_MS = 1_000;

interface Waiting {
  readonly outcome: AttemptOutcome;
  readonly settle: () => void;
}

@Injectable()
export class OutcomeJournal {
  private readonly waiting = new Map<Environment, Waiting[]>();
  private readonly writing = new Set<Environment>();

  constructor(private readonly repository: DeliveryOutcomeRepository) {}

  /** Resolves when the outcome is written or its lease has ended, after which the delivery is sent again. */
  write(environment: Environment, outcome: AttemptOutcome): Promise<void> {
    return new Promise((settle) => {
      const queue = this.waiting.get(environment) ?? [];
      queue.push({ outcome, settle });
      this.waiting.set(environment, queue);
      void this.writeAll(environment);
    });
  }

  private async writeAll(environment: Environment): Promise<void> {
    if (this.writing.has(environment)) return;
    this.writing.add(environment);
    for (let batch = this.removeWaiting(environment); batch.length > 0; batch = this.removeWaiting(environment)) {
      try {
        await this.repository.write(
          environment,
          batch.map(({ outcome }) => outcome),
        );
        batch.forEach(({ settle }) => settle());
      } catch {
        // The database is unavailable. Outcomes wait until their leases end.
        this.waiting.set(environment, [...batch, ...(this.waiting.get(environment) ?? [])]);
        await sleep(PAUSE_MS, undefined, { ref: false });
      }
    }
    this.writing.delete(environment);
  }

  private removeWaiting(environment: Environment): Waiting[] {
    const all = this.waiting.get(environment) ?? [];
    this.waiting.delete(environment);
    const isOver = ({ outcome }: Waiting): boolean => outcome.leasedUntil.getTime() <= Date.now();
    all.filter(isOver).forEach(({ settle }) => settle());
    return all.filter((each) => !isOver(each));
  }
}
