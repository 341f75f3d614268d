import type { StreamableFile } from '@nestjs/common';
import { sayLanguage } from '../../gateway/handler/document-language.js';
import { answerPrinted } from '../../gateway/handler/printed-response.js';
import type { UserCall } from '../../gateway/handler/user-call.decorator.js';
import type { PaymentNoticeService } from '../../record/contract/issue/payment-notice.service.js';

/** The payment notification as PDF in the caller's language; `X-Payment-Code` carries the code. */
export async function answerNotification(
  { caller, response }: UserCall,
  id: string,
  notices: PaymentNoticeService,
): Promise<StreamableFile> {
  const notice = await notices.noticeFor(caller, id, 'motor');
  const { code } = notice.payment;
  const pdf = await notices.print(caller, notice);
  sayLanguage(response, caller.language);
  response.setHeader('X-Payment-Code', code);
  return answerPrinted(response, pdf, `${code}.pdf`);
}
