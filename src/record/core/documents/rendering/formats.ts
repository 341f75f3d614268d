import { isLocalDate, toLocalDate, type LocalDate } from '../../../../common/athens.js';
import type { Language } from '../../../../common/language.js';
import { decimal, type Amount } from '../../../../common/money.js';

/** How money, dates and percentages are written. A value of another shape is a fault of the caller and throws. */

const NO_BREAK_SPACE = '\u00a0';
const SYMBOLS: Readonly<Record<string, string>> = { EUR: '€' };
const SEPARATORS = { el: { thousands: '.', decimals: ',' }, en: { thousands: ',', decimals: '.' } } as const;

/** `1234.5` → `1.234,50 €`, in English `1,234.50 €`; the blank before the currency does not break. */
export function formatAmount(amount: Amount, currency: string, language: Language): string {
  return `${formatNumber(decimal(amount).toFixed(2), language)}${NO_BREAK_SPACE}${SYMBOLS[currency] ?? currency}`;
}

/** `2026-12-01` → `01/12/2026`, in both languages. */
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
export function formatRate(rate: string, language: Language): string {
  return formatPercent(decimal(rate).times(100).toFixed(), language);
}

/** A number of percent: `12.5` → `12,5%`. */
export function formatPercent(percent: string, language: Language): string {
  return `${formatNumber(decimal(percent).toFixed(), language)}%`;
}

/** `RF6090000…` → `RF60 9000 0…`: fours are easier to read aloud and to type. */
export function groupInFours(code: string): string {
  return code.replace(/.{4}(?=.)/gu, `$&${NO_BREAK_SPACE}`);
}

/** `1234.5` → `1.234,5`, in English `1,234.5`. */
export function formatNumber(number: string, language: Language): string {
  const [whole = '', cents] = number.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, SEPARATORS[language].thousands);
  return cents === undefined ? grouped : grouped + SEPARATORS[language].decimals + cents;
}
