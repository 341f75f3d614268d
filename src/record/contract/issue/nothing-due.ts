import { addDays, type LocalDate } from '../../../common/athens.js';
import { DomainError, type Link } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { formatDate } from '../../../common/formats.js';
import type { LineCode } from '../../reference/products/line-table.js';
import { getLastPaymentDay } from '../../core/applications/unpaid-instalment.js';
import type { Text } from '../../../common/language.js';
import { FINAL_STATUSES, STATUSES, type Status } from '../../core/applications/status.js';
import type { Receipt } from '../../core/applications/receipt.js';

/** Days before its period from which an instalment can be paid (money.1). */
const INSTALMENT_OPENS_DAYS = 30;
/** Days before the anniversary from which a policy can be renewed (applications.18). */
export const RENEWAL_OPENS_DAYS = 60;

type NothingDueCode = typeof ErrorCode.ALREADY_PAID | typeof ErrorCode.NO_PAYMENT_CODE;

export function buildAlreadyPaid(cause?: unknown): DomainError {
  return new DomainError(ErrorCode.ALREADY_PAID, { reason: 'PAID', cause });
}

export function buildNothingToPay(code: NothingDueCode, status: Status, links: readonly Link[] = []): DomainError {
  const { el, en } = STATUSES[status].title;
  if (!FINAL_STATUSES.has(status)) {
    const text = {
      el: `Στην κατάσταση «${el}» δεν διατίθεται κωδικός πληρωμής.`,
      en: `No payment code is available in the status “${en}”.`,
    };
    return new DomainError(code, { text, links });
  }
  const text = {
    el: `Η υπόθεση έχει κλείσει («${el}») και δεν υπάρχει οφειλή.`,
    en: `The case is closed (“${en}”) and nothing is due.`,
  };
  return new DomainError(code, { text, reason: 'ENDED', links });
}

interface PaymentDays {
  readonly today: LocalDate;
  readonly paidOn: LocalDate;
  readonly endDate: LocalDate;
  readonly line: LineCode;
  readonly cancelsOn: LocalDate | null;
  readonly isInAdvance?: boolean;
  readonly links?: readonly Link[];
}

export function assertInstalmentDue(
  code: NothingDueCode,
  next: Receipt | null,
  { today, paidOn, endDate, line, cancelsOn, isInAdvance = false, links = [] }: PaymentDays,
): asserts next is Receipt {
  if (!next && today >= endDate) throw new DomainError(code, { text: PERIOD_ENDED, reason: 'ENDED', links });
  if (cancelsOn !== null && (!next || next.periodFrom >= cancelsOn))
    throw new DomainError(code, { text: buildCancelledText(cancelsOn), reason: 'ENDED', links });
  if (!next) {
    const from = addDays(endDate, -RENEWAL_OPENS_DAYS);
    const isBefore = today < from;
    const text = {
      el: `Όλες οι δόσεις έχουν πληρωθεί.${isBefore ? ` Η ανανέωση μπορεί να χρεωθεί από ${formatDate(from)}.` : ''}`,
      en: `All instalments are paid.${isBefore ? ` The renewal can be charged from ${formatDate(from)}.` : ''}`,
    };
    throw new DomainError(code, { text, reason: 'PAID', from: isBefore ? from : null, links });
  }
  const from = addDays(next.periodFrom, -INSTALMENT_OPENS_DAYS);
  if (!isInAdvance && next.kind !== 'EARNED' && today < from) {
    const text = {
      el: `Δεν υπάρχει οφειλή. Η δόση ${next.instalmentNo} μπορεί να πληρωθεί από ${formatDate(from)}.`,
      en: `Nothing is due. Instalment ${next.instalmentNo} can be paid from ${formatDate(from)}.`,
    };
    throw new DomainError(code, { text, reason: 'NOT_DUE', from, links });
  }
  // The clock changes the status some seconds after the last day to pay.
  const lastDay = getLastPaymentDay(next, line);
  if (lastDay !== null && paidOn > lastDay) throw new DomainError(code, { text: TOO_LATE, reason: 'ENDED', links });
}

function buildCancelledText(day: LocalDate): Text {
  return {
    el: `Δεν υπάρχει οφειλή: το συμβόλαιο ακυρώνεται στις ${formatDate(day)}.`,
    en: `Nothing is due: the policy is cancelled on ${formatDate(day)}.`,
  };
}

const PERIOD_ENDED = {
  el: 'Η περίοδος ασφάλισης έχει λήξει και δεν υπάρχει οφειλή.',
  en: 'The period of insurance has ended and nothing is due.',
};
const TOO_LATE = {
  el: 'Η δόση δεν καταβλήθηκε εμπρόθεσμα και η σύμβαση λύθηκε.',
  en: 'The instalment was not paid in time and the policy has lapsed.',
};
