import { Injectable } from '@nestjs/common';
import type { UserCaller } from '../../common/caller.js';
import { onceCommitted } from '../../common/unit-of-work.js';
import { AgentClocks } from '../../store/agent-clocks.js';
import { Store } from '../../store/store.js';
import { AgentResetRepository, type ResetState } from './agent-reset.repository.js';
import { AgentResetWorker } from './agent-reset.worker.js';

/** Takes everything of an agent of the sandbox away, but for the agent itself and who calls for it (sandbox.24). */
@Injectable()
export class AgentResetService {
  constructor(
    private readonly store: Store,
    private readonly clocks: AgentClocks,
    private readonly repository: AgentResetRepository,
    private readonly worker: AgentResetWorker,
  ) {}

  /** Begins it, whatever state the agent is in; one that is under way goes on. */
  async begin({ environment, unitOfWork, user }: UserCaller): Promise<ResetState> {
    // Not at the time of the agent's clock, which may be moving.
    await this.store.transaction({ environment, unitOfWork }, (tx) => this.clocks.beginReset(tx, [user.agentCode]));
    onceCommitted({ unitOfWork }, () => void this.worker.job.run('sandbox'));
    return 'resetting';
  }

  find({ user }: UserCaller): Promise<ResetState> {
    return this.repository.find(user.agentCode);
  }
}
