import { Injectable, Logger } from '@nestjs/common';
import { PeriodicWork } from '../../common/periodic-work.js';
import { Store } from '../../store/store.js';
import { AgentResetRepository } from './agent-reset.repository.js';

const INTERVAL_MS = 1_000;

/**
 * Does resets part by part, each part in a transaction of its own. What is left is found anew for each, so that any number of nodes may do so, and what
 * a node left when it ended goes on at the next start, or on another one.
 */
@Injectable()
export class AgentResetWorker extends PeriodicWork<'sandbox'> {
  private readonly logger = new Logger(AgentResetWorker.name);

  constructor(
    private readonly store: Store,
    private readonly repository: AgentResetRepository,
  ) {
    super(INTERVAL_MS, ['sandbox']);
  }

  protected async pass(): Promise<void> {
    while (!this.isClosing && (await this.doPart()));
  }

  protected noteFailure(_place: 'sandbox', reason: string): void {
    this.logger.warn(`Resets wait for their next pass: ${reason}`);
  }

  /** False when nothing is to be done. */
  private async doPart(): Promise<boolean> {
    const done = await this.store.transaction('sandbox', async (tx) => {
      const agentCode = await this.repository.claim(tx);
      if (agentCode === null) return null;
      const isOver = !(await this.repository.takePart(tx, agentCode));
      if (isOver) await this.repository.finish(tx, agentCode);
      return { agentCode, isOver };
    });
    if (done?.isOver === true) this.logger.log(`Agent ${done.agentCode} was reset in the sandbox`);
    return done !== null;
  }
}
