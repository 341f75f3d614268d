import { Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { mapInTurns } from '../../common/turns.js';
import { toWindow } from '../../common/validation/page-query.dto.js';
import { Counted, UsesVersion } from '../../gateway/documentation/described-route.js';
import { ChangesState, JsonBody, ServiceController, CurrentCall, type UserCall } from '../../gateway/handler/decorators.js';
import { ApiNotModified } from '../../gateway/documentation/file-responses.js';
import { setPageHeaders } from '../../gateway/handler/responses.js';
import type { ApplicationFilter } from '../../record/core/applications/application-search.repository.js';
import { FINAL_STATUSES, POLICY_STATUSES, Status } from '../../record/core/applications/status.js';
import { buildApplicationHref, buildPrepayLinks } from '../../record/core/applications/application-links.js';
import { isNotModified, setVersionTag } from '../../gateway/handler/version-response.js';
import { AgentAmendments } from '../../record/contract/amendments/agent-amendments.js';
import { ContractDayQuery } from '../../record/contract/amendments/amendment.dto.js';
import { LineApplicationsService } from '../../record/contract/application-steps/line-applications.service.js';
import { FireApplicationRequest, FireSearchQuery } from './fire-application.dto.js';
import { toFireResponse, type FireApplication } from './fire-application.mapper.js';
import { FireApplicationResponse } from './fire-response.dto.js';

const LINE = 'fire';

/** Fire applications (fire.1). Responses have the current `ETag`; changes check `If-Match` (412 -402, gateway.35). */
@ServiceController('fire-api', 'rsc/applications')
export class FireApplicationsController {
  constructor(
    private readonly applications: LineApplicationsService,
    private readonly amendments: AgentAmendments,
  ) {}

  /**
   * Search fire applications and policies, newest first. `X-Total-Count` is their number, `Link` leads to the next and
   * previous page.
   */
  @Get()
  @Counted()
  async searchFireApplications(
    @CurrentCall() { caller, response }: UserCall,
    @Query() query: FireSearchQuery,
  ): Promise<FireApplicationResponse[]> {
    const window = toWindow(query);
    const page = await this.applications.search(caller, LINE, toFilter(query), window);
    setPageHeaders(response, { ...page, found: page.items.length }, window);
    return mapInTurns(page.items, (application) => toFireResponse(application, caller));
  }

  /**
   * Get a fire application or policy. 304 when `If-None-Match` has the current tag. `on` and `asOf` select another day
   * or an earlier knowledge, without a tag.
   */
  @Get(':id')
  @ApiNotModified()
  async getFireApplication(
    @CurrentCall() call: UserCall,
    @Param('id') id: string,
    @Query() query: ContractDayQuery,
  ): Promise<FireApplicationResponse | undefined> {
    const ofDay = await this.amendments.getOn(call.caller, LINE, id, query);
    if (ofDay) return toFireResponse(ofDay, call.caller);
    const application = await this.applications.get(call.caller, LINE, id);
    return isNotModified(call, application) ? undefined : toFireResponse(application, call.caller);
  }

  /** Insert a fire application and price it. The result decides its status. `Location` is its address. */
  @Post()
  @UsesVersion('shown')
  async insertFireApplication(
    @CurrentCall() call: UserCall,
    @JsonBody(FireApplicationRequest) body: unknown,
  ): Promise<FireApplicationResponse> {
    const { caller, response } = call;
    const application = await this.applications.insert(caller, LINE, body);
    response.setHeader('Location', buildApplicationHref(application, caller.root));
    return this.toTaggedResponse(call, application);
  }

  /** Update a fire application in status 00 or 25 and price it again. */
  @Put(':id')
  @UsesVersion('changed')
  async updateFireApplication(
    @CurrentCall() call: UserCall,
    @Param('id') id: string,
    @JsonBody(FireApplicationRequest) body: unknown,
  ): Promise<FireApplicationResponse> {
    return this.toTaggedResponse(call, await this.applications.update(call.caller, LINE, id, body));
  }

  /** Cancel a fire application before it is issued. */
  @Delete(':id')
  @UsesVersion('changed')
  @HttpCode(204)
  async cancelFireApplication(@CurrentCall() call: UserCall, @Param('id') id: string): Promise<void> {
    setVersionTag(call, await this.applications.cancel(call.caller, LINE, id));
  }

  /** Price a fire application in status 00 or 25 again, with today's tariff. */
  @Put(':id/calc')
  @UsesVersion('changed')
  async calculateFireApplication(@CurrentCall() call: UserCall, @Param('id') id: string): Promise<FireApplicationResponse> {
    return this.toTaggedResponse(call, await this.applications.calculate(call.caller, LINE, id));
  }

  /** Return a calculated or declined fire application to entry for an update. From status 01 or 31 to 00. */
  @Put(':id/edit')
  @UsesVersion('changed')
  async editFireApplication(@CurrentCall() call: UserCall, @Param('id') id: string): Promise<FireApplicationResponse> {
    return this.toTaggedResponse(call, await this.applications.edit(call.caller, LINE, id));
  }

  /** Request the underwriter's approval of a fire application. In status 25, or in 11 with the requested documents. */
  @Put(':id/request_approval')
  @UsesVersion('changed')
  @HttpCode(205)
  async requestFireApproval(@CurrentCall() call: UserCall, @Param('id') id: string): Promise<void> {
    setVersionTag(call, await this.applications.requestApproval(call.caller, LINE, id));
  }

  /** Request approval by GET. Does what PUT does, because the contract uses GET in status 11. */
  @Get(':id/request_approval')
  @UsesVersion('shown')
  @ChangesState()
  @HttpCode(205)
  requestFireApprovalByGet(@CurrentCall() call: UserCall, @Param('id') id: string): Promise<void> {
    return this.requestFireApproval(call, id);
  }

  /** Send a calculated fire application to the customer for acceptance. Unanswered it returns to 01 in 7 days. */
  @Put(':id/send_for_acceptance')
  @UsesVersion('changed')
  async sendFireApplicationForAcceptance(@CurrentCall() call: UserCall, @Param('id') id: string): Promise<FireApplicationResponse> {
    return this.toTaggedResponse(call, await this.applications.sendToCustomer(call.caller, LINE, id, 'send_for_acceptance'));
  }

  /** Move a calculated fire application to prepay. `Link` leads to the payment notification and to issue by charge. */
  @Put(':id/prepay')
  @UsesVersion('changed')
  @HttpCode(205)
  async prepayFireApplication(@CurrentCall() call: UserCall, @Param('id') id: string): Promise<void> {
    const { caller } = call;
    const application = await this.applications.moveToPrepay(caller, LINE, id);
    setVersionTag(call, application, buildPrepayLinks(application, caller.root));
  }

  private toTaggedResponse(call: UserCall, application: FireApplication): FireApplicationResponse {
    setVersionTag(call, application);
    return toFireResponse(application, call.caller);
  }
}

function toFilter(query: FireSearchQuery): Omit<ApplicationFilter, 'line' | 'agents'> {
  return {
    statuses: findStatuses(query),
    applicationNo: query.application_no,
    policyNo: query.policy_no,
    clientName: query.client_name,
  };
}

function findStatuses({ type, active, status: only }: FireSearchQuery): Status[] | undefined {
  if (type === undefined && active === undefined && only === undefined) return undefined;
  return Object.values(Status).filter(
    (status) =>
      (only === undefined || status === only) &&
      (type === undefined || POLICY_STATUSES.has(status) === (type === 'POLICY')) &&
      (active === undefined || FINAL_STATUSES.has(status) === (active === '0')),
  );
}
