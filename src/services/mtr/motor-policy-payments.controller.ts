import { Get, HttpCode, Param, Put, type StreamableFile } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { UsesVersion } from '../../gateway/documentation/described-route.js';
import { ApiPdf } from '../../gateway/documentation/file-responses.js';
import { ChangesState, ServiceController } from '../../gateway/handler/decorators.js';
import { CurrentCall, type UserCall } from '../../gateway/handler/user-call.decorator.js';
import { noteTag } from '../../gateway/handler/version-response.js';
import { ChargeService } from '../../record/contract/issue/charge.service.js';
import { PaymentNoticeService } from '../../record/contract/issue/payment-notice.service.js';
import { MotorApplicationService } from './motor-application.service.js';
import { answerNotification } from './motor-notification.js';
import { MotorApplicationResponse } from './motor-response.dto.js';

const LINE = 'motor';

/** Payment of vehicle policies (motor.13). */
@ServiceController('mtr-api', 'resources/policies')
export class MotorPolicyPaymentsController {
  constructor(
    private readonly applications: MotorApplicationService,
    private readonly charges: ChargeService,
    private readonly notices: PaymentNoticeService,
  ) {}

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
    const { application, links, entity } = await this.charges.charge(call.caller, id, LINE);
    noteTag(call, application, links);
    return entity;
  }

  /** The payment notification of the instalment that is due. A PDF; `X-Payment-Code` carries the code. */
  @Get(':id/notification')
  @ChangesState()
  @ApiPdf('The payment notification.')
  async getMotorPolicyNotification(@CurrentCall() call: UserCall, @Param('id') id: string): Promise<StreamableFile> {
    await this.applications.getPolicy(call.caller, id);
    return answerNotification(call, id, this.notices);
  }
}
