import { Get, Param, Put, Query } from '@nestjs/common';
import { JsonBody } from '../../gateway/handler/decorators.js';
import {
  BackofficeController,
  ChangesObject,
  CurrentCall,
  CurrentStaff,
  ReadsObject,
  Roles,
  type StaffCall,
} from '../access/decorators.js';
import type { StaffCaller } from '../access/staff-caller.js';
import { PageQueryDto } from '../lists/page.dto.js';
import { PartyApplicationsResponse } from './party-applications.dto.js';
import { PartyApplicationsService } from './party-applications.service.js';
import { StaffPartyDecisionRequest } from './staff-party-decision.dto.js';
import { StaffPartyDecisionService } from './staff-party-decision.service.js';
import { StaffPartyResponse, StaffPartyListResponse, StaffPartyQueryDto } from './staff-party.dto.js';
import { StaffPartyService } from './staff-party.service.js';

@BackofficeController('parties')
@Roles('issuing')
export class StaffPartiesController {
  constructor(
    private readonly parties: StaffPartyService,
    private readonly decisions: StaffPartyDecisionService,
    private readonly applications: PartyApplicationsService,
  ) {}

  /** Search the register of persons and companies. By AFM or part of the name, newest first, with what every agent keeps of them. */
  @Get()
  searchRegister(@CurrentStaff() staff: StaffCaller, @Query() query: StaffPartyQueryDto): Promise<StaffPartyListResponse> {
    return this.parties.find(staff, query);
  }

  /** One person or company of the register, with what every agent keeps of it. */
  @Get(':id')
  @ReadsObject()
  getRegisteredParty(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<StaffPartyResponse> {
    return this.parties.get(staff, id);
  }

  /** The applications and policies that name a person. Of every agent and line, newest first, with what each names the person as. */
  @Get(':id/applications')
  @Roles('underwriter', 'issuing')
  listPartyApplications(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @Query() query: PageQueryDto,
  ): Promise<PartyApplicationsResponse> {
    return this.applications.list(staff, id, query);
  }

  /** Decide what holds of a person. Agents' records change it no longer, and stay as they are; the message about them is dealt with. */
  @Put(':id')
  @ChangesObject()
  decideParty(@CurrentCall() { staff, id }: StaffCall, @JsonBody() body: StaffPartyDecisionRequest): Promise<StaffPartyResponse> {
    return this.decisions.decide(staff, id, body);
  }
}
