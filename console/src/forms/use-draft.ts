import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Violation, Problem } from '../api/problem.js';
import { useNumberText } from '../parts/number-field.js';
import { impersonal, placeAtTyped, restored, unreadableNumbers, withValue, type Draft, type Spec, type Value } from './draft.js';

const KEPT = 'draft.';

/** A form being filled in, with the violations from the API. */
export interface DraftForm {
  readonly draft: Draft;
  readonly violations: readonly Violation[];
  /** Whether it has an unreadable number and cannot be sent. */
  readonly isUnreadable: boolean;
  readonly isChanged: boolean;
  /** The refusal that reported the violations. */
  readonly refusal: Problem | null;
  /** Sets the value at a path and clears the violations there and below. */
  readonly set: (path: string, value: Value) => void;
  /** Shows the violations of a refusal, or none. */
  readonly refuse: (problem: Problem | null) => void;
  readonly forget: () => void;
}

export interface ReplaceableDraft extends DraftForm {
  /** Replaces the whole draft and keeps the violations. */
  readonly replace: (update: (previous: Draft) => Draft) => void;
}

/** Returns the form with the violations of a price too, which is calculated while the form is filled in. */
export function withProblem(form: DraftForm, problem: Problem | null, placed: (path: string) => string): DraftForm {
  const violations = (problem?.violations ?? []).map(({ path, message }) => ({ path: placed(path), message }));
  return { ...form, violations: [...form.violations, ...violations] };
}

/** Reads the stored draft of a form. */
export function readDraft(name: string): Draft {
  return read(KEPT + name);
}

/** Stores the draft of a form that is not open. It must have no personal data. */
export function storeDraft(name: string, draft: Draft): void {
  sessionStorage.setItem(KEPT + name, JSON.stringify(draft));
}

function read(name: string): Draft {
  return JSON.parse(sessionStorage.getItem(name) ?? '{}') as Draft;
}

/** Violations of the numbers that cannot be read. */
function useNumberViolations(specs: readonly Spec[], draft: Draft): readonly Violation[] {
  const show = useNumberText();
  return useMemo(
    () => unreadableNumbers(specs, draft).map(({ path, kind, text }) => ({ path, message: show(text, kind).violation ?? '' })),
    [specs, draft, show],
  );
}

/**
 * Holds the draft of a form. With a name, impersonal fields survive a reload in this tab, until `forget` or the
 * sign-out. Personal fields are never stored, because the next user of the browser could read them.
 */
export function useDraft(specs: readonly Spec[], initial: Draft, name: string | null, placed: (path: string) => string): ReplaceableDraft {
  const key = name === null ? null : KEPT + name;
  const [first] = useState<Draft>(() => (key === null ? initial : restored(specs, { ...initial, ...read(key) })));
  const [draft, setDraft] = useState(first);
  const sent = useRef(draft);
  const [{ violations, refusal }, setRefused] = useState<Pick<DraftForm, 'violations' | 'refusal'>>({ violations: [], refusal: null });
  useEffect(() => {
    if (key !== null && draft !== first) sessionStorage.setItem(key, JSON.stringify(impersonal(specs, draft)));
  }, [key, specs, draft, first]);
  useEffect(() => {
    sent.current = draft;
  }, [draft]);
  const refuse = useCallback(
    (problem: Problem | null): void => {
      const found = (problem?.violations ?? []).map(({ path, message }) => ({ path: placed(path), message }));
      setRefused({ violations: placeAtTyped(specs, sent.current, found), refusal: problem });
    },
    [specs, placed],
  );
  const set = useCallback((path: string, value: Value): void => {
    setDraft((previous) => withValue(previous, path, value));
    setRefused((previous) => ({
      ...previous,
      violations: previous.violations.filter((violation) => violation.path !== path && !violation.path.startsWith(`${path}[`)),
    }));
  }, []);
  const forget = useCallback(() => {
    if (key !== null) sessionStorage.removeItem(key);
  }, [key]);
  const unreadable = useNumberViolations(specs, draft);
  return {
    draft,
    violations: [...unreadable, ...violations],
    isUnreadable: unreadable.length > 0,
    isChanged: draft !== first,
    refusal,
    set,
    refuse,
    replace: setDraft,
    forget,
  };
}
