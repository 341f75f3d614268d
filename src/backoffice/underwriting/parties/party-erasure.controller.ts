import { Get, HttpCode, Param, Post } from '@nestjs/common';
import { BackofficeController, CurrentStaffCall, CurrentStaff, Roles, setLocation, type StaffCall } from '../../common/decorators.js';
import { parseId } from '../../common/errors.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { ErasurePreviewService } from './erasure-preview.service.js';
import { PartyErasureService } from './party-erasure.service.js';
import { ErasureResponse, ErasurePreviewResponse } from './party-erasure.dto.js';

@BackofficeController('parties')
@Roles('admin')
export class PartyErasureController {
  constructor(
    private readonly erasure: PartyErasureService,
    private readonly preview: ErasurePreviewService,
  ) {}

  /**
   * Erase a person who has no contract. Erases the register and the agents' records at once, the applications part by
   * part. Cannot be undone; a repeated call returns the progress.
   */
  @Post(':id/erasure')
  @HttpCode(202)
  async erasePerson(@CurrentStaffCall() call: StaffCall, @Param('id') id: string): Promise<ErasureResponse> {
    const erasure = await this.erasure.request(call.staff, parseId(id));
    setLocation(call, `parties/${erasure.partyId}/erasure`);
    return erasure;
  }

  /** Get the progress or the result of an erasure. */
  @Get(':id/erasure')
  getErasure(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<ErasureResponse> {
    return this.erasure.get(staff, parseId(id));
  }

  /** Preview an erasure, with reasons not to erase and data that stays. Stores nothing. */
  @Get(':id/erasure/preview')
  getErasurePreview(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<ErasurePreviewResponse> {
    return this.preview.preview(staff, parseId(id));
  }
}
