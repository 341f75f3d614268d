import { yearOf, type LocalDate } from '../../../common/athens.js';

const SEPARATOR = '-';

/** Builds the policy's number with the year of the renewal, `P260000123-27`; after a cancelled renewal `P260000123-27-2`. */
export function renewalNumber(policyNo: string, startDate: LocalDate, cancelledNo: string | null): string {
  const [own = policyNo] = policyNo.split(SEPARATOR);
  const number = own + SEPARATOR + String(yearOf(startDate) % 100).padStart(2, '0');
  if (cancelledNo === null) return number;
  const [, , attempt = '1'] = cancelledNo.split(SEPARATOR);
  return number + SEPARATOR + String(Number(attempt) + 1);
}
