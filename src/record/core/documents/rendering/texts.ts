import type { Language } from '../../../../common/language.js';
import { ENGLISH } from './english-texts.js';
import { GREEK, type DocumentTexts } from './greek-texts.js';

/** The words of the printed documents. What both languages have in common stands in both: a text without its translation does not compile. */
const TEXTS: Readonly<Record<Language, DocumentTexts>> = { el: GREEK, en: ENGLISH };

export function textsIn(language: Language): DocumentTexts {
  return TEXTS[language];
}
