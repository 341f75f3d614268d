import { Get, Param, Query } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import { CallSearchRepository } from '../../../gateway/observability/call-search.repository.js';
import type { CallLogEntity } from '../../../store/entities/call-log.entity.js';
import { BackofficeController, Roles } from '../../common/decorators.js';
import { mapPage, toPage } from '../../common/page.js';
import { toPageWindow } from '../../common/page.dto.js';
import { CallListResponse, CallQueryDto, StaffCallDetailsResponse, StaffCallResponse } from './calls.dto.js';

@BackofficeController('calls')
@Roles('admin')
export class StaffCallsController {
  constructor(private readonly calls: CallSearchRepository) {}

  /**
   * Search the calls of all programs in the request log, newest first. Use it to find the call behind a reported
   * problem. A call appears about a second after its response.
   */
  @Get()
  async searchCalls(@Query() { environment, ...query }: CallQueryDto): Promise<CallListResponse> {
    const window = toPageWindow(query);
    const filter = { ...query, environment: environment as Environment | undefined };
    await this.calls.assertPrefix('keyPrefix', filter);
    return mapPage(toPage(await this.calls.search(filter, window), window), toDto);
  }

  /**
   * Get a call of the request log by its request id. That is the `X-Request-Id` of its response. In the sandbox the
   * call has headers and JSON bodies, without secrets.
   */
  @Get(':requestId')
  async getLoggedCall(@Param('requestId') requestId: string): Promise<StaffCallDetailsResponse> {
    const call = await this.calls.get({ requestId });
    return { ...toDto(call), exchange: call.exchange };
  }
}

function toDto({ at, ...call }: CallLogEntity): StaffCallResponse {
  return { at: at.toISOString(), ...call };
}
