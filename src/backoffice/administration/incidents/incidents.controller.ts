import { Get, Query } from '@nestjs/common';
import { BackofficeController, CurrentStaff, Roles } from '../../common/decorators.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { IncidentDraftService } from './incident-draft.service.js';
import { IncidentDraftQueryDto, IncidentDraftResponse } from './incidents.dto.js';

@BackofficeController('incidents')
@Roles('admin')
export class IncidentsController {
  constructor(private readonly drafts: IncidentDraftService) {}

  /**
   * Draft the report of an incident from the request log. It has the affected services and programs, the longest outage
   * and the charges that failed.
   */
  @Get('draft')
  getDraft(@CurrentStaff() staff: StaffCaller, @Query() query: IncidentDraftQueryDto): Promise<IncidentDraftResponse> {
    return this.drafts.get(staff, query);
  }
}
