import { Get, HttpCode, Param, Put, StreamableFile } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiProduces, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { toNumber } from '../../common/money.js';
import { OUTCOME } from '../../gateway/call/headers.js';
import { UsesVersion } from '../../gateway/documentation/described-route.js';
import { ChangesState, ServiceController, CurrentCall, type UserCall } from '../../gateway/handler/decorators.js';
import { sendPdf } from '../../gateway/handler/printed-response.js';
import { setContentLanguage } from '../../gateway/handler/responses.js';
import { setVersionTag } from '../../gateway/handler/version-response.js';
import { ChargeService } from '../../record/contract/issue/charge.service.js';
import { PaymentNoticeService, type PaymentNotice } from '../../record/contract/issue/payment-notice.service.js';
import { PaymentCodeResponse } from './receipts.dto.js';

const PDF = 'application/pdf';
const JSON_TYPE = 'application/json';

@ServiceController('collection-api', 'applications')
export class CollectionController {
  constructor(
    private readonly charges: ChargeService,
    private readonly notices: PaymentNoticeService,
  ) {}

  /**
   * Charge the agent's account to issue, continue or renew a policy. In prepay the first premium is charged and the
   * policy issued, later the next instalment, and from 60 days before the anniversary the next year. `Link` leads to
   * the policy document and the receipt; the body is the application as its service returns it. A renewal is a new
   * application and is the body then. If it needs the agent or an underwriter first, nothing is charged and `Link`
   * `renewal` leads to it.
   */
  @Put(':id/charge')
  @UsesVersion('changed')
  @HttpCode(205)
  @ApiResponse({
    status: 205,
    description: 'Charged. Links: `policy`, `receipt`; or `renewal`. The body is the application or the renewal.',
    schema: { oneOf: ['FireApplicationResponse', 'MotorApplicationResponse'].map((name) => ({ $ref: getSchemaPath(name) })) },
  })
  async chargeApplication(@CurrentCall() call: UserCall, @Param('id') id: string): Promise<object> {
    const { application, links, entity, outcome } = await this.charges.charge(call.caller, id, 'any');
    setVersionTag(call, application, links);
    if (outcome !== null) call.response.setHeader(OUTCOME, outcome);
    return entity;
  }

  /**
   * Get the payment notification for the customer, with RF code and QR. A PDF, in English with `Accept-Language: en`,
   * or its figures with `Accept: application/json`. `X-Payment-Code` is the code.
   */
  // The first request for a due instalment stores its code.
  @Get(':id/payment_code')
  @ChangesState()
  @ApiExtraModels(PaymentCodeResponse)
  @ApiProduces(PDF, JSON_TYPE)
  @ApiOkResponse({
    description: 'The payment notification.',
    content: {
      [PDF]: { schema: { type: 'string', format: 'binary' } },
      [JSON_TYPE]: { schema: { $ref: getSchemaPath(PaymentCodeResponse) } },
    },
  })
  async getPaymentCode(
    @CurrentCall() { caller, request, response }: UserCall,
    @Param('id') id: string,
  ): Promise<StreamableFile | PaymentCodeResponse> {
    const notice = await this.notices.getNotice(caller, id, 'any');
    response.setHeader('X-Payment-Code', notice.payment.code);
    response.setHeader('Cache-Control', 'no-store');
    if (request.accepts([PDF, JSON_TYPE]) === JSON_TYPE) return toPaymentCodeResponse(notice);
    const pdf = await this.notices.print(caller, notice);
    setContentLanguage(response, caller.language);
    return sendPdf(response, pdf, `${notice.payment.code}.pdf`);
  }
}

function toPaymentCodeResponse({ payment }: PaymentNotice): PaymentCodeResponse {
  return {
    payment_code: payment.code,
    amount: toNumber(payment.amount),
    currency: 'EUR',
    due_date: payment.dueDate,
    application_id: payment.applicationId,
  };
}
