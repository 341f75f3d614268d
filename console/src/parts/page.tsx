import { Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { useText, type MessageId } from '../messages/language.js';

interface HeadProps {
  readonly title: string;
  readonly about?: ReactNode;
  /** Status next to the title. */
  readonly tag?: ReactNode;
  readonly children?: ReactNode;
}

/** Heading of a page, with its buttons. */
export function PageHead({ title, about, tag, children }: HeadProps): ReactNode {
  const t = useText();
  useEffect(() => {
    document.title = `${title} · ${t('product')}`;
  }, [title, t]);
  return (
    <div className="head">
      <div>
        <Title order={1}>
          {title} {tag}
        </Title>
        {about !== undefined && <p>{about}</p>}
      </div>
      {children !== undefined && <div className="tools">{children}</div>}
    </div>
  );
}

/** Description of a list with its keys, which a touch screen has not. */
export function WithKeys({ about }: { readonly about: MessageId }): ReactNode {
  const t = useText();
  return (
    <>
      {t(about)} <span className="key-hint">{t('list.keys')}</span>
    </>
  );
}

interface CardProps {
  readonly title?: MessageId;
  readonly isBare?: boolean;
  /** Whether it has the actions of the page, which a phone keeps in sight. */
  readonly isActionBar?: boolean;
  readonly children: ReactNode;
}

/** A part of a page with a heading. `bare` content reaches the edges. */
export function Card({ title, isBare = false, isActionBar = false, children }: CardProps): ReactNode {
  const t = useText();
  return (
    <section className={isActionBar ? 'card action-bar' : 'card'}>
      {title !== undefined && <Title order={2}>{t(title)}</Title>}
      {isBare ? children : <div className="card-body">{children}</div>}
    </section>
  );
}

export type Fact = readonly [name: MessageId, value: ReactNode];

interface FactsProps {
  readonly facts: readonly Fact[];
  /** Whether the values are long and need separate lines on a narrow screen. */
  readonly isRoomy?: boolean;
}

/** Names and values side by side. */
export function Facts({ facts, isRoomy = false }: FactsProps): ReactNode {
  const t = useText();
  return (
    <dl className={isRoomy ? 'facts roomy' : 'facts'}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{t(name)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Colours of the statuses of applications: what waits, is in force, was refused or lapses, and has ended. */
const TONES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['11', '12', '30', '39', '45'].map((status) => [status, 'wait'])),
  '50': 'good',
  ...Object.fromEntries(['31', '55', '70'].map((status) => [status, 'bad'])),
  ...Object.fromEntries(['02', '60', '65'].map((status) => [status, 'over'])),
};

export function StatusTag({ status, title }: { readonly status: string; readonly title: string }): ReactNode {
  return <span className={`tag ${TONES[status] ?? 'info'}`}>{title}</span>;
}
