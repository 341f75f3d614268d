import { addDays, parseLocalDate, getStartOfDay, toLocalDate, type LocalDate } from '../../../common/athens.js';
import { assertNoViolations, type Violation } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { formatDate } from '../../../common/formats.js';
import type { Text } from '../../../common/language.js';
import type { Amount } from '../../../common/money.js';
import { CancellationReason, getRefundRule, isInWithdrawalPeriod, WITHDRAWAL_DAYS } from '../../../pricing/refund.js';
import type { RefundRule, RefundScale } from '../../../pricing/tariff.js';
import type { Transaction } from '../../../store/store.js';
import type { Actor, ApplicationRecord } from '../../core/applications/application.js';
import { Status } from '../../core/applications/status.js';
import { getLineRow } from '../../reference/products/line-table.js';

/** WITHDRAWAL: the policyholder withdrew; VOID: cover never began; NON_PAYMENT: an instalment was not paid in time. */
export type CancellationKind = 'CANCELLATION' | 'WITHDRAWAL' | 'VOID' | 'NON_PAYMENT';

export interface RequestedCancellation {
  readonly reasonCode: string;
  readonly text: string | null;
  readonly receivedOn: LocalDate;
  readonly date: LocalDate;
  readonly claims: boolean;
}

export interface CancellationTerms extends RequestedCancellation {
  readonly kind: Exclude<CancellationKind, 'NON_PAYMENT'>;
  /** First day without cover. */
  readonly coverEnds: LocalDate;
  readonly rule: RefundRule;
  /** Whether its day has not begun, so that the clock carries it out. */
  readonly isScheduled: boolean;
  readonly needsSecondPerson: boolean;
}

export interface CancelledPolicy {
  readonly current: ApplicationRecord;
  readonly by: Actor;
  readonly terms: CancellationTerms;
  readonly refund: Amount;
}

export type CancellationAudit = (tx: Transaction, details: Readonly<Record<string, unknown>>, cancelled?: CancelledPolicy) => Promise<void>;

type Policy = Pick<ApplicationRecord, 'line' | 'status' | 'issueDate' | 'startDate' | 'endDate' | 'lastReceipt'>;

interface CancellationFields {
  readonly reasonCode: string;
  readonly text?: string | null | undefined;
  readonly receivedOn: string;
  readonly date: string;
  readonly claims: boolean;
}

export function parseCancellation({ reasonCode, text, receivedOn, date, claims }: CancellationFields): RequestedCancellation {
  const toDate = (day: string): LocalDate => parseLocalDate(day) ?? day;
  return { reasonCode, text: text?.trim() || null, receivedOn: toDate(receivedOn), date: toDate(date), claims };
}

export function buildTerms(policy: Policy, request: RequestedCancellation, now: Date, scale: RefundScale): CancellationTerms {
  const { startDate } = policy;
  const { reasonCode, date } = request;
  const today = toLocalDate(now);
  const isInError = reasonCode === CancellationReason.IN_ERROR;
  const isWithdrawal = reasonCode === CancellationReason.WITHDRAWAL;
  const coverEnds = isInError || date < startDate ? startDate : getCoverEnd(policy, date, now);
  const isVoid = coverEnds <= startDate;
  return {
    ...request,
    kind: isWithdrawal ? 'WITHDRAWAL' : isVoid ? 'VOID' : 'CANCELLATION',
    coverEnds,
    rule: getRefundRule(scale, reasonCode, isVoid),
    isScheduled: date > today && !isInError,
    needsSecondPerson: isInError || (isWithdrawal && !isInWithdrawalPeriod(getIssueDate(policy), today)),
  };
}

/** @throws DomainError BAD_DATE, INVALID, REQUIRED */
export function assertTerms(policy: Policy, terms: CancellationTerms, isTextRequired: boolean, now: Date): void {
  assertNoViolations([
    ...(isTextRequired && terms.text === null ? [{ path: 'text', code: ErrorCode.REQUIRED, text: TEXT_REQUIRED }] : []),
    ...findReceiptViolations(policy, terms, toLocalDate(now)),
    ...findDateViolations(policy, terms),
    ...findReasonViolations(policy, terms),
  ]);
}

/** The day of an act is covered, except at its first instant. Suspended cover ended with its paid period (money.4). */
function getCoverEnd({ line, status, lastReceipt }: Policy, date: LocalDate, now: Date): LocalDate {
  const dayAfter = now > getStartOfDay(date) ? addDays(date, 1) : date;
  const isSuspended = status === Status.UNPAID && getLineRow(line).isSuspendedUnpaid;
  return isSuspended && lastReceipt && lastReceipt.periodTo < dayAfter ? lastReceipt.periodTo : dayAfter;
}

function getIssueDate({ issueDate, startDate }: Policy): LocalDate {
  return issueDate ?? startDate;
}

function findReceiptViolations(policy: Policy, { receivedOn }: RequestedCancellation, today: LocalDate): Violation[] {
  const issueDate = getIssueDate(policy);
  if (receivedOn >= issueDate && receivedOn <= today) return [];
  return [
    badDate('receivedOn', {
      el: `Η δήλωση παραλαμβάνεται από την έκδοση (${formatDate(issueDate)}) έως σήμερα (${formatDate(today)}).`,
      en: `A declaration arrives between the issue (${formatDate(issueDate)}) and today (${formatDate(today)}).`,
    }),
  ];
}

function findDateViolations({ startDate, endDate }: Policy, { reasonCode, receivedOn, date, isScheduled }: CancellationTerms): Violation[] {
  if (reasonCode === CancellationReason.IN_ERROR)
    return date === startDate
      ? []
      : [
          badDate('date', {
            el: `Συμβόλαιο που εκδόθηκε εκ παραδρομής ακυρώνεται από την έναρξή του (${formatDate(startDate)}).`,
            en: `A policy issued in error is cancelled from its start (${formatDate(startDate)}).`,
          }),
        ];
  if (date < receivedOn || date >= endDate)
    return [
      badDate('date', {
        el: `Η ακύρωση ισχύει από την παραλαβή της δήλωσης (${formatDate(receivedOn)}) και πριν από τη λήξη (${formatDate(endDate)}).`,
        en: `A cancellation takes effect from the receipt of the declaration (${formatDate(receivedOn)}) and before the end (${formatDate(endDate)}).`,
      }),
    ];
  if (reasonCode !== CancellationReason.WITHDRAWAL || !isScheduled) return [];
  return [
    badDate('date', {
      el: 'Η υπαναχώρηση ισχύει από την παραλαβή της και δεν προγραμματίζεται.',
      en: 'A withdrawal takes effect when it arrives and cannot be scheduled.',
    }),
  ];
}

function findReasonViolations(policy: Policy, { reasonCode, receivedOn, coverEnds, claims }: CancellationTerms): Violation[] {
  const invalid = (path: string, text: Text): Violation[] => [{ path, code: ErrorCode.INVALID, text }];
  if (reasonCode === CancellationReason.NOT_WANTED && coverEnds > policy.startDate) {
    const day = formatDate(policy.startDate);
    return invalid('reasonCode', {
      el: `Η ασφάλιση άρχισε στις ${day}: επιλέξτε άλλη αιτία.`,
      en: `The insurance began on ${day}: choose another reason.`,
    });
  }
  if (reasonCode !== CancellationReason.WITHDRAWAL) return [];
  const issueDate = getIssueDate(policy);
  if (!isInWithdrawalPeriod(issueDate, receivedOn)) {
    const last = formatDate(addDays(issueDate, WITHDRAWAL_DAYS));
    return invalid('reasonCode', {
      el: `Η δήλωση υπαναχώρησης έπρεπε να παραληφθεί έως ${last}: επιλέξτε άλλη αιτία.`,
      en: `A withdrawal had to arrive by ${last}: choose another reason.`,
    });
  }
  if (!claims) return [];
  return invalid('claims', {
    el: 'Μετά από ζημιά δεν επιτρέπεται υπαναχώρηση: επιλέξτε άλλη αιτία.',
    en: 'A withdrawal is not possible after a claim: choose another reason.',
  });
}

function badDate(path: string, text: Text): Violation {
  return { path, code: ErrorCode.BAD_DATE, text };
}

const TEXT_REQUIRED = { el: 'Για αυτή την αιτία απαιτείται κείμενο.', en: 'This reason requires a text.' };
