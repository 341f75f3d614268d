type Texts = Readonly<Record<string, string>>;

/** Texts of one part of the console in both languages. */
interface LateTexts {
  readonly el: Texts;
  readonly en: Texts;
}

const TEXTS: Record<keyof LateTexts, Record<string, string>> = { el: {}, en: {} };

/** Adds texts that are loaded with their pages, because the first load has room for the common ones only. */
export function addLateTexts({ el, en }: LateTexts): void {
  Object.assign(TEXTS.el, el);
  Object.assign(TEXTS.en, en);
}

export function findLateText(language: keyof LateTexts, id: string): string | undefined {
  return TEXTS[language][id];
}
