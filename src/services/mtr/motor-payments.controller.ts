import { Get, HttpCode, Param, Put, type StreamableFile } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { OUTCOME } from '../../gateway/call/headers.js';
import { UsesVersion } from '../../gateway/documentation/described-route.js';
import { ApiPdf } from '../../gateway/documentation/file-responses.js';
import { ChangesState, ServiceController, CurrentCall, type UserCall } from '../../gateway/handler/decorators.js';
import { sendPdf } from '../../gateway/handler/printed-response.js';
import { setContentLanguage } from '../../gateway/handler/responses.js';
import { setVersionTag } from '../../gateway/handler/version-response.js';
import { ChargeService } from '../../record/contract/issue/charge.service.js';
import { PaymentNoticeService } from '../../record/contract/issue/payment-notice.service.js';
import { MotorApplicationService } from './motor-application.service.js';
import { MotorApplicationResponse } from './motor-response.dto.js';

const LINE = 'motor';

@ServiceController('mtr-api', 'resources')
export class MotorPaymentsController {
  constructor(
    private readonly applications: MotorApplicationService,
    private readonly charges: ChargeService,
    private readonly notices: PaymentNoticeService,
  ) {}

  /**
   * Issue a vehicle application by charging the agent's account. In status 01 or 45; a policy is charged the next
   * instalment. `Link` leads to the policy document and the receipt. The body is the application.
   */
  @Put('applications/:application/issueCharge')
  @UsesVersion('changed')
  @HttpCode(205)
  @ApiResponse({ status: 205, type: MotorApplicationResponse, description: 'Charged. Links: `policy`, `receipt`.' })
  chargeMotorApplication(@CurrentCall() call: UserCall, @Param('application') id: string): Promise<object> {
    return this.charge(call, id);
  }

  /** Get the payment notification of an application, with RF code and QR. A PDF; `X-Payment-Code` is the code. */
  @Get('applications/:application/notification')
  @ChangesState()
  @ApiPdf('The payment notification.')
  getMotorApplicationNotification(@CurrentCall() call: UserCall, @Param('application') id: string): Promise<StreamableFile> {
    return this.printNotification(call, id);
  }

  /**
   * Charge the next instalment or year of a policy to the agent's account. The next year is charged when all
   * instalments are paid, from 60 days before the anniversary. `Link` leads to the policy document and the receipt; the
   * body is the policy. A renewal is a new application and is the body then. If it needs the agent or an underwriter
   * first, nothing is charged and `Link` `renewal` leads to it.
   */
  @Put('policies/:id/issueCharge')
  @UsesVersion('changed')
  @HttpCode(205)
  @ApiResponse({ status: 205, type: MotorApplicationResponse, description: 'Charged. Links: `policy`, `receipt`.' })
  async chargeMotorPolicy(@CurrentCall() call: UserCall, @Param('id') id: string): Promise<object> {
    await this.applications.getPolicy(call.caller, id);
    return this.charge(call, id);
  }

  /** Get the payment notification of a policy's due instalment. A PDF; `X-Payment-Code` is the code. */
  @Get('policies/:id/notification')
  @ChangesState()
  @ApiPdf('The payment notification.')
  async getMotorPolicyNotification(@CurrentCall() call: UserCall, @Param('id') id: string): Promise<StreamableFile> {
    await this.applications.getPolicy(call.caller, id);
    return this.printNotification(call, id);
  }

  private async charge(call: UserCall, id: string): Promise<object> {
    const { application, links, entity, outcome } = await this.charges.charge(call.caller, id, LINE);
    setVersionTag(call, application, links);
    if (outcome !== null) call.response.setHeader(OUTCOME, outcome);
    return entity;
  }

  private async printNotification({ caller, response }: UserCall, id: string): Promise<StreamableFile> {
    const notice = await this.notices.getNotice(caller, id, LINE);
    const { code } = notice.payment;
    const pdf = await this.notices.print(caller, notice);
    setContentLanguage(response, caller.language);
    response.setHeader('X-Payment-Code', code);
    return sendPdf(response, pdf, `${code}.pdf`);
  }
}
