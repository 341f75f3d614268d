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

  /**
   * Assign an application to the caller or to another user. Refused (-400) with the current assignee's name unless
   * `takeOver` is true.
   */
  @Put(':id/assignee')
  @Roles('admin', 'underwriter', 'issuing')
  changeAssignee(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @JsonBody() assignee: AssigneeRequest,
  ): Promise<AssigneeResponse> {
    return this.work.assign(staff, id, assignee);
  }

  /** Unassign an application, so that others can work on it. */
  @Delete(':id/assignee')
  @HttpCode(HttpStatus.NO_CONTENT)
  @Roles('admin', 'underwriter', 'issuing')
  deleteAssignee(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<void> {
    return this.work.release(staff, id);
  }

  /** List the internal notes of an application, oldest first. */
  @Get(':id/notes')
  listApplicationNotes(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @Query() query: PageQueryDto,
  ): Promise<ApplicationNotePageResponse> {
    return this.work.listNotes(staff, id, query);
  }

  /** Add an internal note to an application. Notes are hidden from agents and cannot be changed. */
  @Post(':id/notes')
  addApplicationNote(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @JsonBody() { text }: ApplicationNoteRequest,
  ): Promise<ApplicationNoteResponse> {
    return this.work.addNote(staff, id, text);
  }
}
