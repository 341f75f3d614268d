import { toLocalDate } from '../../../common/athens.js';
import type { PrintedPayout, ReceiptDocument } from '../../core/documents/rendering/documents.types.js';
import { buildReceiptSeries } from '../../money/ledger/document-series.js';
import type { ReceiptCover, ReceiptWithCovers } from '../../core/applications/receipt.js';
import type { Contract } from '../../core/lines/line.js';
import { buildEndToEndId } from '../../money/payouts/credit-transfer.js';
import { titlesOf } from '../../reference/tariffs/tariff-titles.js';
import type { RefundEdition } from './missing-documents.repository.js';
import { chargeTitle, toPrintedHead, type ContractFacts } from './policy-document.mapper.js';

export interface PrintedReceipt {
  readonly receipt: ReceiptWithCovers;
  readonly edition: RefundEdition | null;
}

export function toReceiptDocument(facts: ContractFacts, { receipt, edition }: PrintedReceipt): ReceiptDocument {
  const { application, contract, environment, language } = facts;
  const { payment } = receipt;
  return {
    ...toPrintedHead(facts),
    receiptNo: String(receipt.receiptNo),
    series: buildReceiptSeries({ environment, line: application.line }, receipt),
    kind: receipt.kind,
    status: receipt.status,
    policyNo: receipt.policyNo,
    applicationNo: application.applicationNo,
    line: contract.line,
    client: contract.client,
    insured: contract.insured,
    period: { start: receipt.periodFrom, end: receipt.periodTo },
    dueDate: receipt.dueDate,
    covers: receipt.covers.map((cover) => ({
      group: groupOf(cover, contract),
      code: cover.code,
      title: titlesOf(environment).in(language, 'covers', cover.code, cover.title),
      sumInsured: cover.sumInsured,
      net: cover.net,
    })),
    totals: {
      net: receipt.net,
      fee: receipt.fee,
      taxes: receipt.taxes.map(({ taxClass, rate, tax }) => ({ title: chargeTitle(facts, 'taxClasses', taxClass), rate, amount: tax })),
      levies: receipt.levies.map(({ code, rate, amount }) => ({ title: chargeTitle(facts, 'levies', code), rate, amount })),
      gross: receipt.gross,
    },
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

/** Builds the heading of an insured object, as in the policy. */
function groupOf({ objectId }: ReceiptCover, { objects, objectIds }: Contract): string | null {
  const index = objectId === null ? -1 : objectIds.indexOf(objectId);
  const object = objects[index];
  return object && objects.length > 1 ? `${index + 1}. ${object.title}` : null;
}
