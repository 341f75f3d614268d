import { Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { JsonBody, Preview } from '../../../gateway/handler/decorators.js';
import { PolicyCancellationRequest } from '../../../record/contract/cancellation/cancellation.dto.js';
import { AcceptanceRequest } from '../../../record/contract/underwriting/acceptance.dto.js';
import { ReferenceLists } from '../../../record/reference/lists/reference-lists.js';
import { BackofficeController, ChangesObject, CurrentStaff, MeansObject, ReadsObject, Roles } from '../../common/decorators.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { CancelledApplicationResponse } from './cancelled-application.dto.js';
import { DecisionRequest, StaffApplicationQuery, StaffApplicationsQuery } from './staff-application-input.dto.js';
import { StaffApplicationResponse, StaffApplicationPageResponse } from './staff-application.dto.js';
import { toCancellationPreview, toDecisionPreview, toStaffResponse } from './staff-application.mapper.js';
import { CancellationPreviewResponse, DecisionPreviewResponse } from './application-preview.dto.js';
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
   * Applications of every agent and line. Of statuses that wait (30, 11, 12, 39, 45) the one that waits longest comes first; what is asked for by a period or
   * a premium is sorted by that; else the newest comes first.
   */
  @Get()
  listApplications(@CurrentStaff() staff: StaffCaller, @Query() query: StaffApplicationsQuery): Promise<StaffApplicationPageResponse> {
    return this.reader.list(staff, query);
  }

  /**
   * The whole record of an application. Questionnaire, price with trace, messages, history and documents; with `asOf` as it was at that
   * moment.
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

  /** Decide on a referred application (status 30; decline also in 11). */
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

  /** What a decision would make of the application, with the price of its terms. Stores nothing. */
  @Post(':id/decisions/preview')
  @Preview()
  @MeansObject()
  @HttpCode(200)
  @Roles('underwriter')
  async previewDecision(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @JsonBody() decision: DecisionRequest,
  ): Promise<DecisionPreviewResponse> {
    return toDecisionPreview(await this.applications.previewDecision(staff, id, decision), staff);
  }

  /** Record the customer's answer. The application was sent for acceptance (39) or customer approval (12). */
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
   * Cancel a policy before its time. It is in status 50 or 55; what was not earned of every paid receipt goes back the way it came; on a
   * withdrawal, up to the 14th day after issue and without a claim, everything.
   */
  @Post(':id/cancellation')
  @MeansObject()
  @HttpCode(200)
  @Roles('issuing')
  cancelPolicy(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @JsonBody() cancellation: PolicyCancellationRequest,
  ): Promise<CancelledApplicationResponse> {
    return this.applications.cancel(staff, id, cancellation);
  }

  /** What a cancellation would give back and which documents it would make. Stores nothing. */
  @Post(':id/cancellation/preview')
  @Preview()
  @MeansObject()
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
