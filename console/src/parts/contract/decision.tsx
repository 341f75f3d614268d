import { Checkbox, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { call } from '../../api/client.js';
import type { Problem } from '../../api/problem.js';
import { toNumber } from '../../forms/typed-number.js';
import { useLocale, useText, type MessageId } from '../../messages/language.js';
import { ActionDialog } from '../action-dialog.js';
import { useDelayed } from '../form-dialog.js';
import { LongField, NumberField, PREVIEW, bindTo, forgetDraft, useAction, useFields, type Fields } from '../form.js';
import { useFormat } from '../format.js';
import { useKeys } from '../keys.js';
import { areReadable } from '../number-field.js';
import { Card, StatusTag } from '../page.js';
import { Loaded } from '../states.js';
import { showToast } from '../toast-store.js';
import type { Application } from './application.js';
import { AuthorityNotice, OwnLimits } from './authority-notice.js';
import { MessageTag } from './messages.js';
import type { DecisionKind, Outlook, Referred, DecisionRequest } from './referred.js';
import { TemplateChoice } from './template-choice.js';

/** Decisions of an underwriter with their shortcuts. The API says which are possible now. */
const DECISIONS: readonly (readonly [kind: DecisionKind, key: string, title: MessageId])[] = [
  ['approve', 'a', 'decision.approve'],
  ['approve_with_terms', 't', 'decision.terms'],
  ['return', 'r', 'decision.return'],
  ['request_documents', 'd', 'decision.documents'],
  ['decline', 'x', 'decision.decline'],
];

/** Names of the decisions in the state table. */
const ACTIONS: Readonly<Record<DecisionKind, string>> = {
  approve: 'approve',
  approve_with_terms: 'approve',
  return: 'return',
  request_documents: 'request_documents',
  decline: 'decline',
};

interface DecisionProps {
  readonly application: Application;
  readonly etag: string | null;
  /** Opens the next application of the queue; null without one. */
  readonly toNext: (() => void) | null;
}

export function Decision({ application, etag, toNext }: DecisionProps): ReactNode {
  const t = useText();
  const { id, price, gross } = application;
  const referred: Referred = {
    name: String(id),
    title: application.applicationNo,
    toNext,
    etag,
    line: application.line,
    says: {
      approve: t('decision.approve.says'),
      approve_with_terms: t('decision.terms.says'),
      return: t('decision.return.says'),
      request_documents: t('decision.documents.says'),
      decline: t('decision.decline.says'),
    },
    gross,
    loadCovers: () => Promise.resolve(new Map(price?.lines.map(({ cover, title }) => [cover, title]))),
    loadFacts: () => Promise.resolve({ client: application.clientName, number: application.applicationNo, plate: application.plateNo }),
    send: (body, key) => call('post', '/backoffice-api/applications/{id}/decisions', { path: { id }, key, ifMatch: etag, body }),
    handUp: (body, key) => call('post', '/backoffice-api/applications/{id}/hand-up', { path: { id }, key, body }),
    preview: async (body, signal) => {
      const path = '/backoffice-api/applications/{id}/decisions/preview';
      const { body: shown } = await call('post', path, { path: { id }, ifMatch: etag, body, signal });
      return { ...shown, gross: shown.price?.gross };
    },
  };
  return <Decisions actions={application.actions} referred={referred} />;
}

interface DecisionsProps {
  /** Actions that the API allows now. */
  readonly actions: readonly string[];
  readonly referred: Referred;
}

export function Decisions({ actions, referred }: DecisionsProps): ReactNode {
  const t = useText();
  // Keeps what was opened, and the input; the refusal of the API reports later changes.
  const [open, setOpen] = useState<{ readonly kind: DecisionKind; readonly referred: Referred } | null>(null);
  const possible = DECISIONS.filter(([kind]) => actions.includes(ACTIONS[kind]));
  const decide = (kind: DecisionKind): void => setOpen({ kind, referred });
  useKeys(Object.fromEntries(possible.map(([kind, key]) => [key, () => decide(kind)])));
  return (
    <>
      {possible.length > 0 && (
        <Card title="decision" isActionBar>
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

interface DialogProps {
  readonly kind: DecisionKind;
  readonly referred: Referred;
  readonly close: () => void;
}

function DecisionDialog({ kind, referred, close }: DialogProps): ReactNode {
  const { name, etag, line } = referred;
  const isApproval = kind.startsWith('approve');
  const draft = `decision.${name}.${kind}`;
  const [, , title] = DECISIONS.find(([each]) => each === kind)!;
  const fields = useFields({ loadingPercent: '', deductible: '', note: '', excluded: '', text: '' }, draft);
  const isReadable = areReadable(fields.values, NUMBERS);
  const request = useDelayed(toRequest(kind, fields.values));
  const preview = useQuery<Outlook, Problem>({
    queryKey: [PREVIEW, 'decision', name, etag, request],
    queryFn: ({ signal }) => referred.preview(request, signal),
    enabled: isReadable && isComplete(request),
    placeholderData: (previous) => previous,
  });
  const t = useText();
  const done = (): void => {
    forgetDraft(draft);
    close();
    showToast({ text: t('toast.decided', { number: referred.title, status: preview.data?.statusTitle ?? t(title) }) });
  };
  const action = useAction((key) => referred.send(toRequest(kind, fields.values), key), done);
  const problem = action.problem ?? preview.error;
  const bind = bindTo(fields, problem);
  const message = kind === 'approve_with_terms' ? 'note' : 'text';
  return (
    <ActionDialog
      title={title}
      says={referred.says[kind]}
      confirm={title}
      isDestructive={kind === 'decline'}
      action={action}
      isReady={isReadable && isComplete(toRequest(kind, fields.values)) && preview.data?.authority?.sufficient !== false}
      isKept
      close={close}
      next={referred.toNext === null ? undefined : { title: t('decision.next', { decision: t(title) }), go: referred.toNext }}
    >
      {kind === 'approve_with_terms' && <TermsFields referred={referred} fields={fields} problem={problem} />}
      {!isApproval && <LongField {...bind('text', 'messages[0].text')} label="decision.text" hint="decision.text.hint" isRequired />}
      {kind !== 'approve' && (
        <TemplateChoice
          decision={kind}
          referred={referred}
          message={fields.values[message]}
          setMessage={(text) => fields.set(message, text)}
        />
      )}
      {isApproval && line !== null && <OwnLimits line={line} />}
      {isReadable && isComplete(request) && (
        <Loaded of={preview} lines={2}>
          {(shown) => (
            <>
              <Preview shown={shown} gross={referred.gross} isPriced={isApproval} />
              {shown.authority !== null && <AuthorityNotice authority={shown.authority} referred={referred} close={close} />}
            </>
          )}
        </Loaded>
      )}
    </ActionDialog>
  );
}

const NUMBERS = { loadingPercent: 'percent', deductible: 'money' } as const;

type Values = { loadingPercent: string; deductible: string; note: string; excluded: string; text: string };

interface TermsProps {
  readonly referred: Referred;
  readonly fields: Fields<Values>;
  readonly problem: Problem | null;
}

function TermsFields({ referred, fields, problem }: TermsProps): ReactNode {
  const bind = bindTo(fields, problem);
  const t = useText();
  const { language } = useLocale();
  const covers = useQuery<ReadonlyMap<string, string>, Problem>({
    queryKey: [PREVIEW, 'covers', referred.name, referred.etag, language],
    queryFn: ({ signal }) => referred.loadCovers(signal),
  });
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
          <Loaded of={covers} lines={2}>
            {(found) =>
              [...found].map(([cover, title]) => (
                <Checkbox key={cover} size="xs" label={`${cover} ${title}`} checked={excluded.has(cover)} onChange={() => toggle(cover)} />
              ))
            }
          </Loaded>
        </Stack>
      </fieldset>
      <LongField {...bind('note', 'terms.note')} label="terms.note" hint="terms.note.hint" rows={2} />
    </>
  );
}

const signed = (text: string, value: number): string => (value > 0 ? `+${text}` : text);

interface PreviewProps {
  readonly shown: Outlook;
  readonly gross: Referred['gross'];
  /** Whether the decision can change the premium. */
  readonly isPriced: boolean;
}

/** Preview of what the decision leads to. */
function Preview({ shown, gross, isPriced }: PreviewProps): ReactNode {
  const t = useText();
  const { money, percent } = useFormat();
  const difference = Number(shown.gross ?? 0) - Number(gross ?? 0);
  return (
    <section className="card">
      <div className="card-body" aria-live="polite">
        <p>
          {t('preview.status')} <StatusTag status={shown.status} title={shown.statusTitle} />
        </p>
        {isPriced && (
          <dl className="sum-rows">
            <dt>{t('preview.before')}</dt>
            <dd>{money(gross)}</dd>
            <dt className="total">{t('preview.after')}</dt>
            <dd className="total">
              {money(shown.gross)}{' '}
              {difference !== 0 && Number(gross) > 0 && (
                <span className="quiet">
                  {t('decision.delta', {
                    sum: signed(money(difference), difference),
                    percent: signed(percent(difference / Number(gross)), difference),
                  })}
                </span>
              )}
            </dd>
          </dl>
        )}
        {shown.messages.map(({ code, text }, index) => (
          <p key={index} className="pre">
            <MessageTag code={code} /> {text}
          </p>
        ))}
      </div>
    </section>
  );
}

function toRequest(kind: DecisionKind, values: Values): DecisionRequest {
  if (kind === 'approve') return { decision: kind };
  if (kind !== 'approve_with_terms') return { decision: kind, messages: values.text.trim() === '' ? [] : [{ text: values.text.trim() }] };
  const terms: NonNullable<DecisionRequest['terms']> = {};
  for (const name of ['loadingPercent', 'deductible'] as const) {
    const number = toNumber(values[name], NUMBERS[name]);
    if (number !== null) terms[name] = number;
  }
  if (values.excluded !== '') terms.excludedCovers = values.excluded.split(',').filter((cover) => cover !== '');
  if (values.note.trim() !== '') terms.note = values.note.trim();
  return { decision: kind, terms };
}

function isComplete({ decision, terms, messages }: DecisionRequest): boolean {
  if (decision === 'approve') return true;
  return decision === 'approve_with_terms' ? Object.keys(terms ?? {}).length > 0 : (messages ?? []).length > 0;
}
