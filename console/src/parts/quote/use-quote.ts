import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import type { Problem } from '../../api/problem.js';
import { missingFields } from '../../forms/draft.js';
import type { DraftForm } from '../../forms/use-draft.js';
import type { Line } from '../contract/contract.js';
import { useText } from '../../messages/language.js';
import { showToast } from '../toast-store.js';
import { useAction } from '../form.js';
import { useListSearch } from '../list-search.js';
import type { Later } from './saved-form.js';
import { STEPS, type QuoteParts, type Step } from './quote-parts.js';

interface QuoteWork {
  readonly line: Line;
  readonly parts: QuoteParts;
  readonly form: DraftForm;
  readonly later: Later;
  readonly step: Step;
  /** Whether the application exists. */
  readonly isEdited: boolean;
  readonly price: () => Promise<unknown>;
  /** Writes the application and returns its id. */
  readonly save: (key: string) => Promise<number>;
}

/** The state of a guided form; its props are those of `QuoteFrame`. */
export interface Quote {
  readonly form: DraftForm;
  readonly later: Later;
  readonly parts: QuoteParts;
  readonly step: Step;
  readonly goTo: (step: Step) => void;
  readonly next: () => void;
  readonly isRunning: boolean;
  readonly isDone: () => boolean;
  readonly problem: Problem | null;
}

/** Returns the step in the address, or an earlier one that lacks required fields, as after a reload. */
export function useStep(parts: QuoteParts, form: DraftForm): Step {
  const { values } = useListSearch();
  const wanted = STEPS.find((name) => name === values.step) ?? 'risk';
  const earlier = STEPS.slice(0, STEPS.indexOf(wanted));
  return earlier.find((name) => missingFields(parts[name], form.draft).length > 0) ?? wanted;
}

/** Runs a guided form. The step is in the address, so that Back leads to the previous one. */
export function useQuote({ line, parts, form, later, step, isEdited, price, save }: QuoteWork): Quote {
  const navigate = useNavigate();
  const t = useText();
  const { change } = useListSearch();
  const isDone = useRef(false);
  const goTo = (name: Step): void => change({ step: name === 'risk' ? '' : name });
  const pricing = useAction(
    price,
    () => {
      form.refuse(null);
      goTo('bundle');
    },
    form.refuse,
  );
  const saving = useAction(
    save,
    (id) => {
      isDone.current = true;
      form.forget();
      void later.discard();
      showToast({ text: t(isEdited ? 'toast.saved' : 'toast.created') });
      void navigate({ to: `/portfolio/${line}/${id}` });
    },
    form.refuse,
  );
  const next = { risk: () => void pricing.run(), bundle: () => goTo('client'), client: () => void saving.run() }[step];
  return {
    form,
    later,
    parts,
    step,
    goTo,
    next,
    isRunning: pricing.isRunning || saving.isRunning,
    isDone: () => isDone.current,
    problem: { risk: pricing.problem, bundle: null, client: saving.problem }[step],
  };
}
