import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../common/clock.js';
import { DomainError } from '../../../common/domain-error.js';
import type { Environment } from '../../../common/environment.js';
import { workInLanes } from '../../../common/lanes.js';
import { getApplicationDigits } from '../../../common/rf-code.js';
import type { Job } from '../../../jobs/job.js';
import { Scheduler } from '../../../jobs/scheduler.js';
import {
  BankStatementRepository,
  type LeasedStatement,
  type WaitingTransfer,
} from '../../../record/exchange/statements/bank-statement.repository.js';
import type { BookedKind, StatementBooker } from '../../../record/exchange/statements/bank-item.service.js';
import { StatementBookingService } from '../../../record/exchange/statements/statement-booking.service.js';
import { AuditService, type AuditAction, type AuditActor, type AuditSubject } from '../../access/audit/audit.service.js';

const INTERVAL_MS = 2_000;
const AT_ONCE = 200;
const LANES = 4;
const GROUP_SIZE = 50;
const AUDITED: Readonly<Record<BookedKind, { readonly action: AuditAction; readonly subject: AuditSubject }>> = {
  payment: { action: 'book', subject: 'payment' },
  return: { action: 'return', subject: 'refund' },
  payout_batch: { action: 'confirm', subject: 'payout_batch' },
  bank_statement: { action: 'book', subject: 'bank_statement' },
};

interface TransferGroup {
  /** Groups with the same key are booked one after the other. */
  readonly key: string | number | null;
  readonly transfers: readonly WaitingTransfer[];
}

@Injectable()
export class StatementBookingWorker {
  readonly job: Job<Environment>;
  private readonly logger = new Logger(StatementBookingWorker.name);

  constructor(
    scheduler: Scheduler,
    private readonly repository: BankStatementRepository,
    private readonly booking: StatementBookingService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {
    this.job = scheduler.addToEnvironments({
      name: 'book bank statements',
      everyMs: INTERVAL_MS,
      pass: (environment, { signal }) => this.bookAll(environment, signal),
    });
  }

  private async bookAll(environment: Environment, signal: AbortSignal): Promise<void> {
    for (let after = 0; !signal.aborted;) {
      const statement = await this.repository.lease(environment, after);
      if (statement === null) return;
      after = statement.id;
      await this.book(environment, statement, signal);
    }
  }

  private async book(environment: Environment, statement: LeasedStatement, signal: AbortSignal): Promise<void> {
    for (let after = 0; !signal.aborted;) {
      const transfers = await this.repository.findWaiting(environment, statement.id, after, AT_ONCE);
      const last = transfers.at(-1);
      if (!last) break;
      await workInLanes(toGroups(transfers), { lanes: LANES, keyOf: ({ key }) => key }, async ({ transfers: group }) => {
        if (!signal.aborted) await this.bookGroup(environment, statement, group);
      });
      await this.repository.prolongLease(environment, statement.id);
      after = last.id;
    }
    await this.repository.finish(environment, statement.id, this.clock.now());
    await this.repository.release(environment, statement.id);
  }

  private async bookGroup(environment: Environment, statement: LeasedStatement, group: readonly WaitingTransfer[]): Promise<void> {
    const booker = this.buildBooker(environment, statement);
    for (const transfer of await this.suspendUnmatched(booker, group)) {
      await this.booking.book(booker, transfer).catch((error: unknown) => {
        const reason = error instanceof DomainError ? `${error.code} ${error.message}` : String(error);
        this.logger.warn(
          `Transfer ${transfer.id} of bank statement ${statement.id} in ${environment} was not booked and will be retried in the next pass: ${reason}`,
        );
      });
    }
  }

  /** Returns the transfers that must be booked one by one: all of them after an error. */
  private async suspendUnmatched(booker: StatementBooker, group: readonly WaitingTransfer[]): Promise<readonly WaitingTransfer[]> {
    if (!group.every(({ isUnmatched }) => isUnmatched)) return group;
    return this.booking.suspendUnmatched(booker, group).catch(() => group);
  }

  private buildBooker(environment: Environment, { uploadedById: userId, uploadedBy: name, actor }: LeasedStatement): StatementBooker {
    return {
      environment,
      at: this.clock.now(),
      userId,
      name,
      audit: (tx, booked, id, details) => this.audit.record(tx, actor as AuditActor, { ...AUDITED[booked], id, environment, details }),
    };
  }
}

/** Unmatched transfers are booked in groups, each of the others alone. */
function toGroups(transfers: readonly WaitingTransfer[]): TransferGroup[] {
  const unmatched = transfers.filter(({ isUnmatched }) => isUnmatched);
  const groups: TransferGroup[] = transfers
    .filter(({ isUnmatched }) => !isUnmatched)
    .map((transfer) => ({ key: findPayee(transfer), transfers: [transfer] }));
  for (let from = 0; from < unmatched.length; from += GROUP_SIZE)
    groups.push({ key: from, transfers: unmatched.slice(from, from + GROUP_SIZE) });
  return groups;
}

/** Returns null for transfers that are booked one after the other. */
function findPayee({ isCredit, returned, paymentCode, paymentCodes }: WaitingTransfer): string | null {
  return isCredit && returned === null && paymentCodes === null && paymentCode !== null ? getApplicationDigits(paymentCode) : null;
}
