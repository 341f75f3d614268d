import { Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { BackofficeController, CurrentStaff, Roles } from '../../common/decorators.js';
import { idOf } from '../../common/not-found.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { StaffMessageResponse, StaffMessageListResponse, StaffMessageQueryDto } from './messages.dto.js';
import { StaffMessageService } from './staff-message.service.js';

@BackofficeController('messages')
@Roles('issuing')
export class MessagesController {
  constructor(private readonly messages: StaffMessageService) {}

  /** Messages of the system to the insurer's people, newest first. */
  @Get()
  listMessages(@CurrentStaff() staff: StaffCaller, @Query() query: StaffMessageQueryDto): Promise<StaffMessageListResponse> {
    return this.messages.find(staff, query);
  }

  /** Mark a message as dealt with. One about money in suspense ends by the resolution of its item alone. */
  @Post(':id/resolution')
  @HttpCode(200)
  resolveMessage(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<StaffMessageResponse> {
    return this.messages.resolve(staff, idOf(id));
  }
}
