import { Get, Post, Query } from '@nestjs/common';
import { JsonBody } from '../../../gateway/handler/decorators.js';
import { BackofficeController, CurrentStaff, Roles } from '../../common/decorators.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { NewProgramRequest, ProgramResponse, ProgramListResponse, ProgramQueryDto } from './programs.dto.js';
import { ProgramService } from './program.service.js';

@BackofficeController('programs')
export class ProgramsController {
  constructor(private readonly programs: ProgramService) {}

  /** Programs by name; for agents those that can call, without their owner. */
  @Get()
  @Roles('admin', 'agent')
  listPrograms(@CurrentStaff() caller: StaffCaller, @Query() query: ProgramQueryDto): Promise<ProgramListResponse> {
    return this.programs.find(caller, query);
  }

  /** Make a program; its keys follow. */
  @Post()
  @Roles('admin')
  createProgram(@CurrentStaff() caller: StaffCaller, @JsonBody() body: NewProgramRequest): Promise<ProgramResponse> {
    return this.programs.create(caller, body);
  }
}
