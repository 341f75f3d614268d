import { Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { UserCaller } from '../../common/caller.js';
import { toWindow } from '../../common/validation/page-query.dto.js';
import { UsesVersion } from '../../gateway/documentation/described-route.js';
import { CurrentCaller, JsonBody, ServiceController, CurrentCall, type UserCall } from '../../gateway/handler/decorators.js';
import { ApiNotModified } from '../../gateway/documentation/file-responses.js';
import { buildApplicationHref, buildPrepayLinks } from '../../record/core/applications/application-links.js';
import { isNotModified, setVersionTag } from '../../gateway/handler/version-response.js';
import { LineApplicationsService } from '../../record/contract/application-steps/line-applications.service.js';
import { MotorApplicationRequest, MotorApplicationsQuery } from './motor-application.dto.js';
import { MotorApplicationMapper, type MotorRecord } from './motor-application.mapper.js';
import { MotorApplicationService } from './motor-application.service.js';
import { MotorApplicationListResponse, MotorApplicationResponse, MotorDetailsResponse } from './motor-response.dto.js';
import { MotorTemplateService } from './motor-template.service.js';
import { MotorApplicationTemplateResponse } from './motor-template.dto.js';

const LINE = 'motor';

/** Vehicle applications (motor.1). Responses have an `ETag`; changes check `If-Match` (412 -402, gateway.35). */
@ServiceController('mtr-api', 'resources/applications')
export class MotorApplicationsController {
  constructor(
    private readonly applications: LineApplicationsService,
    private readonly motor: MotorApplicationService,
    private readonly mapper: MotorApplicationMapper,
    private readonly templates: MotorTemplateService,
  ) {}

  /** Search vehicle applications and policies, newest first. */
  @Get()
  async searchMotorApplications(
    @CurrentCaller() caller: UserCaller,
    @Query() query: MotorApplicationsQuery,
  ): Promise<MotorApplicationListResponse> {
    const window = toWindow(query);
    const { items, total } = await this.motor.search(caller, query, window);
    return { applications: await this.mapper.toResponses(items, caller), ...window, total };
  }

  /**
   * Get a complete sample application, to be changed and inserted. With today's defaults and a random plate. It has the
   * form of the response to an insert and can be inserted unchanged.
   */
  @Get('template')
  getMotorApplicationTemplate(@CurrentCaller() caller: UserCaller): Promise<MotorApplicationTemplateResponse> {
    return this.templates.create(caller);
  }

  /** Get a vehicle application or policy. 304 when `If-None-Match` has the current tag. */
  @Get(':application')
  @ApiNotModified()
  async getMotorApplication(
    @CurrentCall() call: UserCall,
    @Param('application') id: string,
  ): Promise<MotorApplicationResponse | undefined> {
    const application = await this.applications.get(call.caller, LINE, id);
    return isNotModified(call, application) ? undefined : this.mapper.toResponse(application, call.caller);
  }

  /** Get an application with its covers, receipts, messages and price trace. */
  @Get(':application/details')
  getMotorApplicationDetails(@CurrentCaller() caller: UserCaller, @Param('application') id: string): Promise<MotorDetailsResponse> {
    return this.motor.getDetails(caller, id);
  }

  /** Insert a vehicle application and price it. The result decides its status. `Location` is its address. */
  @Post()
  @UsesVersion('shown')
  async insertMotorApplication(
    @CurrentCall() call: UserCall,
    @JsonBody(MotorApplicationRequest) body: unknown,
  ): Promise<MotorApplicationResponse> {
    const { caller, response } = call;
    const application = await this.applications.insert(caller, LINE, body);
    response.setHeader('Location', buildApplicationHref(application, caller.root));
    return this.toTaggedResponse(call, application);
  }

  /** Update a vehicle application before prepay and price it again. In 00, 25, 01 or 31. Null clears a field. */
  @Put(':application')
  @UsesVersion('changed')
  async updateMotorApplication(
    @CurrentCall() call: UserCall,
    @Param('application') id: string,
    @JsonBody(MotorApplicationRequest) body: unknown,
  ): Promise<MotorApplicationResponse> {
    return this.toTaggedResponse(call, await this.applications.update(call.caller, LINE, id, body));
  }

  /** Cancel a vehicle application before it is issued. */
  @Delete(':application')
  @UsesVersion('changed')
  @HttpCode(204)
  async cancelMotorApplication(@CurrentCall() call: UserCall, @Param('application') id: string): Promise<void> {
    setVersionTag(call, await this.applications.cancel(call.caller, LINE, id));
  }

  /**
   * Move a calculated vehicle application to prepay. `Link` leads to the payment notification and to issue by charge.
   * The body is the application.
   */
  @Put(':application/issuePrepay')
  @UsesVersion('changed')
  @HttpCode(205)
  @ApiResponse({ status: 205, type: MotorApplicationResponse, description: 'In prepay. Links: `notification`, `issue`.' })
  async prepayMotorApplication(@CurrentCall() call: UserCall, @Param('application') id: string): Promise<MotorApplicationResponse> {
    const { caller } = call;
    const application = await this.applications.moveToPrepay(caller, LINE, id);
    setVersionTag(call, application, buildPrepayLinks(application, caller.root));
    return this.mapper.toResponse(application, caller);
  }

  /** Request the underwriter's approval of a vehicle application. In 25, or in 11 with the requested documents. */
  @Put(':application/requestApproval')
  @UsesVersion('changed')
  @HttpCode(205)
  async requestMotorApproval(@CurrentCall() call: UserCall, @Param('application') id: string): Promise<void> {
    setVersionTag(call, await this.applications.requestApproval(call.caller, LINE, id));
  }

  /** Request the customer's approval of a calculated application. Without an answer it returns to 01 in 7 days. */
  @Put(':application/requestCustomerApproval')
  @UsesVersion('changed')
  async requestMotorCustomerApproval(@CurrentCall() call: UserCall, @Param('application') id: string): Promise<MotorApplicationResponse> {
    return this.toTaggedResponse(call, await this.applications.sendToCustomer(call.caller, LINE, id, 'request_customer_approval'));
  }

  /** Freeze the price of a calculated application against tariff changes. Until the date `frozenUntil`. */
  @Put(':application/freeze')
  @UsesVersion('changed')
  async freezeMotorApplication(@CurrentCall() call: UserCall, @Param('application') id: string): Promise<MotorApplicationResponse> {
    return this.toTaggedResponse(call, await this.motor.freeze(call.caller, id));
  }

  private toTaggedResponse(call: UserCall, application: MotorRecord): MotorApplicationResponse {
    setVersionTag(call, application);
    return this.mapper.toResponse(application, call.caller);
  }
}
