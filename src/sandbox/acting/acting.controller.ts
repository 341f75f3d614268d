import { Delete, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOkResponse, getSchemaPath } from '@nestjs/swagger';
import { toLocalDateTime } from '../../common/athens.js';
import type { UserCaller } from '../../common/caller.js';
import { toNumber } from '../../common/money.js';
import { UsesVersion } from '../../gateway/documentation/described-route.js';
import { CurrentCaller, JsonBody, SandboxController } from '../../gateway/handler/decorators.js';
import type { ApplicationRecord } from '../../record/core/applications/application.js';
import { LineRegistry } from '../../record/core/lines/line-registry.js';
import { getSuspenseText } from '../../record/contract/payments/bank-advice.js';
import { ServiceRequestChangeRequest } from '../../record/core/service-requests/service-request.dto.js';
import { AcceptanceRequest } from '../../record/contract/underwriting/decision.dto.js';
import {
  AnsweredRequestResponse,
  InfectedDocumentResponse,
  SandboxCancellationRequest,
  SandboxCommissionRequest,
  SandboxCommissionResponse,
  SandboxCustomerRequest,
  SandboxDecisionRequest,
  SandboxPaymentRequest,
  SandboxPaymentResponse,
  SandboxReinstatementRequest,
} from './acting.dto.js';
import {
  ActingCancellationService,
  ActingCommissionService,
  ActingCustomerService,
  ActingReinstatementService,
  ActingService,
} from './acting.service.js';

/** Actions of staff, customer, bank and scanner in the sandbox, as in the back office (sandbox.10 to sandbox.15). */
@SandboxController('resources')
export class ActingController {
  constructor(
    private readonly acting: ActingService,
    private readonly lines: LineRegistry,
    private readonly commissions: ActingCommissionService,
    private readonly reinstatements: ActingReinstatementService,
    private readonly customers: ActingCustomerService,
    private readonly cancellations: ActingCancellationService,
  ) {}

  /** Decide on an application as the underwriter. In status 30, or decline one in status 11. */
  @Post('applications/:id/underwriting')
  @UsesVersion('late')
  @HttpCode(200)
  @ApiApplication()
  async decideAsUnderwriter(
    @CurrentCaller() caller: UserCaller,
    @Param('id') id: string,
    @JsonBody() decision: SandboxDecisionRequest,
  ): Promise<object> {
    return this.show(await this.acting.decide(caller, id, decision), caller);
  }

  /** Accept or reject an offer as the customer. In status 39 (sent for acceptance) or 12 (customer approval). */
  @Post('applications/:id/acceptance')
  @UsesVersion('late')
  @HttpCode(200)
  @ApiApplication()
  async answerAsCustomer(
    @CurrentCaller() caller: UserCaller,
    @Param('id') id: string,
    @JsonBody() answer: AcceptanceRequest,
  ): Promise<object> {
    return this.show(await this.acting.answer(caller, id, answer), caller);
  }

  /** Record an act of the customer: accept, reject or withdraw. As on the customer's page, but without a code. */
  @Post('applications/:id/customer')
  @UsesVersion('late')
  @HttpCode(200)
  @ApiApplication()
  async recordCustomerAct(
    @CurrentCaller() caller: UserCaller,
    @Param('id') id: string,
    @JsonBody() request: SandboxCustomerRequest,
  ): Promise<object> {
    return this.show(await this.customers.act(caller, id, request), caller);
  }

  /**
   * Cancel a policy as the issuing department. In status 50 or 55. Refunds premium by the rule of the reason; for a
   * later day the agent's clock carries it out. What needs two people is approved at once.
   */
  @Post('applications/:id/cancellation')
  @UsesVersion('late')
  @HttpCode(200)
  @ApiApplication()
  async cancelAsIssuing(
    @CurrentCaller() caller: UserCaller,
    @Param('id') id: string,
    @JsonBody() cancellation: SandboxCancellationRequest,
  ): Promise<object> {
    return this.show(await this.cancellations.cancel(caller, id, cancellation), caller);
  }

  /** Withdraw a scheduled cancellation as the issuing department. Possible until its day begins. */
  @Delete('applications/:id/scheduled-cancellation')
  @UsesVersion('late')
  @HttpCode(200)
  @ApiApplication()
  async deleteScheduleAsIssuing(@CurrentCaller() caller: UserCaller, @Param('id') id: string): Promise<object> {
    return this.show(await this.cancellations.unschedule(caller, id), caller);
  }

  /**
   * Reinstate a cancelled or lapsed policy as the issuing department. A lapsed one is paid with the agent's money in
   * suspense. You are both people.
   */
  @Post('applications/:id/reinstatement')
  @UsesVersion('late')
  @HttpCode(200)
  @ApiApplication()
  async reinstateAsIssuing(
    @CurrentCaller() caller: UserCaller,
    @Param('id') id: string,
    @JsonBody() request: SandboxReinstatementRequest,
  ): Promise<object> {
    return this.show(await this.reinstatements.reinstate(caller, id, request), caller);
  }

  /**
   * Pay by payment code as the bank. At the time of the agent's clock. The exact amount issues an application in prepay
   * or pays the instalment of the code; other money goes to suspense. A repeated reference gets the previous response,
   * or 409 -403 for a different payment.
   */
  @Post('payments')
  @UsesVersion('late')
  @HttpCode(200)
  async bookAsBank(@CurrentCaller() caller: UserCaller, @JsonBody() payment: SandboxPaymentRequest): Promise<SandboxPaymentResponse> {
    const { outcome, paymentCode, amount, reference, valueDate, applicationId, receiptNo, suspenseId, reason } = await this.acting.pay(
      caller,
      payment,
    );
    return {
      outcome,
      payment_code: paymentCode,
      amount: toNumber(amount),
      reference,
      value_date: valueDate,
      application_id: applicationId,
      receipt_no: receiptNo,
      suspense_id: suspenseId,
      reason: reason && { code: reason, message: getSuspenseText(reason)[caller.language] },
    };
  }

  /** Settle the commission of a month as the issuing department. The month must be over by the agent's clock. */
  @Post('commission-statements')
  @HttpCode(200)
  async settleAsIssuing(
    @CurrentCaller() caller: UserCaller,
    @JsonBody() request: SandboxCommissionRequest,
  ): Promise<SandboxCommissionResponse> {
    const { id, number, due } = await this.commissions.settle(caller, `${request.month}-01`, request.settlement ?? 'PAYOUT');
    return { id, number, month: request.month, due: toNumber(due) };
  }

  /** Answer or close a service request as the staff. It can be answered several times. */
  @Post('service-requests/:id/answer')
  @HttpCode(200)
  async answerAsStaff(
    @CurrentCaller() caller: UserCaller,
    @Param('id') id: string,
    @JsonBody() change: ServiceRequestChangeRequest,
  ): Promise<AnsweredRequestResponse> {
    const { number, status, answer, answeredAt, closedAt } = await this.acting.answerRequest(caller, id, change);
    return {
      service_request_id: number,
      status,
      answer,
      answered_at: answeredAt && toLocalDateTime(answeredAt),
      closed_at: closedAt && toLocalDateTime(closedAt),
    };
  }

  /** Report a virus in an upload as the scanner. Its content is deleted, its metadata stay. */
  @Post('documents/:id/infected')
  @HttpCode(200)
  async recordInfection(@CurrentCaller() caller: UserCaller, @Param('id') id: string): Promise<InfectedDocumentResponse> {
    const { id: documentId, applicationId } = await this.acting.infect(caller, id);
    return { id: documentId, application_id: applicationId, scan: 'infected' };
  }

  private show(application: ApplicationRecord, caller: UserCaller): object {
    return this.lines.of(application.line).toResponse(application, caller);
  }
}

function ApiApplication(): MethodDecorator {
  return ApiOkResponse({
    description: 'The application, as its service returns it.',
    schema: { oneOf: ['FireApplicationResponse', 'MotorApplicationResponse'].map((name) => ({ $ref: getSchemaPath(name) })) },
  });
}
