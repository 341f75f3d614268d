import { Delete, Get, HttpCode, Param, Post, Put, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { UserCaller } from '../../../src/common/caller.js';
import { CurrentCaller, JsonBody, ServiceController } from '../../../src/gateway/handler/decorators.js';
import { sendResetContent } from '../../../src/gateway/handler/responses.js';
import { applicationHref } from '../../../src/record/applications/application-links.js';
import type { ApplicationRecord } from '../../../src/record/applications/application.js';
import { noteTag } from '../../../src/gateway/handler/version-response.js';
import { LineApplicationsService } from '../../../src/record/lines/line-applications.service.js';
import { LineRegistry } from '../../../src/record/lines/line-registry.js';
import { TravelApplicationRequest } from './travel.dto.js';

/** Travel applications, with the use cases that all lines share. */
@ServiceController('travel-api', 'applications')
export class TravelController {
  private readonly applications: LineApplicationsService;
  private readonly lines: LineRegistry;

  constructor(applications: LineApplicationsService, lines: LineRegistry) {
    this.applications = applications;
    this.lines = lines;
  }

  @Get(':id')
  async get(@CurrentCaller() caller: UserCaller, @Param('id') id: string, @Res({ passthrough: true }) response: Response): Promise<object> {
    return this.answer(response, await this.applications.get(caller, 'travel', id), caller);
  }

  @Post()
  async insert(
    @CurrentCaller() caller: UserCaller,
    @JsonBody(TravelApplicationRequest) body: unknown,
    @Res({ passthrough: true }) response: Response,
  ): Promise<object> {
    const application = await this.applications.insert(caller, 'travel', body);
    response.setHeader('Location', applicationHref(application, caller.root));
    return this.answer(response, application, caller);
  }

  @Put(':id')
  async update(
    @CurrentCaller() caller: UserCaller,
    @Param('id') id: string,
    @JsonBody(TravelApplicationRequest) body: unknown,
    @Res({ passthrough: true }) response: Response,
  ): Promise<object> {
    return this.answer(response, await this.applications.update(caller, 'travel', id, body), caller);
  }

  @Put(':id/calc')
  async calculate(
    @CurrentCaller() caller: UserCaller,
    @Param('id') id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<object> {
    return this.answer(response, await this.applications.calculate(caller, 'travel', id), caller);
  }

  @Put(':id/request_approval')
  @HttpCode(205)
  async requestApproval(@CurrentCaller() caller: UserCaller, @Param('id') id: string, @Res() response: Response): Promise<void> {
    noteTag(response, await this.applications.requestApproval(caller, 'travel', id), caller);
    sendResetContent(response);
  }

  @Put(':id/prepay')
  @HttpCode(205)
  async prepay(@CurrentCaller() caller: UserCaller, @Param('id') id: string, @Res() response: Response): Promise<void> {
    noteTag(response, await this.applications.moveToPrepay(caller, 'travel', id), caller);
    sendResetContent(response);
  }

  @Delete(':id')
  @HttpCode(204)
  async cancel(
    @CurrentCaller() caller: UserCaller,
    @Param('id') id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    noteTag(response, await this.applications.cancel(caller, 'travel', id), caller);
  }

  private answer(response: Response, application: ApplicationRecord<'travel'>, caller: UserCaller): object {
    noteTag(response, application, caller);
    return this.lines.toResponse(application, caller);
  }
}
