import { Button, Group } from '@mantine/core';
import { useEffect, useRef, type FormEvent, type ReactNode } from 'react';
import type { Problem } from '../../api/problem.js';
import type { Schema } from '../../api/schema.js';
import { FormLists } from '../../forms/code-lists.js';
import { Elsewhere, type Part } from '../../forms/elsewhere.js';
import { hasPersonal, type Spec } from '../../forms/draft.js';
import { useTyped } from '../../forms/leaving.js';
import type { DraftForm } from '../../forms/use-draft.js';
import { useText } from '../../messages/language.js';
import { useFormat } from '../../parts/format.js';
import { Card, PageHead } from '../../parts/page.js';
import { ProblemNotice } from '../../parts/states.js';
import type { Companies } from './person-fields.js';

export type Step = 'risk' | 'bundle' | 'client';

/** The steps, each with its fields. */
export function stepsOf(fields: Readonly<Record<Step, readonly Spec[]>>): readonly Part<Step>[] {
  return [
    { name: 'risk', title: 'quote.risk', fields: fields.risk },
    { name: 'bundle', title: 'quote.bundle', fields: fields.bundle },
    { name: 'client', title: 'quote.client', fields: fields.client },
  ];
}

/** Person types that are companies. */
export function companiesOf(personTypes: readonly unknown[] = []): Companies {
  const types = personTypes as readonly Schema<'PersonTypeItemResponse'>[];
  return new Set(types.filter(({ individual }) => !individual).map(({ code }) => code));
}

interface QuoteFrameProps {
  readonly title: 'nav.quote.fire' | 'nav.quote.motor';
  readonly form: DraftForm;
  readonly specs: readonly Spec[];
  readonly steps: readonly Part<Step>[];
  readonly step: Step;
  readonly goTo: (step: Step) => void;
  readonly next: () => void;
  readonly isRunning: boolean;
  readonly isReady?: boolean;
  /** Marks the values as sent, so that leaving does not ask. */
  readonly isDone: () => boolean;
  readonly problem: Problem | null;
  readonly children: ReactNode;
}

/** The steps from a quote to an application; payment and policy follow on the application's own page. */
export function QuoteFrame(props: QuoteFrameProps): ReactNode {
  const { title, form, specs, steps, step, goTo, next, isRunning, isReady = true, isDone, problem, children } = props;
  const t = useText();
  const at = steps.findIndex(({ name }) => name === step);
  const box = useRef<HTMLFormElement>(null);
  useEffect(() => box.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), [form.refusal]);
  useTyped(() => !isDone() && hasPersonal(specs, form.draft));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (form.isUnreadable) box.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    else next();
  };
  return (
    <>
      <PageHead title={t(title)} about={t('quote.about')} />
      <ol className="steps">
        {steps.map((part, index) => (
          <li key={part.name} aria-current={part.name === step ? 'step' : undefined}>
            {index + 1}. {t(part.title)}
          </li>
        ))}
        <li>
          {steps.length + 1}. {t('quote.policy')}
        </li>
      </ol>
      <form onSubmit={submit} noValidate ref={box}>
        <Card title={steps[at]!.title}>
          <div className="stack">
            <FormLists specs={steps[at]!.fields}>{children}</FormLists>
            {problem !== null && <ProblemNotice problem={problem} />}
            <Elsewhere faults={form.faults} parts={steps} here={step} goTo={goTo} />
            <Group>
              {at > 0 && (
                <Button variant="default" onClick={() => goTo(steps[at - 1]!.name)}>
                  {t('quote.back')}
                </Button>
              )}
              <Button type="submit" loading={isRunning} disabled={!isReady}>
                {t(step === 'client' ? 'quote.insert' : 'quote.next')}
              </Button>
            </Group>
          </div>
        </Card>
      </form>
    </>
  );
}

interface OfferedCover {
  readonly code: string;
  readonly title: string;
  /** Euro. */
  readonly sumInsured: number | null;
  readonly net: number | null;
}

export interface Offer {
  readonly code: string;
  readonly title: string;
  readonly gross: number | null;
  readonly messages: readonly { readonly code: string; readonly text: string }[];
  readonly covers: readonly OfferedCover[];
}

interface OffersProps {
  readonly offers: readonly Offer[];
  readonly chosen: string;
  readonly choose: (code: string) => void;
}

/** Shows the bundles side by side with their prices. */
export function Offers({ offers, chosen, choose }: OffersProps): ReactNode {
  const t = useText();
  const { money } = useFormat();
  if (offers.length === 0) return <p className="empty">{t('quote.none')}</p>;
  return (
    <div className="offers" role="group" aria-label={t('quote.bundle')}>
      {offers.map(({ code, title, gross, messages, covers }) => (
        <button key={code} type="button" className="offer" aria-pressed={code === chosen} onClick={() => choose(code)}>
          <span>
            {code} {title}
          </span>
          <strong>{money(gross)}</strong>
          <Said messages={messages} />
          <span className="quiet small">{covers.map((cover) => cover.title).join(' · ')}</span>
        </button>
      ))}
    </div>
  );
}

function Said({ messages }: { readonly messages: Offer['messages'] }): ReactNode {
  return messages.map((message, index) => (
    <span key={index} className="small">
      <span className="tag wait">{message.code}</span> {message.text}
    </span>
  ));
}

/** Chosen bundle, with the sum and the price of each cover. */
export function Priced({ offer, title }: { readonly offer: Offer; readonly title?: string }): ReactNode {
  const t = useText();
  const { money } = useFormat();
  return (
    <div className="stack" role="group" aria-label={`${t('quote.price')}: ${offer.code} ${offer.title}`} aria-live="polite">
      {title !== undefined && <strong>{title}</strong>}
      <dl className="sum-rows">
        {offer.covers.map(({ code, title, sumInsured, net }) => [
          <dt key={`${code} name`}>
            {title} {sumInsured !== null && <span className="quiet small">{money(sumInsured)}</span>}
          </dt>,
          <dd key={`${code} sum`}>{money(net)}</dd>,
        ])}
        <dt className="total">{t('price.gross')}</dt>
        <dd className="total">{money(offer.gross)}</dd>
      </dl>
      <Said messages={offer.messages} />
    </div>
  );
}
