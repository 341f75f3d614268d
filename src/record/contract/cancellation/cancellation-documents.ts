import { SystemCategory, cancellationFileName, refundFileName } from '../../core/documents/document.js';
import type { Cancellation } from './cancellation.service.js';

export interface CancellationFile {
  readonly categoryId: number;
  readonly fileName: string;
  /** Paid receipt that is given back; null for the act. */
  readonly refundedReceiptNo: number | null;
}

/** Lists the documents that are printed after a cancellation, in their order (documents.19). */
export function documentsOf({ application, receipts }: Cancellation): CancellationFile[] {
  const policyNo = application.policyNo ?? application.applicationNo;
  return [
    ...receipts
      .filter(({ receiptNo }) => receiptNo !== null)
      .map(({ instalmentNo, refundedReceiptNo }) => {
        return { categoryId: SystemCategory.RECEIPT, fileName: refundFileName(policyNo, instalmentNo), refundedReceiptNo };
      }),
    { categoryId: SystemCategory.CANCELLATION, fileName: cancellationFileName(policyNo), refundedReceiptNo: null },
  ];
}
