import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '../../common/environment.js';
import type { Job } from '../../jobs/job.js';
import { Scheduler } from '../../jobs/scheduler.js';
import { DueService } from '../../record/contract/due/due.service.js';
import { NoticeService } from '../../record/contract/notices/notice.service.js';
import { AgentClockRepository, type AdvancingClock } from './agent-clock.repository.js';

const ENVIRONMENT: Environment = 'sandbox';
const INTERVAL_MS = 1_000;
const LANES = ['sandbox 1', 'sandbox 2', 'sandbox 3', 'sandbox 4'] as const;
/** Pause before the next attempt when all due rows are locked. */
const LOCKED_PAUSE_MS = 20;

/** Goes from one due time to the next; any process can continue (sandbox.6). */
@Injectable()
export class ClockAdvanceService {
  private readonly job: Job<(typeof LANES)[number]>;

  constructor(
    scheduler: Scheduler,
    private readonly repository: AgentClockRepository,
    private readonly dueWork: DueService,
    private readonly notices: NoticeService,
  ) {
    this.job = scheduler.add({
      name: "advance agents' clocks",
      everyMs: INTERVAL_MS,
      places: LANES,
      pass: (_, { signal }) => this.advanceAll(signal),
    });
  }

  begin(): void {
    for (const lane of LANES) void this.job.run(lane);
  }

  private async advanceAll(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const clock = await this.repository.claim(ENVIRONMENT);
      if (clock === null) return;
      await this.advance(clock, signal);
    }
  }

  private async advance(clock: AdvancingClock, signal: AbortSignal): Promise<void> {
    const { agentCode, generation, advanceTo } = clock;
    let { frozenAt } = clock;
    while (!signal.aborted) {
      const next = await this.findNext(agentCode, advanceTo);
      if (next === null) return this.repository.finish(ENVIRONMENT, clock);
      if (next > frozenAt) frozenAt = next;
      if (!(await this.repository.move(ENVIRONMENT, clock, frozenAt))) return;
      const stamp = { agentCode, generation, realAt: frozenAt, isOwn: true } as const;
      const context = { environment: ENVIRONMENT, at: frozenAt, clock: stamp };
      const moved = (await this.dueWork.run(context)) + (await this.notices.run(context));
      if (moved === 0) await sleep(LOCKED_PAUSE_MS);
    }
  }

  private async findNext(agentCode: string, until: Date): Promise<Date | null> {
    const instants = await Promise.all([
      this.dueWork.findNext(ENVIRONMENT, agentCode, until),
      this.notices.findNext(ENVIRONMENT, agentCode, until),
    ]);
    const [next] = instants.filter((at) => at !== null).sort((a, b) => Number(a) - Number(b));
    return next ?? null;
  }
}
