import type { Language, Text } from '../../../common/language.js';
import { decimal, toAmount } from '../../../common/money.js';
import { formatAmount, formatNumber } from '../../core/documents/rendering/formats.js';
import type { ReferenceLists } from '../../reference/lists/reference-lists.js';
import type { ListName } from '../../reference/lists/registry.js';
import { textOfItem, type Titled } from '../../reference/tariffs/tariff-titles.js';

/** What a document says in its language: titles of codes, names of facts, numbers. */
export interface PrintedWords {
  text(text: Text): string;
  /** The title of a list's code; the code itself where the list does not have it, null where there is none. */
  title(list: ListName, code: string | undefined): string | null;
  /** The title of an item of a tariff. */
  tariffTitle(kind: Titled, item: Parameters<typeof textOfItem>[1]): string;
  number(value: number | undefined): string | null;
  amount(value: number | string | undefined): string | null;
}

export function printedWords(lists: ReferenceLists, language: Language): PrintedWords {
  return {
    text: (text) => text[language],
    title: (list, code) => (code === undefined ? null : (lists.title(list, code)?.[language] ?? code)),
    tariffTitle: (kind, item) => textOfItem(kind, item)[language],
    number: (value) => (value === undefined ? null : formatDecimals(value, language)),
    amount: (value) => (value === undefined ? null : formatAmount(toAmount(decimal(value)), 'EUR', language)),
  };
}

/** Years and codes have no thousands. */
function formatDecimals(value: number, language: Language): string {
  const [whole = '', decimals] = String(value).split('.');
  return decimals === undefined ? whole : whole + formatNumber(`0.${decimals}`, language).slice(1);
}
