import { Get, Param, Patch, Post, Query } from '@nestjs/common';
import { JsonBody } from '../../../gateway/handler/decorators.js';
import {
  BackofficeController,
  ChangesObject,
  CurrentStaffCall,
  CurrentStaff,
  CreatesObject,
  ReadsObject,
  Roles,
  setLocation,
  type StaffCall,
} from '../../common/decorators.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { AgentAdministrationService } from './agent-administration.service.js';
import { parseAgentCode } from '../../common/errors.js';
import { AgentChangeRequest, AgentResponse, AgentListResponse, AgentQueryDto, NewAgentRequest } from './agents.dto.js';

@BackofficeController('agents')
@Roles('admin')
export class AgentsController {
  constructor(private readonly agents: AgentAdministrationService) {}

  /** List the agents of the environment by code. Use the filters to find agents by name or type. */
  @Get()
  listAgents(@CurrentStaff() caller: StaffCaller, @Query() query: AgentQueryDto): Promise<AgentListResponse> {
    return this.agents.find(caller, query);
  }

  /** Get an agent with its subagents. Read it before a change, for its `ETag`. */
  @Get(':code')
  @ReadsObject()
  getAgent(@CurrentStaff() caller: StaffCaller, @Param('code') code: string): Promise<AgentResponse> {
    return this.agents.get(caller, parseAgentCode(code));
  }

  /** Create an agent with an account in the ledger of this environment. */
  @Post()
  @CreatesObject()
  async createAgent(@CurrentStaffCall() call: StaffCall, @JsonBody() body: NewAgentRequest): Promise<AgentResponse> {
    const agent = await this.agents.create(call.staff, body);
    setLocation(call, `agents/${agent.code}`);
    return agent;
  }

  /** Change an agent's name, type, credit limit or subagents. */
  @Patch(':code')
  @ChangesObject()
  changeAgent(@CurrentStaff() staff: StaffCaller, @Param('code') id: string, @JsonBody() body: AgentChangeRequest): Promise<AgentResponse> {
    return this.agents.change(staff, parseAgentCode(id), body);
  }
}
