import { Get, HttpCode, Param, Post, type StreamableFile } from '@nestjs/common';
import { ApiArchive, ZIP } from '../../../gateway/documentation/file-responses.js';
import { formatContentDisposition } from '../../../gateway/handler/file-response.js';
import { ChangesState } from '../../../gateway/handler/decorators.js';
import { sendParts } from '../../../gateway/handler/responses.js';
import { BackofficeController, CurrentStaffCall, CurrentStaff, Roles, setLocation, type StaffCall } from '../../common/decorators.js';
import { parseId } from '../../common/errors.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { ErasurePreviewService } from './erasure-preview.service.js';
import { PartyErasureService } from './party-erasure.service.js';
import { PersonExportService } from './person-export.service.js';
import { ErasureResponse, ErasurePreviewResponse } from './party-erasure.dto.js';

@BackofficeController('parties')
@Roles('admin')
export class PartyErasureController {
  constructor(
    private readonly erasure: PartyErasureService,
    private readonly preview: ErasurePreviewService,
    private readonly exports: PersonExportService,
  ) {}

  /**
   * Get what is recorded about a person as a ZIP archive. Contains the register, applications with history, receipts,
   * letters and documents; of other policyholders' applications only the data of the person. It is audited.
   */
  @Get(':id/export')
  @ChangesState()
  @ApiArchive('The archive.')
  async getPersonExport(@CurrentStaffCall() { staff, response }: StaffCall, @Param('id') id: string): Promise<StreamableFile> {
    const parts = await this.exports.export(staff, parseId(id));
    response.setHeader('Cache-Control', 'no-store');
    return sendParts(response, parts, { type: ZIP, disposition: formatContentDisposition(`party-${id}.zip`) });
  }

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
