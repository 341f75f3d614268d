import { toLocalDate } from '../../../common/athens.js';
import { formatPeriod } from '../../../common/formats.js';
import type { Language } from '../../../common/language.js';
import { sum, toAmount, toDecimal } from '../../../common/money.js';
import { KIND_TITLES, type Amendment } from '../../core/amendments/amendment.js';
import type { Receipt, ReceiptWithCovers } from '../../core/applications/receipt.js';
import type { AmendmentDocument, PrintedChange } from '../../core/documents/rendering/amendment-document.types.js';
import type { PrintedCover } from '../../core/documents/rendering/documents.types.js';
import type { AnswerChange } from '../../reference/products/answer-changes.js';
import { listTitles } from '../../reference/tariffs/tariff-titles.js';
import { toObjectHeading, toPrintedHead, toPrintedTerms, type ContractFacts, type PrintedFacts } from './policy-document.mapper.js';
import { formatAnswer } from './printed-answers.js';

export interface AmendmentAct {
  readonly amendment: Amendment;
  readonly isReversal: boolean;
  readonly endorsements: readonly ReceiptWithCovers[];
  readonly pending: readonly Receipt[];
  readonly reason: string | null;
  readonly hasCreditor: boolean;
}

const PARTS = ['net', 'fee', 'tax', 'levy', 'gross'] as const;

export function toAmendmentDocument(facts: ContractFacts, act: AmendmentAct): AmendmentDocument {
  const { application, contract, language } = facts;
  const { amendment, isReversal, endorsements, reason, hasCreditor } = act;
  const { outcome } = amendment;
  const total = Object.fromEntries(
    PARTS.map((part) => [part, toAmount(sum(endorsements.map((receipt) => receipt[part])))]),
  ) as AmendmentDocument['total'];
  const terms = isReversal ? null : (amendment.approval?.terms ?? null);
  const payment = toDecimal(total.gross).eq(0) ? null : (endorsements[0]?.payment ?? null);
  return {
    ...toPrintedHead(facts),
    amendmentNo: amendment.amendmentNo,
    isReversal,
    kind: KIND_TITLES[amendment.kind][language],
    reason,
    effectiveOn: amendment.effectiveDate,
    receivedOn: isReversal ? null : amendment.receivedOn,
    policyNo: application.policyNo ?? application.applicationNo,
    line: contract.line,
    client: contract.client,
    insured: contract.insured,
    period: { start: application.startDate, end: application.endDate },
    changes: (outcome?.changes ?? []).map((change) => toPrintedChange(change, isReversal, language)),
    receipts: endorsements.map(({ number, periodFrom, periodTo, net, fee, tax, levy, gross }) => ({
      receiptNo: number ?? '',
      period: { start: periodFrom, end: periodTo },
      net,
      fee,
      tax,
      levy,
      gross,
    })),
    total,
    covers: endorsements.flatMap((receipt) => toPrintedCovers(receipt, facts)),
    terms: terms && toPrintedTerms(terms, facts),
    payment: payment && { method: payment.method, reference: payment.reference, paidOn: toLocalDate(payment.paidAt) },
    yearly: !isReversal && outcome?.after ? { before: outcome.before.gross, after: outcome.after.gross } : null,
    instalments: listInstalments(act),
    hasCreditor,
  };
}

/** Lists amounts as issued, also when they have changed since. */
function listInstalments({ amendment, isReversal, pending }: AmendmentAct): AmendmentDocument['instalments'] {
  const receipts = isReversal ? pending : (amendment.outcome?.receipts ?? []).filter(({ replaces }) => replaces !== null);
  return receipts.map(({ instalmentNo: no, periodFrom: from, periodTo: to, gross }) => ({ no, from, to, gross }));
}

function toPrintedChange({ group, label, before, after }: AnswerChange, isReversal: boolean, language: Language): PrintedChange {
  const [previous, present] = isReversal ? [after, before] : [before, after];
  return {
    group: group[language],
    label: label[language],
    before: formatAnswer(previous, label, language),
    after: formatAnswer(present, label, language),
  };
}

function toPrintedCovers({ covers, periodFrom, periodTo }: ReceiptWithCovers, { contract, environment, language }: PrintedFacts) {
  return covers.map(({ objectId, code, title, net }): PrintedCover => {
    const index = objectId === null ? -1 : contract.objectIds.indexOf(objectId);
    const heading = toObjectHeading(contract, index);
    const period = formatPeriod({ start: periodFrom, end: periodTo });
    return {
      group: heading === null ? period : `${period} · ${heading}`,
      code,
      title: listTitles(environment).in(language, 'covers', code, title),
      net,
    };
  });
}
