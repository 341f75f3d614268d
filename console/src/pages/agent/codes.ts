import { useGet } from '../../api/use-get.js';
import type { PathOf } from '../../api/schema.js';
import type { Query } from '../../api/client.js';
import { useLocale } from '../../messages/language.js';

export type Choices = readonly (readonly [value: string, title: string])[];

interface Item {
  readonly code: string;
  readonly title: string;
  readonly titleEn?: string;
}

/** A list of the API as the choices of a field, in the language of the page. */
export function useCodes<P extends PathOf<'get'>>(path: P, query?: Query, enabled = true): Choices {
  const { language } = useLocale();
  const list = useGet(path, { query, enabled });
  const items = (list.data?.body ?? []) as readonly Item[];
  return items.map(({ code, title, titleEn }) => [code, language === 'en' ? (titleEn ?? title) : title]);
}

/** The same with a first choice of nothing. */
export function withNone(choices: Choices): Choices {
  return [['', '–'], ...choices];
}
