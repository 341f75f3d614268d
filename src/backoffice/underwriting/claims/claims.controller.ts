import { Delete, Get, HttpCode, HttpStatus, Param, Post, Put } from '@nestjs/common';
import { JsonBody } from '../../../gateway/handler/decorators.js';
import { BackofficeController, CurrentStaff, Roles } from '../../common/decorators.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { ClaimListResponse, ClaimRequest, ClaimResponse, ClaimsLoadedResponse, ClaimsLoadRequest } from './claims.dto.js';
import { StaffClaimService } from './staff-claim.service.js';

@BackofficeController('applications')
@Roles('underwriter', 'issuing')
export class ApplicationClaimsController {
  constructor(private readonly claims: StaffClaimService) {}

  /** List the claims of a policy, the latest loss first. */
  @Get(':id/claims')
  listClaims(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<ClaimListResponse> {
    return this.claims.list(staff, id);
  }

  /** Record a claim of a policy, or replace its facts. */
  @Put(':id/claims/:claimNo')
  saveClaim(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @Param('claimNo') claimNo: string,
    @JsonBody() request: ClaimRequest,
  ): Promise<ClaimResponse> {
    return this.claims.save(staff, id, claimNo, request);
  }

  /** Delete a claim that was recorded in error. */
  @Delete(':id/claims/:claimNo')
  @HttpCode(HttpStatus.NO_CONTENT)
  deleteClaim(@CurrentStaff() staff: StaffCaller, @Param('id') id: string, @Param('claimNo') claimNo: string): Promise<void> {
    return this.claims.delete(staff, id, claimNo);
  }
}

@BackofficeController('claims')
@Roles('underwriter', 'issuing')
export class ClaimsController {
  constructor(private readonly claims: StaffClaimService) {}

  /** Load claims of several policies. Records all of them, or none if one row is wrong; known claims are replaced. */
  @Post()
  @HttpCode(HttpStatus.OK)
  async loadClaims(@CurrentStaff() staff: StaffCaller, @JsonBody() { claims }: ClaimsLoadRequest): Promise<ClaimsLoadedResponse> {
    return { loaded: await this.claims.load(staff, claims) };
  }
}
