import { Button, Group } from '@mantine/core';
import { useEffect, useRef, type FormEvent, type ReactNode } from 'react';
import { Problem } from '../../api/problem.js';
import { FormLists } from '../../forms/code-lists.js';
import { hasPersonal, missingFields } from '../../forms/draft.js';
import { Elsewhere, type Part } from '../../forms/elsewhere.js';
import { useTyped } from '../../forms/leaving.js';
import type { DraftForm } from '../../forms/use-draft.js';
import { useText, type Text } from '../../messages/language.js';
import { Card, PageHead } from '../page.js';
import { ProblemNotice } from '../states.js';
import { STEPS, type QuoteParts, type Step } from './quote-parts.js';
import { SaveForLaterButton, type Later } from './saved-form.js';

const STEP_TITLES = { risk: 'quote.risk', bundle: 'quote.bundle', client: 'quote.details' } as const;

interface QuoteFrameProps {
  readonly title: string;
  /** Whether an existing application is edited. */
  readonly isEdited?: boolean;
  /** Saves a form that is not an application yet. */
  readonly later: Later;
  /** Shown above the form. */
  readonly above?: ReactNode;
  readonly form: DraftForm;
  readonly parts: QuoteParts;
  readonly step: Step;
  readonly goTo: (step: Step) => void;
  readonly next: () => void;
  readonly isRunning: boolean;
  readonly isReady?: boolean;
  /** Marks the values as sent, so that leaving does not ask. */
  readonly isDone: () => boolean;
  readonly problem: Problem | null;
  /** Tries again what failed without a violation. */
  readonly retry?: () => void;
  readonly children: ReactNode;
}

/** The steps from a quote to an application; payment and policy follow on the application's own page. */
export function QuoteFrame(props: QuoteFrameProps): ReactNode {
  const { title, isEdited = false, form, later, parts, step, goTo, next, isRunning, isReady = true, isDone, problem, retry } = props;
  const { above, children } = props;
  const t = useText();
  const steps: readonly Part<Step>[] = STEPS.map((name) => ({ name, title: STEP_TITLES[name], fields: parts[name] }));
  const at = STEPS.indexOf(step);
  const box = useRef<HTMLFormElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current !== step) window.scrollTo(0, 0);
    shown.current = step;
  }, [step]);
  useEffect(() => box.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), [form.refusal]);
  useTyped(() => !isDone() && !later.isStored && (isEdited ? form.isChanged : hasPersonal(parts.all, form.draft)));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const missing = missingFields(parts[step], form.draft);
    if (form.isUnreadable) box.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    else if (missing.length > 0) form.refuse(toMissing(missing, t));
    else next();
  };
  return (
    <>
      <PageHead title={title} about={isEdited ? undefined : t('quote.about')} />
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
      <div className="stack">
        {above}
        <form onSubmit={submit} noValidate ref={box}>
          <Card title={steps[at]!.title}>
            <div className="stack">
              <FormLists specs={steps[at]!.fields}>{children}</FormLists>
              {problem !== null && <ProblemNotice problem={problem} retry={retry} />}
              <Elsewhere violations={form.violations} parts={steps} here={step} goTo={goTo} />
              <Group>
                {at > 0 && (
                  <Button variant="default" onClick={() => goTo(steps[at - 1]!.name)}>
                    {t('quote.back')}
                  </Button>
                )}
                <Button type="submit" loading={isRunning} disabled={!isReady}>
                  {t(step !== 'client' ? 'quote.next' : isEdited ? 'quote.save' : 'quote.insert')}
                </Button>
                {!isEdited && <SaveForLaterButton later={later} />}
              </Group>
            </div>
          </Card>
        </form>
      </div>
      {later.dialog}
    </>
  );
}

/** The refusal of a step with blank fields that are required. */
function toMissing(paths: readonly string[], t: Text): Problem {
  const message = t('form.required');
  return new Problem(
    'refused',
    message,
    null,
    paths.map((path) => ({ path, message })),
  );
}
