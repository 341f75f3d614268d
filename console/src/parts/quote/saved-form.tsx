import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment, useState, type ReactNode } from 'react';
import { call } from '../../api/client.js';
import { Problem } from '../../api/problem.js';
import type { Schema } from '../../api/schema.js';
import { useGet } from '../../api/use-get.js';
import { textOf, valueAt, type Draft } from '../../forms/draft.js';
import type { DraftForm } from '../../forms/use-draft.js';
import { useInName } from '../../frame/agent.js';
import { useText } from '../../messages/language.js';
import '../../messages/saved-forms.js';
import type { Line } from '../contract/contract.js';
import { FormDialog, type Values } from '../form-dialog.js';
import { useFormat } from '../format.js';
import { useListSearch } from '../list-search.js';
import { AbsentPage, LoadedPage } from '../loaded-page.js';
import { Card } from '../page.js';
import { RowButton } from '../write-button.js';
import type { Step } from './quote-parts.js';

const MOST = 50;
const AFM = /^\d{9}$/;
const CONSENTS = '1';

type Row = Schema<'QuoteDraftRowResponse'>;

/** A form of a quote that the server keeps (console.207). */
export interface SavedForm {
  readonly id: number;
  readonly title: string;
  readonly draft: Draft;
}

interface WithSavedFormProps {
  readonly line: Line;
  /** Shows the form; null for a new one. */
  readonly children: (saved: SavedForm | null) => ReactNode;
}

/** Loads the saved form in the address. That of another line is absent, so that nothing overwrites it. */
export function WithSavedForm({ line, children }: WithSavedFormProps): ReactNode {
  const { draft: id = '' } = useListSearch().values;
  const found = useGet('/backoffice-api/quote-drafts/{id}', { path: { id }, enabled: id !== '' });
  if (id === '') return <Fragment key="new">{children(null)}</Fragment>;
  return (
    <LoadedPage of={found} key={id}>
      {({ body: { content, ...row } }) =>
        row.line === line ? children({ ...row, draft: JSON.parse(content) as Draft }) : <AbsentPage problem={new Problem('absent', '')} />
      }
    </LoadedPage>
  );
}

interface SavedFormOptions {
  readonly line: Line;
  readonly form: DraftForm;
  readonly saved: SavedForm | null;
  /** Paths of the values that name the form: of the client, or of the risk while no client is typed. */
  readonly titlePaths: { readonly client: readonly string[]; readonly risk: readonly string[] };
}

export interface Later {
  /** Whether the server has what the form shows. */
  readonly isStored: boolean;
  readonly open: () => void;
  readonly dialog: ReactNode;
  /** Deletes the saved form, because the application exists. After a failure it expires. */
  readonly discard: () => Promise<void>;
}

/** Saves the form on the server, with the client's consent, so that it can be continued on another day or device. */
export function useSavedForm({ line, form, saved, titlePaths }: SavedFormOptions): Later {
  const t = useText();
  const { agent } = useInName();
  const { change } = useListSearch();
  const [isOpen, setOpen] = useState(false);
  const [stored, setStored] = useState(saved === null ? null : form.draft);
  const { draft } = form;
  const join = (paths: readonly string[]): string =>
    paths
      .map((path) => textOf(valueAt(draft, path)).trim())
      .join(' ')
      .trim();
  const afm = textOf(valueAt(draft, 'client.afm')).trim();
  const send = async (key: string, { title = '' }: Values): Promise<number> => {
    const body = {
      line,
      title: title.trim(),
      agent: agent ?? undefined,
      afm: AFM.test(afm) ? afm : undefined,
      content: JSON.stringify(draft),
      clientConsents: true,
    };
    if (saved === null) return (await call('post', '/backoffice-api/quote-drafts', { key, body })).body.id;
    await call('put', '/backoffice-api/quote-drafts/{id}', { path: { id: saved.id }, key, body });
    return saved.id;
  };
  const done = (id: number): void => {
    setStored(draft);
    form.forget();
    if (saved === null) change({ draft: String(id) });
  };
  const consent = [[CONSENTS, t('saved.consent')]] as const;
  return {
    isStored: draft === stored,
    open: () => setOpen(true),
    discard: async () => {
      if (saved !== null) await call('delete', '/backoffice-api/quote-drafts/{id}', { path: { id: saved.id } }).catch(() => undefined);
    },
    dialog: isOpen && (
      <FormDialog
        title="saved.save"
        says={t('saved.save.says')}
        confirm="saved.save"
        fields={[
          { name: 'title', label: 'field.title', initial: saved?.title ?? (join(titlePaths.client) || join(titlePaths.risk)) },
          { name: 'clientConsents', label: 'saved.consent.title', type: 'ticks', choices: consent },
        ]}
        send={send}
        toast={() => ({ text: t('saved.toast') })}
        done={done}
        close={() => setOpen(false)}
      />
    ),
  };
}

interface SavedFormsProps {
  readonly line: Line;
  readonly step: Step;
}

/** Lists the user's saved forms of the line above a new one; nothing without any. */
export function SavedForms({ line, step }: SavedFormsProps): ReactNode {
  const t = useText();
  const { ago } = useFormat();
  const { agent } = useInName();
  const [deleted, setDeleted] = useState<Row | null>(null);
  const query = { line, limit: MOST, ...(agent !== null && { agent }) };
  const found = useGet('/backoffice-api/quote-drafts', { query, enabled: step === 'risk' });
  const rows = step === 'risk' ? (found.data?.body.items ?? []) : [];
  if (rows.length === 0) return null;
  return (
    <Card title="saved.title">
      <ul className="stack">
        {rows.map((row) => (
          <li key={row.id} className="tools">
            <Link to="." search={{ draft: String(row.id) }}>
              {row.title}
            </Link>
            <span className="quiet">{ago(row.savedAt)}</span>
            <RowButton title="saved.delete" onClick={() => setDeleted(row)} />
          </li>
        ))}
      </ul>
      {deleted !== null && (
        <FormDialog
          title="saved.delete"
          says={t('saved.delete.says', { title: deleted.title })}
          confirm="saved.delete"
          isDestructive
          fields={[]}
          send={(key) => call('delete', '/backoffice-api/quote-drafts/{id}', { path: { id: deleted.id }, key })}
          close={() => setDeleted(null)}
        />
      )}
    </Card>
  );
}

/** Opens the dialog that saves the form. */
export function SaveForLaterButton({ later }: { readonly later: Later }): ReactNode {
  const t = useText();
  return (
    <Button variant="default" onClick={later.open} disabled={later.isStored}>
      {t(later.isStored ? 'saved.stored' : 'saved.save')}
    </Button>
  );
}
