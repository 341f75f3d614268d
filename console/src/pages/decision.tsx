import { Checkbox, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { call } from '../api/client.js';
import type { Problem } from '../api/problem.js';
import type { Schema } from '../api/schema.js';
import { toNumber } from '../forms/typed-number.js';
import { useText, type MessageId } from '../messages/language.js';
import { ActionDialog } from '../parts/action-dialog.js';
import { bindTo, forgetDraft, LongField, NumberField, PREVIEW, useAction, useFields, type Fields } from '../parts/form.js';
import { useDelayed } from '../parts/form-dialog.js';
import { useFormat } from '../parts/format.js';
import { useKeys } from '../parts/keys.js';
import { areReadable } from '../parts/number-field.js';
import { Card, StatusTag } from '../parts/page.js';
import { Loaded } from '../parts/states.js';
import type { Application } from './application.js';

type Request = Schema<'DecisionRequest'>;
type Kind = Request['decision'];

/** Decisions of an underwriter with their shortcuts. The API says which are possible now. */
const DECISIONS: readonly (readonly [kind: Kind, key: string, title: MessageId, says: MessageId])[] = [
  ['approve', 'a', 'decision.approve', 'decision.approve.says'],
  ['approve_with_terms', 't', 'decision.terms', 'decision.terms.says'],
  ['return', 'r', 'decision.return', 'decision.return.says'],
  ['request_documents', 'd', 'decision.documents', 'decision.documents.says'],
  ['decline', 'x', 'decision.decline', 'decision.decline.says'],
];

/** Names of the decisions in the state table. */
const ACTIONS: Readonly<Record<Kind, string>> = {
  approve: 'approve',
  approve_with_terms: 'approve',
  return: 'return',
  request_documents: 'request_documents',
  decline: 'decline',
};

interface DecisionProps {
  readonly application: Application;
  readonly etag: string | null;
}

export function Decision({ application, etag }: DecisionProps): ReactNode {
  const t = useText();
  // Keeps the application as opened, and the input; the refusal of the API reports later changes.
  const [open, setOpen] = useState<(DecisionProps & { readonly kind: Kind }) | null>(null);
  const possible = DECISIONS.filter(([kind]) => application.actions.includes(ACTIONS[kind]));
  const decide = (kind: Kind): void => setOpen({ kind, application, etag });
  useKeys(Object.fromEntries(possible.map(([kind, key]) => [key, () => decide(kind)])));
  return (
    <>
      {possible.length > 0 && (
        <Card title="decision">
          <div className="choices">
            {possible.map(([kind, key, title]) => (
              <button key={kind} type="button" className="choice" aria-keyshortcuts={key} onClick={() => decide(kind)}>
                {t(title)} <kbd>{key}</kbd>
              </button>
            ))}
          </div>
        </Card>
      )}
      {open !== null && <DecisionDialog key={open.kind} {...open} close={() => setOpen(null)} />}
    </>
  );
}

function DecisionDialog({
  kind,
  application,
  etag,
  close,
}: DecisionProps & { readonly kind: Kind; readonly close: () => void }): ReactNode {
  const t = useText();
  const { id } = application;
  const draft = `decision.${id}.${kind}`;
  const [, , title, says] = DECISIONS.find(([name]) => name === kind)!;
  const done = (): void => {
    forgetDraft(draft);
    close();
  };
  const fields = useFields({ loadingPercent: '', deductible: '', note: '', excluded: '', text: '' }, draft);
  const action = useAction(
    (key) =>
      call('post', '/backoffice-api/applications/{id}/decisions', {
        path: { id },
        key,
        ifMatch: etag,
        body: toRequest(kind, fields.values),
      }),
    done,
  );
  const bind = bindTo(fields, action.problem);
  const isReadable = areReadable(fields.values, NUMBERS);
  const request = useDelayed(toRequest(kind, fields.values));
  const preview = useQuery<Schema<'DecisionPreviewResponse'>, Problem>({
    queryKey: [PREVIEW, 'decision', id, etag, request],
    queryFn: async ({ signal }) =>
      (await call('post', '/backoffice-api/applications/{id}/decisions/preview', { path: { id }, ifMatch: etag, body: request, signal }))
        .body,
    enabled: isReadable && isComplete(request),
    placeholderData: (previous) => previous,
    retry: false,
  });
  return (
    <ActionDialog
      title={title}
      says={t(says)}
      confirm={title}
      isDestructive={kind === 'decline'}
      action={action}
      isReady={isReadable && isComplete(toRequest(kind, fields.values))}
      isKept
      close={close}
    >
      {kind === 'approve_with_terms' && <TermsFields application={application} fields={fields} problem={action.problem} />}
      {kind !== 'approve' && kind !== 'approve_with_terms' && (
        <LongField {...bind('text', 'messages[0].text')} label="decision.text" hint="decision.text.hint" isRequired />
      )}
      {isReadable && isComplete(request) && (
        <Loaded of={preview} lines={2}>
          {(shown) => <Preview shown={shown} application={application} />}
        </Loaded>
      )}
    </ActionDialog>
  );
}

const NUMBERS = { loadingPercent: 'percent', deductible: 'money' } as const;

type Values = { loadingPercent: string; deductible: string; note: string; excluded: string; text: string };

interface TermsProps {
  readonly application: Application;
  readonly fields: Fields<Values>;
  readonly problem: Problem | null;
}

function TermsFields({ application, fields, problem }: TermsProps): ReactNode {
  const bind = bindTo(fields, problem);
  const t = useText();
  const covers = new Map(application.price?.lines.map(({ cover, title }) => [cover, title]));
  const excluded = new Set(fields.values.excluded.split(',').filter((cover) => cover !== ''));
  const toggle = (cover: string): void => {
    const next = new Set(excluded);
    if (!next.delete(cover)) next.add(cover);
    fields.set('excluded', [...next].join(','));
  };
  return (
    <>
      <NumberField {...bind('loadingPercent', 'terms.loadingPercent')} label="terms.loading" kind="percent" />
      <NumberField {...bind('deductible', 'terms.deductible')} label="terms.deductible" kind="money" />
      <fieldset>
        <legend>{t('terms.excluded')}</legend>
        <Stack gap={4}>
          {[...covers].map(([cover, title]) => (
            <Checkbox key={cover} size="xs" label={`${cover} ${title}`} checked={excluded.has(cover)} onChange={() => toggle(cover)} />
          ))}
        </Stack>
      </fieldset>
      <LongField {...bind('note', 'terms.note')} label="terms.note" hint="terms.note.hint" rows={2} />
    </>
  );
}

/** Preview of the application after the decision. */
function Preview({
  shown,
  application,
}: {
  readonly shown: Schema<'DecisionPreviewResponse'>;
  readonly application: Application;
}): ReactNode {
  const t = useText();
  const { money } = useFormat();
  return (
    <section className="card">
      <div className="card-body" aria-live="polite">
        <p>
          {t('preview.status')} <StatusTag status={shown.status} title={shown.statusTitle} />
        </p>
        <dl className="sum-rows">
          <dt>{t('preview.before')}</dt>
          <dd>{money(application.gross)}</dd>
          <dt className="total">{t('preview.after')}</dt>
          <dd className="total">{money(shown.price?.gross)}</dd>
        </dl>
        {shown.messages.map(({ code, text }, index) => (
          <p key={index} className="pre">
            <span className="tag">{code}</span> {text}
          </p>
        ))}
      </div>
    </section>
  );
}

function toRequest(kind: Kind, values: Values): Request {
  if (kind === 'approve') return { decision: kind };
  if (kind !== 'approve_with_terms') return { decision: kind, messages: values.text.trim() === '' ? [] : [{ text: values.text.trim() }] };
  const terms: NonNullable<Request['terms']> = {};
  for (const name of ['loadingPercent', 'deductible'] as const) {
    const number = toNumber(values[name], NUMBERS[name]);
    if (number !== null) terms[name] = number;
  }
  if (values.excluded !== '') terms.excludedCovers = values.excluded.split(',').filter((cover) => cover !== '');
  if (values.note.trim() !== '') terms.note = values.note.trim();
  return { decision: kind, terms };
}

function isComplete({ decision, terms, messages }: Request): boolean {
  if (decision === 'approve') return true;
  return decision === 'approve_with_terms' ? Object.keys(terms ?? {}).length > 0 : (messages ?? []).length > 0;
}
