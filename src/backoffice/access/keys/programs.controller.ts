import { Get, Post, Query } from '@nestjs/common';
import { JsonBody } from '../../../gateway/handler/decorators.js';
import { BackofficeController, CurrentStaff, Roles } from '../../common/decorators.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { NewProgramRequest, ProgramResponse, ProgramListResponse, ProgramQueryDto } from './programs.dto.js';
import { ProgramService } from './program.service.js';

@BackofficeController('programs')
export class ProgramsController {
  constructor(private readonly programs: ProgramService) {}

  /** List programs by name. Agents' users see only programs that can call, without owners. */
  @Get()
  @Roles('admin', 'agent')
  listPrograms(@CurrentStaff() caller: StaffCaller, @Query() query: ProgramQueryDto): Promise<ProgramListResponse> {
    return this.programs.find(caller, query);
  }

  /** Create a program. Create its API keys afterwards. */
  @Post()
  @Roles('admin')
  createProgram(@CurrentStaff() caller: StaffCaller, @JsonBody() body: NewProgramRequest): Promise<ProgramResponse> {
    return this.programs.create(caller, body);
  }
}
