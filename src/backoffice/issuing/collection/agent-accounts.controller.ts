import { Get, HttpCode, Param, Post, Query, type StreamableFile } from '@nestjs/common';
import { toLocalDate } from '../../../common/athens.js';
import { toCappedTotal } from '../../../common/paging.js';
import { parsePeriod } from '../../../common/period.js';
import { ApiNotModified, ApiTable } from '../../../gateway/documentation/file-responses.js';
import { JsonBody } from '../../../gateway/handler/decorators.js';
import { sendIfChanged } from '../../../gateway/handler/version-response.js';
import { chooseStatementType, sendCsv, sendPdfFile } from '../../../gateway/handler/printed-response.js';
import { AgentAccountRepository } from '../../../record/money/agents/agent-account.repository.js';
import { AgentStatementService, buildStatementName } from '../../../record/money/agents/agent-statement.service.js';
import {
  ApiReferenceReused,
  BackofficeController,
  CurrentStaff,
  CurrentStaffCall,
  Roles,
  setLocation,
  type StaffCall,
} from '../../common/decorators.js';
import { parseAgentCode } from '../../common/errors.js';
import { toPageWindow, PeriodQueryDto } from '../../common/page.dto.js';
import { toPage } from '../../common/page.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { AgentRefundRequest, OwedRefundResponse } from '../refunds/refunds.dto.js';
import { StaffRefundService } from '../refunds/staff-refund.service.js';
import { PendingActionResponse } from '../../access/pending-actions/pending-actions.dto.js';
import { MayNeedSecondPerson, sendOutcome } from '../../access/pending-actions/second-person.js';
import { AgentAccountService } from './agent-account.service.js';
import { StaffSettlementService } from './staff-settlement.service.js';
import {
  AgentAccountListQuery,
  AgentAccountListResponse,
  AgentAccountResponse,
  AgentStatementQuery,
  AgentStatementResponse,
  SettlementRequest,
  SettlementResponse,
} from './agent-accounts.dto.js';
import { toAccountItem, toAccountTotals, toStatementEntry, toStatementFigures } from './agent-accounts.mapper.js';

@BackofficeController('agent-accounts')
@Roles('issuing', 'accounting', 'admin')
export class AgentAccountListController {
  constructor(
    private readonly accounts: AgentAccountRepository,
    private readonly statements: AgentStatementService,
    private readonly agents: AgentAccountService,
  ) {}

  /**
   * List the accounts of agents with their debt by age. Also shows the remaining credit and the last settlement;
   * `totals` sums all matching accounts.
   */
  @Get()
  async listAgentAccounts(@CurrentStaff() staff: StaffCaller, @Query() query: AgentAccountListQuery): Promise<AgentAccountListResponse> {
    const { code, name, owing, overLimit, agedOver, sort = 'code' } = query;
    const window = toPageWindow(query);
    const filter = { code, name, agedOver, isOwing: isYes(owing), isOverLimit: isYes(overLimit) };
    const { items, totals } = await this.accounts.list(staff.environment, filter, { sort, today: toLocalDate(staff.at), window });
    const { items: shown, ...position } = toPage({ items: items.map(toAccountItem), ...toCappedTotal(totals.count) }, window);
    return { ...position, totals: toAccountTotals(totals), items: shown };
  }

  /**
   * Get an agent's statement of a period. Returns JSON in pages, or the whole statement with `Accept: text/csv` or
   * `Accept: application/pdf` (at most 2,000 entries). Returns 304 if `If-None-Match` matches.
   */
  @Get(':code/statement')
  @ApiNotModified()
  @ApiTable(AgentStatementResponse, 'The statement.')
  async getAgentStatement(
    @CurrentStaffCall() { staff, request, response }: StaffCall,
    @Param('code') id: string,
    @Query() query: AgentStatementQuery,
  ): Promise<AgentStatementResponse | StreamableFile | undefined> {
    const { environment, at, language } = staff;
    const period = parsePeriod(query);
    const agent = await this.agents.getAgent(environment, parseAgentCode(id));
    const order = { environment, agent, period, at, language };
    const type = chooseStatementType(response);
    if (type === 'csv') return sendCsv(response, buildStatementName(order), language, (format) => this.statements.write(order, format));
    if (type === 'pdf')
      return sendPdfFile(
        response,
        buildStatementName(order),
        language,
        await this.statements.print(order, { lane: 'staff', owner: staff.userId }),
      );
    const window = toPageWindow(query);
    const page = await this.statements.findPage(order, window);
    const { items, ...position } = toPage({ items: page.entries.map(toStatementEntry), ...toCappedTotal(page.total) }, window);
    const shown = { agentCode: agent.code, name: agent.name, ...period, ...toStatementFigures(page), ...position, items };
    return sendIfChanged({ caller: staff, request, response }, shown);
  }
}

function isYes(text: string | undefined): boolean | undefined {
  return text === undefined ? undefined : text === 'yes';
}

@BackofficeController('agents')
@Roles('issuing', 'accounting')
export class AgentAccountsController {
  constructor(
    private readonly accounts: AgentAccountService,
    private readonly settlements: StaffSettlementService,
    private readonly refunds: StaffRefundService,
  ) {}

  /** Get an agent's balances and the entries of a period, oldest first. */
  @Get(':code/account')
  getAgentAccount(
    @CurrentStaff() staff: StaffCaller,
    @Param('code') id: string,
    @Query() query: PeriodQueryDto,
  ): Promise<AgentAccountResponse> {
    return this.accounts.get(staff, parseAgentCode(id), query);
  }

  /**
   * Book a settlement that an agent paid. A repeated bank reference returns the first response again. A value date of
   * more than five banking days ago needs a second person.
   */
  @Post(':code/settlements')
  @Roles('issuing')
  @HttpCode(200)
  @MayNeedSecondPerson(SettlementResponse, 'The settlement is booked.')
  @ApiReferenceReused()
  async bookSettlement(
    @CurrentStaffCall() call: StaffCall,
    @Param('code') id: string,
    @JsonBody() settlement: SettlementRequest,
  ): Promise<SettlementResponse | PendingActionResponse> {
    return sendOutcome(call, await this.settlements.settle(call.staff, parseAgentCode(id), settlement));
  }

  /** Create a refund of an agent's credit. The amount is set aside at once and cannot be charged any more. */
  @Post(':code/refunds')
  @Roles('issuing')
  async createAgentRefund(
    @CurrentStaffCall() call: StaffCall,
    @Param('code') id: string,
    @JsonBody() input: AgentRefundRequest,
  ): Promise<OwedRefundResponse> {
    const staff = await this.accounts.dated(call.staff, parseAgentCode(id));
    const refund = await this.refunds.payAgent(staff, parseAgentCode(id), input);
    setLocation(call, `refunds/${refund.id}`);
    return refund;
  }
}
