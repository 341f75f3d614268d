import { isLocalDate, toLocalDate, type LocalDate } from '../../../common/athens.js';
import { decimal, type Amount } from '../../../common/money.js';

/** How people in Greece write money, dates and percentages. A value of another shape is a fault of the caller and throws. */

const NO_BREAK_SPACE = '\u00a0';
const SYMBOLS: Readonly<Record<string, string>> = { EUR: '€' };

/** `1234.5` → `1.234,50 €`; the blank before the currency does not break. */
export function formatAmount(amount: Amount, currency: string): string {
  return `${groupThousands(decimal(amount).toFixed(2))}${NO_BREAK_SPACE}${SYMBOLS[currency] ?? currency}`;
}

/** `2026-12-01` → `01/12/2026`. */
export function formatDate(date: LocalDate): string {
  if (!isLocalDate(date)) throw new RangeError('A printed date is not a calendar date.');
  return `${date.slice(8, 10)}/${date.slice(5, 7)}/${date.slice(0, 4)}`;
}

/** The Athens calendar date of an instant, printed. */
export function formatDay(instant: Date): string {
  return formatDate(toLocalDate(instant));
}

export function formatPeriod(period: { readonly start: LocalDate; readonly end: LocalDate }): string {
  return `${formatDate(period.start)} – ${formatDate(period.end)}`;
}

/** A decimal fraction as a percentage: `0.125` → `12,5%`. */
export function formatRate(rate: string): string {
  return formatPercent(decimal(rate).times(100).toFixed());
}

/** A number of percent: `12.5` → `12,5%`. */
export function formatPercent(percent: string): string {
  return `${groupThousands(decimal(percent).toFixed())}%`;
}

/** `RF6090000…` → `RF60 9000 0…`: fours are easier to read aloud and to type. */
export function groupInFours(code: string): string {
  return code.replace(/.{4}(?=.)/gu, `$&${NO_BREAK_SPACE}`);
}

function groupThousands(number: string): string {
  const [whole = '', cents] = number.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '.');
  return cents === undefined ? grouped : `${grouped},${cents}`;
}
