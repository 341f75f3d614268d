import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call } from '../../api/client.js';
import type { Schema } from '../../api/schema.js';
import { apiAddress, DOCS_PATH } from '../../base.js';
import { useText, type MessageId } from '../../messages/language.js';
import '../../messages/own.js';
import { CodeBlock } from '../copyable.js';
import { useAction } from '../form.js';
import { Card } from '../page.js';
import { ProblemNotice } from '../states.js';

type Integration = Schema<'IntegrationResponse'>;

const CASES: Readonly<Record<Integration['handled'][number], MessageId>> = {
  cut: 'start.case.cut',
  limit: 'start.case.limit',
  outage: 'start.case.outage',
  referral: 'start.case.referral',
  short: 'start.case.short',
  lapse: 'start.case.lapse',
  renewal: 'start.case.renewal',
};

interface StartStep {
  readonly title: MessageId;
  readonly isDone: boolean;
  readonly content: ReactNode;
}

/** The steps of a program from the sign-up to production; the first that is not done is open (console.173). */
export function IntegrationStart({ of }: { readonly of: Integration }): ReactNode {
  const t = useText();
  const steps: readonly StartStep[] = [
    { title: 'start.password', isDone: true, content: <p>{t('start.password.about')}</p> },
    { title: 'start.keys', isDone: of.hasKey, content: <Keys /> },
    { title: 'start.call', isDone: of.hasCalled, content: <FirstCall /> },
    { title: 'start.webhook', isDone: of.hasReceived, content: <Webhook /> },
    { title: 'start.certify', isDone: of.handled.length === Object.keys(CASES).length, content: <Certify handled={of.handled} /> },
    {
      title: 'start.production',
      isDone: of.production === 'granted',
      content: <Production state={of.production} reason={of.declineReason} />,
    },
  ];
  const next = steps.findIndex(({ isDone }) => !isDone);
  return (
    <Card title="start">
      <ol className="plain-list">
        {steps.map(({ title, isDone, content }, index) => (
          <li key={title}>
            <details className="more" open={index === next || undefined}>
              <summary>
                {index + 1}. {t(title)} <span className={`tag ${isDone ? 'good' : ''}`}>{t(isDone ? 'start.done' : 'start.todo')}</span>
              </summary>
              <div className="stack">{content}</div>
            </details>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Keys(): ReactNode {
  const t = useText();
  return (
    <>
      <p>{t('start.keys.about')}</p>
      <p className="tools">
        <Link to="/mine/keys">{t('nav.mine.keys')}</Link>
        <Link to="/mine/user-keys">{t('nav.mine.userKeys')}</Link>
      </p>
    </>
  );
}

const VARIABLES = "API_KEY='…'\nUSER_KEY='…'\n";

function FirstCall(): ReactNode {
  const t = useText();
  const command = [
    `curl -sS --fail-with-body ${apiAddress('sandbox')}/auth-api/resources/tokens`,
    '-H "X-Api-Key: $API_KEY"',
    "-H 'Content-Type: application/json'",
    '-d "{\\"user-key\\": \\"$USER_KEY\\"}"',
  ].join(' \\\n  ');
  return (
    <>
      <p>{t('start.call.about')}</p>
      <CodeBlock name={t('start.call')} text={VARIABLES + command} />
      <p>
        <Link to="/mine/calls">{t('nav.mine.calls')}</Link>
      </p>
    </>
  );
}

function Webhook(): ReactNode {
  const t = useText();
  return (
    <>
      <p>{t('start.webhook.about')}</p>
      <p>
        <Link to="/mine/webhooks">{t('nav.mine.webhooks')}</Link>
      </p>
    </>
  );
}

function Certify({ handled }: Pick<Integration, 'handled'>): ReactNode {
  const t = useText();
  const command = `npm run certify -- --url ${apiAddress('production')} --key "$API_KEY" --user-key "$USER_KEY" --reset`;
  return (
    <>
      <p>{t('start.certify.about')}</p>
      <ul className="plain-list">
        {(Object.keys(CASES) as (keyof typeof CASES)[]).map((name) => (
          <li key={name}>
            <span className={`tag ${handled.includes(name) ? 'good' : ''}`}>{t(handled.includes(name) ? 'start.done' : 'start.todo')}</span>{' '}
            {t(CASES[name])}
          </li>
        ))}
      </ul>
      <CodeBlock name={t('start.certify')} text={command} />
      <p>
        <a href={`${DOCS_PATH}/guides/sandbox`} target="_blank" rel="noopener">
          {t('start.guide')}
        </a>
      </p>
    </>
  );
}

const PRODUCTION: Readonly<Record<Integration['production'], MessageId>> = {
  none: 'start.production.none',
  requested: 'start.production.requested',
  granted: 'start.production.granted',
};

interface ProductionProps {
  readonly state: Integration['production'];
  /** Why it was declined. */
  readonly reason: string | null;
}

function Production({ state, reason }: ProductionProps): ReactNode {
  const t = useText();
  const action = useAction((key) => call('post', '/backoffice-api/sessions/current/production', { key }));
  return (
    <>
      <p role="status">{state === 'none' && reason !== null ? t('grant.declined', { reason }) : t(PRODUCTION[state])}</p>
      {state === 'none' && (
        <p>
          <Button size="xs" loading={action.isRunning} onClick={() => void action.run()}>
            {t('grant.request')}
          </Button>
        </p>
      )}
      {action.problem !== null && <ProblemNotice problem={action.problem} />}
    </>
  );
}
