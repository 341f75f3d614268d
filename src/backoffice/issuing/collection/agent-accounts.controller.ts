import { Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { JsonBody } from '../../../gateway/handler/decorators.js';
import { BackofficeController, CurrentStaff, Roles } from '../../common/decorators.js';
import { codeOf } from '../../common/agent-code.js';
import { AgentAccountResponse, AgentAccountQueryDto, SettlementResponse, SettlementRequest } from './agent-account.dto.js';
import { AgentAccountService } from './agent-account.service.js';
import { ApiReferenceReused } from '../../common/reference-reused.js';
import type { StaffCaller } from '../../common/staff-caller.js';

/** What agents owe. */
@BackofficeController('agents')
@Roles('issuing')
export class AgentAccountsController {
  constructor(private readonly accounts: AgentAccountService) {}

  /** The agent's statement. Balances before, after and now, and the entries of the period, the oldest first. */
  @Get(':code/account')
  getAgentAccount(
    @CurrentStaff() staff: StaffCaller,
    @Param('code') id: string,
    @Query() query: AgentAccountQueryDto,
  ): Promise<AgentAccountResponse> {
    return this.accounts.get(staff, codeOf(id), query);
  }

  /** Book what the agent paid. A bank reference sent again gets the same response as before. */
  @Post(':code/settlements')
  @HttpCode(200)
  @ApiReferenceReused()
  bookSettlement(
    @CurrentStaff() staff: StaffCaller,
    @Param('code') id: string,
    @JsonBody() settlement: SettlementRequest,
  ): Promise<SettlementResponse> {
    return this.accounts.settle(staff, codeOf(id), settlement);
  }
}
