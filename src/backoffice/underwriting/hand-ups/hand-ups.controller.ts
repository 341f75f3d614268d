import { HttpCode, Param, Post } from '@nestjs/common';
import { JsonBody } from '../../../gateway/handler/decorators.js';
import { BackofficeController, CurrentStaff, Roles } from '../../common/decorators.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { HandUpRequest, HandUpResponse } from './hand-ups.dto.js';
import { HandUpService } from './hand-up.service.js';

@BackofficeController('applications')
@Roles('underwriter')
export class HandUpsController {
  constructor(private readonly handUps: HandUpService) {}

  /** Hand a referral up to an underwriter whose authority covers its approval. Assigns it, with a note. */
  @Post(':id/hand-up')
  @HttpCode(200)
  handUpReferral(@CurrentStaff() staff: StaffCaller, @Param('id') id: string, @JsonBody() request: HandUpRequest): Promise<HandUpResponse> {
    return this.handUps.handUp(staff, id, request);
  }
}
