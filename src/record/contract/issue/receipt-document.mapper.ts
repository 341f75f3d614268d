import { toLocalDate } from '../../../common/athens.js';
import type { PrintedPayout, ReceiptDocument } from '../../core/documents/rendering/documents.types.js';
import type { ReceiptWithCovers } from '../../core/applications/receipt.js';
import { buildEndToEndId } from '../../money/payouts/credit-transfer.js';
import { listTitles } from '../../reference/tariffs/tariff-titles.js';
import type { RefundEdition } from './missing-documents.repository.js';
import { toObjectHeading, toPrintedHead, toPrintedTotals, type ContractFacts } from './policy-document.mapper.js';

export interface OfAmendment {
  readonly amendmentNo: number;
  /** Other receipts of the same amendment take up what it gives back. */
  readonly isOffset: boolean;
}

export function toReceiptDocument(
  facts: ContractFacts,
  receipt: ReceiptWithCovers,
  edition: RefundEdition | null,
  amendment: OfAmendment | null = null,
): ReceiptDocument {
  const { application, contract, environment, language } = facts;
  const { payment } = receipt;
  return {
    ...toPrintedHead(facts),
    number: receipt.number ?? '',
    kind: receipt.kind,
    ...amendment,
    status: receipt.status,
    policyNo: receipt.policyNo,
    applicationNo: application.applicationNo,
    line: contract.line,
    client: contract.client,
    insured: contract.insured,
    period: { start: receipt.periodFrom, end: receipt.periodTo },
    gap: receipt.gapFrom === null ? null : { start: receipt.gapFrom, end: receipt.periodFrom },
    dueDate: receipt.dueDate,
    covers: receipt.covers.map((cover) => ({
      group: cover.objectId === null ? null : toObjectHeading(contract, contract.objectIds.indexOf(cover.objectId)),
      code: cover.code,
      title: listTitles(environment).in(language, 'covers', cover.code, cover.title),
      sumInsured: cover.sumInsured,
      net: cover.net,
    })),
    totals: toPrintedTotals(receipt, facts),
    payout: edition && toPrintedPayout(edition),
    payment: payment && { method: payment.method, reference: payment.reference, paidOn: toLocalDate(payment.paidAt) },
  };
}

function toPrintedPayout({ no, refundId, payoutId, account, paidAt, returnedAt }: RefundEdition): PrintedPayout {
  return {
    edition: no,
    reference: buildEndToEndId(refundId, payoutId),
    account,
    paidOn: toLocalDate(paidAt),
    returnedOn: returnedAt && toLocalDate(returnedAt),
  };
}
