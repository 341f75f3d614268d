import type { Language } from './language.js';

/** Texts of one part of the console in both languages. */
type LateTexts = Readonly<Record<Language, Readonly<Record<string, string>>>>;

const TEXTS: Record<Language, Record<string, string>> = { el: {}, en: {} };

/** Adds texts that are loaded with their pages, because the first load has room for the common ones only. */
export function addLateTexts({ el, en }: LateTexts): void {
  Object.assign(TEXTS.el, el);
  Object.assign(TEXTS.en, en);
}

export function findLateText(language: Language, id: string): string | undefined {
  return TEXTS[language][id];
}
