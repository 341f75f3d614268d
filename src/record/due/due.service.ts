import { Injectable } from '@nestjs/common';
import { toLocalDate } from '../../common/athens.js';
import { DomainError } from '../../common/domain-error.js';
import type { Occasion } from '../../common/caller.js';
import type { Environment } from '../../common/environment.js';
import { ErrorCode } from '../../common/error-codes.js';
import type { Transaction } from '../../store/store.js';
import type { ApplicationChange, Actor } from '../applications/application.js';
import { ApplicationService, type Save } from '../applications/application.service.js';
import { ReceiptRepository } from '../ledger/receipt.repository.js';
import { DueRepository, type DueItem, type Moment } from './due.repository.js';

const BATCH = 200;
/** What each action of the clock changes, and the reason that its entry of the history gives. */
const DECISIONS: Readonly<Record<DueItem['action'], { readonly change: ApplicationChange; readonly reason: string }>> = {
  prepay_expires: { change: { payBy: null }, reason: 'PREPAY_EXPIRED' },
  acceptance_expires: { change: { acceptBy: null }, reason: 'NO_ANSWER' },
  instalment_unpaid: { change: {}, reason: 'INSTALMENT_UNPAID' },
  lapse: { change: {}, reason: 'INSTALMENT_UNPAID' },
  expire: { change: {}, reason: 'PERIOD_ENDED' },
  renewal_starts: { change: {}, reason: 'RENEWAL_STARTS' },
};
/** Refusals that mean that another action changed the application meanwhile. */
const MOVED: ReadonlySet<ErrorCode> = new Set([
  ErrorCode.NOT_ALLOWED_IN_STATUS,
  ErrorCode.FINAL_STATUS,
  ErrorCode.CHANGED_MEANWHILE,
  ErrorCode.APPLICATION_NOT_FOUND,
]);

/**
 * What time does to applications: the state table's rows of the clock. Any number of nodes may run it at once: each transition is written over
 * the version it was decided for, and only while it is due, so an item is handled once, whoever comes first.
 */
@Injectable()
export class DueService {
  constructor(
    private readonly repository: DueRepository,
    private readonly applications: ApplicationService,
    private readonly receipts: ReceiptRepository,
  ) {}

  /**
   * Moves everything that is due at that moment, also what follows from that, and returns how many transitions it made. After a downtime it
   * catches up.
   * An item that fails is reported once the others are done.
   */
  async run(occasion: Occasion): Promise<number> {
    const failures: unknown[] = [];
    let moved = 0;
    for (;;) {
      const handled = await this.pass(occasion, failures);
      moved += handled;
      if (failures.length > 0) throw new AggregateError(failures, `${failures.length} due items failed, ${moved} were moved`);
      if (handled === 0) return moved;
    }
  }

  /** Once through the list. */
  private async pass({ environment, at }: Occasion, failures: unknown[]): Promise<number> {
    const moment: Moment = { now: at, today: toLocalDate(at) };
    let handled = 0;
    let lastId = 0;
    for (;;) {
      const due = await this.repository.findDue(environment, moment, lastId, BATCH);
      for (const item of due) {
        try {
          if (await this.move(environment, item, moment)) handled += 1;
        } catch (error) {
          failures.push(error);
        }
      }
      const last = due.at(-1);
      if (last === undefined) return handled;
      lastId = last.id;
    }
  }

  /** False when another action changed the application meanwhile, or did what it waited for. */
  private async move(environment: Environment, item: DueItem, moment: Moment): Promise<boolean> {
    const actor: Actor = { environment, at: moment.now, role: 'clock', name: 'clock', keyPrefix: null, agentCode: null };
    const { change, reason } = DECISIONS[item.action];
    const within = async (tx: Transaction, save: Save): Promise<void> => {
      if (!(await this.repository.isDue(tx, moment, item))) throw new DomainError(ErrorCode.CHANGED_MEANWHILE);
      await save();
      if (item.action === 'lapse') await this.receipts.cancelPending(tx, item.id, moment.now);
    };
    try {
      await this.applications.actAs(actor, String(item.id), item.action, () => Promise.resolve({ change, reason, within }));
      return true;
    } catch (error) {
      if (error instanceof DomainError && MOVED.has(error.code)) return false;
      throw error;
    }
  }
}
