import { Get, HttpCode, HttpStatus, Param, Post, Query } from '@nestjs/common';
import { JsonBody } from '../../../gateway/handler/decorators.js';
import { PendingActionResponse } from '../../access/pending-actions/pending-actions.dto.js';
import { MayNeedSecondPerson, sendOutcome } from '../../access/pending-actions/second-person.js';
import { BackofficeController, CurrentStaff, CurrentStaffCall, Roles, setLocation, type StaffCall } from '../../common/decorators.js';
import { parseId } from '../../common/errors.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { PortfolioTransferRequestService } from './portfolio-transfer-request.service.js';
import {
  PortfolioTransferPageResponse,
  PortfolioTransferQuery,
  PortfolioTransferRequest,
  PortfolioTransferResponse,
} from './portfolio-transfers.dto.js';
import { StaffPortfolioTransferService } from './staff-portfolio-transfer.service.js';

@BackofficeController('portfolio-transfers')
@Roles('admin')
export class PortfolioTransfersController {
  constructor(
    private readonly requests: PortfolioTransferRequestService,
    private readonly transfers: StaffPortfolioTransferService,
  ) {}

  /** List portfolio transfers, latest first. */
  @Get()
  listPortfolioTransfers(
    @CurrentStaff() staff: StaffCaller,
    @Query() query: PortfolioTransferQuery,
  ): Promise<PortfolioTransferPageResponse> {
    return this.transfers.find(staff, query);
  }

  /**
   * Transfer contracts to another agent. Today's transfer begins after the response, a later one on its day. With
   * `dry_run=true` it shows what would move. May need a second administrator.
   */
  @Post()
  @MayNeedSecondPerson(PortfolioTransferResponse, 'The transfer is created.', HttpStatus.CREATED)
  async createPortfolioTransfer(
    @CurrentStaffCall() call: StaffCall,
    @JsonBody() request: PortfolioTransferRequest,
  ): Promise<PortfolioTransferResponse | PendingActionResponse> {
    const outcome = await this.requests.create(call.staff, request);
    if (!(outcome instanceof PendingActionResponse)) setLocation(call, `portfolio-transfers/${outcome.id}`);
    return sendOutcome(call, outcome);
  }

  /** Get a portfolio transfer with its progress. */
  @Get(':id')
  getPortfolioTransfer(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<PortfolioTransferResponse> {
    return this.transfers.get(staff, parseId(id));
  }

  /** Cancel a portfolio transfer that has not begun. */
  @Post(':id/cancel')
  @HttpCode(200)
  cancelPortfolioTransfer(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<PortfolioTransferResponse> {
    return this.transfers.cancel(staff, parseId(id));
  }
}
