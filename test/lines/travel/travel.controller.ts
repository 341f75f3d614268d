import { Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { JsonBody, ServiceController, CurrentCall, type UserCall } from '../../../src/gateway/handler/decorators.js';
import { buildApplicationHref } from '../../../src/record/core/applications/application-links.js';
import type { ApplicationRecord } from '../../../src/record/core/applications/application.js';
import { setVersionTag } from '../../../src/gateway/handler/version-response.js';
import { LineApplicationsService } from '../../../src/record/contract/application-steps/line-applications.service.js';
import { TravelApplicationRequest } from './travel.dto.js';
import { toTravelResponse } from './travel-line.js';

/** Operations of travel applications, built on the use cases of all lines. */
@ServiceController('travel-api', 'applications')
export class TravelController {
  private readonly applications: LineApplicationsService;

  constructor(applications: LineApplicationsService) {
    this.applications = applications;
  }

  @Get(':id')
  async get(@CurrentCall() call: UserCall, @Param('id') id: string): Promise<object> {
    return this.answer(call, await this.applications.get(call.caller, 'travel', id));
  }

  @Post()
  async insert(@CurrentCall() call: UserCall, @JsonBody(TravelApplicationRequest) body: unknown): Promise<object> {
    const application = await this.applications.insert(call.caller, 'travel', body);
    call.response.setHeader('Location', buildApplicationHref(application, call.caller.root));
    return this.answer(call, application);
  }

  @Put(':id')
  async update(@CurrentCall() call: UserCall, @Param('id') id: string, @JsonBody(TravelApplicationRequest) body: unknown): Promise<object> {
    return this.answer(call, await this.applications.update(call.caller, 'travel', id, body));
  }

  @Put(':id/calc')
  async calculate(@CurrentCall() call: UserCall, @Param('id') id: string): Promise<object> {
    return this.answer(call, await this.applications.calculate(call.caller, 'travel', id));
  }

  @Put(':id/request_approval')
  @HttpCode(205)
  async requestApproval(@CurrentCall() call: UserCall, @Param('id') id: string): Promise<void> {
    setVersionTag(call, await this.applications.requestApproval(call.caller, 'travel', id));
  }

  @Put(':id/prepay')
  @HttpCode(205)
  async prepay(@CurrentCall() call: UserCall, @Param('id') id: string): Promise<void> {
    setVersionTag(call, await this.applications.moveToPrepay(call.caller, 'travel', id));
  }

  @Delete(':id')
  @HttpCode(204)
  async cancel(@CurrentCall() call: UserCall, @Param('id') id: string): Promise<void> {
    setVersionTag(call, await this.applications.cancel(call.caller, 'travel', id));
  }

  private answer(call: UserCall, application: ApplicationRecord<'travel'>): object {
    setVersionTag(call, application);
    return toTravelResponse(application, call.caller);
  }
}
