import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type ChangeEvent, type ReactNode } from 'react';
import { Problem, toProblem } from '../api/problem.js';
import { queryClient } from '../api/use-get.js';
import { useTyped } from '../forms/leaving.js';
import { useText, type MessageId } from '../messages/language.js';
import type { NumberKind } from '../forms/typed-number.js';
import { DateInput } from './date-field.js';
import { giveFocus } from './focus.js';
import { NumberInput } from './number-field.js';

export interface Action<Input extends unknown[], Output> {
  readonly run: (...input: Input) => Promise<Output | null>;
  readonly isRunning: boolean;
  readonly problem: Problem | null;
}

/**
 * Runs a write. Its idempotency key is reused until the outcome is known, so that a retry does not write twice.
 * Queries refresh after success; a refusal focuses the first field with a violation.
 */
export function useAction<Input extends unknown[], Output>(
  work: (key: string, ...input: Input) => Promise<Output>,
  done?: (output: Output) => void,
  failed?: (problem: Problem) => void,
): Action<Input, Output> {
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [key, setKey] = useState(() => crypto.randomUUID());
  const trigger = useRef<Element | null>(null);
  useEffect(() => {
    if (isRunning || trigger.current === null) return;
    const violation = trigger.current.closest('form')?.querySelector<HTMLElement>('[aria-invalid=true]');
    if (violation) violation.focus();
    else giveFocus(trigger.current);
    trigger.current = null;
  }, [isRunning]);
  const run = async (...input: Input): Promise<Output | null> => {
    trigger.current = document.activeElement;
    setRunning(true);
    try {
      const output = await work(key, ...input);
      setProblem(null);
      setKey(crypto.randomUUID());
      // Previews are outdated after the write.
      await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== PREVIEW });
      done?.(output);
      return output;
    } catch (error) {
      const found = toProblem(error);
      setProblem(found);
      failed?.(found);
      if (!['offline', 'busy', 'failed', 'ended'].includes(found.kind)) setKey(crypto.randomUUID());
      return null;
    } finally {
      setRunning(false);
    }
  };
  return { run, isRunning, problem };
}

/** First part of the query key of previews. */
export const PREVIEW = 'preview';

const DRAFT = 'draft.';

function readDraft(name: string): Record<string, string> {
  return JSON.parse(sessionStorage.getItem(DRAFT + name) ?? '{}') as Record<string, string>;
}

export function forgetDraft(name: string): void {
  sessionStorage.removeItem(DRAFT + name);
}

export interface Fields<Values extends Record<string, string>> {
  readonly values: Values;
  readonly set: (name: keyof Values & string, value: string) => void;
  /** Marks the values as sent, so that leaving does not ask. */
  readonly keep: () => void;
}

/**
 * Holds the values of a form. With a draft name they survive a reload and a step back in this tab, until
 * `forgetDraft` or the sign-out; without one, leaving asks first.
 */
export function useFields<Values extends Record<string, string>>(initial: Values, draft?: string): Fields<Values> {
  const [values, setValues] = useState<Values>(() => ({ ...initial, ...(draft === undefined ? {} : readDraft(draft)) }));
  const set = (name: keyof Values & string, value: string): void => {
    const next = { ...values, [name]: value };
    setValues(next);
    if (draft !== undefined) sessionStorage.setItem(DRAFT + draft, JSON.stringify(next));
  };
  const [begun, setBegun] = useState(values);
  useTyped(() => draft === undefined && Object.keys(values).some((name) => values[name] !== begun[name]));
  return { values, set, keep: () => setBegun(values) };
}

interface Bound {
  readonly name: string;
  readonly value: string;
  readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) => void;
  readonly error?: string;
}

/** Returns the props of a field: its value, its change handler and the API's violation at its path. */
export function bindTo<Values extends Record<string, string>>(
  { values, set }: Fields<Values>,
  problem: Problem | null,
): (name: keyof Values & string, path?: string) => Bound {
  return (name, path = name) => ({
    name,
    value: values[name]!,
    onChange: (event) => set(name, event.target.value),
    error: problem?.violations.find((violation) => isAt(violation.path, path))?.message,
  });
}

/** Whether a violation belongs to the field at the path, or to one of its values. */
function isAt(violation: string, path: string): boolean {
  const field = violation.replace(/\[\d+\]$/, '');
  return field === path || field.endsWith(`.${path}`);
}

interface FieldProps extends Bound {
  readonly label: MessageId;
  readonly hint?: MessageId;
  readonly isRequired?: boolean;
}

export function TextField({
  label,
  hint,
  isRequired,
  type = 'text',
  autoComplete,
  ...bound
}: FieldProps & { type?: string; autoComplete?: string }): ReactNode {
  const t = useText();
  const description = hint === undefined ? undefined : t(hint);
  if (type === 'date') return <DateInput {...bound} label={t(label)} description={description} required={isRequired} />;
  return <TextInput {...bound} type={type} autoComplete={autoComplete} label={t(label)} description={description} required={isRequired} />;
}

export function NumberField({ label, hint, isRequired, ...bound }: FieldProps & { readonly kind: NumberKind }): ReactNode {
  const t = useText();
  return <NumberInput {...bound} label={t(label)} description={hint && t(hint)} required={isRequired} />;
}

export function LongField({ label, hint, isRequired, rows = 3, ...bound }: FieldProps & { rows?: number }): ReactNode {
  const t = useText();
  const description = hint === undefined ? undefined : t(hint);
  return <Textarea {...bound} rows={rows} label={t(label)} description={description} required={isRequired} />;
}

interface ChoiceProps extends FieldProps {
  readonly choices: readonly (readonly [value: string, title: string])[];
}

/** Choices of which several can be ticked. */
export function TicksField({
  label,
  hint,
  choices,
  value,
  error,
  choose,
}: ChoiceProps & { readonly choose: (codes: string) => void }): ReactNode {
  const t = useText();
  const ticked = value.split(' ').filter((code) => code !== '');
  const toggle = (code: string, isTicked: boolean): void =>
    choose(choices.flatMap(([each]) => ((each === code ? isTicked : ticked.includes(each)) ? [each] : [])).join(' '));
  return (
    <Checkbox.Group label={t(label)} description={hint && t(hint)} error={error} value={ticked}>
      <div className="fields">
        {choices.map(([code, title]) => (
          <Checkbox key={code} size="xs" value={code} label={title} onChange={({ target }) => toggle(code, target.checked)} />
        ))}
      </div>
    </Checkbox.Group>
  );
}

export function ChoiceField({ label, hint, isRequired, choices, ...bound }: ChoiceProps): ReactNode {
  const t = useText();
  const description = hint === undefined ? undefined : t(hint);
  const data = choices.map(([value, title]) => ({ value, label: title }));
  return <NativeSelect {...bound} data={data} label={t(label)} description={description} required={isRequired} />;
}
