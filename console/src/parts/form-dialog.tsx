import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { Problem } from '../api/problem.js';
import type { Schema } from '../api/schema.js';
import { useText, type MessageId } from '../messages/language.js';
import { isNumberKind, isReadable, toWireText, type NumberKind } from '../forms/typed-number.js';
import { ActionDialog } from './action-dialog.js';
import { bindTo, ChoiceField, LongField, NumberField, PREVIEW, TextField, TicksField, useAction, useFields } from './form.js';
import { Loaded } from './states.js';
import { showToast, type Toast } from './toast-store.js';

export interface FieldSpec {
  readonly name: string;
  readonly label: MessageId;
  readonly hint?: MessageId;
  /** `ticks` are choices of which several can be ticked; their value separates the codes by blanks. */
  readonly type?: 'text' | 'date' | 'email' | 'long' | 'ticks' | NumberKind;
  readonly choices?: readonly (readonly [value: string, title: string])[];
  readonly initial?: string;
  readonly isOptional?: boolean;
  /** Whether the field is shown, depending on the others; always if absent. */
  readonly isShown?: (values: Values) => boolean;
  /** Text that must be typed before the dialog can be sent. */
  readonly mustBe?: string;
  /** Returns a warning about the typed values; null without one. */
  readonly warn?: (values: Values) => string | null;
  /** Path in the API, if different from the name. */
  readonly path?: string;
}

const kindOf = ({ type }: FieldSpec): NumberKind | null => (type !== undefined && isNumberKind(type) ? type : null);

/** Values of the fields; numbers have a decimal point, whatever notation was typed. */
export type Values = Readonly<Record<string, string>>;

interface FormDialogProps<Output, Shown> {
  readonly title: MessageId;
  readonly says: ReactNode;
  readonly confirm: MessageId;
  readonly isDestructive?: boolean;
  readonly fields: readonly FieldSpec[];
  readonly send: (key: string, values: Values) => Promise<Output>;
  readonly done?: (output: Done<Output>) => void;
  /** Message after success, which otherwise has the title. */
  readonly toast?: (output: Done<Output>) => Toast;
  readonly close: () => void;
  /** Preview of the write, loaded from the API as soon as the required fields are filled. */
  readonly preview?: {
    readonly name: string;
    /** Whether the required fields are filled. */
    readonly isReady?: (values: Values) => boolean;
    readonly load: (values: Values, signal: AbortSignal) => Promise<Shown>;
    readonly show: (shown: Shown) => ReactNode;
  };
}

type Pending = Schema<'PendingActionResponse'>;
/** Output of an action that was carried out, as opposed to one that needs a second person. */
type Done<Output> = Exclude<Output, Pending>;

/** Finds the pending action in the response of a write that needs a second person (money.92). */
function findPending(output: unknown): Pending | null {
  const isObject = typeof output === 'object' && output !== null;
  const body: unknown = isObject && 'body' in output ? output.body : output;
  const isPending = typeof body === 'object' && body !== null && 'state' in body && body.state === 'PENDING' && 'expiresAt' in body;
  return isPending ? (body as Pending) : null;
}

function PendingNotice({ pending: { id, why }, close }: { readonly pending: Pending; readonly close: () => void }): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  const open = (): Promise<null> => {
    close();
    void navigate({ to: '/pending-actions/$id', params: { id: String(id) } });
    return Promise.resolve(null);
  };
  return (
    <ActionDialog
      title="pending.waits"
      says={t('pending.waits.says', { why, id })}
      confirm="pending.open"
      action={{ run: open, isRunning: false, problem: null }}
      close={close}
    />
  );
}

/** A dialog with fields, named as in the API. */
export function FormDialog<Output, Shown = never>(props: FormDialogProps<Output, Shown>): ReactNode {
  const { title, says, confirm, isDestructive, fields, send, done, toast, close, preview } = props;
  const t = useText();
  const form = useFields<Record<string, string>>(Object.fromEntries(fields.map(({ name, initial = '' }) => [name, initial])));
  const values = Object.fromEntries(
    fields.map((field) => {
      const [text, kind] = [form.values[field.name]!, kindOf(field)];
      return [field.name, kind === null ? text : toWireText(text, kind)];
    }),
  );
  const shown = fields.filter(({ isShown }) => isShown?.(values) !== false);
  const [waiting, setWaiting] = useState<Pending | null>(null);
  const action = useAction(
    (key) => send(key, values),
    (output) => {
      const pending = findPending(output);
      if (pending !== null) return setWaiting(pending);
      close();
      showToast(toast?.(output as Done<Output>) ?? { text: t('toast.done', { action: t(title) }) });
      done?.(output as Done<Output>);
    },
  );
  const isReady = shown.every((field) => {
    const { name, isOptional = false, mustBe } = field;
    const [text, kind] = [form.values[name]!, kindOf(field)];
    if (mustBe !== undefined && text.trim() !== mustBe) return false;
    return (isOptional || text.trim() !== '') && (kind === null || isReadable(text, kind));
  });
  const isPreviewed = isReady && preview?.isReady?.(values) !== false;
  const outlook = usePreview(preview, values, isPreviewed);
  // A refused preview is shown at its field, like a refused write.
  const bind = bindTo(form, action.problem ?? outlook.error);
  if (waiting !== null) return <PendingNotice pending={waiting} close={close} />;
  return (
    <ActionDialog title={title} says={says} confirm={confirm} isDestructive={isDestructive} action={action} isReady={isReady} close={close}>
      {shown.map((field) => {
        const warning = field.warn?.(values) ?? null;
        return (
          <div key={field.name}>
            <Field field={field} bound={bind(field.name, field.path)} choose={(codes) => form.set(field.name, codes)} />
            {warning !== null && <p className="tag wait">{warning}</p>}
          </div>
        );
      })}
      {preview !== undefined && isPreviewed && <Outlook of={outlook}>{preview.show}</Outlook>}
    </ActionDialog>
  );
}

interface BoundProps {
  readonly field: FieldSpec;
  readonly bound: ReturnType<ReturnType<typeof bindTo>>;
  /** Sets the ticked codes. */
  readonly choose: (codes: string) => void;
}

function Field({ field, bound: values, choose }: BoundProps): ReactNode {
  const { label, hint, type, choices, isOptional = false } = field;
  const kind = kindOf(field);
  const bound = { ...values, label, hint, isRequired: !isOptional };
  if (choices !== undefined && type === 'ticks') return <TicksField {...bound} choices={choices} choose={choose} />;
  if (choices !== undefined) return <ChoiceField {...bound} choices={choices} />;
  if (kind !== null) return <NumberField {...bound} kind={kind} />;
  return type === 'long' ? <LongField {...bound} /> : <TextField {...bound} type={type === 'ticks' ? 'text' : type} />;
}

/** Loads the preview of the values once they are unchanged for a moment. */
function usePreview<Shown>(
  preview: FormDialogProps<unknown, Shown>['preview'],
  values: Values,
  isReady: boolean,
): UseQueryResult<Shown, Problem> {
  const settled = useDelayed(values);
  return useQuery<Shown, Problem>({
    queryKey: [PREVIEW, preview?.name, settled],
    queryFn: ({ signal }) => preview!.load(settled, signal),
    enabled: preview !== undefined && isReady && JSON.stringify(settled) === JSON.stringify(values),
    placeholderData: (previous: Shown | undefined) => previous as never,
  });
}

interface OutlookProps<Shown> {
  readonly of: UseQueryResult<Shown, Problem>;
  readonly children: (shown: Shown) => ReactNode;
}

/** Shows the effect of the write. Its refusal is named here and marked at the fields. */
function Outlook<Shown>({ of, children }: OutlookProps<Shown>): ReactNode {
  return (
    <section className="card">
      <div className="card-body" aria-live="polite">
        <Loaded of={of} lines={2}>
          {children}
        </Loaded>
      </div>
    </section>
  );
}

const SETTLED_AFTER_MS = 350;

/** Returns the value once it has been unchanged for a moment. */
export function useDelayed<Value>(value: Value): Value {
  const text = JSON.stringify(value);
  const [delayed, setDelayed] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(text), SETTLED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return JSON.parse(delayed) as Value;
}
