import { Get, HttpCode, Post } from '@nestjs/common';
import type { UserCaller } from '../../common/caller.js';
import { CurrentCaller, SandboxController } from '../../gateway/handler/decorators.js';
import { AgentResetResponse } from './agent-reset.dto.js';
import { AgentResetService } from './agent-reset.service.js';

@SandboxController('resources/reset')
export class AgentResetController {
  constructor(private readonly resets: AgentResetService) {}

  /**
   * Delete all data of the agent in the sandbox. Applications, receipts, bookings, documents, requests, events and
   * persons are deleted, and its clock shows real time again. Agent, users, keys and webhooks stay. Writes of the agent
   * are refused (503 with `Retry-After`) until `GET` returns `ready`.
   */
  @Post()
  @HttpCode(202)
  async requestReset(@CurrentCaller() caller: UserCaller): Promise<AgentResetResponse> {
    return { state: await this.resets.begin(caller) };
  }

  /** Get the state of a reset, to find out when it has ended. */
  @Get()
  async getReset(@CurrentCaller() caller: UserCaller): Promise<AgentResetResponse> {
    return { state: await this.resets.find(caller) };
  }
}
