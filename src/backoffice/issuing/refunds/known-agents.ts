import { Injectable } from '@nestjs/common';
import { AgentService } from '../../../record/money/agents/agent.service.js';
import { AgentClocks } from '../../../store/agent-clocks.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { notFound } from '../../common/not-found.js';

/** Agents that there are, and what time it is for them. */
@Injectable()
export class KnownAgents {
  constructor(
    private readonly agents: AgentService,
    private readonly clocks: AgentClocks,
  ) {}

  /** @throws DomainError CHILD_NOT_FOUND */
  async dated(staff: StaffCaller, agentCode: string): Promise<StaffCaller> {
    if (!(await this.agents.find(staff.environment, agentCode))) throw notFound();
    return this.clocks.dated(staff, agentCode);
  }
}
