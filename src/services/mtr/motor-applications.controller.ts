import { Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { UserCaller } from '../../common/caller.js';
import { windowOf } from '../../common/validation/page-query.dto.js';
import { UsesVersion } from '../../gateway/documentation/described-route.js';
import { CurrentCaller, JsonBody, ServiceController } from '../../gateway/handler/decorators.js';
import { CurrentCall, type UserCall } from '../../gateway/handler/user-call.decorator.js';
import { ApiNotModified } from '../../gateway/documentation/not-modified.js';
import { applicationHref, prepayLinks } from '../../record/core/applications/application-links.js';
import { isNotModified, noteTag } from '../../gateway/handler/version-response.js';
import { LineApplicationsService } from '../../record/contract/application-steps/line-applications.service.js';
import { MotorApplicationRequest } from './motor-application.dto.js';
import { MotorApplicationMapper, type MotorRecord } from './motor-application.mapper.js';
import { MotorApplicationService } from './motor-application.service.js';
import { MotorApplicationListResponse, MotorApplicationResponse, MotorDetailsResponse } from './motor-response.dto.js';
import { MotorApplicationsQuery } from './motor-search-query.dto.js';
import { MotorTemplateService } from './motor-template.service.js';
import { MotorApplicationTemplateResponse } from './motor-template.dto.js';

const LINE = 'motor';

/** Vehicle applications (motor.1, gateway.35). Every response carries the `ETag` of the application as it is then; every change honours `If-Match` (412 -402). */
@ServiceController('mtr-api', 'resources/applications')
export class MotorApplicationsController {
  constructor(
    private readonly applications: LineApplicationsService,
    private readonly motor: MotorApplicationService,
    private readonly mapper: MotorApplicationMapper,
    private readonly templates: MotorTemplateService,
  ) {}

  /** Search applications and policies, newest first. */
  @Get()
  async searchMotorApplications(
    @CurrentCaller() caller: UserCaller,
    @Query() query: MotorApplicationsQuery,
  ): Promise<MotorApplicationListResponse> {
    const window = windowOf(query);
    const { items, total } = await this.motor.search(caller, query, window);
    return { applications: await this.mapper.toResponses(items, caller), ...window, total };
  }

  /** A whole application with today's defaults. It is as an insert of it would return it, and can be inserted as it is. Its plate is another one each time. */
  @Get('template')
  getMotorApplicationTemplate(@CurrentCaller() caller: UserCaller): Promise<MotorApplicationTemplateResponse> {
    return this.templates.create(caller);
  }

  /** Retrieve an application or policy. 304 when `If-None-Match` names what the caller has. */
  @Get(':application')
  @ApiNotModified()
  async getMotorApplication(
    @CurrentCall() call: UserCall,
    @Param('application') id: string,
  ): Promise<MotorApplicationResponse | undefined> {
    const application = await this.applications.get(call.caller, LINE, id);
    return isNotModified(call, application) ? undefined : this.mapper.toResponse(application, call.caller);
  }

  /** Application, covers, receipts, messages and price trace in one response. */
  @Get(':application/details')
  getMotorApplicationDetails(@CurrentCaller() caller: UserCaller, @Param('application') id: string): Promise<MotorDetailsResponse> {
    return this.motor.getDetails(caller, id);
  }

  /** Insert an application. It is validated, priced and stored with the status that follows. `Location` names it. */
  @Post()
  @UsesVersion('shown')
  async insertMotorApplication(
    @CurrentCall() call: UserCall,
    @JsonBody(MotorApplicationRequest) body: unknown,
  ): Promise<MotorApplicationResponse> {
    const { caller, response } = call;
    const application = await this.applications.insert(caller, LINE, body);
    response.setHeader('Location', applicationHref(application, caller.root));
    return this.toTaggedResponse(call, application);
  }

  /** Update an application in status 00, 25, 01 or 31; it is priced again. What is absent keeps its value, null clears it. */
  @Put(':application')
  @UsesVersion('changed')
  async updateMotorApplication(
    @CurrentCall() call: UserCall,
    @Param('application') id: string,
    @JsonBody(MotorApplicationRequest) body: unknown,
  ): Promise<MotorApplicationResponse> {
    return this.toTaggedResponse(call, await this.applications.update(call.caller, LINE, id, body));
  }

  /** Cancel an application. */
  @Delete(':application')
  @UsesVersion('changed')
  @HttpCode(204)
  async cancelMotorApplication(@CurrentCall() call: UserCall, @Param('application') id: string): Promise<void> {
    noteTag(call, await this.applications.cancel(call.caller, LINE, id));
  }

  /** Move a calculated application to prepay. `Link` leads to the payment notification and to issue by charge; the body is the application. */
  @Put(':application/issuePrepay')
  @UsesVersion('changed')
  @HttpCode(205)
  @ApiResponse({ status: 205, type: MotorApplicationResponse, description: 'In prepay. Links: `notification`, `issue`.' })
  async prepayMotorApplication(@CurrentCall() call: UserCall, @Param('application') id: string): Promise<MotorApplicationResponse> {
    const { caller } = call;
    const application = await this.applications.moveToPrepay(caller, LINE, id);
    noteTag(call, application, prepayLinks(application, caller.root));
    return this.mapper.toResponse(application, caller);
  }

  /** Ask the underwriter for approval. Of an application in status 25, or hand in what was requested in 11. */
  @Put(':application/requestApproval')
  @UsesVersion('changed')
  @HttpCode(205)
  async requestMotorApproval(@CurrentCall() call: UserCall, @Param('application') id: string): Promise<void> {
    noteTag(call, await this.applications.requestApproval(call.caller, LINE, id));
  }

  /** Ask the customer to approve a calculated application. Seven days without an answer take it back to 01. */
  @Put(':application/requestCustomerApproval')
  @UsesVersion('changed')
  async requestMotorCustomerApproval(@CurrentCall() call: UserCall, @Param('application') id: string): Promise<MotorApplicationResponse> {
    return this.toTaggedResponse(call, await this.applications.sendToCustomer(call.caller, LINE, id, 'request_customer_approval'));
  }

  /** Keep the price of a calculated application. It stands although the tariff changes, until `frozenUntil`. */
  @Put(':application/freeze')
  @UsesVersion('changed')
  async freezeMotorApplication(@CurrentCall() call: UserCall, @Param('application') id: string): Promise<MotorApplicationResponse> {
    return this.toTaggedResponse(call, await this.motor.freeze(call.caller, id));
  }

  private toTaggedResponse(call: UserCall, application: MotorRecord): MotorApplicationResponse {
    noteTag(call, application);
    return this.mapper.toResponse(application, call.caller);
  }
}
