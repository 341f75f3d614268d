import { Get, HttpCode, Param, Post, Query, StreamableFile } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { ChangesState, JsonBody } from '../../../gateway/handler/decorators.js';
import {
  BackofficeController,
  CurrentStaffCall,
  CurrentStaff,
  Roles,
  ApiReferenceReused,
  setLocation,
  type StaffCall,
} from '../../common/decorators.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { idOf } from '../../common/not-found.js';
import { PageQueryDto } from '../../common/page.dto.js';
import {
  PayoutBatchPageResponse,
  PayoutBatchQuery,
  PayoutBatchRequest,
  PayoutBatchWithPayoutsResponse,
  PayoutConfirmationRequest,
  PayoutPageResponse,
} from './payout-batches.dto.js';
import { PayoutBatchSearchRepository } from './payout-batch-search.repository.js';
import { StaffRefundService } from './staff-refund.service.js';

const XML = 'application/xml';

@BackofficeController('payout-batches')
@Roles('issuing')
export class PayoutBatchesController {
  constructor(
    private readonly search: PayoutBatchSearchRepository,
    private readonly refunds: StaffRefundService,
  ) {}

  /** Batches of payouts, the latest first. */
  @Get()
  listPayoutBatches(@CurrentStaff() staff: StaffCaller, @Query() query: PayoutBatchQuery): Promise<PayoutBatchPageResponse> {
    return this.search.find(staff, query);
  }

  /** Put refunds into a batch. These, or all that are owed and have an account; nobody else can pay them from then on. */
  @Post()
  async createPayoutBatch(
    @CurrentStaffCall() call: StaffCall,
    @JsonBody() request: PayoutBatchRequest,
  ): Promise<PayoutBatchWithPayoutsResponse> {
    const batch = await this.refunds.prepare(call.staff, request);
    setLocation(call, `payout-batches/${batch.id}`);
    return batch;
  }

  /** One batch with its transfers. */
  @Get(':id')
  getPayoutBatch(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<PayoutBatchWithPayoutsResponse> {
    return this.search.get(staff, idOf(id));
  }

  /** Transfers of a batch, by their refunds. */
  @Get(':id/payouts')
  listPayouts(@CurrentStaff() staff: StaffCaller, @Param('id') id: string, @Query() query: PageQueryDto): Promise<PayoutPageResponse> {
    return this.search.findPayouts(staff, idOf(id), query);
  }

  /** Approve a batch, so that its file can be fetched. Another person than who prepared it does so. */
  @Post(':id/approval')
  @HttpCode(200)
  approvePayoutBatch(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<PayoutBatchWithPayoutsResponse> {
    return this.refunds.approve(staff, idOf(id));
  }

  /**
   * The file for the bank. ISO 20022 pain.001.001.09, the same each time, from the approval until the batch is confirmed or cancelled; who fetched
   * it is recorded. Before the approval: 400 -400.
   */
  @Get(':id/file')
  @ChangesState()
  @ApiResponse({ status: 200, description: 'The file.', content: { [XML]: { schema: { type: 'string' } } } })
  async getPayoutBatchFile(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<StreamableFile> {
    const { name, text } = await this.refunds.fileOf(staff, idOf(id));
    return new StreamableFile(Buffer.from(text), { type: XML, disposition: `attachment; filename="${name}"` });
  }

  /**
   * Book that the bank has paid an approved batch. Somebody else than who prepared it does so. A bank reference sent again gets the same response
   * as before.
   */
  @Post(':id/confirmation')
  @HttpCode(200)
  @ApiReferenceReused()
  confirmPayoutBatch(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @JsonBody() confirmation: PayoutConfirmationRequest,
  ): Promise<PayoutBatchWithPayoutsResponse> {
    return this.refunds.confirm(staff, idOf(id), confirmation);
  }

  /** Cancel a batch that the bank did not pay. Everything in it is owed as before. */
  @Post(':id/cancellation')
  @HttpCode(200)
  cancelPayoutBatch(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<PayoutBatchWithPayoutsResponse> {
    return this.refunds.cancel(staff, idOf(id));
  }
}
