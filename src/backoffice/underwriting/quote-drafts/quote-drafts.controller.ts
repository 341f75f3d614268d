import { Delete, Get, HttpCode, HttpStatus, Param, Post, Put, Query } from '@nestjs/common';
import { JsonBody } from '../../../gateway/handler/decorators.js';
import { BackofficeController, CurrentStaff, CurrentStaffCall, Roles, setLocation, type StaffCall } from '../../common/decorators.js';
import { parseId } from '../../common/errors.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { QuoteDraftService } from './quote-draft.service.js';
import {
  QuoteDraftPageResponse,
  QuoteDraftQuery,
  QuoteDraftRequest,
  QuoteDraftResponse,
  QuoteDraftRowResponse,
} from './quote-drafts.dto.js';

@BackofficeController('quote-drafts')
@Roles('agent')
export class QuoteDraftsController {
  constructor(private readonly drafts: QuoteDraftService) {}

  /** List the user's saved forms of quotes, the latest first. With `agent` those for a delegate. */
  @Get()
  listQuoteDrafts(@CurrentStaff() staff: StaffCaller, @Query() query: QuoteDraftQuery): Promise<QuoteDraftPageResponse> {
    return this.drafts.list(staff, query);
  }

  /** Get a saved form of the user. */
  @Get(':id')
  getQuoteDraft(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<QuoteDraftResponse> {
    return this.drafts.get(staff, parseId(id));
  }

  /** Save a form of a quote for 30 days, with the client's consent. A user has at most 50. */
  @Post()
  async createQuoteDraft(@CurrentStaffCall() call: StaffCall, @JsonBody() body: QuoteDraftRequest): Promise<QuoteDraftRowResponse> {
    const draft = await this.drafts.create(call.staff, body);
    setLocation(call, `quote-drafts/${draft.id}`);
    return draft;
  }

  /** Save a form again, for 30 days from now. */
  @Put(':id')
  replaceQuoteDraft(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @JsonBody() body: QuoteDraftRequest,
  ): Promise<QuoteDraftRowResponse> {
    return this.drafts.replace(staff, parseId(id), body);
  }

  /** Delete a saved form. */
  @Delete(':id')
  @HttpCode(HttpStatus.NO_CONTENT)
  deleteQuoteDraft(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<void> {
    return this.drafts.delete(staff, parseId(id));
  }
}
