import { Injectable, Logger } from '@nestjs/common';
import type { UserCaller } from '../../common/caller.js';
import { runAfterCommit } from '../../common/unit-of-work.js';
import type { Job } from '../../jobs/job.js';
import { Scheduler } from '../../jobs/scheduler.js';
import { AgentClocks } from '../../store/agent-clocks.js';
import { Store, type Transaction } from '../../store/store.js';
import { AgentResetRepository, type ResetState } from './agent-reset.repository.js';

const INTERVAL_MS = 1_000;
/** Smaller than one row of every part. */
const MIN_SHARE = 1 / 4096;

/** Alternates between agents, in many small transactions (sandbox.24). */
@Injectable()
export class AgentResetService {
  private readonly job: Job<'sandbox'>;
  private readonly logger = new Logger(AgentResetService.name);
  /** Share of the maximum of rows for the next transaction: halved after a failure, doubled after a success. */
  private readonly shares = new Map<string, number>();

  constructor(
    scheduler: Scheduler,
    private readonly store: Store,
    private readonly clocks: AgentClocks,
    private readonly repository: AgentResetRepository,
  ) {
    this.job = scheduler.add({
      name: 'reset agents',
      everyMs: INTERVAL_MS,
      places: ['sandbox'],
      pass: (_, { signal }) => this.resetAll(signal),
    });
  }

  async begin({ environment, unitOfWork, user }: UserCaller): Promise<ResetState> {
    // Without the stamp of the agent's clock, which may be advancing.
    await this.store.transaction({ environment, unitOfWork }, (tx) => this.clocks.beginReset(tx, [user.agentCode]));
    runAfterCommit({ unitOfWork }, () => void this.job.run('sandbox'));
    return 'resetting';
  }

  find({ user }: UserCaller): Promise<ResetState> {
    return this.repository.find(user.agentCode);
  }

  private async resetAll(signal: AbortSignal): Promise<void> {
    const failures = new Map<string, unknown>();
    let last = '';
    while (!signal.aborted) {
      const agentCode = await this.deletePart(last, failures);
      if (agentCode === null && last === '') break;
      last = agentCode ?? '';
    }
    if (failures.size > 0)
      throw new AggregateError(failures.values(), Array.from(failures, ([code, error]) => `${code}: ${String(error)}`).join('; '));
  }

  private async deletePart(after: string, failures: Map<string, unknown>): Promise<string | null> {
    const turn = { agentCode: null as string | null, isOver: false };
    try {
      await this.store.transaction('sandbox', async (tx) => {
        turn.agentCode = await this.repository.claim(tx, after, [...failures.keys()]);
        if (turn.agentCode !== null) turn.isOver = await this.deletePartOf(tx, turn.agentCode);
      });
    } catch (error) {
      if (turn.agentCode === null) throw error;
      failures.set(turn.agentCode, error);
      this.shares.set(turn.agentCode, Math.max(MIN_SHARE, this.getShare(turn.agentCode) / 2));
      return turn.agentCode;
    }
    if (turn.agentCode !== null) this.recordSuccess(turn.agentCode, turn.isOver);
    return turn.agentCode;
  }

  private async deletePartOf(tx: Transaction, agentCode: string): Promise<boolean> {
    if (await this.repository.deletePart(tx, agentCode, this.getShare(agentCode))) return false;
    await this.repository.finish(tx, agentCode);
    return true;
  }

  private recordSuccess(agentCode: string, isOver: boolean): void {
    if (isOver) this.logger.log(`Agent ${agentCode} was reset in the sandbox`);
    const share = this.getShare(agentCode) * 2;
    if (isOver || share > 1) this.shares.delete(agentCode);
    else this.shares.set(agentCode, share);
  }

  private getShare(agentCode: string): number {
    return this.shares.get(agentCode) ?? 1;
  }
}
