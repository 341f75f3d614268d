import { addDays, type LocalDate } from '../../../common/athens.js';
import { DomainError, type Link } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { FINAL_STATUSES, STATUSES, type Status } from '../../core/applications/status.js';
import type { Receipt } from '../../core/applications/receipt.js';

/** An instalment may be paid this long before its period begins (money.1). */
export const INSTALMENT_OPENS_DAYS = 30;
/** Days that an unpaid instalment keeps the policy alive, from the first of its period on (money.4). */
export const INSTALMENT_GRACE_DAYS = 30;
/** Days before the anniversary from which a policy can be renewed (applications.18). */
export const RENEWAL_OPENS_DAYS = 60;

/** A charge (-702) or a payment code (-703) is refused. */
type Refusal = typeof ErrorCode.ALREADY_PAID | typeof ErrorCode.NO_PAYMENT_CODE;

export function paidAlready(cause?: unknown): DomainError {
  return new DomainError(ErrorCode.ALREADY_PAID, { reason: 'PAID', cause });
}

/** Refuses a status in which nothing can be paid, and names it. */
export function nothingToPay(code: Refusal, status: Status, links: readonly Link[] = []): DomainError {
  const { el, en } = STATUSES[status].title;
  if (!FINAL_STATUSES.has(status)) {
    const text = {
      el: `Δεν διατίθεται κωδικός πληρωμής στην κατάσταση ${status} (${el}).`,
      en: `No payment code is available in status ${status} (${en}).`,
    };
    return new DomainError(code, { text, links });
  }
  const text = {
    el: `Η κατάσταση ${status} (${el}) είναι τελική: δεν πληρώνεται πλέον τίποτα.`,
    en: `Status ${status} (${en}) is final: nothing can be paid any more.`,
  };
  return new DomainError(code, { text, reason: 'ENDED', links });
}

/**
 * Asserts that the next instalment of a policy can be paid today.
 * @throws DomainError of the code, with its reason
 */
export function assertInstalmentDue(
  code: Refusal,
  next: Receipt | null,
  { today, endDate, links = [] }: { readonly today: LocalDate; readonly endDate: LocalDate; readonly links?: readonly Link[] },
): asserts next is Receipt {
  if (!next && today >= endDate) throw new DomainError(code, { text: PERIOD_ENDED, reason: 'ENDED', links });
  if (!next) {
    const from = addDays(endDate, -RENEWAL_OPENS_DAYS);
    const isBefore = today < from;
    const text = {
      el: `Όλες οι δόσεις έχουν πληρωθεί.${isBefore ? ` Η ανανέωση μπορεί να χρεωθεί από ${from}.` : ''}`,
      en: `All instalments are paid.${isBefore ? ` The renewal can be charged from ${from}.` : ''}`,
    };
    throw new DomainError(code, { text, reason: 'PAID', from: isBefore ? from : null, links });
  }
  const from = addDays(next.periodFrom, -INSTALMENT_OPENS_DAYS);
  if (today < from) {
    const text = {
      el: `Οι οφειλές έχουν πληρωθεί. Η επόμενη δόση (${next.instalmentNo}) πληρώνεται από ${from}.`,
      en: `Everything due is paid. The next instalment (${next.instalmentNo}) can be paid from ${from}.`,
    };
    throw new DomainError(code, { text, reason: 'NOT_DUE', from, links });
  }
  // The status changes some seconds after the grace has ended.
  if (today >= addDays(next.periodFrom, INSTALMENT_GRACE_DAYS)) throw new DomainError(code, { text: TOO_LATE, reason: 'ENDED', links });
}

const PERIOD_ENDED = {
  el: 'Η περίοδος ασφάλισης έληξε: δεν πληρώνεται πλέον τίποτα.',
  en: 'The period of insurance has ended: nothing can be paid any more.',
};
const TOO_LATE = {
  el: 'Η δόση δεν πληρώθηκε μέσα σε 30 ημέρες· το συμβόλαιο έχει λυθεί.',
  en: 'The instalment was not paid within 30 days: the policy has lapsed.',
};
