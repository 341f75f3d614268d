import { Delete, Get, HttpCode, Post } from '@nestjs/common';
import type { UserCaller } from '../../common/caller.js';
import { CurrentCaller, JsonBody, SandboxController } from '../../gateway/handler/decorators.js';
import { FaultRequest, FaultResponse } from './fault.dto.js';
import { FaultsService } from './faults.service.js';

/** Faults that the calls of the agent are to meet (sandbox.17 to sandbox.20). */
@SandboxController('resources/faults')
export class FaultsController {
  constructor(private readonly faults: FaultsService) {}

  /** The faults that wait for calls of the agent, in their order. */
  @Get()
  listFaults(@CurrentCaller() caller: UserCaller): Promise<FaultResponse[]> {
    return this.faults.list(caller);
  }

  /**
   * Let the next calls fail. They answer as in production, before anything is done: 429, 503 or 500; `slow=N` is served after N milliseconds; at
   * `timeout` the call is served, and the connection cut without a response. The header `X-Test-Fault` with the same values does so to its own call.
   */
  @Post()
  async createFault(@CurrentCaller() caller: UserCaller, @JsonBody() body: FaultRequest): Promise<FaultResponse> {
    const fault = { status: body.status, count: body.count ?? 1, route: body.route ?? null };
    await this.faults.arm(caller, fault);
    return fault;
  }

  /** Disarm all faults that wait. */
  @Delete()
  @HttpCode(204)
  deleteFaults(@CurrentCaller() caller: UserCaller): Promise<void> {
    return this.faults.disarm(caller);
  }
}
