import type { Schema } from '../api/schema.js';
import { useCodeLists } from '../forms/code-lists.js';
import { useLocale } from '../messages/language.js';
import type { Titles } from './codes.js';

const LIST = 'serviceRequestCategories';

/** Returns the categories of service requests with their titles in the language of the page. */
export function useRequestCategories(): readonly (readonly [id: string, title: string])[] {
  const { language } = useLocale();
  const categories = (useCodeLists([LIST])[LIST] ?? []) as unknown as readonly Schema<'ServiceRequestCategoryItemResponse'>[];
  return categories.map(({ id, description, descriptionEn }) => [id, language === 'en' ? descriptionEn : description]);
}

/** Answers of staff. */
export const REQUEST_ANSWERS: Titles = { ANSWERED: 'request.ANSWERED', CLOSED: 'request.CLOSED' };

export const REQUEST_STATES: Titles = { OPEN: 'request.OPEN', ...REQUEST_ANSWERS };
