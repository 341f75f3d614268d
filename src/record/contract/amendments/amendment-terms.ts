import { addDays, getEndOfDay, toLocalDate, type LocalDate } from '../../../common/athens.js';
import type { Violation } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { formatDate } from '../../../common/formats.js';
import type { Text } from '../../../common/language.js';
import type { Amendment, AmendmentKind, RequestedAmendment } from '../../core/amendments/amendment.js';
import type { ActorRole } from '../../core/applications/state-table.js';
import type { ApplicationFields } from '../../core/applications/application.js';

type Policy = Pick<ApplicationFields, 'startDate' | 'endDate' | 'line'>;

interface KindTerms {
  readonly by: readonly ActorRole[];
  readonly from: 'today' | 'start';
  readonly isPriced: boolean;
}

/** A correction is always effective from the start of the term (amendments.3). */
export const KIND_TERMS: Readonly<Record<AmendmentKind, KindTerms>> = {
  CHANGE: { by: ['agent', 'staff'], from: 'today', isPriced: true },
  REPLACEMENT: { by: ['agent', 'staff'], from: 'today', isPriced: true },
  CLAUSE: { by: ['agent', 'staff'], from: 'start', isPriced: false },
  CORRECTION: { by: ['staff'], from: 'start', isPriced: true },
  SUCCESSION: { by: ['staff'], from: 'today', isPriced: true },
  SUSPENSION: { by: ['agent', 'staff'], from: 'today', isPriced: true },
  REACTIVATION: { by: ['agent', 'staff'], from: 'today', isPriced: true },
};

export interface TermsContext {
  readonly policy: Policy;
  readonly role: ActorRole;
  readonly today: LocalDate;
  readonly paths: { readonly effectiveDate: string; readonly receivedOn: string };
}

export function getEffectiveDate(
  { kind, effectiveDate }: Pick<RequestedAmendment, 'kind' | 'effectiveDate'>,
  { startDate }: Policy,
): LocalDate {
  return kind === 'CORRECTION' ? startDate : effectiveDate;
}

/** Refuses dates outside those of the kind (amendments.3, amendments.6). */
export function findTermsViolations(request: RequestedAmendment, context: TermsContext): Violation[] {
  const terms = KIND_TERMS[request.kind];
  if (!terms.by.includes(context.role)) return [{ path: 'kind', code: ErrorCode.INVALID, text: NOT_FOR_AGENTS }];
  return [
    ...findEffectiveViolations(request, context),
    ...findReceiptViolations(request, context),
    ...findChoiceViolations(request, context),
  ];
}

function findEffectiveViolations(
  { kind, effectiveDate, receivedOn }: RequestedAmendment,
  { policy, role, today, paths }: TermsContext,
): Violation[] {
  if (kind === 'CORRECTION') return [];
  const asked = role === 'staff' && receivedOn !== null && receivedOn < today ? receivedOn : today;
  const earliest = getEarliestDate(kind, { policy, role, today: asked });
  if (effectiveDate >= earliest && effectiveDate < policy.endDate) return [];
  const [first, last] = [formatDate(earliest), formatDate(addDays(policy.endDate, -1))];
  return [
    badDate(paths.effectiveDate, {
      el: `Ημερομηνία ισχύος: από ${first} έως ${last}.`,
      en: `The effective date is between ${first} and ${last}.`,
    }),
  ];
}

export function getEarliestDate(kind: AmendmentKind, { policy, role, today }: Omit<TermsContext, 'paths'>): LocalDate {
  const isBackdated = KIND_TERMS[kind].from === 'start' && role === 'staff';
  return isBackdated ? policy.startDate : later(today, policy.startDate);
}

function findReceiptViolations({ receivedOn }: RequestedAmendment, { policy, today, role, paths }: TermsContext): Violation[] {
  if (receivedOn === null) return [];
  if (role !== 'staff') return [{ path: paths.receivedOn, code: ErrorCode.INVALID, text: STAFF_ONLY }];
  if (receivedOn <= today) return [];
  const [first, last] = [formatDate(policy.startDate), formatDate(today)];
  return [
    badDate(paths.receivedOn, {
      el: `Ημερομηνία παραλαβής: από ${first} έως ${last}.`,
      en: `The day of receipt is between ${first} and ${last}.`,
    }),
  ];
}

function findChoiceViolations({ resolutions }: RequestedAmendment, { role }: TermsContext): Violation[] {
  return role === 'agent' && resolutions.length > 0 ? [{ path: 'resolutions', code: ErrorCode.INVALID, text: STAFF_RESOLVES }] : [];
}

interface SecondPersonFacts {
  /** Null before the first closed month. */
  readonly closedUntil: LocalDate | null;
  readonly hasDifference: boolean;
}

/** Null when no second person must approve (amendments.9). */
export function getSecondPersonReason(
  { kind, effectiveDate, instructions, reinstates }: Pick<Amendment, 'kind' | 'effectiveDate' | 'instructions' | 'reinstates'>,
  { closedUntil, hasDifference }: SecondPersonFacts,
): Text | null {
  if (kind === 'CORRECTION' && instructions.some(({ path }) => path === 'client.afm')) return CHANGES_HOLDER;
  if (reinstates !== null && hasDifference) return IS_REINSTATED;
  return hasDifference && closedUntil !== null && effectiveDate <= closedUntil ? REACHES_CLOSED : null;
}

export type PayableAmendment = Pick<Amendment, 'kind' | 'effectiveDate' | 'approval' | 'reinstates' | 'createdAt'>;

/** Whether it puts right what was wrong, whenever it is paid: a correction or a reinstatement. */
export function keepsDate({ kind, reinstates }: Pick<Amendment, 'kind' | 'reinstates'>): boolean {
  return kind === 'CORRECTION' || reinstates !== null;
}

export function isBackdated({ effectiveDate, createdAt }: Pick<Amendment, 'effectiveDate' | 'createdAt'>): boolean {
  return effectiveDate < toLocalDate(createdAt);
}

/**
 * An increase is paid by the end of its effective date, so that no cover begins before the money (amendments.7). Null
 * for an increase of past days before its approval.
 */
export function getPayBy(amendment: PayableAmendment, at: Date, prepayCancelDays: number): Date | null {
  const { effectiveDate, approval } = amendment;
  if (keepsDate(amendment)) return getEndOfDay(addDays(toLocalDate(at), prepayCancelDays));
  if (!isBackdated(amendment)) return getEndOfDay(effectiveDate);
  return approval && getEndOfDay(addDays(toLocalDate(new Date(approval.approvedAt)), prepayCancelDays));
}

export function later(one: LocalDate, other: LocalDate): LocalDate {
  return one > other ? one : other;
}

function badDate(path: string, text: Text): Violation {
  return { path, code: ErrorCode.BAD_DATE, text };
}

const NOT_FOR_AGENTS: Text = {
  el: 'Αυτό το είδος πρόσθετης πράξης το καταχωρίζει η ασφαλιστική εταιρεία.',
  en: 'The insurer records this kind of amendment.',
};
const STAFF_ONLY: Text = {
  el: 'Η ημερομηνία παραλαβής ορίζεται από την ασφαλιστική εταιρεία.',
  en: 'The insurer sets the day of receipt.',
};
const STAFF_RESOLVES: Text = { el: 'Τις συγκρούσεις τις επιλύει η ασφαλιστική εταιρεία.', en: 'The insurer resolves conflicts.' };
const CHANGES_HOLDER: Text = { el: 'Διορθώνεται ο ΑΦΜ του λήπτη της ασφάλισης.', en: 'The AFM of the policyholder is corrected.' };
const IS_REINSTATED: Text = {
  el: 'Η πρόσθετη πράξη που είχε αντιλογιστεί ισχύει ξανά από την αρχική της ημερομηνία.',
  en: 'An amendment that was reversed takes effect again from its first day.',
};
const REACHES_CLOSED: Text = {
  el: 'Η πρόσθετη πράξη ισχύει από ημέρα μήνα που έχει κλείσει στα βιβλία.',
  en: 'The amendment is effective from a day of a month that is closed in the books.',
};
