import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { Problem } from '../../api/problem.js';
import type { Draft } from '../../forms/draft.js';
import { useDraft, type DraftForm } from '../../forms/use-draft.js';
import { useInName } from '../../frame/agent.js';
import type { Line } from '../contract/contract.js';
import { useText } from '../../messages/language.js';
import { showToast } from '../toast-store.js';
import { useAction } from '../form.js';
import { useListSearch } from '../list-search.js';
import { STEPS, type QuoteParts, type Step } from './quote-parts.js';

interface QuoteWork {
  readonly line: Line;
  readonly parts: QuoteParts;
  readonly initial: Draft;
  /** Whether the application exists, so that the draft is not stored. */
  readonly isEdited: boolean;
  /** Maps a path of the API to the form. */
  readonly placed: (path: string) => string;
  readonly price: (draft: Draft) => Promise<void>;
  /** Writes the application and returns its id. */
  readonly save: (key: string, draft: Draft) => Promise<number>;
}

/** The state of a guided form; its props are those of `QuoteFrame`. */
export interface Quote {
  readonly form: DraftForm;
  readonly parts: QuoteParts;
  readonly step: Step;
  readonly goTo: (step: Step) => void;
  readonly next: () => void;
  readonly isRunning: boolean;
  readonly isDone: () => boolean;
  readonly problem: Problem | null;
}

/** Runs a guided form. The step is in the address, so that Back leads to the previous one. */
export function useQuote({ line, parts, initial, isEdited, placed, price, save }: QuoteWork): Quote {
  const navigate = useNavigate();
  const t = useText();
  const { agent } = useInName();
  const { values, change } = useListSearch();
  const [isPriced, setPriced] = useState(false);
  const isDone = useRef(false);
  const form = useDraft(parts.all, initial, isEdited ? null : `quote.${line}.${agent ?? ''}`, placed);
  // After a reload nothing is priced and personal facts are missing.
  const step = (isPriced && STEPS.find((name) => name === values.step)) || 'risk';
  const goTo = (name: Step): void => change({ step: name === 'risk' ? '' : name });
  const pricing = useAction(
    () => price(form.draft),
    () => {
      form.refuse(null);
      setPriced(true);
      goTo('bundle');
    },
    form.refuse,
  );
  const saving = useAction(
    (key) => save(key, form.draft),
    (id) => {
      isDone.current = true;
      form.forget();
      showToast({ text: t(isEdited ? 'toast.saved' : 'toast.created') });
      void navigate({ to: `/portfolio/${line}/${id}` });
    },
    form.refuse,
  );
  const next = { risk: () => void pricing.run(), bundle: () => goTo('client'), client: () => void saving.run() }[step];
  return {
    form,
    parts,
    step,
    goTo,
    next,
    isRunning: pricing.isRunning || saving.isRunning,
    isDone: () => isDone.current,
    problem: { risk: pricing.problem, bundle: null, client: saving.problem }[step],
  };
}
