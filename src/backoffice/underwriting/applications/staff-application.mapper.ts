import { toLocalDateTime } from '../../../common/athens.js';
import type { Language } from '../../../common/language.js';
import { toNumbers, toNumber } from '../../../common/money.js';
import type { ApplicationRecord } from '../../../record/core/applications/application.js';
import type { TransitionRecord } from '../../../record/core/applications/application-history.repository.js';
import { getStatusTitle } from '../../../record/core/applications/status.js';
import type { Cancellation, RefundedReceipt } from '../../../record/contract/cancellation/cancellation.service.js';
import type { CancellationRecord, ScheduledCancellation } from '../../../record/contract/cancellation/cancellation.repository.js';
import type { Price } from '../../../pricing/price.js';
import { getLineRow } from '../../../record/reference/products/line-table.js';
import type { DocumentMetadata } from '../../../record/core/documents/document.js';
import { listTitles } from '../../../record/reference/tariffs/tariff-titles.js';
import type { ReferenceLists } from '../../../record/reference/lists/reference-lists.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { listCancellationFiles } from '../../../record/contract/cancellation/cancellation-files.js';
import { toDecisionAuthority, type DryRunDecision } from '../authorities/decision-control.service.js';
import { listActionsIn } from './application-actions.js';
import { QUEUE_STATUSES, type ListedApplication } from './application-list.repository.js';
import type {
  CancellationPreviewResponse,
  CancellationResponse,
  DecisionPreviewResponse,
  RefundedReceiptResponse,
  RefundResponse,
  ScheduledCancellationResponse,
  StaffApplicationMessageResponse,
  StaffApplicationResponse,
  StaffApplicationRowResponse,
  StaffApprovalResponse,
  StaffDocumentResponse,
  StaffPriceResponse,
  StaffTransitionResponse,
} from './staff-application.dto.js';
import type { ApplicationWork } from './application-work.repository.js';
import { toAssignee, toNote } from './application-work.service.js';

export interface WholeApplication {
  readonly application: ApplicationRecord;
  readonly cancellation: CancellationRecord | null;
  readonly scheduled: ScheduledCancellation | null;
  readonly history: readonly TransitionRecord[];
  readonly documents: readonly DocumentMetadata[];
  readonly work: ApplicationWork;
  readonly isNow: boolean;
}

export function toRow({ messages, ...item }: ListedApplication, language: Language): StaffApplicationRowResponse {
  const { line, status, assignee } = item;
  const updatedAt = new Date(item.updatedAt);
  return {
    ...item,
    ...toStatus(item, language),
    updatedAt: toLocalDateTime(updatedAt),
    lineTitle: getLineRow(line).title[language],
    waitingSince: waitingSince({ status, updatedAt }),
    reasons: messages.filter(({ severity }) => severity === 'referral').map(({ code, text }) => ({ code, text: text[language] })),
    assignee: assignee && toAssignee({ ...assignee, since: new Date(assignee.since) }),
  };
}

function waitingSince({ status, updatedAt }: Pick<ApplicationRecord, 'status' | 'updatedAt'>): string | null {
  return QUEUE_STATUSES.has(status) ? toLocalDateTime(updatedAt) : null;
}

export function toStaffResponse(
  { application, cancellation, scheduled, history, documents, work, isNow }: WholeApplication,
  { environment, language, role }: Pick<StaffCaller, 'environment' | 'language' | 'role'>,
): StaffApplicationResponse {
  const { price } = application;
  return {
    id: application.id,
    line: application.line,
    applicationNo: application.applicationNo,
    policyNo: application.policyNo,
    ...toStatus(application, language),
    agentCode: application.agentCode,
    clientName: application.clientName,
    clientAfm: application.clientAfm,
    clientId: work.clientId,
    startDate: application.startDate,
    gross: price && toNumber(price.gross),
    version: application.version,
    updatedAt: toLocalDateTime(application.updatedAt),
    endDate: application.endDate,
    issueDate: application.issueDate,
    payFrequencyInMonths: application.payFrequencyMonths,
    plateNo: application.plateNo,
    insured: application.plateNo ?? describeAddress(application.questionnaire),
    paymentCode: work.paymentCode && { ...work.paymentCode, amount: toNumber(work.paymentCode.amount) },
    questionnaire: application.questionnaire,
    price: price && toStaffPrice(price, { environment, language }),
    messages: toMessages(application, language),
    approval: application.approval as StaffApprovalResponse | null,
    renewalOf: application.renewalOf,
    renewedBy: application.renewedBy,
    cancellation: cancellation && toCancellation(cancellation, language),
    scheduledCancellation: scheduled && toScheduledCancellation(scheduled, language),
    history: history.map(toTransitionResponse),
    documents: documents.map(toDocumentResponse),
    createdAt: toLocalDateTime(application.createdAt),
    lineTitle: getLineRow(application.line).title[language],
    agentName: work.agentName,
    waitingSince: waitingSince(application),
    assignee: work.assignee && toAssignee(work.assignee),
    notes: work.notes.map(toNote),
    actions: isNow ? listActionsIn(application.status, application.line, role) : [],
  };
}

function describeAddress(questionnaire: object): string | null {
  const { objects_insured: objects } = questionnaire as { objects_insured?: readonly Record<string, string | undefined>[] };
  const { address, address_number: number, post_code: postCode, city } = objects?.[0] ?? {};
  return [address, number, postCode, city].filter(Boolean).join(' ') || null;
}

function toCancellation({ effectiveOn, cancelledAt, reasonTitle, ...act }: CancellationRecord, language: Language): CancellationResponse {
  return { ...act, reasonTitle: reasonTitle && reasonTitle[language], date: effectiveOn, cancelledAt: toLocalDateTime(cancelledAt) };
}

export function toScheduledCancellation(
  { scheduledAt, reasonTitle, ...scheduled }: ScheduledCancellation,
  language: Language,
): ScheduledCancellationResponse {
  return { ...scheduled, reasonTitle: reasonTitle && reasonTitle[language], scheduledAt: toLocalDateTime(scheduledAt) };
}

function toStatus(
  { status, line }: Pick<ApplicationRecord, 'status' | 'line'>,
  language: Language,
): { status: string; statusTitle: string } {
  return { status, statusTitle: getStatusTitle(status, line)[language] };
}

function toStaffPrice(price: Price, reader: Pick<StaffCaller, 'environment' | 'language'>): StaffPriceResponse {
  return amountsAsNumbers(inLanguage(price, reader)) as StaffPriceResponse;
}

export function toMessages({ messages }: Pick<ApplicationRecord, 'messages'>, language: Language): StaffApplicationMessageResponse[] {
  return messages.map(({ code, severity, path, text }) => ({ code, severity, path, text: text[language] }));
}

export function toDecisionPreview(
  result: DryRunDecision<ApplicationRecord>,
  { environment, language }: Pick<StaffCaller, 'environment' | 'language'>,
): DecisionPreviewResponse {
  const application = result.result;
  return {
    ...toStatus(application, language),
    price: application.price && toStaffPrice(application.price, { environment, language }),
    messages: toMessages(application, language),
    authority: toDecisionAuthority(result, { language }),
  };
}

/** Omits the numbers of the refund receipts, which were rolled back. */
export function toCancellationPreview(cancellation: Cancellation, language: Language, lists: ReferenceLists): CancellationPreviewResponse {
  const receipts = cancellation.receipts.map((receipt) => ({ ...receipt, receiptNo: null }));
  const { coverEnds, isScheduled: scheduled, needsSecondPerson } = cancellation.terms;
  return {
    ...toStatus(cancellation.application, language),
    refund: toRefund({ ...cancellation, receipts }),
    coverEnds,
    scheduled,
    needsSecondPerson,
    documents: listCancellationFiles(cancellation).map(({ categoryId, ...document }) => {
      return { categoryId, title: lists.title('documentCategories', categoryId)?.[language] ?? '', ...document };
    }),
  };
}

export function toRefund({ terms: { kind, rule }, refund, receipts }: Cancellation): RefundResponse {
  return { withdrawal: kind === 'WITHDRAWAL', rule, total: toNumber(refund), receipts: receipts.map(toRefundedReceipt) };
}

function toRefundedReceipt(receipt: RefundedReceipt): RefundedReceiptResponse {
  const { receiptNo, refundedReceiptNo, method, days, unearnedDays, net, fee, tax, levy, gross } = receipt;
  return { receiptNo, refundedReceiptNo, method, days, unearnedDays, ...toNumbers({ net, fee, tax, levy, gross }) };
}

function inLanguage({ lines, ...price }: Price, { environment, language }: Pick<StaffCaller, 'environment' | 'language'>): object {
  const titles = listTitles(environment);
  return { ...price, lines: lines.map((line) => ({ ...line, title: titles.in(language, 'covers', line.cover, line.title) })) };
}

const RATES = new Set(['rate', 'discountRate']);
const AMOUNT = /^-?\d+\.\d{2}$/;

function amountsAsNumbers(value: unknown, field = ''): unknown {
  if (field === 'trace') return value;
  if (RATES.has(field)) return Number(value);
  if (typeof value === 'string') return AMOUNT.test(value) ? Number(value) : value;
  if (Array.isArray(value)) return value.map((item) => amountsAsNumbers(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, amountsAsNumbers(item, name)]));
}

function toTransitionResponse({ at, ...transition }: TransitionRecord): StaffTransitionResponse {
  return { ...transition, at: toLocalDateTime(at) };
}

function toDocumentResponse(document: DocumentMetadata): StaffDocumentResponse {
  return {
    id: document.id,
    categoryId: document.categoryId,
    fileName: document.fileName,
    mimeType: document.mimeType,
    size: document.size,
    system: document.isSystem,
    cancelled: document.isCancelled,
    createdAt: toLocalDateTime(document.createdAt),
  };
}
