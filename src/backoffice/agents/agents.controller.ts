import { Get, Param, Patch, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { JsonBody } from '../../gateway/handler/decorators.js';
import { BackofficeController, CurrentStaff, Roles } from '../access/decorators.js';
import type { StaffCaller } from '../access/staff-caller.js';
import { setLocation } from '../lists/created.js';
import { AgentAdministrationService } from './agent-administration.service.js';
import { codeOf } from './agent-code.js';
import { AgentChangeRequest, AgentResponse, AgentListResponse, AgentQueryDto, NewAgentRequest } from './agents.dto.js';

@BackofficeController('agents')
@Roles('admin')
export class AgentsController {
  constructor(private readonly agents: AgentAdministrationService) {}

  /** The environment's agents by code. */
  @Get()
  listAgents(@CurrentStaff() caller: StaffCaller, @Query() query: AgentQueryDto): Promise<AgentListResponse> {
    return this.agents.find(caller, query);
  }

  /** One agent. */
  @Get(':code')
  getAgent(@CurrentStaff() caller: StaffCaller, @Param('code') code: string): Promise<AgentResponse> {
    return this.agents.get(caller, codeOf(code));
  }

  /** Make an agent in this environment, with an account in its ledger. */
  @Post()
  async createAgent(
    @CurrentStaff() caller: StaffCaller,
    @JsonBody() body: NewAgentRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AgentResponse> {
    const agent = await this.agents.create(caller, body);
    setLocation(response, caller, `agents/${agent.code}`);
    return agent;
  }

  /** Rename an agent, change its type, its credit limit or its subagents. */
  @Patch(':code')
  changeAgent(
    @CurrentStaff() caller: StaffCaller,
    @Param('code') code: string,
    @JsonBody() body: AgentChangeRequest,
  ): Promise<AgentResponse> {
    return this.agents.change(caller, codeOf(code), body);
  }
}
