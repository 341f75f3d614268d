import { Delete, Get, HttpCode, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { UserCaller } from '../../common/caller.js';
import { mapInTurns } from '../../common/turns.js';
import { windowOf } from '../../common/validation/page-query.dto.js';
import { Counted, UsesVersion } from '../../gateway/documentation/described-route.js';
import { ChangesState, CurrentCaller, JsonBody, ServiceController } from '../../gateway/handler/decorators.js';
import { ApiNotModified } from '../../gateway/documentation/not-modified.js';
import { sendPage, sendResetContent } from '../../gateway/handler/responses.js';
import { applicationHref, issueLink, notificationLink } from '../../record/applications/application-links.js';
import { isNotModified, noteTag } from '../../gateway/handler/version-response.js';
import { LineApplicationsService } from '../../record/lines/line-applications.service.js';
import { FireApplicationRequest } from './fire-application.dto.js';
import { toFireResponse, type FireApplication } from './fire-application.mapper.js';
import { FireApplicationResponse } from './fire-response.dto.js';
import { toFilter } from './fire-search.js';
import { FireSearchQuery } from './fire-search-query.dto.js';

const LINE = 'fire';

/** Fire applications (fire.1, gateway.35). Every response carries the `ETag` of the application as it is then; every change honours `If-Match` (412 -402). */
@ServiceController('fire-api', 'rsc/applications')
export class FireApplicationsController {
  constructor(private readonly applications: LineApplicationsService) {}

  /** Search applications and policies, newest first. `X-Total-Count` counts all of them, `Link` leads to the next and previous page. */
  @Get()
  @Counted()
  async searchFireApplications(
    @CurrentCaller() caller: UserCaller,
    @Query() query: FireSearchQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FireApplicationResponse[]> {
    const window = windowOf(query);
    const page = await this.applications.search(caller, LINE, toFilter(query), window);
    sendPage(response, { ...page, found: page.items.length }, window);
    return mapInTurns(page.items, (application) => toFireResponse(application, caller));
  }

  /** Retrieve an application or policy. 304 when `If-None-Match` names what the caller has. */
  @Get(':id')
  @ApiNotModified()
  async getFireApplication(
    @CurrentCaller() caller: UserCaller,
    @Param('id') id: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FireApplicationResponse | undefined> {
    const application = await this.applications.get(caller, LINE, id);
    return isNotModified(request, response, application, caller) ? undefined : toFireResponse(application, caller);
  }

  /** Insert an application. It is validated, priced and stored with the status that follows. `Location` names it. */
  @Post()
  @UsesVersion('shown')
  @ApiBody({ type: FireApplicationRequest })
  async insertFireApplication(
    @CurrentCaller() caller: UserCaller,
    @JsonBody(FireApplicationRequest) body: unknown,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FireApplicationResponse> {
    const application = await this.applications.insert(caller, LINE, body);
    response.setHeader('Location', applicationHref(application, caller.root));
    return answer(response, application, caller);
  }

  /** Update an application in status 00 or 25; it is priced again. */
  @Put(':id')
  @UsesVersion('changed')
  @ApiBody({ type: FireApplicationRequest })
  async updateFireApplication(
    @CurrentCaller() caller: UserCaller,
    @Param('id') id: string,
    @JsonBody(FireApplicationRequest) body: unknown,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FireApplicationResponse> {
    return answer(response, await this.applications.update(caller, LINE, id, body), caller);
  }

  /** Cancel an application. */
  @Delete(':id')
  @UsesVersion('changed')
  @HttpCode(204)
  async cancelFireApplication(
    @CurrentCaller() caller: UserCaller,
    @Param('id') id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    noteTag(response, await this.applications.cancel(caller, LINE, id), caller);
  }

  /** Calculate an application in status 00 or 25 again. */
  @Put(':id/calc')
  @UsesVersion('changed')
  async calculateFireApplication(
    @CurrentCaller() caller: UserCaller,
    @Param('id') id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FireApplicationResponse> {
    return answer(response, await this.applications.calculate(caller, LINE, id), caller);
  }

  /** Take an application back to entry. From calculated (01) or declined (31) to 00, so that it can be updated. */
  @Put(':id/edit')
  @UsesVersion('changed')
  async editFireApplication(
    @CurrentCaller() caller: UserCaller,
    @Param('id') id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FireApplicationResponse> {
    return answer(response, await this.applications.edit(caller, LINE, id), caller);
  }

  /** Ask the underwriter for approval. Of an application in status 25, or hand in what was requested in 11. */
  @Put(':id/request_approval')
  @UsesVersion('changed')
  @HttpCode(205)
  async requestFireApproval(@CurrentCaller() caller: UserCaller, @Param('id') id: string, @Res() response: Response): Promise<void> {
    noteTag(response, await this.applications.requestApproval(caller, LINE, id), caller);
    sendResetContent(response);
  }

  /** The same as PUT: in status 11 the contract calls it by GET. */
  @Get(':id/request_approval')
  @UsesVersion('shown')
  @ChangesState()
  @HttpCode(205)
  requestFireApprovalByGet(@CurrentCaller() caller: UserCaller, @Param('id') id: string, @Res() response: Response): Promise<void> {
    return this.requestFireApproval(caller, id, response);
  }

  /** Send a calculated application to the customer for acceptance. Seven days without an answer take it back to 01. */
  @Put(':id/send_for_acceptance')
  @UsesVersion('changed')
  async sendFireApplicationForAcceptance(
    @CurrentCaller() caller: UserCaller,
    @Param('id') id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FireApplicationResponse> {
    return answer(response, await this.applications.sendToCustomer(caller, LINE, id, 'send_for_acceptance'), caller);
  }

  /** Move a calculated application to prepay. `Link` leads to the payment notification and to issue by charge. */
  @Put(':id/prepay')
  @UsesVersion('changed')
  @HttpCode(205)
  async prepayFireApplication(@CurrentCaller() caller: UserCaller, @Param('id') id: string, @Res() response: Response): Promise<void> {
    const application = await this.applications.moveToPrepay(caller, LINE, id);
    noteTag(response, application, caller);
    sendResetContent(response, { links: [notificationLink(application, caller.root), issueLink(application, caller.root)] });
  }
}

function answer(response: Response, application: FireApplication, caller: UserCaller): FireApplicationResponse {
  noteTag(response, application, caller);
  return toFireResponse(application, caller);
}
