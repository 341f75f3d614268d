import { Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { JsonBody } from '../../../gateway/handler/decorators.js';
import { BackofficeController, CurrentStaff, Roles, ApiReferenceReused } from '../../common/decorators.js';
import { parseId } from '../../common/errors.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { RefundAccountRequest, RefundPageResponse, RefundQuery, OwedRefundResponse, RefundReturnRequest } from './refunds.dto.js';
import { RefundSearchRepository } from './refund-search.repository.js';
import { StaffRefundService } from './staff-refund.service.js';

@BackofficeController('refunds')
@Roles('issuing', 'accounting')
export class RefundsController {
  constructor(
    private readonly search: RefundSearchRepository,
    private readonly refunds: StaffRefundService,
  ) {}

  /** List owed and paid refunds, oldest first. Includes cancellations, money from suspense and agents' credit. */
  @Get()
  listRefunds(@CurrentStaff() staff: StaffCaller, @Query() query: RefundQuery): Promise<RefundPageResponse> {
    return this.search.find(staff, query);
  }

  /** Get a refund with its account and payout. */
  @Get(':id')
  getRefund(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<OwedRefundResponse> {
    return this.search.get(staff, parseId(id));
  }

  /**
   * Save the account that a refund is paid to. The refund must be owed and in no batch; the IBAN is encrypted and shown
   * in part.
   */
  @Put(':id/account')
  @Roles('issuing')
  saveRefundAccount(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @JsonBody() account: RefundAccountRequest,
  ): Promise<OwedRefundResponse> {
    return this.refunds.setAccount(staff, parseId(id), account);
  }

  /** Withdraw an agent's refund. Its credit is booked back to the agent's account. */
  @Post(':id/withdrawal')
  @Roles('issuing')
  @HttpCode(200)
  withdrawRefund(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<OwedRefundResponse> {
    return this.refunds.withdraw(staff, parseId(id));
  }

  /**
   * Book the return of a refund by the bank. The refund is owed again and needs a new account. A repeated bank
   * reference returns the first response again.
   */
  @Post(':id/return')
  @Roles('issuing')
  @HttpCode(200)
  @ApiReferenceReused()
  returnRefund(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @JsonBody() returned: RefundReturnRequest,
  ): Promise<OwedRefundResponse> {
    return this.refunds.returnPayout(staff, parseId(id), returned);
  }
}
