import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { DomainError } from '../../common/domain-error.js';
import type { Environment } from '../../common/environment.js';
import { PeriodicWork } from '../../common/periodic-work.js';
import { Config } from '../../config/config.js';
import { BankStatementRepository, type LeasedStatement } from '../../record/statements/bank-statement.repository.js';
import { StatementBookingService, type StatementBooker } from '../../record/statements/statement-booking.service.js';
import { AuditService, type AuditActor } from '../audit/audit.service.js';

const INTERVAL_MS = 2_000;
/** A node that ended without a word is waited for so long; the work of another one meanwhile would be in vain, and never wrong. */
const LEASE_SECONDS = 10;
const AT_ONCE = 50;

/**
 * Books the transfers of uploaded statements, each in a transaction of its own. What a node left when it ended goes on at the next start, or on another
 * one. A transfer that fails is tried again in the next pass, and keeps no other waiting.
 */
@Injectable()
export class StatementBookingWorker extends PeriodicWork<Environment> {
  private readonly logger = new Logger(StatementBookingWorker.name);

  constructor(
    config: Config,
    private readonly repository: BankStatementRepository,
    private readonly booking: StatementBookingService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {
    super(INTERVAL_MS, config.environments);
  }

  protected async pass(environment: Environment): Promise<void> {
    for (let after = 0; !this.isClosing;) {
      const statement = await this.repository.lease(environment, after, LEASE_SECONDS);
      if (statement === null) return;
      after = statement.id;
      await this.book(environment, statement);
    }
  }

  protected noteFailure(environment: Environment, reason: string): void {
    this.logger.warn(`Bank statements of ${environment} wait: ${reason}`);
  }

  private async book(environment: Environment, statement: LeasedStatement): Promise<void> {
    for (let after = 0; !this.isClosing;) {
      const transfers = await this.repository.findWaiting(environment, statement.id, after, AT_ONCE);
      const last = transfers.at(-1);
      if (!last) break;
      for (const transfer of transfers) {
        if (this.isClosing) break;
        await this.booking.book(this.bookerOf(environment, statement), transfer).catch((error: unknown) => {
          const reason = error instanceof DomainError ? `${error.code} ${error.message}` : String(error);
          this.logger.warn(`Transfer ${transfer.id} of bank statement ${statement.id} in ${environment} waits: ${reason}`);
        });
      }
      await this.repository.prolong(environment, statement.id, LEASE_SECONDS);
      after = last.id;
    }
    await this.repository.finish(environment, statement.id, this.clock.now());
    await this.repository.release(environment, statement.id);
  }

  /** In the name of who uploaded it. */
  private bookerOf(environment: Environment, { uploadedById: userId, uploadedBy: name, actor }: LeasedStatement): StatementBooker {
    return {
      ...{ environment, at: this.clock.now(), userId, name },
      audit: (tx, booked, id, details) =>
        this.audit.record(tx, actor as AuditActor, {
          ...(booked === 'payment'
            ? ({ action: 'book', subject: 'payment' } as const)
            : ({ action: 'return', subject: 'refund' } as const)),
          ...{ id, environment, details },
        }),
    };
  }
}
