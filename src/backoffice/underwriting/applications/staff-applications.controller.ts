import { Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { JsonBody, Preview } from '../../../gateway/handler/decorators.js';
import { PolicyCancellationRequest } from '../../../record/contract/cancellation/cancellation.dto.js';
import { AcceptanceRequest } from '../../../record/contract/underwriting/decision.dto.js';
import { ReferenceLists } from '../../../record/reference/lists/reference-lists.js';
import { BackofficeController, ChangesObject, CurrentStaff, ChecksIfMatch, ReadsObject, Roles } from '../../common/decorators.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import {
  CancellationPreviewResponse,
  CancelledApplicationResponse,
  DecisionPreviewResponse,
  StaffApplicationPageResponse,
  StaffApplicationResponse,
} from './staff-application.dto.js';
import { DecisionRequest, StaffApplicationQuery, StaffApplicationsQuery } from './staff-application-input.dto.js';
import { toCancellationPreview, toDecisionPreview, toStaffResponse } from './staff-application.mapper.js';
import { StaffApplicationReader } from './staff-application.reader.js';
import { StaffApplicationsService } from './staff-applications.service.js';

@BackofficeController('applications')
@Roles('underwriter', 'issuing')
export class StaffApplicationsController {
  constructor(
    private readonly applications: StaffApplicationsService,
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
   * `asOf` selects an earlier state.
   */
  @Get(':id')
  @ReadsObject()
  async getApplication(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @Query() query: StaffApplicationQuery,
  ): Promise<StaffApplicationResponse> {
    return toStaffResponse(await this.reader.get(staff, id, query.asOf), staff);
  }

  /** Decide on a referred application. Requires status 30; decline is also possible in 11. */
  @Post(':id/decisions')
  @ChangesObject()
  @HttpCode(200)
  @Roles('underwriter')
  async decideApplication(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @JsonBody() decision: DecisionRequest,
  ): Promise<StaffApplicationResponse> {
    return toStaffResponse(await this.applications.decide(staff, id, decision), staff);
  }

  /** Preview a decision with the resulting price. Is refused like the decision itself; stores nothing. */
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
    return toDecisionPreview(await this.applications.previewDecision(staff, id, decision), staff);
  }

  /** Record the customer's answer to an application. Requires status 39 (acceptance) or 12 (customer approval). */
  @Post(':id/acceptance')
  @ChangesObject()
  @HttpCode(200)
  @Roles('issuing')
  async recordAcceptance(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @JsonBody() answer: AcceptanceRequest,
  ): Promise<StaffApplicationResponse> {
    return toStaffResponse(await this.applications.answer(staff, id, answer), staff);
  }

  /**
   * Cancel a policy before its end. Requires status 50 or 55. Refunds the unearned part of each paid receipt the way it
   * was paid. A withdrawal, until the 14th day after issue and without a claim, refunds everything.
   */
  @Post(':id/cancellation')
  @ChecksIfMatch()
  @HttpCode(200)
  @Roles('issuing')
  cancelPolicy(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @JsonBody() cancellation: PolicyCancellationRequest,
  ): Promise<CancelledApplicationResponse> {
    return this.applications.cancel(staff, id, cancellation);
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
    return toCancellationPreview(await this.applications.previewCancellation(staff, id, cancellation), staff.language, this.lists);
  }
}
