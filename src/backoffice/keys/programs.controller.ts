import { Get, Post, Query } from '@nestjs/common';
import { JsonBody } from '../../gateway/decorators.js';
import { BackofficeController, CurrentStaff, Roles } from '../access/decorators.js';
import type { StaffCaller } from '../access/staff-caller.js';
import { NewProgramDto, ProgramDto, ProgramListDto, ProgramQueryDto } from './programs.dto.js';
import { Programs } from './programs.js';

@BackofficeController('programs')
export class ProgramsController {
  constructor(private readonly programs: Programs) {}

  /** Programs by name; for agents those that can call, without their owner. */
  @Get()
  @Roles('admin', 'agent')
  listPrograms(@CurrentStaff() caller: StaffCaller, @Query() query: ProgramQueryDto): Promise<ProgramListDto> {
    return this.programs.find(caller, query);
  }

  /** Make a program; its keys follow. */
  @Post()
  @Roles('admin')
  createProgram(@CurrentStaff() caller: StaffCaller, @JsonBody() body: NewProgramDto): Promise<ProgramDto> {
    return this.programs.create(caller, body);
  }
}
