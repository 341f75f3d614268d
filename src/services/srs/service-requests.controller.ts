import { Get, Param, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { UserCaller } from '../../common/caller.js';
import type { Language } from '../../common/language.js';
import { toWindow } from '../../common/validation/page-query.dto.js';
import { Counted } from '../../gateway/documentation/described-route.js';
import { CurrentCaller, JsonBody, KeyOnly, ServiceController, CurrentCall, type UserCall } from '../../gateway/handler/decorators.js';
import { sendList, ListRoute } from '../../gateway/handler/list-response.js';
import { setPageHeaders } from '../../gateway/handler/responses.js';
import { type RequestStatus, type ServiceRequest, toRequestFields } from '../../record/core/service-requests/service-request.js';
import { ServiceRequestService } from '../../record/core/service-requests/service-request.service.js';
import {
  ServiceRequestResponse,
  ServiceRequestRequest,
  ServiceRequestQuery,
  ServiceRequestReferenceResponse,
} from './service-request.dto.js';
import { ServiceRequestCategoryItemResponse } from '../../record/reference/lists/common-items.dto.js';
import { SerialisedListsService } from '../../record/reference/lists/serialised-lists.service.js';
import { ReferenceLists } from '../../record/reference/lists/reference-lists.js';

const PATH = 'service-requests-api/resources/srs';

/** Requests of agents to the insurer's staff (requests.1, requests.2). */
@ServiceController('service-requests-api', 'resources')
export class ServiceRequestsController {
  constructor(
    private readonly requests: ServiceRequestService,
    private readonly lists: ReferenceLists,
    private readonly serialisedLists: SerialisedListsService,
  ) {}

  /** List the categories that a service request can have. */
  @ListRoute('parameters/categories', ServiceRequestCategoryItemResponse)
  @KeyOnly()
  listServiceRequestCategories(@Res() response: Response): void {
    sendList(response, this.serialisedLists.select('serviceRequestCategories'));
  }

  /** Send a request to the insurer's staff. `Location` is its address. */
  @Post('srs')
  async createServiceRequest(
    @CurrentCall() { caller, response }: UserCall,
    @JsonBody() { category, subject, body }: ServiceRequestRequest,
  ): Promise<ServiceRequestReferenceResponse> {
    const { user, root } = caller;
    const request = {
      category,
      subject: subject.trim(),
      body: body.trim(),
      agentCode: user.agentCode,
      userId: user.id,
      userName: user.name,
    };
    const serviceRequestId = await this.requests.create(caller, request);
    response.setHeader('Location', `${root}/${PATH}/${serviceRequestId}`);
    return { serviceRequestId };
  }

  /**
   * List the agent's service requests, newest first. `X-Total-Count` is their number, `Link` leads to the next and
   * previous page.
   */
  @Get('srs')
  @Counted()
  async listServiceRequests(
    @CurrentCaller() { environment, user, language }: UserCaller,
    @Query() query: ServiceRequestQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ServiceRequestResponse[]> {
    const filter = { agentCode: user.agentCode, status: query.status as RequestStatus | undefined };
    const window = toWindow(query);
    const page = await this.requests.search(environment, filter, { ...window, order: 'newest' });
    setPageHeaders(response, { ...page, found: page.items.length }, window);
    return page.items.map((request) => this.toResponse(request, language));
  }

  /** Get a service request of the agent, with its status and the answer. */
  @Get('srs/:id')
  async getServiceRequest(
    @CurrentCaller() { environment, user, language }: UserCaller,
    @Param('id') id: string,
  ): Promise<ServiceRequestResponse> {
    return this.toResponse(await this.requests.get(environment, id, user.agentCode), language);
  }

  private toResponse(request: ServiceRequest, language: Language): ServiceRequestResponse {
    const category = this.lists.item('serviceRequestCategories', request.category);
    return {
      serviceRequestId: request.number,
      categoryTitle: (language === 'el' ? category?.description : category?.descriptionEn) ?? request.category,
      ...toRequestFields(request),
    };
  }
}
