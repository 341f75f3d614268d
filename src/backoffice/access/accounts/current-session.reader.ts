import { Injectable } from '@nestjs/common';
import { findDelegations } from '../../../identity/user.service.js';
import { AgentService } from '../../../record/money/agents/agent.service.js';
import { ProductionRequestService } from './production-request.service.js';
import { Store } from '../../../store/store.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import type { CurrentSessionResponse } from './sessions.dto.js';

/** Who is signed in, for the pages that show it. */
@Injectable()
export class CurrentSessionReader {
  constructor(
    private readonly store: Store,
    private readonly agents: AgentService,
    private readonly productionRequests: ProductionRequestService,
  ) {}

  async read(caller: StaffCaller): Promise<CurrentSessionResponse> {
    const { userId, name, email, role, agentCode, sandboxOnly, session, environment } = caller;
    const agent = agentCode === null ? null : await this.agents.find(environment, agentCode);
    const delegations = await this.store.read('gateway', (manager) => findDelegations(manager, [userId]));
    return {
      userId,
      name,
      email,
      role,
      agentCode,
      agentName: agent?.name ?? null,
      delegates: delegations.map((delegation) => delegation.agentCode),
      sandboxOnly,
      consoleAccess: await this.productionRequests.findAccess(caller),
      expiresAt: session.expiresAt.toISOString(),
      idleExpiresAt: session.idleExpiresAt?.toISOString() ?? null,
      csrfToken: session.csrfToken,
    };
  }
}
