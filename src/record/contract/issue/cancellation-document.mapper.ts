import { toLocalDate } from '../../../common/athens.js';
import { sum, toAmount, type Amount } from '../../../common/money.js';
import type { CancellationRecord } from '../cancellation/cancellation.repository.js';
import type { CancellationDocument, PrintedReturn, PrintedShare } from '../../core/documents/rendering/cancellation-document.types.js';
import type { PrintedReceiptPayment } from '../../core/documents/rendering/documents.types.js';
import { buildSeries } from '../../core/applications/document-series.js';
import { getLineRow } from '../../reference/products/line-table.js';
import type { Payment, Receipt, ReceiptKind } from '../../core/applications/receipt.js';
import { toPrintedHead, type PrintedFacts } from './policy-document.mapper.js';

interface PaidReceipt {
  readonly paid: Receipt & { readonly payment: Payment };
  readonly refund: Receipt | null;
}

const INSTALMENTS: ReadonlySet<ReceiptKind> = new Set(['NEW', 'RENEWAL', 'INSTALMENT']);

type Part = 'net' | 'fee' | 'tax' | 'levy' | 'gross';

export function toCancellationDocument(
  facts: PrintedFacts,
  { actNo, kind, coverEnds, cancelledAt, reasonTitle, receivedOn, effectiveOn, text }: CancellationRecord,
  receipts: readonly Receipt[],
): CancellationDocument {
  const { application, contract, environment, language } = facts;
  const of = { environment, line: application.line };
  const series = buildSeries({ ...of, numbered: 'cancellation', date: toLocalDate(cancelledAt) });
  const numberOf = ({ number }: Receipt): string => number ?? '';
  const paidReceipts = toPaidReceipts(receipts);
  const share = (part: Part): PrintedShare => calculateShare(paidReceipts, part);
  return {
    ...toPrintedHead(facts),
    actNo: `${series} ${actNo}`,
    kind,
    reason: [reasonTitle?.[language], text].filter(Boolean).join(' – ') || null,
    receivedOn,
    effectiveOn,
    returnsGreenCard: getLineRow(application.line).isProofOfCover === true,
    coverEnds,
    policyNo: application.policyNo ?? application.applicationNo,
    line: contract.line,
    client: contract.client,
    insured: contract.insured,
    objects: contract.objects.map(({ title, address }) => [title, address].filter(Boolean).join(' – ')),
    period: { start: application.startDate, end: application.endDate },
    receipts: paidReceipts.map((one): PrintedReturn => ({
      ...calculateShare([one], 'gross'),
      receiptNo: numberOf(one.paid),
      period: { start: one.paid.periodFrom, end: one.paid.periodTo },
      payment: toPayment(one.paid.payment),
      refund: one.refund?.payment ? { receiptNo: numberOf(one.refund), payment: toPayment(one.refund.payment) } : null,
    })),
    parts: { net: share('net'), fee: share('fee'), tax: share('tax'), levy: share('levy'), gross: share('gross') },
    notOwed: listLatestInstalments(receipts)
      .filter(({ status }) => status === 'CANCELLED')
      .map(({ instalmentNo: no, periodFrom: from, periodTo: to, gross }) => ({ no, from, to, gross })),
  };
}

/** Amendments and late payments replace earlier receipts. */
function listLatestInstalments(receipts: readonly Receipt[]): Receipt[] {
  const instalments = receipts.filter(({ kind }) => INSTALMENTS.has(kind));
  return [...new Map(instalments.map((receipt) => [receipt.instalmentNo, receipt])).values()];
}

function toPaidReceipts(receipts: readonly Receipt[]): PaidReceipt[] {
  const keyOf = ({ instalmentNo, amendmentId }: Receipt): string => `${instalmentNo}|${amendmentId ?? ''}`;
  const refunds = new Map(receipts.filter(({ kind }) => kind === 'REFUND').map((refund) => [keyOf(refund), refund]));
  return receipts.flatMap((paid) => {
    const { kind, payment } = paid;
    return kind === 'REFUND' || !payment ? [] : [{ paid: { ...paid, payment }, refund: refunds.get(keyOf(paid)) ?? null }];
  });
}

function calculateShare(receipts: readonly PaidReceipt[], part: Part): PrintedShare {
  const paid = sum(receipts.map((one) => one.paid[part]));
  const refunded: Amount[] = receipts.flatMap(({ refund }) => (refund ? [refund[part]] : []));
  const returned = sum(refunded).abs();
  return { paid: toAmount(paid), earned: toAmount(paid.minus(returned)), returned: toAmount(returned) };
}

function toPayment({ method, reference, paidAt }: Payment): PrintedReceiptPayment {
  return { method, reference, paidOn: toLocalDate(paidAt) };
}
