import { Injectable } from '@nestjs/common';
import { addDays, addMonths, toLocalDate, toLocalDateTime } from '../../../common/athens.js';
import { DomainError } from '../../../common/domain-error.js';
import type { Environment } from '../../../common/environment.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Language } from '../../../common/language.js';
import { findDelegations } from '../../../identity/user.service.js';
import { AgentClocks } from '../../../store/agent-clocks.js';
import { getRow, Store } from '../../../store/store.js';
import { formatStatusList, Status } from '../../../record/core/applications/status.js';
import type { OverviewPart } from '../../../record/exchange/overview/overview-shares.js';
import { OverviewRepository, type OverviewWindow } from '../../../record/exchange/overview/overview.repository.js';
import { PRODUCTION_REQUESTS } from '../../access/accounts/production-request.service.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { IntegrationRepository } from './integration.repository.js';
import type { AccessOverviewResponse, OverviewQueryDto, OverviewResponse, ReasonCountResponse } from './overview.dto.js';
import { AgentTaskRepository } from '../portfolio/agent-task.repository.js';
import { CallCountRepository } from './call-count.repository.js';
import { toIssuing, toPortfolio, toUnderwriting, type WaitingNow } from './overview.mapper.js';

const MONTHS_BEFORE = 12;
const DAYS_AHEAD = 30;

const UNDERWRITING: readonly OverviewPart[] = ['status', 'referral', 'premium'];
const PORTFOLIO: readonly OverviewPart[] = ['status', 'instalment', 'renewal'];
const ISSUING: readonly OverviewPart[] = ['status', 'suspense', 'refund', 'sender', 'message', 'request', 'instalment', 'renewal'];

const ACCESS = `
  SELECT (SELECT count(*) FROM signup WHERE verified_at IS NULL AND token_hash IS NOT NULL AND expires_at > $1) AS "signupsUnconfirmed",
    (SELECT count(*) FROM (${PRODUCTION_REQUESTS}) AS request) AS "productionRequested",
    (SELECT count(*) FROM app_user WHERE status = 'active' AND password_hash IS NULL) AS "invitationsOpen"`;

const MAX_REASONS = 200;
const REFERRED = formatStatusList([Status.UNDER_REVIEW, Status.DOCUMENTS_REQUESTED]);

const AMENDMENTS = `
  SELECT count(*)::int AS count, min(m.updated_at) AS oldest FROM amendment m
  WHERE m.status IN (${REFERRED}) AND ($1::text IS NULL OR m.agent_code = $1)`;

/** Rules that referred the waiting applications. $1: agent, null for all; $2: language. */
const REASONS = `
  SELECT m ->> 'code' AS code, max(m -> 'text' ->> $2) AS text, count(DISTINCT a.id)::int AS count
  FROM application a CROSS JOIN jsonb_array_elements(a.messages) AS m
  WHERE a.status IN (${REFERRED}) AND m ->> 'severity' = 'referral' AND ($1::text IS NULL OR a.agent_code = $1)
  GROUP BY 1 ORDER BY 3 DESC, 1 LIMIT ${MAX_REASONS}`;

@Injectable()
export class OverviewService {
  constructor(
    private readonly store: Store,
    private readonly overview: OverviewRepository,
    private readonly agentClocks: AgentClocks,
    private readonly callCounts: CallCountRepository,
    private readonly tasks: AgentTaskRepository,
    private readonly integration: IntegrationRepository,
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
    const [{ asOf, figures }, waiting, tasks] = await Promise.all([
      this.overview.find(environment, agentCode, parts, window),
      seesUnderwriting ? this.findWaiting(environment, agentCode, language) : null,
      isAgents ? this.tasks.count(environment, agentCode!, window.today) : null,
    ]);
    return {
      asOf: asOf && toLocalDateTime(asOf),
      agentCode,
      underwriting: waiting && toUnderwriting(figures, waiting, language),
      issuing: seesIssuing ? toIssuing(figures, language, window.today) : null,
      access: seesAll && agentCode === null ? await this.findAccess(staff.at) : null,
      portfolio: tasks && toPortfolio(figures, tasks, language, window.today),
      calls: isAgents ? await this.callCounts.find(staff, agents) : null,
      integration: staff.sandboxOnly ? await this.integration.find(staff) : null,
    };
  }

  private async listAgents({ userId, agentCode }: StaffCaller): Promise<string[]> {
    const delegations = await this.store.read('gateway', (manager) => findDelegations(manager, [userId]));
    return [agentCode!, ...delegations.map((delegation) => delegation.agentCode)];
  }

  private findWaiting(environment: Environment, agentCode: string | null, language: Language): Promise<WaitingNow> {
    return this.store.readAnywhere(environment, async (reader) => ({
      amendments: getRow(await reader.query<WaitingNow['amendments']>(AMENDMENTS, [agentCode])),
      reasons: await reader.query<ReasonCountResponse>(REASONS, [agentCode, language]),
    }));
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
