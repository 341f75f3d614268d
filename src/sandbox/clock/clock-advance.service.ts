import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '../../common/environment.js';
import { DueRepository } from '../../record/contract/due/due.repository.js';
import { DueService } from '../../record/contract/due/due.service.js';
import { AgentClockRepository, type AdvancingClock } from './agent-clock.repository.js';

const ENVIRONMENT: Environment = 'sandbox';
/** What a reader or a printer holds at the moment is free soon. */
const HELD_MS = 20;

/**
 * Brings clocks on to where they are to stand, from one moment at which something becomes due to the next, and does each time what is due (sandbox.6).
 * All that it knows is in the database: another process goes on with what one left. Two at once do no harm; the lease saves work.
 */
@Injectable()
export class ClockAdvanceService {
  constructor(
    private readonly repository: AgentClockRepository,
    private readonly dueTimes: DueRepository,
    private readonly dueWork: DueService,
  ) {}

  /** Takes up one clock after the other until none is left, or `isOver` says so. */
  async run(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const clock = await this.repository.claim(ENVIRONMENT);
      if (clock === null) return;
      await this.advance(clock, isOver);
    }
  }

  private async advance(clock: AdvancingClock, isOver: () => boolean): Promise<void> {
    const { agentCode, generation, advanceTo } = clock;
    let { frozenAt } = clock;
    while (!isOver()) {
      const next = await this.dueTimes.findNext(ENVIRONMENT, agentCode, advanceTo);
      if (next === null) return this.repository.finish(ENVIRONMENT, clock);
      if (next > frozenAt) frozenAt = next;
      if (!(await this.repository.move(ENVIRONMENT, clock, frozenAt))) return;
      const stamp = { agentCode, generation, realAt: frozenAt, isOwn: true } as const;
      const moved = await this.dueWork.run({ environment: ENVIRONMENT, at: frozenAt, clock: stamp });
      if (moved === 0) await sleep(HELD_MS);
    }
  }
}
