import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { IntlProvider, useIntl } from 'react-intl';
import { setCallLanguage } from '../api/client.js';
import { el, type MessageId } from './el.js';
import { en } from './en.js';

export type Language = 'el' | 'en';
export type { MessageId } from './el.js';
export type Text = (id: MessageId, values?: Readonly<Record<string, string | number>>) => string;

const MESSAGES: Readonly<Record<Language, Readonly<Record<MessageId, string>>>> = { el, en };
const LOCALES: Readonly<Record<Language, string>> = { el: 'el-GR', en: 'en-GB' };
/** Key of localStorage, which keeps the choice for the next visit. */
const KEPT = 'console.language';

interface LanguageChoice {
  readonly language: Language;
  readonly locale: string;
  readonly choose: (language: Language) => void;
}

const LanguageContext = createContext<LanguageChoice>({ language: 'el', locale: LOCALES.el, choose: () => undefined });

/** Finds the first language that the console has; tags such as `en-GB` count for their language. */
function findLanguage(tags: readonly string[]): Language | null {
  for (const tag of tags) {
    const language = tag.toLowerCase().split('-')[0];
    if (language === 'el' || language === 'en') return language;
  }
  return null;
}

export function LanguageProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [language, setLanguage] = useState<Language>(() => {
    const first = findLanguage([localStorage.getItem(KEPT) ?? '', ...navigator.languages]) ?? 'el';
    setCallLanguage(first);
    return first;
  });
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const choose = useCallback((chosen: Language): void => {
    localStorage.setItem(KEPT, chosen);
    setCallLanguage(chosen);
    setLanguage(chosen);
  }, []);
  const choice = useMemo(() => ({ language, locale: LOCALES[language], choose }), [language, choose]);
  return (
    <LanguageContext value={choice}>
      <IntlProvider locale={LOCALES[language]} messages={MESSAGES[language]}>
        {children}
      </IntlProvider>
    </LanguageContext>
  );
}

export function useLocale(): LanguageChoice {
  return useContext(LanguageContext);
}

/** Returns a function that finds texts of the chosen language by id. */
export function useText(): Text {
  const intl = useIntl();
  return useCallback<Text>((id, values) => intl.formatMessage({ id }, values), [intl]);
}
