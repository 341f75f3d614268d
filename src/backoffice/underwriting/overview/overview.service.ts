import { Injectable } from '@nestjs/common';
import { addDays, addMonths, toLocalDate, toLocalDateTime } from '../../../common/athens.js';
import { DomainError } from '../../../common/domain-error.js';
import type { Environment } from '../../../common/environment.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { findDelegations } from '../../../identity/user.service.js';
import { AgentClocks } from '../../../store/agent-clocks.js';
import { getRow, Store } from '../../../store/store.js';
import { formatStatusList, Status } from '../../../record/core/applications/status.js';
import type { OverviewPart } from '../../../record/exchange/overview/overview-shares.js';
import { OverviewRepository, type OverviewWindow } from '../../../record/exchange/overview/overview.repository.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import type { AccessOverviewResponse, OverviewQueryDto, OverviewResponse } from './overview.dto.js';
import { AgentTaskRepository } from '../portfolio/agent-task.repository.js';
import { CallCountRepository } from './call-count.repository.js';
import { toIssuing, toPortfolio, toUnderwriting, type WaitingAmendments } from './overview.mapper.js';

const MONTHS_BEFORE = 12;
const DAYS_AHEAD = 30;

const UNDERWRITING: readonly OverviewPart[] = ['status', 'referral', 'premium'];
const PORTFOLIO: readonly OverviewPart[] = ['status', 'instalment', 'renewal'];
const ISSUING: readonly OverviewPart[] = ['status', 'suspense', 'refund', 'sender', 'message', 'request', 'instalment', 'renewal'];

const ACCESS = `
  SELECT (SELECT count(*) FROM signup WHERE verified_at IS NULL AND token_hash IS NOT NULL AND expires_at > $1) AS "signupsUnconfirmed",
    (SELECT count(*) FROM signup s JOIN api_key k ON k.id = s.api_key_id
      WHERE k.status = 'active' AND 'production' = ANY (s.environments) AND NOT EXISTS (
        SELECT FROM api_key o WHERE o.program_id = k.program_id AND 'production' = ANY (o.environments))) AS "productionRequested",
    (SELECT count(*) FROM app_user WHERE status = 'active' AND password_hash IS NULL) AS "invitationsOpen"`;

const AMENDMENTS = `
  SELECT count(*)::int AS count, min(m.updated_at) AS oldest FROM amendment m
  WHERE m.status IN (${formatStatusList([Status.UNDER_REVIEW, Status.DOCUMENTS_REQUESTED])}) AND ($1::text IS NULL OR m.agent_code = $1)`;

@Injectable()
export class OverviewService {
  constructor(
    private readonly store: Store,
    private readonly overview: OverviewRepository,
    private readonly agentClocks: AgentClocks,
    private readonly callCounts: CallCountRepository,
    private readonly tasks: AgentTaskRepository,
  ) {}

  async get(staff: StaffCaller, query: Partial<Record<keyof OverviewQueryDto, string | null>>): Promise<OverviewResponse> {
    const { environment, language, role } = staff;
    const isAgents = role === 'agent';
    const agents = isAgents ? await this.listAgents(staff) : [];
    const agentCode = query.agentCode ?? agents[0] ?? null;
    if (isAgents && !agents.includes(agentCode!)) throw new DomainError(ErrorCode.AGENT_CODE_REFUSED);
    const seesAll = role === 'admin' || role === 'auditor';
    const seesUnderwriting = role === 'underwriter' || seesAll;
    const seesIssuing = role === 'issuing' || seesAll;
    const parts = [...(seesUnderwriting ? UNDERWRITING : []), ...(seesIssuing ? ISSUING : []), ...(isAgents ? PORTFOLIO : [])];
    const { at } = agentCode === null ? staff : await this.agentClocks.applyClock(staff, agentCode);
    const window = calculateWindow(at);
    const [{ asOf, figures }, amendments, tasks] = await Promise.all([
      this.overview.find(environment, agentCode, parts, window),
      seesUnderwriting ? this.findAmendments(environment, agentCode) : null,
      isAgents ? this.tasks.count(environment, agentCode!, window.today) : null,
    ]);
    return {
      asOf: asOf && toLocalDateTime(asOf),
      agentCode,
      underwriting: amendments && toUnderwriting(figures, amendments, language),
      issuing: seesIssuing ? toIssuing(figures, language, window.today) : null,
      access: seesAll && agentCode === null ? await this.findAccess(staff.at) : null,
      portfolio: tasks && toPortfolio(figures, tasks, language, window.today),
      calls: isAgents ? await this.callCounts.find(staff, agents) : null,
    };
  }

  private async listAgents({ userId, agentCode }: StaffCaller): Promise<string[]> {
    const delegations = await this.store.read('gateway', (manager) => findDelegations(manager, [userId]));
    return [agentCode!, ...delegations.map((delegation) => delegation.agentCode)];
  }

  private async findAmendments(environment: Environment, agentCode: string | null): Promise<WaitingAmendments> {
    return getRow(await this.store.readAnywhere(environment, (reader) => reader.query<WaitingAmendments>(AMENDMENTS, [agentCode])));
  }

  private async findAccess(now: Date): Promise<AccessOverviewResponse> {
    const [row] = await this.store.readAnywhere('gateway', (reader) => reader.query<AccessOverviewResponse>(ACCESS, [now]));
    if (row === undefined) throw new Error('A SELECT without FROM returned no row.');
    return row;
  }
}

function calculateWindow(at: Date): OverviewWindow {
  const today = toLocalDate(at);
  const month = (date: string): string => date.slice(0, 'YYYY-MM'.length);
  return { firstMonth: month(addMonths(today, -MONTHS_BEFORE)), lastMonth: month(today), today, lastDay: addDays(today, DAYS_AHEAD) };
}
