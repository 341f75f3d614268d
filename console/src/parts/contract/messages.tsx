import type { ReactNode } from 'react';
import { useText } from '../../messages/language.js';
import { Card } from '../page.js';
import type { Application } from './application.js';

/** Path of messages about the application as a whole. */
const WHOLE_PATH = 'application';

const PROPERTY_PATH = /^objects_insured\[(\d+)\]$/;

/** Codes of the tariff's rules, as opposed to words for what underwriting wrote. */
const RULE = /\d/;

const SEVERITIES: Readonly<Record<string, string>> = { error: 'bad', referral: 'wait', warning: 'info' };

interface MessagesProps {
  readonly messages: Application['messages'];
  /** Shows what a referral is about. */
  readonly explain?: (code: string) => ReactNode;
}

export function Messages({ messages, explain }: MessagesProps): ReactNode {
  const t = useText();
  if (messages.length === 0) return null;
  const namePlace = (path: string): string => {
    const index = PROPERTY_PATH.exec(path)?.[1];
    return index === undefined ? t('messages.at', { path }) : t('messages.property', { number: Number(index) + 1 });
  };
  return (
    <Card title="messages">
      <div className="stack">
        {messages.map(({ code, severity, text, path }, index) => (
          <div key={`${code} ${index}`}>
            <MessageTag code={code} tone={SEVERITIES[severity]} /> {text}
            {path !== '' && path !== WHOLE_PATH && <div className="quiet small">{namePlace(path)}</div>}
            {severity === 'referral' && explain?.(code)}
          </div>
        ))}
      </div>
    </Card>
  );
}

/** Code of a rule, or that underwriting wrote the message. */
export function MessageTag({ code, tone = '' }: { readonly code: string; readonly tone?: string }): ReactNode {
  const t = useText();
  return <span className={`tag ${tone}`}>{RULE.test(code) ? code : t('messages.underwriting')}</span>;
}
