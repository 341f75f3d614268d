import { Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { JsonBody } from '../../../gateway/handler/decorators.js';
import { BackofficeController, CurrentStaff, Roles, ApiReferenceReused } from '../../common/decorators.js';
import { idOf } from '../../common/not-found.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { RefundAccountRequest, RefundPageResponse, RefundQuery, OwedRefundResponse, RefundReturnRequest } from './refunds.dto.js';
import { RefundSearchRepository } from './refund-search.repository.js';
import { StaffRefundService } from './staff-refund.service.js';

@BackofficeController('refunds')
@Roles('issuing')
export class RefundsController {
  constructor(
    private readonly search: RefundSearchRepository,
    private readonly refunds: StaffRefundService,
  ) {}

  /** What is owed to customers and agents, and what was paid. Of cancellations, suspense and agents' credit, the oldest first. */
  @Get()
  listRefunds(@CurrentStaff() staff: StaffCaller, @Query() query: RefundQuery): Promise<RefundPageResponse> {
    return this.search.find(staff, query);
  }

  /** One refund. */
  @Get(':id')
  getRefund(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<OwedRefundResponse> {
    return this.search.get(staff, idOf(id));
  }

  /** Say where a refund is to be paid. It is owed and in no batch; the account is encrypted and shown only in part. */
  @Put(':id/account')
  saveRefundAccount(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @JsonBody() account: RefundAccountRequest,
  ): Promise<OwedRefundResponse> {
    return this.refunds.setAccount(staff, idOf(id), account);
  }

  /** Book an agent's credit, that was to be paid out, back to its account. */
  @Post(':id/withdrawal')
  @HttpCode(200)
  withdrawRefund(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<OwedRefundResponse> {
    return this.refunds.withdraw(staff, idOf(id));
  }

  /**
   * Book a transfer that the bank could not make. The money is owed again, to an account that is asked for again. A bank reference sent again
   * gets the same response as before.
   */
  @Post(':id/return')
  @HttpCode(200)
  @ApiReferenceReused()
  returnRefund(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @JsonBody() returned: RefundReturnRequest,
  ): Promise<OwedRefundResponse> {
    return this.refunds.takeBack(staff, idOf(id), returned);
  }
}
