import { Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { JsonBody, ServiceController } from '../../../src/gateway/handler/decorators.js';
import { CurrentCall, type UserCall } from '../../../src/gateway/handler/user-call.decorator.js';
import { applicationHref } from '../../../src/record/applications/application-links.js';
import type { ShownApplication } from '../../../src/record/applications/application.js';
import { ShownAnswers } from '../../../src/record/applications/shown-answers.js';
import { bodyOf } from '../../../src/gateway/handler/responses.js';
import { noteTag } from '../../../src/gateway/handler/version-response.js';
import { LineApplicationsService } from '../../../src/record/lines/line-applications.service.js';
import { TravelApplicationRequest } from './travel.dto.js';

/** Travel applications, with the use cases that all lines share. */
@ServiceController('travel-api', 'applications')
export class TravelController {
  private readonly applications: LineApplicationsService;
  private readonly answers: ShownAnswers;

  constructor(applications: LineApplicationsService, answers: ShownAnswers) {
    this.applications = applications;
    this.answers = answers;
  }

  @Get(':id')
  async get(@CurrentCall() call: UserCall): Promise<object> {
    return this.answer(call, await this.applications.show(call.caller, 'travel', call.id));
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

  private answer(call: UserCall, application: ShownApplication<'travel'>): object {
    noteTag(call, application);
    return bodyOf(this.answers.answer(application, call.caller));
  }
}
