import { isDeepStrictEqual } from 'node:util';
import { addDays, countDaysBetween, getEndOfDay, toLocalDate, type LocalDate } from '../../../common/athens.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Text } from '../../../common/language.js';
import type { Tariff } from '../../../pricing/tariff.js';
import type { ApplicationFields } from './application.js';
import type { CalculatedApplication } from './calculated-application.js';
import { Status } from './status.js';

/** Time in which a customer must answer (applications.15). */
const ACCEPTANCE_DAYS = 7;

export function getAcceptanceDeadline(today: LocalDate): Date {
  return getEndOfDay(addDays(today, ACCEPTANCE_DAYS));
}

/** Refuses a price that is too old or differs from a new calculation (applications.7). @throws PRICE_NO_LONGER_VALID */
export function assertPriceStands(application: ApplicationFields, recalculation: CalculatedApplication, today: LocalDate): Tariff {
  const ageDays = countDaysBetween(toLocalDate(application.calculatedAt), today);
  const { tariff, frozenUntil } = recalculation;
  if (!tariff || ageDays > tariff.quoteValidityDays) throw refused(TOO_OLD);
  if (recalculation.status !== Status.CALCULATED) throw refused(NOT_ACCEPTED);
  const isFrozen = frozenUntil !== undefined && today <= frozenUntil;
  if (!isFrozen && !isDeepStrictEqual(recalculation.fields.price, application.price)) throw refused(DIFFERENT);
  return tariff;
}

function refused(text: Text): DomainError {
  return new DomainError(ErrorCode.PRICE_NO_LONGER_VALID, { text });
}

const TOO_OLD: Text = {
  el: 'Η προσφορά έχει λήξει. Τιμολογήστε ξανά την αίτηση.',
  en: 'The quote has expired. Price the application again.',
};
const NOT_ACCEPTED: Text = {
  el: 'Η αίτηση δεν μπορεί να προχωρήσει με τα σημερινά δεδομένα (π.χ. λόγω της ημερομηνίας έναρξης). Διορθώστε την και τιμολογήστε ξανά.',
  en: "The application can't proceed as of today, for example because of its start date. Correct it and price it again.",
};
const DIFFERENT: Text = {
  el: 'Τα ασφάλιστρα έχουν αλλάξει. Τιμολογήστε ξανά την αίτηση.',
  en: 'The premium has changed. Price the application again.',
};
