import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { IntlProvider, useIntl } from 'react-intl';
import { setCallLanguage } from '../api/client.js';
import type { EarlyMessageId, MessageId } from './el.js';
import { findLateText } from './late-texts.js';

export type Language = 'el' | 'en';
export type { MessageId } from './el.js';
export type Text = (id: MessageId, values?: Readonly<Record<string, string | number>>) => string;

/** The texts of one language in the first load. */
interface Texts {
  readonly language: Language;
  readonly messages: Readonly<Record<EarlyMessageId, string>>;
}

const LOCALES: Readonly<Record<Language, string>> = { el: 'el-GR', en: 'en-GB' };
/** Key of localStorage, which keeps the choice for the next visit. */
const KEPT = 'console.language';

interface LanguageChoice {
  readonly language: Language;
  readonly locale: string;
  readonly choose: (language: Language) => void;
}

const LanguageContext = createContext<LanguageChoice>({ language: 'el', locale: LOCALES.el, choose: () => undefined });

/** Loads the texts of a language, in which the API answers from now on. */
export async function loadTexts(language: Language): Promise<Texts> {
  const messages = language === 'el' ? (await import('./el.js')).el : (await import('./en.js')).en;
  setCallLanguage(language);
  return { language, messages };
}

/** Finds the chosen language, or the first of the browser's that the console has. `en-GB` counts as `en`. */
export function findFirstLanguage(): Language {
  for (const tag of [localStorage.getItem(KEPT) ?? '', ...navigator.languages]) {
    const language = tag.toLowerCase().split('-')[0];
    if (language === 'el' || language === 'en') return language;
  }
  return 'el';
}

export function LanguageProvider({ first, children }: { readonly first: Texts; readonly children: ReactNode }): ReactNode {
  const [{ language, messages }, setTexts] = useState(first);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const choose = useCallback((chosen: Language): void => {
    localStorage.setItem(KEPT, chosen);
    void loadTexts(chosen).then(setTexts);
  }, []);
  const choice = useMemo(() => ({ language, locale: LOCALES[language], choose }), [language, choose]);
  return (
    <LanguageContext value={choice}>
      {/* Late texts are defaults of texts that the messages lack. */}
      <IntlProvider locale={LOCALES[language]} defaultLocale={LOCALES[language]} messages={messages}>
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
  const { language } = useLocale();
  return useCallback<Text>(
    (id, values) => intl.formatMessage({ id, defaultMessage: findLateText(language, id) }, values),
    [intl, language],
  );
}
