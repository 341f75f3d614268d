import type { Language } from '../../../common/language.js';
import type { ApplicationRecord } from '../../../record/core/applications/application.js';
import { documentsOf } from '../../../record/contract/cancellation/cancellation-documents.js';
import type { Cancellation } from '../../../record/contract/cancellation/cancellation.service.js';
import type { ReferenceLists } from '../../../record/reference/lists/reference-lists.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import type { CancellationPreviewResponse, DecisionPreviewResponse } from './application-preview.dto.js';
import { toMessages, toRefund, toStaffPrice, toStatus } from './staff-application.mapper.js';

export function toDecisionPreview(
  application: ApplicationRecord,
  { environment, language }: Pick<StaffCaller, 'environment' | 'language'>,
): DecisionPreviewResponse {
  return {
    ...toStatus(application, language),
    price: application.price && toStaffPrice(application.price, { environment, language }),
    messages: toMessages(application, language),
  };
}

/** The receipts that were written are undone, and their numbers with them. */
export function toCancellationPreview(cancellation: Cancellation, language: Language, lists: ReferenceLists): CancellationPreviewResponse {
  const receipts = cancellation.receipts.map((receipt) => ({ ...receipt, receiptNo: null }));
  return {
    ...toStatus(cancellation.application, language),
    refund: toRefund({ ...cancellation, receipts }),
    documents: documentsOf(cancellation).map(({ categoryId, ...document }) => {
      return { categoryId, title: lists.title('documentCategories', categoryId)?.[language] ?? '', ...document };
    }),
  };
}
