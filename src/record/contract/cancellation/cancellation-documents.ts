import { SystemCategory } from '../../core/documents/document.js';
import { cancellationFileName, refundFileName } from '../../core/documents/system-file-names.js';
import type { Cancellation } from './cancellation.service.js';

/** A document that a cancellation calls for. */
export interface CancellationFile {
  readonly categoryId: number;
  readonly fileName: string;
  /** The paid receipt that it gives back; null for the act. */
  readonly refundedReceiptNo: number | null;
}

/** What is printed after a cancellation, in the order in which it is listed (documents.19). */
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
