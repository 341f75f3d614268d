import { isLocalDate } from '../../../common/athens.js';
import { formatDate, formatNumber } from '../../../common/formats.js';
import type { Language } from '../../../common/language.js';
import type { AnswerValue } from '../../reference/products/questionnaire-answers.js';

/** Formats the values of an answer for a document; null without one. */
export function formatAnswer(values: readonly AnswerValue[], language: Language): string | null {
  return values.length === 0 ? null : values.map(({ value, title }) => title?.[language] ?? formatValue(value, language)).join(', ');
}

/** Formats a value without a title. Years and codes have no thousands separators; numbers do from 10,000 on. */
function formatValue(value: AnswerValue['value'], language: Language): string {
  if (typeof value === 'string') return isLocalDate(value) ? formatDate(value) : value;
  if (typeof value === 'boolean') return String(value);
  const [whole = '', decimals] = String(value).split('.');
  const grouped = Math.abs(value) < 10_000 ? whole : formatNumber(whole, language);
  return decimals === undefined ? grouped : grouped + formatNumber(`0.${decimals}`, language).slice(1);
}
