import { Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { UsesVersion } from '../../../gateway/documentation/described-route.js';
import { JsonBody, Preview } from '../../../gateway/handler/decorators.js';
import {
  ApiReferenceReused,
  BackofficeController,
  CurrentStaff,
  CurrentStaffCall,
  Roles,
  type StaffCall,
} from '../../common/decorators.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { parseId } from '../../common/errors.js';
import { PendingActionResponse } from '../../access/pending-actions/pending-actions.dto.js';
import { MayNeedSecondPerson, sendOutcome } from '../../access/pending-actions/second-person.js';
import { StaffPaymentService } from './staff-payment.service.js';
import { BankAdviceRequest, BankPaymentResponse } from './payments.dto.js';
import {
  SuspenseItemResponse,
  SuspenseItemWithCandidatesResponse,
  SuspenseListResponse,
  SuspensePreviewResponse,
  SuspenseQueryDto,
  SuspenseResolutionRequest,
} from './suspense.dto.js';
import { SuspenseCandidatesRepository } from './suspense-candidates.repository.js';
import { StaffSuspenseService } from './staff-suspense.service.js';
import { SuspenseSearchRepository } from './suspense-search.repository.js';

@BackofficeController('payments')
@Roles('issuing')
export class PaymentsController {
  constructor(private readonly payments: StaffPaymentService) {}

  /**
   * Book a bank payment by its payment code. It issues an application in prepay, or pays the instalment of the code and
   * the next ones whose sum it equals. All other money goes to suspense, also with an unknown code. A repeated bank
   * reference returns the first response again. A value date of more than five banking days ago needs a second person.
   */
  @Post()
  @UsesVersion('late')
  @HttpCode(200)
  @MayNeedSecondPerson(BankPaymentResponse, 'The payment is booked.')
  @ApiReferenceReused()
  async bookPayment(
    @CurrentStaffCall() call: StaffCall,
    @JsonBody() advice: BankAdviceRequest,
  ): Promise<BankPaymentResponse | PendingActionResponse> {
    return sendOutcome(call, await this.payments.book(call.staff, advice));
  }
}

@BackofficeController('suspense')
@Roles('issuing', 'accounting')
export class SuspenseController {
  constructor(
    private readonly search: SuspenseSearchRepository,
    private readonly candidates: SuspenseCandidatesRepository,
    private readonly suspense: StaffSuspenseService,
  ) {}

  /** List the money in suspense and the credit of customers, oldest first. */
  @Get()
  listSuspense(@CurrentStaff() staff: StaffCaller, @Query() query: SuspenseQueryDto): Promise<SuspenseListResponse> {
    return this.search.find(staff, query);
  }

  /** Get an item in suspense with the applications that it may be for. */
  @Get(':id')
  getSuspenseItem(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<SuspenseItemWithCandidatesResponse> {
    return this.candidates.get(staff, parseId(id));
  }

  /**
   * Resolve an item in suspense, in whole or in parts, alone or with others. The money pays instalments or an agent's
   * debt, is credit of a customer, or is owed to customer or sender. A write-off above the tolerance needs a second
   * person.
   */
  @Post(':id/resolution')
  @Roles('issuing')
  @UsesVersion('late')
  @HttpCode(200)
  @MayNeedSecondPerson(SuspenseItemResponse, 'The money is used.')
  async resolveSuspense(
    @CurrentStaffCall() call: StaffCall,
    @Param('id') id: string,
    @JsonBody() resolution: SuspenseResolutionRequest,
  ): Promise<SuspenseItemResponse | PendingActionResponse> {
    return sendOutcome(call, await this.suspense.resolve(call.staff, parseId(id), resolution));
  }

  /** Preview the resolution of an item in suspense. Is refused like the resolution itself; stores nothing. */
  @Post(':id/resolution/preview')
  @Roles('issuing')
  @Preview()
  @HttpCode(200)
  previewResolution(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @JsonBody() resolution: SuspenseResolutionRequest,
  ): Promise<SuspensePreviewResponse> {
    return this.suspense.preview(staff, parseId(id), resolution);
  }
}
