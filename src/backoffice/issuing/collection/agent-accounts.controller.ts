import { Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { JsonBody } from '../../../gateway/handler/decorators.js';
import {
  ApiReferenceReused,
  BackofficeController,
  CurrentStaff,
  CurrentStaffCall,
  Roles,
  setLocation,
  type StaffCall,
} from '../../common/decorators.js';
import { codeOf } from '../../common/errors.js';
import { AgentAccountResponse, AgentAccountQueryDto, SettlementResponse, SettlementRequest } from './agent-accounts.dto.js';
import { AgentRefundRequest, OwedRefundResponse } from '../refunds/refunds.dto.js';
import { StaffRefundService } from '../refunds/staff-refund.service.js';
import { AgentAccountService } from './agent-account.service.js';
import type { StaffCaller } from '../../common/staff-caller.js';

@BackofficeController('agents')
@Roles('issuing')
export class AgentAccountsController {
  constructor(
    private readonly accounts: AgentAccountService,
    private readonly refunds: StaffRefundService,
  ) {}

  /** Get an agent's balances and the entries of a period, oldest first. */
  @Get(':code/account')
  getAgentAccount(
    @CurrentStaff() staff: StaffCaller,
    @Param('code') id: string,
    @Query() query: AgentAccountQueryDto,
  ): Promise<AgentAccountResponse> {
    return this.accounts.get(staff, codeOf(id), query);
  }

  /** Book a settlement that an agent paid. A repeated bank reference returns the first response again. */
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

  /** Create a refund of an agent's credit. The amount is set aside at once and cannot be charged any more. */
  @Post(':code/refunds')
  async createAgentRefund(
    @CurrentStaffCall() call: StaffCall,
    @Param('code') id: string,
    @JsonBody() input: AgentRefundRequest,
  ): Promise<OwedRefundResponse> {
    const staff = await this.accounts.dated(call.staff, codeOf(id));
    const refund = await this.refunds.payAgent(staff, codeOf(id), input);
    setLocation(call, `refunds/${refund.id}`);
    return refund;
  }
}
