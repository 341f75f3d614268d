import { Get, HttpCode, Param, Post, Query, StreamableFile } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { ChangesState, JsonBody, Preview } from '../../../gateway/handler/decorators.js';
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
import { parseId } from '../../common/errors.js';
import { PageQueryDto } from '../../common/page.dto.js';
import {
  PayoutBatchPageResponse,
  PayoutBatchPreviewResponse,
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
@Roles('issuing', 'accounting')
export class PayoutBatchesController {
  constructor(
    private readonly search: PayoutBatchSearchRepository,
    private readonly refunds: StaffRefundService,
  ) {}

  /** List payout batches, latest first. */
  @Get()
  listPayoutBatches(@CurrentStaff() staff: StaffCaller, @Query() query: PayoutBatchQuery): Promise<PayoutBatchPageResponse> {
    return this.search.find(staff, query);
  }

  /** Create a payout batch of these refunds, or of all that can be paid. No other batch can contain them. */
  @Post()
  @Roles('issuing')
  async createPayoutBatch(
    @CurrentStaffCall() call: StaffCall,
    @JsonBody() request: PayoutBatchRequest,
  ): Promise<PayoutBatchWithPayoutsResponse> {
    const batch = await this.refunds.prepare(call.staff, request);
    setLocation(call, `payout-batches/${batch.id}`);
    return batch;
  }

  /** Preview a payout batch with its warnings. Is refused like the preparation itself; stores nothing. */
  @Post('preview')
  @Roles('issuing')
  @Preview()
  @HttpCode(200)
  previewPayoutBatch(@CurrentStaff() staff: StaffCaller, @JsonBody() request: PayoutBatchRequest): Promise<PayoutBatchPreviewResponse> {
    return this.refunds.preview(staff, request);
  }

  /** Get a payout batch with its transfers. */
  @Get(':id')
  getPayoutBatch(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<PayoutBatchWithPayoutsResponse> {
    return this.search.get(staff, parseId(id));
  }

  /** List the transfers of a payout batch, ordered by refund. */
  @Get(':id/payouts')
  listPayouts(@CurrentStaff() staff: StaffCaller, @Param('id') id: string, @Query() query: PageQueryDto): Promise<PayoutPageResponse> {
    return this.search.findPayouts(staff, parseId(id), query);
  }

  /** Approve a payout batch, so that its file can be downloaded. Refused for the user who prepared it. */
  @Post(':id/approval')
  @Roles('issuing')
  @HttpCode(200)
  approvePayoutBatch(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<PayoutBatchWithPayoutsResponse> {
    return this.refunds.approve(staff, parseId(id));
  }

  /**
   * Get the bank file of a payout batch. The file (ISO 20022 pain.001.001.09) is available from the approval until the
   * confirmation or cancellation, before it 400 (-400). It is always the same; each download is recorded.
   */
  @Get(':id/file')
  @Roles('issuing')
  @ChangesState()
  @ApiResponse({ status: 200, description: 'The file.', content: { [XML]: { schema: { type: 'string' } } } })
  async getPayoutBatchFile(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<StreamableFile> {
    const { name, text } = await this.refunds.writeFile(staff, parseId(id));
    return new StreamableFile(Buffer.from(text), { type: XML, disposition: `attachment; filename="${name}"` });
  }

  /**
   * Confirm that the bank has paid an approved payout batch. Refused for the user who prepared it. A repeated bank
   * reference returns the first response again.
   */
  @Post(':id/confirmation')
  @Roles('issuing')
  @HttpCode(200)
  @ApiReferenceReused()
  confirmPayoutBatch(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @JsonBody() confirmation: PayoutConfirmationRequest,
  ): Promise<PayoutBatchWithPayoutsResponse> {
    return this.refunds.confirm(staff, parseId(id), confirmation);
  }

  /** Cancel a payout batch that the bank did not pay. Its refunds are owed again. */
  @Post(':id/cancellation')
  @Roles('issuing')
  @HttpCode(200)
  cancelPayoutBatch(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<PayoutBatchWithPayoutsResponse> {
    return this.refunds.cancel(staff, parseId(id));
  }
}
