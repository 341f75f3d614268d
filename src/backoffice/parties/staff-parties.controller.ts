import { Get, Param, Put, Query } from '@nestjs/common';
import { JsonBody } from '../../gateway/decorators.js';
import { BackofficeController, CurrentStaff, Roles } from '../access/decorators.js';
import type { StaffCaller } from '../access/staff-caller.js';
import { StaffPartyDecisionDto } from './staff-party-decision.dto.js';
import { StaffPartyDecisions } from './staff-party-decisions.js';
import { StaffPartyDto, StaffPartyListDto, StaffPartyQueryDto } from './staff-party.dto.js';
import { StaffParties } from './staff-parties.js';

@BackofficeController('parties')
@Roles('issuing')
export class StaffPartiesController {
  constructor(
    private readonly parties: StaffParties,
    private readonly decisions: StaffPartyDecisions,
  ) {}

  /** Search the register of persons and companies. By AFM or part of the name, newest first, with what every agent keeps of them. */
  @Get()
  searchRegister(@CurrentStaff() staff: StaffCaller, @Query() query: StaffPartyQueryDto): Promise<StaffPartyListDto> {
    return this.parties.find(staff, query);
  }

  /** One person or company of the register, with what every agent keeps of it. */
  @Get(':id')
  getRegisteredParty(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<StaffPartyDto> {
    return this.parties.get(staff, id);
  }

  /** Decide what holds of a person. Agents' records change it no longer, and stay as they are; the message about them is dealt with. */
  @Put(':id')
  decideParty(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @JsonBody() body: StaffPartyDecisionDto,
  ): Promise<StaffPartyDto> {
    return this.decisions.decide(staff, id, body);
  }
}
