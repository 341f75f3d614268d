import { Get, HttpCode, Post } from '@nestjs/common';
import type { UserCaller } from '../../common/caller.js';
import { CurrentCaller, SandboxController } from '../../gateway/handler/decorators.js';
import { AgentResetResponse } from './agent-reset.dto.js';
import { AgentResetService } from './agent-reset.service.js';

/** Deletes what an agent did in the sandbox (sandbox.24). */
@SandboxController('resources/reset')
export class AgentResetController {
  constructor(private readonly resets: AgentResetService) {}

  /**
   * Delete everything of the agent in the sandbox. Applications, receipts, bookings, documents, requests, events, persons; its clock shows real time again.
   * Agent, users, keys and webhooks stay. Until `GET` says `ready`, writes of the agent are refused (503 with `Retry-After`).
   */
  @Post()
  @HttpCode(202)
  async requestReset(@CurrentCaller() caller: UserCaller): Promise<AgentResetResponse> {
    return { state: await this.resets.begin(caller) };
  }

  /** How far a reset is. */
  @Get()
  async getReset(@CurrentCaller() caller: UserCaller): Promise<AgentResetResponse> {
    return { state: await this.resets.find(caller) };
  }
}
