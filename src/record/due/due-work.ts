import { Injectable } from '@nestjs/common';
import { toLocalDate } from '../../common/athens.js';
import { Clock } from '../../common/clock.js';
import { DomainError } from '../../common/domain-error.js';
import type { Environment } from '../../common/environment.js';
import { ErrorCode } from '../../common/error-codes.js';
import type { Doer } from '../applications/application.js';
import { Applications, type Decision } from '../applications/applications.js';
import { DueRepository, type DueItem } from './due.repository.js';

const BATCH = 200;
/** Refusals that mean that somebody else moved the application meanwhile. */
const MOVED: ReadonlySet<ErrorCode> = new Set([
  ErrorCode.NOT_ALLOWED_IN_STATUS,
  ErrorCode.FINAL_STATUS,
  ErrorCode.CHANGED_MEANWHILE,
  ErrorCode.APPLICATION_NOT_FOUND,
]);

/**
 * What time does to applications: the state table's rows of the clock. Any number of nodes may run it at once: each transition is written over
 * the version it was decided for, so an item is handled once, whoever comes first.
 */
@Injectable()
export class DueWork {
  constructor(
    private readonly repository: DueRepository,
    private readonly applications: Applications,
    private readonly clock: Clock,
  ) {}

  /** Moves everything that is due, also what follows from that, and answers how many transitions it made. After a downtime it catches up. */
  async run(environment: Environment): Promise<number> {
    let moved = 0;
    for (;;) {
      const now = this.clock.now();
      const due = await this.repository.findDue(environment, now, toLocalDate(now), BATCH);
      let handled = 0;
      for (const item of due) if (await this.move(environment, item)) handled += 1;
      moved += handled;
      if (handled === 0) return moved;
    }
  }

  private async move(environment: Environment, { id, action }: DueItem): Promise<boolean> {
    const doer: Doer = { environment, actor: 'clock', actorName: 'clock', keyPrefix: null, agentCode: null };
    try {
      await this.applications.actAs(doer, String(id), action, () => Promise.resolve(this.decide(id, action)));
      return true;
    } catch (error) {
      if (error instanceof DomainError && MOVED.has(error.code)) return false;
      throw error;
    }
  }

  private decide(id: number, action: DueItem['action']): Decision<unknown> {
    switch (action) {
      case 'prepay_expires':
        return { change: { payBy: null }, reason: 'PREPAY_EXPIRED' };
      case 'acceptance_expires':
        return { change: { acceptBy: null }, reason: 'NO_ANSWER' };
      case 'instalment_unpaid':
        return { change: {}, reason: 'INSTALMENT_UNPAID' };
      case 'lapse':
        return { change: {}, reason: 'INSTALMENT_UNPAID', also: (tx) => this.repository.cancelPendingReceipts(tx, id) };
      case 'expire':
        return { change: {}, reason: 'PERIOD_ENDED' };
    }
  }
}
