import { Injectable, Logger } from '@nestjs/common';
import { DomainError } from '../../../common/domain-error.js';
import type { OperationContext } from '../../../common/caller.js';
import type { Environment } from '../../../common/environment.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { workInLanes } from '../../../common/lanes.js';
import type { Writer } from '../../../common/unit-of-work.js';
import type { Job } from '../../../jobs/job.js';
import { Scheduler } from '../../../jobs/scheduler.js';
import { AgentClocks } from '../../../store/agent-clocks.js';
import { ClockMovedError } from '../../../store/clock-stamp.js';
import type { Transaction } from '../../../store/store.js';
import type { Actor } from '../../core/applications/application.js';
import { ApplicationService, type Save } from '../../core/applications/application.service.js';
import { DueBookingService } from './due-booking.service.js';
import { DueDecisionService } from './due-decision.service.js';
import { DueRepository, type DueItem } from './due.repository.js';

const INTERVAL_MS = 20_000;
const LANES = 4;
const OVERTAKEN_ERRORS: ReadonlySet<ErrorCode> = new Set([
  ErrorCode.NOT_ALLOWED_IN_STATUS,
  ErrorCode.FINAL_STATUS,
  ErrorCode.CHANGED_MEANWHILE,
  ErrorCode.APPLICATION_NOT_FOUND,
]);

/** Several nodes may run it: each transition is written once. */
@Injectable()
export class DueService {
  readonly job: Job<Environment>;
  private readonly logger = new Logger(DueService.name);

  constructor(
    scheduler: Scheduler,
    private readonly repository: DueRepository,
    private readonly applications: ApplicationService,
    private readonly decisions: DueDecisionService,
    private readonly agentClocks: AgentClocks,
    private readonly bookings: DueBookingService,
  ) {
    this.job = scheduler.addToEnvironments({
      name: 'apply due changes',
      everyMs: INTERVAL_MS,
      pass: async (environment, { at }) => {
        const moved = await this.run({ environment, at });
        if (moved > 0) this.logger.log(`The clock moved ${moved} applications in ${environment}.`);
      },
    });
  }

  /** Returns the number of transitions. Throws the errors of failed items after the others are done. */
  async run(context: OperationContext & Writer): Promise<number> {
    const frozen = context.clock ? [] : await this.agentClocks.applyStoppedClocks(context);
    const failures: unknown[] = [];
    let moved = 0;
    for (const each of [context, ...frozen]) moved += await this.runAt(each, failures);
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} due transitions failed, ${moved} succeeded.`);
    return moved;
  }

  findNext(environment: Environment, agentCode: string, until: Date): Promise<Date | null> {
    return this.repository.findNext(environment, agentCode, until);
  }

  private async runAt(context: OperationContext & Writer, failures: unknown[]): Promise<number> {
    await this.book(context, failures);
    const moment = await this.repository.getMoment(context.environment, context.at);
    const skipped: DueItem[] = [];
    let moved = 0;
    for (;;) {
      const due = await this.repository.listDue(context, moment, skipped);
      if (due.length === 0) return moved;
      // An agent's clock performs them one after the other, by id.
      await workInLanes(due, { lanes: context.clock ? 1 : LANES, keyOf: ({ id }) => id }, async (item) => {
        if (await this.tryToMove(context, item, failures)) moved += 1;
        else skipped.push(item);
      });
    }
  }

  private async book(context: OperationContext & Writer, failures: unknown[]): Promise<void> {
    try {
      await this.bookings.run(context);
    } catch (error) {
      if (!(error instanceof ClockMovedError)) failures.push(error);
    }
  }

  private async tryToMove(context: OperationContext & Writer, item: DueItem, failures: unknown[]): Promise<boolean> {
    try {
      return await this.move(context, item);
    } catch (error) {
      failures.push(error);
      return false;
    }
  }

  private async move({ environment, at, clock }: OperationContext & Writer, item: DueItem): Promise<boolean> {
    const actor: Actor = { environment, at, clock, role: 'clock', name: 'clock', keyPrefix: null, agentCode: null };
    try {
      await this.applications.actAs(actor, String(item.id), item.action, async (current, _row, by) => {
        const decided = await this.decisions.decide(item, current, by);
        const within = async (tx: Transaction, save: Save): Promise<void> => {
          if (!(await this.repository.isDue(tx, by, item))) throw new DomainError(ErrorCode.CHANGED_MEANWHILE);
          await decided.within?.(tx, save);
        };
        return { ...decided, within };
      });
      return true;
    } catch (error) {
      // The call that moves an agent's clock performs these transitions itself.
      if (error instanceof ClockMovedError || (error instanceof DomainError && OVERTAKEN_ERRORS.has(error.code))) return false;
      throw error;
    }
  }
}
