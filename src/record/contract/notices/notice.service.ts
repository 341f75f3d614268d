import { Injectable } from '@nestjs/common';
import { toLocalDate } from '../../../common/athens.js';
import type { OperationContext } from '../../../common/caller.js';
import type { Environment } from '../../../common/environment.js';
import type { Writer } from '../../../common/unit-of-work.js';
import type { Job } from '../../../jobs/job.js';
import { Scheduler } from '../../../jobs/scheduler.js';
import { AgentClocks } from '../../../store/agent-clocks.js';
import { ClockMovedError } from '../../../store/clock-stamp.js';
import { Store, type Transaction } from '../../../store/store.js';
import { ApplicationService } from '../../core/applications/application.service.js';
import { NoticeLetters } from './notice-letters.js';
import { NoticeRepository, type DueNotice } from './notice.repository.js';

const INTERVAL_MS = 60_000;
const BATCH = 200;

@Injectable()
export class NoticeClocks {
  constructor(
    private readonly store: Store,
    private readonly agentClocks: AgentClocks,
  ) {}

  applyStopped(context: OperationContext & Writer): Promise<(OperationContext & Writer)[]> {
    return this.agentClocks.applyStoppedClocks(context);
  }

  /** Uses the time of the agent's clock, which cannot be moved meanwhile. */
  async inTransaction<T>(
    context: OperationContext & Writer,
    agentCode: string,
    work: (tx: Transaction, dated: OperationContext & Writer) => Promise<T>,
  ): Promise<T> {
    const dated = await this.agentClocks.applyClock(context, agentCode);
    return this.store.transaction(dated, (tx) => work(tx, dated));
  }
}

/** Several nodes may run it (letters.10). */
@Injectable()
export class NoticeService {
  readonly job: Job<Environment>;

  constructor(
    scheduler: Scheduler,
    private readonly repository: NoticeRepository,
    private readonly applications: ApplicationService,
    private readonly letters: NoticeLetters,
    private readonly clocks: NoticeClocks,
  ) {
    this.job = scheduler.addToEnvironments({
      name: 'write notices',
      everyMs: INTERVAL_MS,
      pass: (environment, { at, signal }) => this.run({ environment, at }, signal),
    });
  }

  async run(context: OperationContext & Writer, signal?: AbortSignal): Promise<number> {
    const stopped = context.clock ? [] : await this.clocks.applyStopped(context);
    let written = 0;
    for (const each of [context, ...stopped]) written += await this.writeAll(each, signal);
    return written;
  }

  findNext(environment: Environment, agentCode: string, until: Date): Promise<Date | null> {
    return this.repository.findNext(environment, agentCode, until);
  }

  private async writeAll(context: OperationContext & Writer, signal?: AbortSignal): Promise<number> {
    let written = 0;
    while (signal?.aborted !== true) {
      const due = await this.repository.listDue(context, toLocalDate(context.at), BATCH);
      let handled = 0;
      for (const notice of due) if (await this.write(context, notice)) handled += 1;
      written += handled;
      if (handled === 0) break;
    }
    return written;
  }

  private async write(context: OperationContext & Writer, due: DueNotice): Promise<boolean> {
    const application = await this.applications.getAnyApplication(context.environment, String(due.applicationId));
    const creditors = await this.letters.findCreditors(context.environment, application, due);
    try {
      return await this.clocks.inTransaction(context, application.agentCode, async (tx, dated) => {
        const notice = await this.repository.lockDue(tx, toLocalDate(dated.at), due);
        return notice !== null && this.letters.write(tx, dated, application, notice, creditors);
      });
    } catch (error) {
      // The call that moves an agent's clock writes these notices itself.
      if (error instanceof ClockMovedError) return false;
      throw error;
    }
  }
}
