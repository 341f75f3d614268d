import { Get, Query } from '@nestjs/common';
import { BackofficeController, CurrentStaff, Roles } from '../access/decorators.js';
import type { StaffCaller } from '../access/staff-caller.js';
import { StaffPartyListDto, StaffPartyQueryDto } from './staff-party.dto.js';
import { StaffParties } from './staff-parties.js';

@BackofficeController('parties')
@Roles('issuing')
export class StaffPartiesController {
  constructor(private readonly parties: StaffParties) {}

  /** Search the register of persons and companies. By AFM or part of the name, newest first, with what every agent keeps of them. */
  @Get()
  searchRegister(@CurrentStaff() staff: StaffCaller, @Query() query: StaffPartyQueryDto): Promise<StaffPartyListDto> {
    return this.parties.find(staff, query);
  }
}
