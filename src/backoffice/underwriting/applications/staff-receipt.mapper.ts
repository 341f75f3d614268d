import { toLocalDateTime } from '../../../common/athens.js';
import type { Language } from '../../../common/language.js';
import { toNumberOrNull, toNumbers, toNumber } from '../../../common/money.js';
import type { PrintedReceipts } from '../../../record/core/documents/document.js';
import { buildReceiptSeries, type Series } from '../../../record/core/applications/document-series.js';
import type { Receipt, ReceiptWithCovers } from '../../../record/core/applications/receipt.js';
import { listTitles } from '../../../record/reference/tariffs/tariff-titles.js';
import type { StaffReceiptResponse, StaffReceiptWithCoversResponse } from './staff-receipt.dto.js';

export interface ReceiptsOf extends Pick<Series, 'environment' | 'line'> {
  readonly printed: PrintedReceipts;
}

export function toStaffReceipt(receipt: Receipt, of: ReceiptsOf): StaffReceiptResponse {
  const { receiptNo, instalmentNo, kind, status, periodFrom, periodTo, gapFrom, issueDate, dueDate } = receipt;
  const { net, fee, tax, levy, gross, taxes, levies, payment } = receipt;
  return {
    receiptNo,
    series: receipt.number?.split(' ')[0] ?? buildReceiptSeries(of, receipt),
    number: receipt.number,
    instalmentNo,
    kind,
    status,
    periodFrom,
    periodTo,
    gapFrom,
    issueDate,
    dueDate,
    ...toNumbers({ net, fee, tax, levy, gross }),
    taxes: taxes.map(({ taxClass, rate, ...amounts }) => ({ taxClass, rate: Number(rate), ...toNumbers(amounts) })),
    levies: levies.map(({ code, rate, amount }) => ({ code, rate: Number(rate), amount: toNumber(amount) })),
    payment: payment && { method: payment.method, reference: payment.reference, paidAt: toLocalDateTime(payment.paidAt) },
    documentId: of.printed.get(receiptNo) ?? null,
  };
}

export function toStaffReceiptWithCovers(receipt: ReceiptWithCovers, of: ReceiptsOf, language: Language): StaffReceiptWithCoversResponse {
  return {
    ...toStaffReceipt(receipt, of),
    covers: receipt.covers.map((cover) => ({
      ...cover,
      title: listTitles(of.environment).in(language, 'covers', cover.code, cover.title),
      sumInsured: toNumberOrNull(cover.sumInsured),
      net: toNumber(cover.net),
    })),
  };
}
