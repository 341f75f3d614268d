import { toLocalDateTime } from '../../common/athens.js';
import type { UserCaller } from '../../common/caller.js';
import { toNumber } from '../../common/money.js';
import { buildDocumentHref } from '../../record/core/applications/application-links.js';
import { toTaxShares } from '../../record/core/lines/price.mapper.js';
import type { PrintedReceipts } from '../../record/core/documents/document.js';
import type { Receipt, ReceiptWithCovers } from '../../record/core/applications/receipt.js';
import { listTitles } from '../../record/reference/tariffs/tariff-titles.js';
import type { ReceiptResponse, ReceiptWithCoversResponse } from './receipts.dto.js';

const CURRENCY = 'EUR';

export function toReceiptResponse(receipt: Receipt, printed: PrintedReceipts, caller: UserCaller): ReceiptResponse {
  const documentId = printed.get(receipt.receiptNo);
  return {
    receipt_no: receipt.receiptNo,
    number: receipt.number,
    application_id: receipt.applicationId,
    policy_no: receipt.policyNo,
    kind: receipt.kind,
    period_from: receipt.periodFrom,
    period_to: receipt.periodTo,
    gap_from: receipt.gapFrom,
    issue_date: receipt.issueDate,
    due_date: receipt.dueDate,
    status: receipt.status,
    net: toNumber(receipt.net),
    fee: toNumber(receipt.fee),
    taxes: toTaxShares(receipt.taxes),
    levies: receipt.levies.map((levy) => ({ code: levy.code, rate: Number(levy.rate), amount: toNumber(levy.amount) })),
    gross: toNumber(receipt.gross),
    currency: CURRENCY,
    payment: receipt.payment && {
      method: receipt.payment.method,
      reference: receipt.payment.reference,
      paid_at: toLocalDateTime(receipt.payment.paidAt),
    },
    links: documentId === undefined ? [] : [{ rel: 'document', href: buildDocumentHref(receipt.applicationId, documentId, caller.root) }],
  };
}

export function toReceiptWithCoversResponse(
  receipt: ReceiptWithCovers,
  printed: PrintedReceipts,
  caller: UserCaller,
): ReceiptWithCoversResponse {
  return {
    ...toReceiptResponse(receipt, printed, caller),
    covers: receipt.covers.map((cover) => ({
      object_id: cover.objectId,
      code: cover.code,
      title: listTitles(caller.environment).in(caller.language, 'covers', cover.code, cover.title),
      sum_insured: cover.sumInsured === null ? null : toNumber(cover.sumInsured),
      net: toNumber(cover.net),
      tax_class: cover.taxClass,
    })),
  };
}
