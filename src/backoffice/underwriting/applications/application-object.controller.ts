import { Get, Param, Query } from '@nestjs/common';
import { BackofficeController, CurrentStaff, Roles } from '../../common/decorators.js';
import { PageQueryDto } from '../../common/page.dto.js';
import {
  ApplicationChangesQuery,
  ApplicationChangesResponse,
  ApplicationQuestionnaireResponse,
  ApplicationVersionQuery,
} from './application-questionnaire.dto.js';
import { ApplicationObjectService } from './application-object.service.js';
import { ApplicationTimelineResponse } from './application-timeline.dto.js';
import { ApplicationVersionsResponse } from './application-versions.dto.js';
import type { StaffCaller } from '../../common/staff-caller.js';

@BackofficeController('applications/:id')
@Roles('underwriter', 'issuing')
export class ApplicationObjectController {
  constructor(private readonly object: ApplicationObjectService) {}

  /** The questionnaire as people read it. Every question with its label and the titles of its codes, in the order of the form. */
  @Get('questionnaire')
  getApplicationQuestionnaire(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @Query() { version }: ApplicationVersionQuery,
  ): Promise<ApplicationQuestionnaireResponse> {
    return this.object.getQuestionnaire(staff, id, version);
  }

  /** All that happened to an application, oldest first. Transitions with decisions, receipts, documents, payments and messages. */
  @Get('timeline')
  getApplicationTimeline(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @Query() query: PageQueryDto,
  ): Promise<ApplicationTimelineResponse> {
    return this.object.getTimeline(staff, id, query);
  }

  /** The versions of an application, oldest first. What made each, and who. */
  @Get('versions')
  listApplicationVersions(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @Query() query: PageQueryDto,
  ): Promise<ApplicationVersionsResponse> {
    return this.object.listVersions(staff, id, query);
  }

  /** What differs between two versions of an application. Field by field, with labels and titles; the last change when none is named. */
  @Get('changes')
  getApplicationChanges(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @Query() query: ApplicationChangesQuery,
  ): Promise<ApplicationChangesResponse> {
    return this.object.getChanges(staff, id, query);
  }
}
