import { addDays, parseLocalDate, toLocalDate, toLocalDateTime, type LocalDate } from '../../../common/athens.js';
import { isRecord } from '../../../common/validation/checks.js';
import type { Language } from '../../../common/language.js';
import { toDecimal, toNumbers } from '../../../common/money.js';
import type { GrossAmounts } from '../../../pricing/price.js';
import {
  KIND_TITLES,
  type Amendment,
  type AmendmentKind,
  type ConflictResolution,
  type RenewalOutcome,
} from '../../core/amendments/amendment.js';
import { getAmendmentTitle, listAmendmentActions, type AmendmentAction } from '../../core/amendments/amendment-states.js';
import type { ActorRole } from '../../core/applications/state-table.js';
import { formatValues, type AnswerChange } from '../../reference/products/answer-changes.js';
import { getTitle, type TitleReader } from '../../reference/tariffs/tariff-titles.js';
import type {
  AmendmentAmountsResponse,
  AmendmentFieldResponse,
  AmendmentRenewalResponse,
  AmendmentRequest,
  AmendmentResponse,
} from './amendment.dto.js';
import type { AmendmentView, SentAmendment } from './amendment-reader.service.js';

interface Shown {
  readonly reader: TitleReader;
  readonly role: ActorRole | null;
  readonly href: string;
  readonly documents: string;
}

const ROUTES: Readonly<Partial<Record<AmendmentAction, string>>> = { issue: 'charge', reverse: 'reversal' };

export function toSentAmendment({
  kind,
  effectiveDate,
  receivedOn,
  reason,
  isLossUnknown,
  changes,
  resolutions,
}: AmendmentRequest): SentAmendment {
  return {
    kind: kind as AmendmentKind,
    effectiveDate: toDate(effectiveDate),
    receivedOn: receivedOn ? toDate(receivedOn) : null,
    reason: reason.trim(),
    isLossUnknown: isLossUnknown === true,
    resolutions: (resolutions ?? []).map(({ path, amendmentNo, keep }) => ({
      path,
      amendmentNo,
      keep: keep as ConflictResolution['keep'],
    })),
    changes: isRecord(changes) ? changes : {},
  };
}

export function toAmendmentResponse({ policy, amendment }: AmendmentView, { reader, role, href, documents }: Shown): AmendmentResponse {
  const { language } = reader;
  const { outcome, payBy, status } = amendment;
  return {
    amendmentNo: amendment.amendmentNo,
    applicationId: policy.id,
    policyNo: policy.policyNo ?? policy.applicationNo,
    kind: amendment.kind,
    kindTitle: KIND_TITLES[amendment.kind][language],
    reinstates: amendment.reinstates,
    status,
    statusTitle: getAmendmentTitle(status)[language],
    effectiveDate: amendment.effectiveDate,
    receivedOn: amendment.receivedOn,
    reason: amendment.reason,
    version: amendment.version,
    changes: toFields(outcome?.changes ?? [], language),
    before: outcome && toAmounts(outcome.before),
    after: outcome?.after ? toAmounts(outcome.after) : null,
    due: toAmounts(outcome?.due ?? NOTHING),
    receipts: (outcome?.receipts ?? []).map(({ instalmentNo, kind, periodFrom, periodTo, replaces, covers, ...amounts }) => ({
      instalmentNo,
      kind,
      periodFrom,
      periodTo,
      replaces,
      ...toAmounts(amounts),
      covers: covers.map(({ objectId, code, title, ...parts }) => {
        return { objectId, code, title: getTitle(reader, 'covers', code, title), ...toNumbers(parts) };
      }),
    })),
    renewal: toRenewal(outcome?.renewal),
    messages: amendment.messages.map(({ code, severity, path, text }) => ({ code, severity, path, text: text[language] })),
    conflicts: (outcome?.conflicts ?? []).map(({ path, effectiveDate, amendmentNo, keep, readable }) => ({
      path,
      title: readable?.title?.[language] ?? null,
      effectiveDate,
      amendmentNo,
      theirs: readable?.theirs?.[language] ?? null,
      yours: readable?.yours?.[language] ?? null,
      keep,
    })),
    payBy: payBy && addDays(toLocalDate(payBy), -1),
    paymentCode: amendment.paymentCode,
    issuedAt: amendment.issuedAt && toLocalDateTime(amendment.issuedAt),
    reversedAt: amendment.reversedAt && toLocalDateTime(amendment.reversedAt),
    createdAt: toLocalDateTime(amendment.createdAt),
    actions: (role === null ? [] : listSteps(amendment, role)).map((action) => ROUTES[action] ?? action),
    links: [
      ...(amendment.amendmentNo === 0 ? [] : [{ rel: 'self', href: `${href}/${amendment.amendmentNo}` }]),
      ...(amendment.issuedAt === null ? [] : [{ rel: 'documents', href: documents }]),
      ...(amendment.actDocumentId === null ? [] : [{ rel: 'act', href: `${documents}/${amendment.actDocumentId}` }]),
    ],
  };
}

function toRenewal(renewal: RenewalOutcome | undefined): AmendmentRenewalResponse | null {
  if (!renewal) return null;
  const { before, after, due, ...own } = renewal;
  return { ...own, before: toAmounts(before), after: after && toAmounts(after), due: toAmounts(due) };
}

/** An underwriter issues by approving; only an increase is prepaid. */
function listSteps({ amendmentNo, status, outcome }: Amendment, role: ActorRole): AmendmentAction[] {
  const isIncrease = outcome !== null && toDecimal(outcome.due.gross).gt(0);
  return (amendmentNo === 0 ? [] : listAmendmentActions(status, role)).filter(
    (action) => (action !== 'issue' || role !== 'underwriter') && (action !== 'prepay' || isIncrease),
  );
}

export function toAmounts({ net, fee, tax, levy, gross }: GrossAmounts): AmendmentAmountsResponse {
  return toNumbers({ net, fee, tax, levy, gross });
}

export function toFields(changes: readonly AnswerChange[], language: Language): AmendmentFieldResponse[] {
  return changes.map(({ path, group, label, before, after }) => ({
    path,
    group: group[language],
    label: label[language],
    before: formatValues(before, language),
    after: formatValues(after, language),
  }));
}

function toDate(day: string): LocalDate {
  return parseLocalDate(day) ?? day;
}

const NOTHING: GrossAmounts = { net: '0.00', fee: '0.00', tax: '0.00', levy: '0.00', gross: '0.00' };
