import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import type { ReactNode } from 'react';
import { ENVIRONMENT, pathIn, SANDBOX_ONLY, type Environment } from '../base.js';
import { useLocale, useText, type Language } from '../messages/language.js';
import { useSession } from '../session.js';

/** Languages, each in its own language. */
const LANGUAGES: readonly (readonly [Language, 'language.el' | 'language.en'])[] = [
  ['el', 'language.el'],
  ['en', 'language.en'],
];

export function LanguageSwitch(): ReactNode {
  const t = useText();
  const { language, choose } = useLocale();
  return (
    <div className="switch" role="group" aria-label={t('language')}>
      {LANGUAGES.map(([code, name]) => (
        <button key={code} type="button" lang={code} aria-pressed={code === language} onClick={() => choose(code)}>
          {t(name)}
        </button>
      ))}
    </div>
  );
}

const THEMES: readonly (readonly [MantineColorScheme, 'theme.auto' | 'theme.light' | 'theme.dark'])[] = [
  ['auto', 'theme.auto'],
  ['light', 'theme.light'],
  ['dark', 'theme.dark'],
];

/** Chooses light or dark colours; `auto` follows the browser. */
export function ThemeSwitch(): ReactNode {
  const t = useText();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <div className="switch" role="group" aria-label={t('theme')}>
      {THEMES.map(([scheme, name]) => (
        <button key={scheme} type="button" aria-pressed={scheme === colorScheme} onClick={() => setColorScheme(scheme)}>
          {t(name)}
        </button>
      ))}
    </div>
  );
}

const ENVIRONMENTS: readonly (readonly [Environment, 'environment.production' | 'environment.sandbox'])[] = [
  ['production', 'environment.production'],
  ['sandbox', 'environment.sandbox'],
];

/** Link to the other environment, which loads the console again so that no data stays in memory. */
export function EnvironmentSwitch(): ReactNode {
  const t = useText();
  const { who } = useSession();
  const query = who?.sandboxOnly === true ? `?${SANDBOX_ONLY}` : '';
  return (
    <div className="switch" role="group" aria-label={t('environment')}>
      {ENVIRONMENTS.map(([environment, name]) => (
        <button
          key={environment}
          type="button"
          aria-pressed={environment === ENVIRONMENT}
          onClick={() => location.assign(pathIn(environment) + (environment === 'production' ? query : ''))}
        >
          {t(name)}
        </button>
      ))}
    </div>
  );
}
