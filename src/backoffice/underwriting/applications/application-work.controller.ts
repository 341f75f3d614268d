import { Delete, Get, HttpCode, HttpStatus, Param, Post, Put, Query } from '@nestjs/common';
import { JsonBody } from '../../../gateway/handler/decorators.js';
import { BackofficeController, CurrentStaff, Roles } from '../../common/decorators.js';
import { PageQueryDto } from '../../common/page.dto.js';
import {
  ApplicationNotePageResponse,
  ApplicationNoteRequest,
  ApplicationNoteResponse,
  AssigneeRequest,
  AssigneeResponse,
} from './application-work.dto.js';
import { ApplicationWorkService } from './application-work.service.js';
import type { StaffCaller } from '../../common/staff-caller.js';

@BackofficeController('applications')
@Roles('underwriter', 'issuing')
export class ApplicationWorkController {
  constructor(private readonly work: ApplicationWorkService) {}

  /** Take an application, or give it to somebody. Refused (-400), naming who, when somebody else has it and `takeOver` is not true. */
  @Put(':id/assignee')
  @Roles('admin', 'underwriter', 'issuing')
  changeAssignee(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @JsonBody() assignee: AssigneeRequest,
  ): Promise<AssigneeResponse> {
    return this.work.assign(staff, id, assignee);
  }

  /** Give an application back, so that nobody has it. */
  @Delete(':id/assignee')
  @HttpCode(HttpStatus.NO_CONTENT)
  @Roles('admin', 'underwriter', 'issuing')
  deleteAssignee(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<void> {
    return this.work.release(staff, id);
  }

  /** Notes at an application, the oldest first. */
  @Get(':id/notes')
  listApplicationNotes(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @Query() query: PageQueryDto,
  ): Promise<ApplicationNotePageResponse> {
    return this.work.listNotes(staff, id, query);
  }

  /** Note something at an application for the insurer's people. It stays as it is written. */
  @Post(':id/notes')
  addApplicationNote(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @JsonBody() { text }: ApplicationNoteRequest,
  ): Promise<ApplicationNoteResponse> {
    return this.work.addNote(staff, id, text);
  }
}
