import { Get, HttpStatus, Param, Put, Query, type StreamableFile } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse } from '@nestjs/swagger';
import type { UserCaller } from '../../common/caller.js';
import { LANGUAGES } from '../../common/language.js';
import { windowOf } from '../../common/validation/page-query.dto.js';
import { UsesVersion } from '../../gateway/documentation/described-route.js';
import { ApiPdf } from '../../gateway/documentation/file-responses.js';
import { CurrentCaller, ServiceController } from '../../gateway/handler/decorators.js';
import { answerPrintedIn } from '../../gateway/handler/printed-response.js';
import { CurrentCall, type UserCall } from '../../gateway/handler/user-call.decorator.js';
import { ClaimsHistoryService } from '../../record/contract/claims-history/claims-history.service.js';
import { claimsHistoryFileName } from '../../record/core/documents/system-file-names.js';
import { GreenCardService } from '../../record/contract/issue/green-card.service.js';
import { MotorApplicationMapper } from './motor-application.mapper.js';
import { MotorApplicationService } from './motor-application.service.js';
import { MotorDocumentResponse } from './motor-document.dto.js';
import { toDocument } from './motor-document.mapper.js';
import { MotorApplicationResponse, MotorPolicyListResponse } from './motor-response.dto.js';
import { MotorPoliciesQuery } from './motor-search-query.dto.js';
import { ReferenceLists } from '../../record/reference/lists/reference-lists.js';

/** Vehicle policies (motor.13): applications from issue on, under the same ids. */
@ServiceController('mtr-api', 'resources/policies')
export class MotorPoliciesController {
  constructor(
    private readonly applications: MotorApplicationService,
    private readonly mapper: MotorApplicationMapper,
    private readonly greenCards: GreenCardService,
    private readonly histories: ClaimsHistoryService,
    private readonly lists: ReferenceLists,
  ) {}

  /** Search policies, newest first. */
  @Get()
  async searchMotorPolicies(@CurrentCaller() caller: UserCaller, @Query() query: MotorPoliciesQuery): Promise<MotorPolicyListResponse> {
    const window = windowOf(query);
    const { items, total } = await this.applications.searchPolicies(caller, query, window);
    return { policies: await this.mapper.toResponses(items, caller), ...window, total };
  }

  /** Retrieve a policy. */
  @Get(':id')
  async getMotorPolicy(@CurrentCaller() caller: UserCaller, @Param('id') id: string): Promise<MotorApplicationResponse> {
    return this.mapper.toResponse(await this.applications.getPolicy(caller, id), caller);
  }

  /**
   * The claims-history statement of the policyholder for the vehicle of a policy. Also of a policy that has ended. A PDF in Greek and English, of
   * this moment; what is not recorded is named as not held.
   */
  @Get(':id/claimsHistory')
  @ApiPdf('The claims-history statement.')
  async getMotorPolicyClaimsHistory(@CurrentCall() { caller, response }: UserCall, @Param('id') id: string): Promise<StreamableFile> {
    const policy = await this.applications.getPolicy(caller, id);
    const pdf = await this.histories.printForPolicy(caller, policy);
    return answerPrintedIn(LANGUAGES, response, pdf, claimsHistoryFileName(policy.policyNo ?? policy.applicationNo));
  }

  /**
   * The green card of a policy in force. It is made at its first request; one for each policy year. `Location` names it
   * among the policy's documents.
   */
  @Put(':id/greenCard')
  @UsesVersion('changed')
  @ApiCreatedResponse({ type: MotorDocumentResponse, description: 'Made just now.' })
  @ApiOkResponse({
    type: MotorDocumentResponse,
    description: 'The one that was there.',
    headers: { Location: { description: 'Names it.', schema: { type: 'string' } } },
  })
  async requestGreenCard(@CurrentCall() { caller, response }: UserCall, @Param('id') id: string): Promise<MotorDocumentResponse> {
    const policy = await this.applications.getPolicy(caller, id);
    const { document, isNew } = await this.greenCards.request(caller, policy);
    response.setHeader('Location', `${caller.root}/mtr-api/resources/policies/${policy.id}/documents/${document.id}`);
    if (isNew) response.status(HttpStatus.CREATED);
    return toDocument(document, caller, this.lists);
  }
}
