import { Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { ENVIRONMENT } from '../base.js';
import { useText, type MessageId } from '../messages/language.js';
import { Brand } from './brand.js';
import { LanguageSwitch } from './switches.js';

/** Frame of the pages without a session. */
export function Door({ title, children }: { readonly title: MessageId; readonly children: ReactNode }): ReactNode {
  const t = useText();
  useEffect(() => {
    document.title = `${t(title)} · ${t('product')}`;
  }, [title, t]);
  return (
    <main className="door">
      <Brand />
      {ENVIRONMENT === 'sandbox' && <p className="notice sandbox">{t('environment.sandbox.notice')}</p>}
      <section className="card">
        <div className="stack">
          <Title order={1}>{t(title)}</Title>
          {children}
        </div>
      </section>
      <LanguageSwitch />
    </main>
  );
}
