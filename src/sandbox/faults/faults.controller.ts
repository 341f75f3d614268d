import { Delete, Get, HttpCode, Post } from '@nestjs/common';
import type { UserCaller } from '../../common/caller.js';
import { CurrentCaller, JsonBody, SandboxController } from '../../gateway/handler/decorators.js';
import { FaultRequest, FaultResponse } from './fault.dto.js';
import { FaultsService } from './faults.service.js';

@SandboxController('resources/faults')
export class FaultsController {
  constructor(private readonly faults: FaultsService) {}

  /** List the faults that the next calls of the agent meet, in order. */
  @Get()
  listFaults(@CurrentCaller() caller: UserCaller): Promise<FaultResponse[]> {
    return this.faults.list(caller);
  }

  /**
   * Make the next calls fail, to test error handling. 429, 500 and 503 are returned as in production, before anything
   * is done. `slow=N` delays the call by N milliseconds. `timeout` carries out the call and closes the connection
   * without a response. The header `X-Test-Fault` with one of these values applies to its own call.
   */
  @Post()
  async createFault(@CurrentCaller() caller: UserCaller, @JsonBody() body: FaultRequest): Promise<FaultResponse> {
    const fault = { status: body.status, count: body.count ?? 1, route: body.route ?? null };
    await this.faults.arm(caller, fault);
    return fault;
  }

  /** Delete all faults that no call has met yet. */
  @Delete()
  @HttpCode(204)
  deleteFaults(@CurrentCaller() caller: UserCaller): Promise<void> {
    return this.faults.disarm(caller);
  }
}
