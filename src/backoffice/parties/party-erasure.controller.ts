import { Get, HttpCode, Param, Post } from '@nestjs/common';
import { BackofficeController, CurrentStaffCall, CurrentStaff, Roles, type StaffCall } from '../access/decorators.js';
import type { StaffCaller } from '../access/staff-caller.js';
import { setLocation } from '../lists/created.js';
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
   * Erase a person who has no contract. From the register and the agents' records at once; then, part by part, from applications, texts and kept
   * responses. It cannot be undone. A repeated call returns the progress.
   */
  @Post(':id/erasure')
  @HttpCode(202)
  async erasePerson(@CurrentStaffCall() call: StaffCall, @Param('id') id: string): Promise<ErasureResponse> {
    const erasure = await this.erasure.request(call.staff, id);
    setLocation(call, `parties/${erasure.partyId}/erasure`);
    return erasure;
  }

  /** How far an erasure is, or what it did. */
  @Get(':id/erasure')
  getErasure(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<ErasureResponse> {
    return this.erasure.find(staff, id);
  }

  /** What an erasure would do. Also what stands against it, and what would stay. Nothing is changed or stored. */
  @Get(':id/erasure/preview')
  getErasurePreview(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<ErasurePreviewResponse> {
    return this.preview.preview(staff, id);
  }
}
