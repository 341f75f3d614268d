import type { ReactNode } from 'react';
import { ENVIRONMENT, pathIn, type Environment } from '../base.js';
import { useLocale, useText, type Language } from '../messages/language.js';

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

const ENVIRONMENTS: readonly (readonly [Environment, 'environment.production' | 'environment.sandbox'])[] = [
  ['production', 'environment.production'],
  ['sandbox', 'environment.sandbox'],
];

/** Link to the other environment, which loads the console again so that no data stays in memory. */
export function EnvironmentSwitch(): ReactNode {
  const t = useText();
  return (
    <div className="switch" role="group" aria-label={t('environment')}>
      {ENVIRONMENTS.map(([environment, name]) => (
        <button
          key={environment}
          type="button"
          aria-pressed={environment === ENVIRONMENT}
          onClick={() => location.assign(pathIn(environment))}
        >
          {t(name)}
        </button>
      ))}
    </div>
  );
}
