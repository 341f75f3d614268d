import type { Language } from '../../../../common/language.js';

type Words<Texts> = { readonly [Key in keyof Texts]: Texts[Key] extends Readonly<Record<Language, infer Word>> ? Word : Words<Texts[Key]> };

export function buildWords<Texts extends object>(texts: Texts): Readonly<Record<Language, Words<Texts>>> {
  return { el: selectWords('el', texts), en: selectWords('en', texts) };
}

function selectWords<Texts extends object>(language: Language, texts: Texts): Words<Texts> {
  const words = Object.entries(texts as Record<string, object>).map(([key, text]): [string, unknown] => {
    return [key, language in text ? (text as Record<Language, unknown>)[language] : selectWords(language, text)];
  });
  return Object.fromEntries(words) as Words<Texts>;
}
