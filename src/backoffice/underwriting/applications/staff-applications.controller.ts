import { Delete, Get, HttpCode, HttpStatus, Param, Post, Query } from '@nestjs/common';
import { JsonBody, Preview } from '../../../gateway/handler/decorators.js';
import { PolicyCancellationRequest } from '../../../record/contract/cancellation/cancellation.dto.js';
import { ReferenceLists } from '../../../record/reference/lists/reference-lists.js';
import {
  BackofficeController,
  ChangesObject,
  CurrentStaff,
  CurrentStaffCall,
  NeedsAuthority,
  ChecksIfMatch,
  type StaffCall,
  ReadsObject,
  Roles,
} from '../../common/decorators.js';
import { PendingActionResponse } from '../../access/pending-actions/pending-actions.dto.js';
import { MayNeedSecondPerson, sendOutcome } from '../../access/pending-actions/second-person.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import {
  CancellationPreviewResponse,
  CancelledApplicationResponse,
  DecisionPreviewResponse,
  ScheduledCancellationResponse,
  StaffApplicationPageResponse,
  StaffApplicationResponse,
} from './staff-application.dto.js';
import {
  DecisionRequest,
  ReinstatementRequest,
  StaffAcceptanceRequest,
  StaffApplicationQuery,
  StaffApplicationsQuery,
} from './staff-application-input.dto.js';
import { toCancellationPreview, toDecisionPreview, toScheduledCancellation, toStaffResponse } from './staff-application.mapper.js';
import { StaffApplicationReader } from './staff-application.reader.js';
import { StaffCancellationService } from './staff-cancellation.service.js';
import { StaffReinstatementService } from './staff-reinstatement.service.js';
import { StaffDecisionService } from './staff-decision.service.js';
import { StaffApplicationsService } from './staff-applications.service.js';

@BackofficeController('applications')
@Roles('underwriter', 'issuing')
export class StaffApplicationsController {
  constructor(
    private readonly applications: StaffApplicationsService,
    private readonly decisions: StaffDecisionService,
    private readonly cancellations: StaffCancellationService,
    private readonly reinstatements: StaffReinstatementService,
    private readonly reader: StaffApplicationReader,
    private readonly lists: ReferenceLists,
  ) {}

  /**
   * List the applications of all agents and lines. Statuses that wait (30, 11, 12, 39, 45) are sorted by waiting time,
   * longest first; a filter by period or premium sorts by it; otherwise the newest comes first.
   */
  @Get()
  listApplications(@CurrentStaff() staff: StaffCaller, @Query() query: StaffApplicationsQuery): Promise<StaffApplicationPageResponse> {
    return this.reader.list(staff, query);
  }

  /**
   * Get the whole record of an application. Contains questionnaire, price trace, messages, history and documents;
   * `asOf` selects an earlier state, `on` another day of a policy.
   */
  @Get(':id')
  @ReadsObject()
  async getApplication(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @Query() query: StaffApplicationQuery,
  ): Promise<StaffApplicationResponse> {
    return toStaffResponse(await this.applications.get(staff, id, query), staff);
  }

  /**
   * Decide on a referred application, within the caller's authority. Requires status 30; decline is also possible in
   * 11. May need a second person.
   */
  @Post(':id/decisions')
  @ChangesObject()
  @HttpCode(200)
  @Roles('underwriter')
  @NeedsAuthority()
  @MayNeedSecondPerson(StaffApplicationResponse, 'The application is decided.')
  async decideApplication(
    @CurrentStaffCall() call: StaffCall,
    @Param('id') id: string,
    @JsonBody() decision: DecisionRequest,
  ): Promise<StaffApplicationResponse | PendingActionResponse> {
    const pending = await this.decisions.decide(call.staff, id, decision);
    return sendOutcome(call, pending ?? toStaffResponse(await this.applications.get(call.staff, id, {}), call.staff));
  }

  /**
   * Preview a decision with the resulting price. Says whether the caller's authority covers it, and is otherwise
   * refused like the decision itself; stores nothing.
   */
  @Post(':id/decisions/preview')
  @Preview()
  @ChecksIfMatch()
  @HttpCode(200)
  @Roles('underwriter')
  async previewDecision(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @JsonBody() decision: DecisionRequest,
  ): Promise<DecisionPreviewResponse> {
    return toDecisionPreview(await this.decisions.preview(staff, id, decision), staff);
  }

  /**
   * Record the customer's answer to an application. Requires status 39 (acceptance) or 12 (customer approval). An
   * acceptance needs its evidence: an upload of the application.
   */
  @Post(':id/acceptance')
  @ChangesObject()
  @HttpCode(200)
  @Roles('issuing')
  async recordAcceptance(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @JsonBody() answer: StaffAcceptanceRequest,
  ): Promise<StaffApplicationResponse> {
    return toStaffResponse(await this.applications.answer(staff, id, answer), staff);
  }

  /**
   * Cancel a policy before its end. Requires status 50 or 55. Refunds the paid receipts by the rule of the reason, the
   * way they were paid. A cancellation for a later day than today is scheduled; one from the start as issued in error,
   * or of a late withdrawal, needs a second person.
   */
  @Post(':id/cancellation')
  @ChecksIfMatch()
  @HttpCode(200)
  @Roles('issuing')
  @MayNeedSecondPerson(CancelledApplicationResponse, 'The policy is cancelled, or its cancellation is scheduled.')
  async cancelPolicy(
    @CurrentStaffCall() call: StaffCall,
    @Param('id') id: string,
    @JsonBody() cancellation: PolicyCancellationRequest,
  ): Promise<CancelledApplicationResponse | PendingActionResponse> {
    return sendOutcome(call, await this.cancellations.cancel(call.staff, id, cancellation));
  }

  /** Preview the refunds and documents of a cancellation. Is refused like the cancellation itself; stores nothing. */
  @Post(':id/cancellation/preview')
  @Preview()
  @ChecksIfMatch()
  @HttpCode(200)
  @Roles('issuing')
  async previewCancellation(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @JsonBody() cancellation: PolicyCancellationRequest,
  ): Promise<CancellationPreviewResponse> {
    return toCancellationPreview(await this.cancellations.preview(staff, id, cancellation), staff.language, this.lists);
  }

  /**
   * Reinstate a cancelled or lapsed policy. One that was cancelled in error is in force again without a gap, and its
   * refund is reversed; that needs a second person. One that lapsed is paid with money in suspense (`suspenseId`), and
   * is covered from the day after its value date if that is late.
   */
  @Post(':id/reinstatement')
  @HttpCode(200)
  @Roles('issuing')
  @MayNeedSecondPerson(StaffApplicationResponse, 'The policy is in force again.')
  async reinstatePolicy(
    @CurrentStaffCall() call: StaffCall,
    @Param('id') id: string,
    @JsonBody() request: ReinstatementRequest,
  ): Promise<StaffApplicationResponse | PendingActionResponse> {
    return sendOutcome(call, await this.reinstatements.reinstate(call.staff, id, request));
  }

  /** Get the scheduled cancellation of a policy. */
  @Get(':id/scheduled-cancellation')
  async getScheduledCancellation(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<ScheduledCancellationResponse> {
    return toScheduledCancellation(await this.cancellations.getScheduled(staff, id), staff.language);
  }

  /** Withdraw the scheduled cancellation of a policy. Possible until its day begins. */
  @Delete(':id/scheduled-cancellation')
  @ChecksIfMatch()
  @HttpCode(HttpStatus.NO_CONTENT)
  @Roles('issuing')
  deleteScheduledCancellation(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<void> {
    return this.cancellations.deleteScheduled(staff, id);
  }
}
