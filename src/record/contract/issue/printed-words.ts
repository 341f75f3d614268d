import type { Language, Text } from '../../../common/language.js';
import { toDecimal, toAmount } from '../../../common/money.js';
import { formatAmount, formatNumber } from '../../../common/formats.js';
import type { ReferenceLists } from '../../reference/lists/reference-lists.js';
import type { ListName } from '../../reference/lists/registry.js';
import { formatItem, type Titled } from '../../reference/tariffs/tariff-titles.js';

export interface PrintedWords {
  text(text: Text): string;
  title(list: ListName, code: string | undefined): string | null;
  tariffTitle(kind: Titled, item: Parameters<typeof formatItem>[1]): string;
  number(value: number | undefined): string | null;
  amount(value: number | string | undefined): string | null;
}

export function getPrintedWords(lists: ReferenceLists, language: Language): PrintedWords {
  return {
    text: (text) => text[language],
    title: (list, code) => (code === undefined ? null : (lists.title(list, code)?.[language] ?? code)),
    tariffTitle: (kind, item) => formatItem(kind, item)[language],
    number: (value) => (value === undefined ? null : formatDecimals(value, language)),
    amount: (value) => (value === undefined ? null : formatAmount(toAmount(toDecimal(value)), 'EUR', language)),
  };
}

/** Formats a number without thousands separators, because years and codes have none. */
function formatDecimals(value: number, language: Language): string {
  const [whole = '', decimals] = String(value).split('.');
  return decimals === undefined ? whole : whole + formatNumber(`0.${decimals}`, language).slice(1);
}
