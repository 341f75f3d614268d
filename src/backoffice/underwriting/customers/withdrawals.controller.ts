import { Get, HttpCode, Param, Post, Query, type StreamableFile } from '@nestjs/common';
import { ApiRowStream } from '../../../gateway/documentation/file-responses.js';
import { JsonBody } from '../../../gateway/handler/decorators.js';
import { sendTable } from '../../../gateway/handler/table-response.js';
import { BackofficeController, CurrentStaff, CurrentStaffCall, Roles, type StaffCall } from '../../common/decorators.js';
import { parseId } from '../../common/errors.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { StaffCustomerActService } from './staff-customer-act.service.js';
import { REGISTER_COLUMNS, StaffWithdrawalService } from './staff-withdrawal.service.js';
import {
  StaffCustomerActListResponse,
  StaffWithdrawalResponse,
  WithdrawalDecisionRequest,
  WithdrawalPageResponse,
  WithdrawalQuery,
  WithdrawalTableQuery,
} from './withdrawals.dto.js';

const toSameName = (key: string): string => key;

@BackofficeController('withdrawals')
@Roles('underwriter', 'issuing')
export class StaffWithdrawalsController {
  constructor(private readonly withdrawals: StaffWithdrawalService) {}

  /** List withdrawals, latest first. */
  @Get()
  listStaffWithdrawals(@CurrentStaff() staff: StaffCaller, @Query() query: WithdrawalQuery): Promise<WithdrawalPageResponse> {
    return this.withdrawals.find(staff, query);
  }

  /** List the register of withdrawals as a table. Takes the filters of the list. */
  @Get('table')
  @ApiRowStream(REGISTER_COLUMNS, toSameName)
  listWithdrawalRows(@CurrentStaffCall() call: StaffCall, @Query() query: WithdrawalTableQuery): Promise<StreamableFile> {
    const { staff } = call;
    const read = () => this.withdrawals.stream(staff, query);
    return sendTable(call, { name: 'withdrawals', columns: REGISTER_COLUMNS, language: staff.language, nameOf: toSameName, read });
  }

  /** Close a withdrawal that waits for staff. The decision is shown to the customer; the task ends. */
  @Post(':id/closing')
  @HttpCode(200)
  @Roles('issuing')
  closeWithdrawal(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @JsonBody() { decision }: WithdrawalDecisionRequest,
  ): Promise<StaffWithdrawalResponse> {
    return this.withdrawals.close(staff, parseId(id), decision);
  }
}

@BackofficeController('applications/:id/customer-acts')
@Roles('underwriter', 'issuing')
export class CustomerActsOfApplicationController {
  constructor(private readonly acts: StaffCustomerActService) {}

  /** List the acts of an application’s customer with their evidence. Newest first; each is verified by its hash. */
  @Get()
  listCustomerActs(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<StaffCustomerActListResponse> {
    return this.acts.list(staff, id);
  }
}
