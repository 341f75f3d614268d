import { StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import type { UserCaller } from '../../common/caller.js';
import type { ApplicationPaymentsService } from '../../record/issue/application-payments.service.js';
import type { PaymentNotice } from '../../record/issue/payment-notice.service.js';

export const PDF = 'application/pdf';

/** The payment notification as PDF; `X-Payment-Code` carries the code. */
export async function answerNotification(
  payments: ApplicationPaymentsService,
  caller: UserCaller,
  notice: PaymentNotice,
  response: Response,
): Promise<StreamableFile> {
  const { code } = notice.payment;
  const pdf = await payments.printNotice(caller, notice);
  response.setHeader('X-Payment-Code', code);
  response.setHeader('Cache-Control', 'no-store');
  return new StreamableFile(pdf, { type: PDF, length: pdf.length, disposition: `inline; filename="${code}.pdf"` });
}
