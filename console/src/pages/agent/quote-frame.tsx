import { Button, Group } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import type { Problem } from '../../api/problem.js';
import { useText, type MessageId } from '../../messages/language.js';
import { useFormat } from '../../parts/format.js';
import { Card, PageHead } from '../../parts/page.js';
import { ProblemNotice } from '../../parts/states.js';

export type Step = 'risk' | 'bundle' | 'client';
const STEPS: readonly Step[] = ['risk', 'bundle', 'client'];
const TITLES: Readonly<Record<Step, MessageId>> = { risk: 'quote.risk', bundle: 'quote.bundle', client: 'quote.client' };

interface QuoteFrameProps {
  readonly title: MessageId;
  readonly step: Step;
  readonly goTo: (step: Step) => void;
  readonly next: () => void;
  readonly isRunning: boolean;
  readonly isReady?: boolean;
  readonly problem: Problem | null;
  readonly children: ReactNode;
}

/** The steps from a quote to an application; payment and policy follow on the application's own page. */
export function QuoteFrame({ title, step, goTo, next, isRunning, isReady = true, problem, children }: QuoteFrameProps): ReactNode {
  const t = useText();
  const at = STEPS.indexOf(step);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    next();
  };
  return (
    <>
      <PageHead title={t(title)} about={t('quote.about')} />
      <ol className="steps">
        {STEPS.map((name, index) => (
          <li key={name} aria-current={name === step ? 'step' : undefined}>
            {index + 1}. {t(TITLES[name])}
          </li>
        ))}
        <li>
          {STEPS.length + 1}. {t('quote.policy')}
        </li>
      </ol>
      <form onSubmit={submit} noValidate>
        <Card title={TITLES[step]}>
          <div className="stack">
            {children}
            {problem !== null && <ProblemNotice problem={problem} />}
            {step === 'client' && <OfRisk problem={problem} goTo={goTo} />}
            <Group>
              {at > 0 && (
                <Button variant="default" onClick={() => goTo(STEPS[at - 1]!)}>
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

/** What is wrong with what an earlier step asked. */
function OfRisk({ problem, goTo }: { readonly problem: Problem | null; readonly goTo: (step: Step) => void }): ReactNode {
  const t = useText();
  const faults = (problem?.faults ?? []).filter(({ path }) => !/\b(client|insured)\./.test(path));
  if (faults.length === 0) return null;
  return (
    <p>
      {t('quote.ofRisk')} {faults.map(({ path, message }) => `${path}: ${message}`).join(' ')}{' '}
      <Button size="compact-xs" variant="default" onClick={() => goTo('risk')}>
        {t('quote.risk')}
      </Button>
    </p>
  );
}

export interface Offer {
  readonly code: string;
  readonly title: string;
  readonly gross: number | null;
  readonly messages: readonly { readonly code: string; readonly text: string }[];
  readonly covers: readonly { readonly code: string; readonly title: string }[];
}

/** The bundles beside one another, each with its price. */
export function Offers({
  offers,
  chosen,
  choose,
}: {
  readonly offers: readonly Offer[];
  readonly chosen: string;
  readonly choose: (code: string) => void;
}): ReactNode {
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
          {messages.map((message, index) => (
            <span key={index} className="small">
              <span className="tag wait">{message.code}</span> {message.text}
            </span>
          ))}
          <span className="quiet small">{covers.map((cover) => cover.title).join(' · ')}</span>
        </button>
      ))}
    </div>
  );
}
