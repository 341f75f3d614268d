import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../../../common/athens.js';
import type { Environment } from '../../../common/environment.js';
import { ClosedAgents } from '../../../store/closed-agents.js';
import { Store } from '../../../store/store.js';
import type { Actor } from '../../core/applications/application.js';
import { LineRegistry } from '../../core/lines/line-registry.js';
import { PartyRepository } from '../../core/parties/party.repository.js';
import type { LeasedTransfer } from './portfolio-transfer.js';
import { PortfolioTransferRepository, type MovedApplication } from './portfolio-transfer.repository.js';

/** All years of a contract move in one transaction (applications.40). */
@Injectable()
export class PortfolioTransferService {
  constructor(
    private readonly store: Store,
    private readonly repository: PortfolioTransferRepository,
    private readonly parties: PartyRepository,
    private readonly lines: LineRegistry,
    private readonly closedAgents: ClosedAgents,
  ) {}

  isOpen(environment: Environment, agentCode: string, day: LocalDate): boolean {
    const dates = this.closedAgents.find(environment, agentCode);
    if (dates === null) return true;
    return (dates.activeFrom === null || dates.activeFrom <= day) && (dates.activeUntil === null || day < dates.activeUntil);
  }

  /** Returns whether there may be more. A transfer waits while the clock of one of its agents is stopped. */
  async moveBatch(environment: Environment, at: Date, transfer: LeasedTransfer): Promise<boolean> {
    const { fromAgent, toAgent, effectiveDate, createdBy } = transfer;
    return this.store.transaction(environment, async (tx) => {
      if (!(await this.repository.holdClocks(tx, [fromAgent, toAgent]))) return false;
      if (!(await this.repository.continue(tx, transfer))) return false;
      const isOpen = this.isOpen(environment, toAgent, effectiveDate);
      const batch = isOpen ? await this.repository.lockBatch(tx, transfer) : [];
      if (batch.length === 0) {
        await this.repository.end(tx, transfer, isOpen ? 'DONE' : 'REFUSED', at);
        return false;
      }
      const actor: Actor = { environment, at, role: 'staff', name: createdBy, keyPrefix: null, agentCode: null };
      await this.repository.move(tx, actor, transfer, batch);
      for (const application of batch) await this.parties.savePersons(tx, this.listPersons(application), { agentCode: toAgent, at });
      return true;
    });
  }

  private listPersons({ line, questionnaire }: MovedApplication) {
    return this.lines.of(line).personsOf(questionnaire);
  }
}
