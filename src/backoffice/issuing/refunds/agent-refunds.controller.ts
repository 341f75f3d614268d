import { Param, Post } from '@nestjs/common';
import { JsonBody } from '../../../gateway/handler/decorators.js';
import { BackofficeController, CurrentStaffCall, Roles, type StaffCall } from '../../common/decorators.js';
import { codeOf } from '../../common/agent-code.js';
import { setLocation } from '../../common/created.js';
import { AgentRefundRequest, OwedRefundResponse } from './refunds.dto.js';
import { StaffRefundService } from './staff-refund.service.js';

/** Agents' credit that is paid out. */
@BackofficeController('agents')
@Roles('issuing')
export class AgentRefundsController {
  constructor(private readonly refunds: StaffRefundService) {}

  /** Pay out credit of an agent. It is set aside at once, and cannot be charged any more. */
  @Post(':code/refunds')
  async createAgentRefund(
    @CurrentStaffCall() call: StaffCall,
    @Param('code') id: string,
    @JsonBody() input: AgentRefundRequest,
  ): Promise<OwedRefundResponse> {
    const refund = await this.refunds.payAgent(call.staff, codeOf(id), input);
    setLocation(call, `refunds/${refund.id}`);
    return refund;
  }
}
