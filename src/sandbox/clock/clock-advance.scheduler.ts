import { Injectable, Logger } from '@nestjs/common';
import { PeriodicWork } from '../../common/periodic-work.js';
import { ClockAdvanceService } from './clock-advance.service.js';

const INTERVAL_MS = 1_000;
/** So many clocks advance side by side on a node. */
const LANES = ['1', '2', '3', '4'] as const;
type Lane = (typeof LANES)[number];

/** Advances clocks: at once where that was asked for, and what another process has left. */
@Injectable()
export class ClockAdvanceScheduler extends PeriodicWork<Lane> {
  private readonly logger = new Logger(ClockAdvanceScheduler.name);

  constructor(private readonly advances: ClockAdvanceService) {
    super(INTERVAL_MS, LANES);
  }

  begin(): void {
    for (const lane of LANES) this.hurry(lane);
  }

  protected pass(): Promise<void> {
    return this.advances.run(() => this.isClosing);
  }

  protected noteFailure(_lane: Lane, reason: string): void {
    this.logger.warn(`An agent's clock could not be advanced: ${reason}`);
  }
}
