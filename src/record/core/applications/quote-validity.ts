import { isDeepStrictEqual } from 'node:util';
import { daysBetween, toLocalDate, type LocalDate } from '../../../common/athens.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Text } from '../../../common/language.js';
import type { Tariff } from '../../../pricing/tariff.js';
import type { ApplicationFields } from './application.js';
import type { CalculatedApplication } from './calculated-application.js';
import { Status } from './status.js';

/**
 * Whether the stored price may still be taken (applications.7): the start date is valid, the calculation is not older than the tariff allows,
 * and a new one says the same unless the price is frozen.
 * @throws DomainError PRICE_NO_LONGER_VALID
 */
export function assertPriceStands(application: ApplicationFields, recalculation: CalculatedApplication, today: LocalDate): Tariff {
  const ageDays = daysBetween(toLocalDate(application.calculatedAt), today);
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
  el: 'Ο υπολογισμός είναι παλαιότερος από όσο επιτρέπει το τιμολόγιο. Υπολογίστε ξανά.',
  en: 'The calculation is older than the tariff allows. Calculate again.',
};
const NOT_ACCEPTED: Text = {
  el: 'Με τα σημερινά δεδομένα η αίτηση δεν μπορεί να προχωρήσει (π.χ. ημερομηνία έναρξης). Διορθώστε και υπολογίστε ξανά.',
  en: 'As of today the application cannot proceed (its start date, for instance). Correct it and calculate again.',
};
const DIFFERENT: Text = {
  el: 'Ένας νέος υπολογισμός δίνει άλλη τιμή. Υπολογίστε ξανά.',
  en: 'A new calculation gives another price. Calculate again.',
};
