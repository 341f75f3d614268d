import { isLocalDate } from '../../../common/athens.js';
import { formatDate, formatNumber } from '../../../common/formats.js';
import type { Language, Text } from '../../../common/language.js';
import type { AnswerValue } from '../../reference/products/questionnaire-answers.js';

const EURO = '(€)';

/** Null without a value. The label distinguishes amounts from numbers. */
export function formatAnswer(values: readonly AnswerValue[], label: Text, language: Language): string | null {
  const format = label.en.endsWith(EURO) ? formatEuroValue : formatValue;
  return values.length === 0 ? null : values.map(({ value, title }) => title?.[language] ?? format(value, language)).join(', ');
}

function formatEuroValue(value: AnswerValue['value'], language: Language): string {
  return typeof value === 'number' ? formatNumber(value.toFixed(2), language) : formatValue(value, language);
}

/** Years and codes have no thousands separators; numbers from 10,000 on do. */
function formatValue(value: AnswerValue['value'], language: Language): string {
  if (typeof value === 'string') return isLocalDate(value) ? formatDate(value) : value;
  if (typeof value === 'boolean') return String(value);
  const [whole = '', decimals] = String(value).split('.');
  const grouped = Math.abs(value) < 10_000 ? whole : formatNumber(whole, language);
  return decimals === undefined ? grouped : grouped + formatNumber(`0.${decimals}`, language).slice(1);
}
