import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Fault, Problem } from '../api/problem.js';
import { useNumberText } from '../parts/number-field.js';
import { impersonal, restored, unreadableNumbers, withValue, type Draft, type Spec, type Value } from './draft.js';

const KEPT = 'draft.';

/** A form being filled in, with the faults from the API. */
export interface DraftForm {
  readonly draft: Draft;
  readonly faults: readonly Fault[];
  /** Whether it has an unreadable number and cannot be sent. */
  readonly isUnreadable: boolean;
  /** The refusal that reported the faults. */
  readonly refusal: Problem | null;
  /** Sets the value at a path and clears the faults there and below. */
  readonly set: (path: string, value: Value) => void;
  readonly forget: () => void;
}

export interface ReplaceableDraft extends DraftForm {
  /** Replaces the whole draft and keeps the faults. */
  readonly replace: (update: (previous: Draft) => Draft) => void;
}

function read(name: string): Draft {
  return JSON.parse(sessionStorage.getItem(name) ?? '{}') as Draft;
}

/** Faults of the numbers that cannot be read. */
export function useNumberFaults(specs: readonly Spec[], draft: Draft): readonly Fault[] {
  const show = useNumberText();
  return useMemo(
    () => unreadableNumbers(specs, draft).map(({ path, kind, text }) => ({ path, message: show(text, kind).fault ?? '' })),
    [specs, draft, show],
  );
}

/**
 * Holds the draft of a form. With a name, impersonal fields survive a reload in this tab, until `forget` or the
 * sign-out. Personal fields are never stored, because the next user of the browser could read them.
 */
export function useDraft(
  specs: readonly Spec[],
  initial: Draft,
  name: string | null,
  problem: Problem | null,
  placed: (path: string) => string,
): ReplaceableDraft {
  const key = name === null ? null : KEPT + name;
  const [draft, setDraft] = useState<Draft>(() => (key === null ? initial : restored(specs, { ...initial, ...read(key) })));
  const [{ faults, refusal }, setRefused] = useState<Pick<DraftForm, 'faults' | 'refusal'>>({ faults: [], refusal: null });
  useEffect(() => {
    const found = (problem?.faults ?? []).map(({ path, message }) => ({ path: placed(path), message }));
    setRefused({ faults: found, refusal: problem });
  }, [problem, placed]);
  const set = useCallback(
    (path: string, value: Value): void => {
      setDraft((previous) => {
        const next = withValue(previous, path, value);
        if (key !== null) sessionStorage.setItem(key, JSON.stringify(impersonal(specs, next)));
        return next;
      });
      setRefused((previous) => ({
        ...previous,
        faults: previous.faults.filter((fault) => fault.path !== path && !fault.path.startsWith(`${path}[`)),
      }));
    },
    [key, specs],
  );
  const forget = useCallback(() => {
    if (key !== null) sessionStorage.removeItem(key);
  }, [key]);
  const unreadable = useNumberFaults(specs, draft);
  return { draft, faults: [...unreadable, ...faults], isUnreadable: unreadable.length > 0, refusal, set, replace: setDraft, forget };
}
