import { Get, HttpCode, Param, Put, type StreamableFile } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { UserCaller } from '../../common/caller.js';
import { UsesVersion } from '../../gateway/documentation/described-route.js';
import { ApiPdf } from '../../gateway/documentation/file-responses.js';
import { ChangesState, CurrentCaller, ServiceController } from '../../gateway/handler/decorators.js';
import { CurrentCall, type UserCall } from '../../gateway/handler/user-call.decorator.js';
import { noteTag } from '../../gateway/handler/version-response.js';
import { ChargeService } from '../../record/contract/issue/charge.service.js';
import { PaymentNoticeService } from '../../record/contract/issue/payment-notice.service.js';
import { LineApplicationsService } from '../../record/contract/application-steps/line-applications.service.js';
import { MotorDetailsResponse } from './motor-details.dto.js';
import { MotorDetailsService } from './motor-details.service.js';
import { MotorApplicationResponse } from './motor-response.dto.js';
import { answerNotification } from './motor-notification.js';

const LINE = 'motor';

/** Payment and issue of vehicle applications (applications.16, motor.17). */
@ServiceController('mtr-api', 'resources/applications/:application')
export class MotorIssueController {
  constructor(
    private readonly charges: ChargeService,
    private readonly notices: PaymentNoticeService,
    private readonly applications: LineApplicationsService,
    private readonly details: MotorDetailsService,
  ) {}

  /**
   * Issue an application by charging the agent's account. From calculated (01) or prepaid (45); later it charges the next instalment.
   * `Link` leads to the policy document and the receipt; the body is the application.
   */
  @Put('issueCharge')
  @UsesVersion('changed')
  @HttpCode(205)
  @ApiResponse({ status: 205, type: MotorApplicationResponse, description: 'Charged. Links: `policy`, `receipt`.' })
  async chargeMotorApplication(@CurrentCall() call: UserCall, @Param('application') id: string): Promise<object> {
    const { application, links, entity } = await this.charges.charge(call.caller, id, LINE);
    noteTag(call, application, links);
    return entity;
  }

  /** The payment notification with RF code and QR as PDF. `X-Payment-Code` carries the code. */
  @Get('notification')
  @ChangesState()
  @ApiPdf('The payment notification.')
  async getMotorApplicationNotification(@CurrentCall() call: UserCall, @Param('application') id: string): Promise<StreamableFile> {
    return answerNotification(call, id, this.notices);
  }

  /** Application, covers, receipts, messages and price trace in one response. */
  @Get('details')
  async getMotorApplicationDetails(@CurrentCaller() caller: UserCaller, @Param('application') id: string): Promise<MotorDetailsResponse> {
    return this.details.detailsOf(caller, await this.applications.get(caller, LINE, id));
  }
}
