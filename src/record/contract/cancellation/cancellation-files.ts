import { toDecimal } from '../../../common/money.js';
import { buildCancellationFileName, buildRefundFileName, buildWithdrawalFileName, SystemCategory } from '../../core/documents/document.js';
import type { Cancellation } from './cancellation.service.js';

interface CancellationFile {
  readonly categoryId: number;
  readonly fileName: string;
  readonly refundedReceiptNo: number | null;
}

export function listCancellationFiles({ application, receipts, terms }: Cancellation): CancellationFile[] {
  const policyNo = application.policyNo ?? application.applicationNo;
  return [
    ...receipts
      .filter(({ receiptNo, gross }) => receiptNo !== null || (terms.isScheduled && !toDecimal(gross).eq(0)))
      .map(({ instalmentNo, refundedReceiptNo }) => {
        return { categoryId: SystemCategory.RECEIPT, fileName: buildRefundFileName(policyNo, instalmentNo), refundedReceiptNo };
      }),
    { categoryId: SystemCategory.CANCELLATION, fileName: buildCancellationFileName(policyNo), refundedReceiptNo: null },
    ...(terms.kind === 'WITHDRAWAL'
      ? [{ categoryId: SystemCategory.WITHDRAWAL, fileName: buildWithdrawalFileName(policyNo), refundedReceiptNo: null }]
      : []),
  ];
}
