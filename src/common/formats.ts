import { isLocalDate, toLocalDate, toLocalDateTime, type LocalDate } from './athens.js';
import type { Language, Text } from './language.js';
import { toDecimal, type Amount } from './money.js';

const NO_BREAK_SPACE = '\u00a0';
const SYMBOLS: Readonly<Record<string, string>> = { EUR: '€' };
const SEPARATORS = { el: { thousands: '.', decimals: ',' }, en: { thousands: ',', decimals: '.' } } as const;

/** Writes `1234.5` as `1.234,50 €`, in English `€1,234.50`. */
export function formatAmount(amount: Amount, currency: string, language: Language): string {
  const number = formatNumber(toDecimal(amount).toFixed(2), language);
  const symbol = SYMBOLS[currency];
  if (language === 'el' || symbol === undefined) return `${number}${NO_BREAK_SPACE}${symbol ?? currency}`;
  return number.startsWith('-') ? `-${symbol}${number.slice(1)}` : `${symbol}${number}`;
}

/** Contains a plain space, because messages also go into the header `X-Error`. */
export function formatEuro(amount: Amount): Text {
  return { el: formatAmount(amount, 'EUR', 'el').replace(NO_BREAK_SPACE, ' '), en: formatAmount(amount, 'EUR', 'en') };
}

export function formatDate(date: LocalDate): string {
  if (!isLocalDate(date)) throw new RangeError('A printed date is not a calendar date.');
  return `${date.slice(8, 10)}/${date.slice(5, 7)}/${date.slice(0, 4)}`;
}

export function formatDay(instant: Date): string {
  return formatDate(toLocalDate(instant));
}

export function formatMoment(instant: Date): string {
  return `${formatDay(instant)} ${toLocalDateTime(instant).slice(11)}`;
}

export function formatPeriod(period: { readonly start: LocalDate; readonly end: LocalDate }): string {
  return `${formatDate(period.start)} – ${formatDate(period.end)}`;
}

/** Writes `0.125` as `12,5%`. */
export function formatRate(rate: string, language: Language): string {
  return formatPercent(toDecimal(rate).times(100).toFixed(), language);
}

/** Writes `12.5` as `12,5%`. */
export function formatPercent(percent: string, language: Language): string {
  return `${formatNumber(toDecimal(percent).toFixed(), language)}%`;
}

/** `RF6090000…` → `RF60 9000 0…` */
export function groupInFours(code: string): string {
  return code.replace(/.{4}(?=.)/gu, `$&${NO_BREAK_SPACE}`);
}

export function formatNumber(number: string, language: Language): string {
  const [whole = '', cents] = number.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, SEPARATORS[language].thousands);
  return cents === undefined ? grouped : grouped + SEPARATORS[language].decimals + cents;
}
