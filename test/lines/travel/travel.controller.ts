import { Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { JsonBody, ServiceController } from '../../../src/gateway/handler/decorators.js';
import { CurrentCall, type UserCall } from '../../../src/gateway/handler/user-call.decorator.js';
import { applicationHref } from '../../../src/record/applications/application-links.js';
import type { ApplicationRecord } from '../../../src/record/applications/application.js';
import { noteTag } from '../../../src/gateway/handler/version-response.js';
import { LineApplicationsService } from '../../../src/record/lines/line-applications.service.js';
import { TravelApplicationRequest } from './travel.dto.js';
import { toTravelResponse } from './travel-line.js';

/** Travel applications, with the use cases that all lines share. */
@ServiceController('travel-api', 'applications')
export class TravelController {
  private readonly applications: LineApplicationsService;

  constructor(applications: LineApplicationsService) {
    this.applications = applications;
  }

  @Get(':id')
  async get(@CurrentCall() call: UserCall): Promise<object> {
    return this.answer(call, await this.applications.get(call.caller, 'travel', call.id));
  }

  @Post()
  async insert(@CurrentCall() call: UserCall, @JsonBody(TravelApplicationRequest) body: unknown): Promise<object> {
    const application = await this.applications.insert(call.caller, 'travel', body);
    call.response.setHeader('Location', applicationHref(application, call.caller.root));
    return this.answer(call, application);
  }

  @Put(':id')
  async update(@CurrentCall() call: UserCall, @JsonBody(TravelApplicationRequest) body: unknown): Promise<object> {
    return this.answer(call, await this.applications.update(call.caller, 'travel', call.id, body));
  }

  @Put(':id/calc')
  async calculate(@CurrentCall() call: UserCall): Promise<object> {
    return this.answer(call, await this.applications.calculate(call.caller, 'travel', call.id));
  }

  @Put(':id/request_approval')
  @HttpCode(205)
  async requestApproval(@CurrentCall() call: UserCall): Promise<void> {
    noteTag(call, await this.applications.requestApproval(call.caller, 'travel', call.id));
  }

  @Put(':id/prepay')
  @HttpCode(205)
  async prepay(@CurrentCall() call: UserCall): Promise<void> {
    noteTag(call, await this.applications.moveToPrepay(call.caller, 'travel', call.id));
  }

  @Delete(':id')
  @HttpCode(204)
  async cancel(@CurrentCall() call: UserCall): Promise<void> {
    noteTag(call, await this.applications.cancel(call.caller, 'travel', call.id));
  }

  private answer(call: UserCall, application: ApplicationRecord<'travel'>): object {
    noteTag(call, application);
    return toTravelResponse(application, call.caller);
  }
}
