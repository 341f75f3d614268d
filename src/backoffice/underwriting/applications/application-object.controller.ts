import { Get, Param, Query } from '@nestjs/common';
import { BackofficeController, CurrentStaff, Roles } from '../../common/decorators.js';
import { PageQueryDto } from '../../common/page.dto.js';
import {
  ApplicationChangesQuery,
  ApplicationChangesResponse,
  ApplicationQuestionnaireResponse,
  ApplicationVersionQuery,
  ApplicationVersionsResponse,
} from './application-object.dto.js';
import { ApplicationObjectService } from './application-object.service.js';
import { ApplicationTimelineResponse } from './application-timeline.dto.js';
import type { StaffCaller } from '../../common/staff-caller.js';

@BackofficeController('applications/:id')
@Roles('underwriter', 'issuing')
export class ApplicationObjectController {
  constructor(private readonly object: ApplicationObjectService) {}

  /**
   * Get the questionnaire as readable questions and answers. They are in the order of the form, with labels and with
   * titles for codes.
   */
  @Get('questionnaire')
  getApplicationQuestionnaire(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @Query() { version }: ApplicationVersionQuery,
  ): Promise<ApplicationQuestionnaireResponse> {
    return this.object.getQuestionnaire(staff, id, version);
  }

  /**
   * Get the timeline of an application, oldest entry first. Contains transitions with decisions, receipts, documents,
   * payments, messages and notes.
   */
  @Get('timeline')
  getApplicationTimeline(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @Query() query: PageQueryDto,
  ): Promise<ApplicationTimelineResponse> {
    return this.object.getTimeline(staff, id, query);
  }

  /** List the versions of an application, oldest first. Each names its action and actor. */
  @Get('versions')
  listApplicationVersions(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @Query() query: PageQueryDto,
  ): Promise<ApplicationVersionsResponse> {
    return this.object.listVersions(staff, id, query);
  }

  /**
   * Get the changes between two versions of an application. Lists them by field, with labels and titles; without
   * versions it shows the last change.
   */
  @Get('changes')
  getApplicationChanges(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @Query() query: ApplicationChangesQuery,
  ): Promise<ApplicationChangesResponse> {
    return this.object.getChanges(staff, id, query);
  }
}
