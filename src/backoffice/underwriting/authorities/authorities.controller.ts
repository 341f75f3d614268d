import { Get, HttpCode, HttpStatus, Param, Post, Query } from '@nestjs/common';
import { JsonBody } from '../../../gateway/handler/decorators.js';
import { PendingActionResponse } from '../../access/pending-actions/pending-actions.dto.js';
import { MayNeedSecondPerson, sendOutcome } from '../../access/pending-actions/second-person.js';
import { BackofficeController, CurrentStaff, CurrentStaffCall, Roles, type StaffCall } from '../../common/decorators.js';
import { parseId } from '../../common/errors.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { AuthorityPageResponse, AuthorityQuery, AuthorityRequest, AuthorityResponse } from './authorities.dto.js';
import { StaffAuthorityService } from './staff-authority.service.js';

@BackofficeController('authorities')
@Roles('admin')
export class AuthoritiesController {
  constructor(private readonly authorities: StaffAuthorityService) {}

  /** List the authorities of underwriters by name, with those that have ended. */
  @Get()
  @Roles('admin', 'underwriter')
  listAuthorities(@CurrentStaff() staff: StaffCaller, @Query() query: AuthorityQuery): Promise<AuthorityPageResponse> {
    return this.authorities.list(staff, query);
  }

  /**
   * Grant an authority to an underwriter. A user may have several; one of them must cover a decision. May need a second
   * administrator.
   */
  @Post()
  @MayNeedSecondPerson(AuthorityResponse, 'The authority is granted.', HttpStatus.CREATED)
  async grantAuthority(
    @CurrentStaffCall() call: StaffCall,
    @JsonBody() authority: AuthorityRequest,
  ): Promise<AuthorityResponse | PendingActionResponse> {
    return sendOutcome(call, await this.authorities.grant(call.staff, authority));
  }

  /** End an authority now, before its last day. May need a second administrator. */
  @Post(':id/end')
  @HttpCode(200)
  @MayNeedSecondPerson(AuthorityResponse, 'The authority has ended.')
  async endAuthority(@CurrentStaffCall() call: StaffCall, @Param('id') id: string): Promise<AuthorityResponse | PendingActionResponse> {
    return sendOutcome(call, await this.authorities.end(call.staff, parseId(id)));
  }
}
