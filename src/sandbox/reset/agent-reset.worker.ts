import { Injectable, Logger } from '@nestjs/common';
import { PeriodicWork } from '../../common/periodic-work.js';
import { Store, type Transaction } from '../../store/store.js';
import { AgentResetRepository } from './agent-reset.repository.js';

const INTERVAL_MS = 1_000;
/** A part is never less than a row of it. */
const SMALLEST_SHARE = 1 / 4096;

/**
 * Does resets part by part, each part in a transaction of its own. What is left is found anew for each, so that any number of nodes may do so, and what
 * a node left when it ended goes on at the next start, or on another one. Agents take turns: one whose part fails, or who has much, keeps nobody waiting.
 */
@Injectable()
export class AgentResetWorker extends PeriodicWork<'sandbox'> {
  private readonly logger = new Logger(AgentResetWorker.name);
  /** Of agents whose last part failed. What takes longer than a statement may is tried with half as much, until it gets through. */
  private readonly shares = new Map<string, number>();

  constructor(
    private readonly store: Store,
    private readonly repository: AgentResetRepository,
  ) {
    super(INTERVAL_MS, ['sandbox']);
  }

  protected async pass(): Promise<void> {
    const failures = new Map<string, unknown>();
    let last = '';
    while (!this.isClosing) {
      const agentCode = await this.doPart(last, failures);
      if (agentCode === null && last === '') break;
      last = agentCode ?? '';
    }
    if (failures.size > 0)
      throw new AggregateError(failures.values(), Array.from(failures, ([code, error]) => `${code}: ${String(error)}`).join('; '));
  }

  protected noteFailure(_place: 'sandbox', reason: string): void {
    this.logger.warn(`Resets wait for their next pass: ${reason}`);
  }

  /** A part of the first agent after that one, but for those that failed in this pass; its code, or null when there is none. */
  private async doPart(after: string, failures: Map<string, unknown>): Promise<string | null> {
    const turn = { agentCode: null as string | null, isOver: false };
    try {
      await this.store.transaction('sandbox', async (tx) => {
        turn.agentCode = await this.repository.claim(tx, after, [...failures.keys()]);
        if (turn.agentCode !== null) turn.isOver = await this.doPartOf(tx, turn.agentCode);
      });
    } catch (error) {
      if (turn.agentCode === null) throw error;
      failures.set(turn.agentCode, error);
      this.shares.set(turn.agentCode, Math.max(SMALLEST_SHARE, this.shareOf(turn.agentCode) / 2));
      return turn.agentCode;
    }
    if (turn.agentCode !== null) this.noteSuccess(turn.agentCode, turn.isOver);
    return turn.agentCode;
  }

  /** True when nothing was left. */
  private async doPartOf(tx: Transaction, agentCode: string): Promise<boolean> {
    if (await this.repository.takePart(tx, agentCode, this.shareOf(agentCode))) return false;
    await this.repository.finish(tx, agentCode);
    return true;
  }

  private noteSuccess(agentCode: string, isOver: boolean): void {
    if (isOver) this.logger.log(`Agent ${agentCode} was reset in the sandbox`);
    const share = this.shareOf(agentCode) * 2;
    if (isOver || share > 1) this.shares.delete(agentCode);
    else this.shares.set(agentCode, share);
  }

  private shareOf(agentCode: string): number {
    return this.shares.get(agentCode) ?? 1;
  }
}
