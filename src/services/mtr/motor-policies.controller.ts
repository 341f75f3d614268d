import { Get, HttpStatus, Param, Put, Query, type StreamableFile } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse } from '@nestjs/swagger';
import type { UserCaller } from '../../common/caller.js';
import { LANGUAGES } from '../../common/language.js';
import { toWindow } from '../../common/validation/page-query.dto.js';
import { ApiPdf } from '../../gateway/documentation/file-responses.js';
import { CurrentCaller, ServiceController, CurrentCall, type UserCall } from '../../gateway/handler/decorators.js';
import { sendPdf } from '../../gateway/handler/printed-response.js';
import { AgentAmendments } from '../../record/contract/amendments/agent-amendments.js';
import { ContractDayQuery } from '../../record/contract/amendments/amendment.dto.js';
import { ClaimsHistoryService } from '../../record/contract/claims-history/claims-history.service.js';
import { buildClaimsHistoryFileName } from '../../record/core/documents/document.js';
import { GreenCardService } from '../../record/contract/issue/green-card.service.js';
import { MotorApplicationMapper } from './motor-application.mapper.js';
import { MotorApplicationService } from './motor-application.service.js';
import { MotorDocumentResponse } from './motor-document.dto.js';
import { toDocument } from './motor-document.mapper.js';
import { MotorApplicationResponse, MotorPolicyListResponse } from './motor-response.dto.js';
import { MotorPoliciesQuery } from './motor-application.dto.js';
import { ReferenceLists } from '../../record/reference/lists/reference-lists.js';

/** Policies are applications from issue on, with unchanged ids (motor.13). */
@ServiceController('mtr-api', 'resources/policies')
export class MotorPoliciesController {
  constructor(
    private readonly applications: MotorApplicationService,
    private readonly mapper: MotorApplicationMapper,
    private readonly greenCards: GreenCardService,
    private readonly histories: ClaimsHistoryService,
    private readonly lists: ReferenceLists,
    private readonly amendments: AgentAmendments,
  ) {}

  /** Search vehicle policies, newest first. */
  @Get()
  async searchMotorPolicies(@CurrentCaller() caller: UserCaller, @Query() query: MotorPoliciesQuery): Promise<MotorPolicyListResponse> {
    const window = toWindow(query);
    const { items, total } = await this.applications.searchPolicies(caller, query, window);
    return { policies: await this.mapper.toResponses(items, caller), ...window, total };
  }

  /** Get a vehicle policy by its id. `on` and `asOf` select another day or an earlier knowledge. */
  @Get(':id')
  async getMotorPolicy(
    @CurrentCaller() caller: UserCaller,
    @Param('id') id: string,
    @Query() query: ContractDayQuery,
  ): Promise<MotorApplicationResponse> {
    const policy = await this.applications.getPolicy(caller, id);
    return this.mapper.toResponse((await this.amendments.getOn(caller, 'motor', id, query)) ?? policy, caller);
  }

  /**
   * Get the claims-history statement of a policyholder as a PDF. For the vehicle of a current or ended policy, in Greek
   * and English, as of now. Facts that are not recorded are named as such.
   */
  @Get(':id/claimsHistory')
  @ApiPdf('The claims-history statement.')
  async getMotorPolicyClaimsHistory(@CurrentCall() { caller, response }: UserCall, @Param('id') id: string): Promise<StreamableFile> {
    const policy = await this.applications.getPolicy(caller, id);
    const pdf = await this.histories.printForPolicy(caller, policy);
    return sendPdf(response, pdf, buildClaimsHistoryFileName(policy.policyNo ?? policy.applicationNo), LANGUAGES);
  }

  /**
   * Request the green card of a policy in force. The first request of a policy year creates it. `Location` is its
   * address among the policy's documents.
   */
  @Put(':id/greenCard')
  @ApiCreatedResponse({ type: MotorDocumentResponse, description: 'Created by this request.' })
  @ApiOkResponse({
    type: MotorDocumentResponse,
    description: 'The existing green card.',
    headers: { Location: { description: 'Address of the green card.', schema: { type: 'string' } } },
  })
  async requestGreenCard(@CurrentCall() { caller, response }: UserCall, @Param('id') id: string): Promise<MotorDocumentResponse> {
    const policy = await this.applications.getPolicy(caller, id);
    const { document, isNew } = await this.greenCards.request(caller, policy);
    response.setHeader('Location', `${caller.root}/mtr-api/resources/policies/${policy.id}/documents/${document.id}`);
    if (isNew) response.status(HttpStatus.CREATED);
    return toDocument(document, caller, this.lists);
  }
}
