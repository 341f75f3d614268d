import { yearOf, type LocalDate } from '../../../common/athens.js';

const SEPARATOR = '-';

/**
 * The policy's number with the year of the renewal, which replaces that of an earlier one: `P260000123-27`. When a renewal to that year was
 * cancelled, the next one counts on: `P260000123-27-2`.
 */
export function renewalNumber(policyNo: string, startDate: LocalDate, cancelledNo: string | null): string {
  const [own = policyNo] = policyNo.split(SEPARATOR);
  const number = own + SEPARATOR + String(yearOf(startDate) % 100).padStart(2, '0');
  if (cancelledNo === null) return number;
  const [, , attempt = '1'] = cancelledNo.split(SEPARATOR);
  return number + SEPARATOR + String(Number(attempt) + 1);
}
