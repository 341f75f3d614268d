import { Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { BackofficeController, CurrentStaff, Roles } from '../../common/decorators.js';
import { parseId } from '../../common/errors.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { StaffMessageResponse, StaffMessageListResponse, StaffMessageQueryDto } from './messages.dto.js';
import { StaffMessageService } from './staff-message.service.js';

@BackofficeController('messages')
@Roles('issuing')
export class MessagesController {
  constructor(private readonly messages: StaffMessageService) {}

  /** List the system's messages to staff, newest first. */
  @Get()
  listMessages(@CurrentStaff() staff: StaffCaller, @Query() query: StaffMessageQueryDto): Promise<StaffMessageListResponse> {
    return this.messages.find(staff, query);
  }

  /** Resolve a message to staff. A message about money in suspense is resolved only together with its item. */
  @Post(':id/resolution')
  @HttpCode(200)
  resolveMessage(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<StaffMessageResponse> {
    return this.messages.resolve(staff, parseId(id));
  }
}
