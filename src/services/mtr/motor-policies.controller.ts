import { Get, HttpCode, HttpStatus, Param, Put, Query, type StreamableFile } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiResponse } from '@nestjs/swagger';
import type { UserCaller } from '../../common/caller.js';
import { LANGUAGES } from '../../common/language.js';
import { windowOf } from '../../common/validation/page-query.dto.js';
import { UsesVersion } from '../../gateway/documentation/described-route.js';
import { ApiPdf } from '../../gateway/documentation/file-responses.js';
import { ChangesState, CurrentCaller, ServiceController } from '../../gateway/handler/decorators.js';
import { answerPrintedIn } from '../../gateway/handler/printed-response.js';
import { CurrentCall, type UserCall } from '../../gateway/handler/user-call.decorator.js';
import { noteTag } from '../../gateway/handler/version-response.js';
import { ClaimsHistoryService } from '../../record/claims-history/claims-history.service.js';
import { claimsHistoryFileName } from '../../record/documents/system-file-names.js';
import { ApplicationPaymentsService } from '../../record/issue/application-payments.service.js';
import { GreenCardService } from '../../record/issue/green-card.service.js';
import { MotorApplicationMapper } from './motor-application.mapper.js';
import { MotorApplicationService } from './motor-application.service.js';
import { MotorDocumentResponse } from './motor-document.dto.js';
import { toDocument } from './motor-document.mapper.js';
import { MotorApplicationResponse } from './motor-response.dto.js';
import { MotorPolicyListResponse } from './motor-list.dto.js';
import { answerNotification } from './motor-notification.js';
import { MotorPoliciesQuery } from './motor-search-query.dto.js';
import { ReferenceLists } from '../../record/reference/reference-lists.js';

const LINE = 'motor';

/** Vehicle policies (motor.13): applications from issue on, under the same ids. */
@ServiceController('mtr-api', 'resources/policies')
export class MotorPoliciesController {
  constructor(
    private readonly applications: MotorApplicationService,
    private readonly payments: ApplicationPaymentsService,
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
   * Charge the next instalment, or the next year, of a policy. The agent's account is charged; with the next year when all are paid, from
   * 60 days before the anniversary. `Link` leads to the policy document and the receipt; the body is the policy. A renewal is an
   * application of its own and is the body then; when it needs the agent or an underwriter first, nothing is charged and `Link` `renewal`
   * leads to it.
   */
  @Put(':id/issueCharge')
  @UsesVersion('changed')
  @HttpCode(205)
  @ApiResponse({ status: 205, type: MotorApplicationResponse, description: 'Charged. Links: `policy`, `receipt`.' })
  async chargeMotorPolicy(@CurrentCall() call: UserCall, @Param('id') id: string): Promise<object> {
    await this.applications.getPolicy(call.caller, id);
    const { application, links, entity } = await this.payments.charge(call.caller, id, LINE);
    noteTag(call, application, links);
    return entity;
  }

  /** The payment notification of the instalment that is due. A PDF; `X-Payment-Code` carries the code. */
  @Get(':id/notification')
  @ChangesState()
  @ApiPdf('The payment notification.')
  async getMotorPolicyNotification(@CurrentCall() call: UserCall, @Param('id') id: string): Promise<StreamableFile> {
    await this.applications.getPolicy(call.caller, id);
    return answerNotification(call, id, this.payments);
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
