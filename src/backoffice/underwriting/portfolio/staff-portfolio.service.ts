import { Injectable } from '@nestjs/common';
import { parseLocalDate, toLocalDate } from '../../../common/athens.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { toWindow } from '../../../common/validation/page-query.dto.js';
import { AgentClocks } from '../../../store/agent-clocks.js';
import { ProductionRequestService } from '../../access/accounts/production-request.service.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { StaffApplicationReader } from '../applications/staff-application.reader.js';
import type { ListCondition } from '../applications/application-list.repository.js';
import { buildDueCondition, buildTaskCondition, type AgentTask } from './agent-tasks.js';
import type { PortfolioPageResponse, PortfolioQuery } from './portfolio.dto.js';

@Injectable()
export class StaffPortfolioService {
  constructor(
    private readonly production: ProductionRequestService,
    private readonly applications: StaffApplicationReader,
    private readonly agentClocks: AgentClocks,
  ) {}

  async list(staff: StaffCaller, { id, task, dueFrom, dueTo, ...query }: PortfolioQuery): Promise<PortfolioPageResponse> {
    const agents = await this.production.listAgents(staff);
    if (query.agent !== undefined && !agents.includes(query.agent)) throw new DomainError(ErrorCode.AGENT_CODE_REFUSED);
    const agent = query.agent ?? agents[0];
    if (agent === undefined) return { ...toWindow(query), items: [], total: 0 };
    const { at } = await this.agentClocks.applyClock(staff, agent);
    const conditions: ListCondition[] = [
      ...(id === undefined ? [] : [(place: (value: string) => string) => `a.id = ${place(String(id))}`]),
      ...(task === undefined ? [] : [buildTaskCondition({ task: task as AgentTask, agentCode: agent, today: toLocalDate(at) })]),
      ...(dueFrom === undefined && dueTo === undefined
        ? []
        : [buildDueCondition({ agentCode: agent, from: parseLocalDate(dueFrom ?? ''), to: parseLocalDate(dueTo ?? '') })]),
    ];
    const waiting: ListCondition | undefined =
      conditions.length === 0 ? undefined : (place) => conditions.map((build) => build(place)).join(' AND ');
    const { items, ...page } = await this.applications.list(staff, { ...query, agent, assignee: undefined }, waiting);
    return { ...page, items: items.map(({ assignee: _, ...row }) => row) };
  }
}
