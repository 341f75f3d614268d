import { Get, Param, Patch, Query } from '@nestjs/common';
import { JsonBody } from '../../../gateway/handler/decorators.js';
import { ServiceRequestChangeRequest } from '../../../record/core/service-requests/service-request.dto.js';
import { type RequestStatus, type ServiceRequest, toRequestFields } from '../../../record/core/service-requests/service-request.js';
import { ServiceRequestService } from '../../../record/core/service-requests/service-request.service.js';
import { BackofficeController, ChangesObject, CurrentStaff, ReadsObject, Roles } from '../../common/decorators.js';
import { assertShown } from '../../common/expected-state.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { mapPage, toPage } from '../../common/page.js';
import { toPageWindow } from '../../common/page.dto.js';
import { StaffServiceRequestResponse, StaffServiceRequestPageResponse, StaffServiceRequestQuery } from './staff-service-request.dto.js';

@BackofficeController('service-requests')
@Roles('admin', 'underwriter', 'issuing')
export class StaffServiceRequestsController {
  constructor(private readonly requests: ServiceRequestService) {}

  /** List the service requests of all agents, longest waiting first. */
  @Get()
  async listServiceRequestsOfAllAgents(
    @CurrentStaff() { environment }: StaffCaller,
    @Query() query: StaffServiceRequestQuery,
  ): Promise<StaffServiceRequestPageResponse> {
    const window = toPageWindow(query);
    const filter = { agentCode: query.agentCode, status: query.status as RequestStatus | undefined, category: query.category };
    return mapPage(toPage(await this.requests.search(environment, filter, { ...window, order: 'oldest' }), window), toDto);
  }

  /** Get a service request. Read it before an answer, for its `ETag`. */
  @Get(':id')
  @ReadsObject()
  async getServiceRequestOfAnyAgent(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<StaffServiceRequestResponse> {
    return toDto(await this.requests.get(staff.environment, id));
  }

  /** Answer or close a service request. A closed one cannot change. */
  @Patch(':id')
  @ChangesObject()
  async answerServiceRequest(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @JsonBody() change: ServiceRequestChangeRequest,
  ): Promise<StaffServiceRequestResponse> {
    const assertExpected = (request: ServiceRequest): void => assertShown(staff, () => toDto(request));
    return toDto(await this.requests.resolve(staff, id, staff.email, change, assertExpected));
  }
}

function toDto(request: ServiceRequest): StaffServiceRequestResponse {
  return { serviceRequestId: request.number, agentCode: request.agentCode, userName: request.userName, ...toRequestFields(request) };
}
