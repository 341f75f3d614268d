import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { call } from '../../api/client.js';
import type { Schema } from '../../api/schema.js';
import { useText } from '../../messages/language.js';
import { useAction } from '../form.js';
import { SecretText, useUnsavedSecret } from '../secret.js';
import { ProblemNotice } from '../states.js';
import { useSignUpText } from './texts.js';

interface KeysProps {
  readonly access: Schema<'SandboxAccessResponse'>;
  readonly email: string;
}

/** Keys of a new account, which are shown once, with a first call and the way to a password. */
export function KeysCard({ access, email }: KeysProps): ReactNode {
  const t = useText();
  const [isSaved, setSaved] = useState(false);
  useUnsavedSecret(!isSaved, () => setSaved(true));
  const secrets = [
    ['keys.apiKey', access.apiKey],
    ['keys.userKey', access.userKey],
  ] as const;
  const rows = [
    ['keys.agentCode', access.agentCode],
    ['keys.sandboxUrl', access.sandboxUrl],
    ['keys.tokensUrl', access.tokensUrl],
  ] as const;
  return (
    <>
      {!isSaved && <p role="status">{t('keys.keep')}</p>}
      <dl className="stack">
        {!isSaved &&
          secrets.map(([name, value]) => (
            <div key={name}>
              <dt className="quiet small">{t(name)}</dt>
              <dd>
                <SecretText value={value} name={t(name)} />
              </dd>
            </div>
          ))}
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt className="quiet small">{t(name)}</dt>
            <dd>
              <code className="secret">{value}</code>
            </dd>
          </div>
        ))}
      </dl>
      {!isSaved && <FirstCalls access={access} />}
      {!isSaved && <Button onClick={() => setSaved(true)}>{t('secret.saved')}</Button>}
      <PasswordStep email={email} />
      <p>
        <a href={access.documentationUrl}>{t('nav.docs')}</a>
      </p>
    </>
  );
}

function FirstCalls({ access: { firstCalls, documentationUrl } }: Pick<KeysProps, 'access'>): ReactNode {
  const text = useSignUpText();
  return (
    <section>
      <h2>{text('first')}</h2>
      <p className="quiet">{text('first.about')}</p>
      <dl className="stack">
        {firstCalls.map(({ language, text: program }) => (
          <div key={language}>
            <dt className="quiet small">{language}</dt>
            <dd className="pre">
              <SecretText value={program} name={language} />
            </dd>
          </div>
        ))}
      </dl>
      <p>
        <a href={`${documentationUrl}/guides/sandbox`}>{text('guide')}</a>
      </p>
    </section>
  );
}

function PasswordStep({ email }: Pick<KeysProps, 'email'>): ReactNode {
  const text = useSignUpText();
  const [isSent, setSent] = useState(false);
  const action = useAction(async () => {
    await call('post', '/backoffice-api/passwords/reset', { body: { email } });
    setSent(true);
  });
  return (
    <section>
      <h2>{text('password')}</h2>
      {isSent ? <p role="status">{text('password.sent', email)}</p> : <p className="quiet">{text('password.about', email)}</p>}
      {action.problem !== null && <ProblemNotice problem={action.problem} />}
      {!isSent && (
        <Button variant="default" loading={action.isRunning} onClick={() => void action.run()}>
          {text('password.do')}
        </Button>
      )}
    </section>
  );
}
