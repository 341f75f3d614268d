import { Injectable } from '@nestjs/common';
import { parseInstant, toLocalDateTime } from '../../../common/athens.js';
import { toNumber } from '../../../common/money.js';
import { toCappedTotal } from '../../../common/paging.js';
import type { Environment } from '../../../common/environment.js';
import type { Writer } from '../../../common/unit-of-work.js';
import type { Agent } from '../../../record/money/agents/agent.js';
import { AgentService } from '../../../record/money/agents/agent.service.js';
import type { StatementEntry } from '../../../record/money/agents/statement.js';
import { StatementRepository } from '../../../record/money/agents/statement.repository.js';
import { AgentClocks } from '../../../store/agent-clocks.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { buildNotFound } from '../../common/errors.js';
import { toPage } from '../../common/page.js';
import { toPageWindow, type PeriodQueryDto } from '../../common/page.dto.js';
import type { AgentAccountResponse, AgentEntryResponse } from './agent-accounts.dto.js';

@Injectable()
export class AgentAccountService {
  constructor(
    private readonly agents: AgentService,
    private readonly statements: StatementRepository,
    private readonly agentClocks: AgentClocks,
  ) {}

  async get({ environment }: StaffCaller, code: string, query: PeriodQueryDto): Promise<AgentAccountResponse> {
    const agent = await this.getAgent(environment, code);
    const window = toPageWindow(query);
    const page = await this.statements.findPage(environment, code, { from: toInstant(query.from), to: toInstant(query.to) }, window);
    const { items, ...position } = toPage({ items: page.entries.map(toEntry), ...toCappedTotal(page.total) }, window);
    return {
      agentCode: code,
      name: agent.name,
      creditLimit: toNumber(agent.creditLimit),
      balance: toNumber(page.now),
      openingBalance: toNumber(page.opening),
      closingBalance: toNumber(page.closing),
      ...position,
      items,
    };
  }

  async dated(staff: StaffCaller, agentCode: string): Promise<StaffCaller> {
    await this.getAgent(staff, agentCode);
    return this.agentClocks.applyClock(staff, agentCode);
  }

  async getAgent(where: Environment | Writer, code: string): Promise<Agent> {
    const agent = await this.agents.find(where, code);
    if (!agent) throw buildNotFound();
    return agent;
  }
}

function toEntry({ clientName: _, receipt, ...entry }: StatementEntry): AgentEntryResponse {
  return {
    ...entry,
    at: toLocalDateTime(entry.at),
    receiptNo: receipt?.receiptNo ?? null,
    amount: toNumber(entry.amount),
    balance: toNumber(entry.balance),
  };
}

function toInstant(text: string | undefined): Date | null {
  return text === undefined ? null : parseInstant(text);
}
