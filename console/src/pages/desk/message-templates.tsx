import { useState, type ReactNode } from 'react';
import { call } from '../../api/client.js';
import type { Schema } from '../../api/schema.js';
import { useText, type MessageId } from '../../messages/language.js';
import '../../messages/templates.js';
import { FormDialog, type Values } from '../../parts/form-dialog.js';
import { useFormat } from '../../parts/format.js';
import { List, type Column } from '../../parts/list-page.js';
import { useList } from '../../parts/list-search.js';
import { PageHead } from '../../parts/page.js';
import { RowButton, WriteButton } from '../../parts/write-button.js';

type Template = Schema<'MessageTemplateResponse'>;
type Request = Schema<'MessageTemplateRequest'>;

const DECISIONS: Readonly<Record<Request['decision'], MessageId>> = {
  request_documents: 'decision.documents',
  return: 'decision.return',
  decline: 'decision.decline',
  approve_with_terms: 'decision.terms',
};

/** Names that are allowed in braces. */
const NAMES = '{client} {number} {plate}';

/** Lists the templates of underwriters' messages, which administrators write. */
export function MessageTemplatesPage(): ReactNode {
  const t = useText();
  const { moment } = useFormat();
  const list = useList('/backoffice-api/message-templates');
  const [open, setOpen] = useState<{ readonly template: Template | null; readonly isDelete?: true } | null>(null);
  const close = (): void => setOpen(null);
  const decisions = Object.entries(DECISIONS).map(([decision, title]) => [decision, t(title)] as const);
  const columns: readonly Column<Template>[] = [
    { title: 'field.title', text: ({ title }) => title },
    { title: 'template.decision', text: ({ decision }) => t(DECISIONS[decision as Request['decision']]) },
    { title: 'template.text', text: ({ text }) => text },
    { title: 'template.updated', text: ({ updatedAt }) => moment(updatedAt) },
  ];
  return (
    <>
      <PageHead title={t('nav.templates')} about={t('template.about')}>
        <WriteButton size="xs" onClick={() => setOpen({ template: null })}>
          {t('template.new')}
        </WriteButton>
      </PageHead>
      <List
        name="nav.templates"
        {...list}
        columns={columns}
        filters={[{ name: 'decision', label: 'template.decision', choices: decisions }]}
        keyOf={({ id }) => id}
        actions={(template) => (
          <span className="tools">
            <RowButton title="action.change" onClick={() => setOpen({ template })} />
            <RowButton title="template.delete" onClick={() => setOpen({ template, isDelete: true })} />
          </span>
        )}
      />
      {open?.template != null && open.isDelete && <DeleteDialog template={open.template} close={close} />}
      {open !== null && open.isDelete !== true && <TemplateDialog template={open.template} decisions={decisions} close={close} />}
    </>
  );
}

function DeleteDialog({ template: { id, title }, close }: { readonly template: Template; readonly close: () => void }): ReactNode {
  const t = useText();
  return (
    <FormDialog
      title="template.delete"
      says={t('template.delete.says', { title })}
      confirm="template.delete"
      isDestructive
      fields={[]}
      send={(key) => call('delete', '/backoffice-api/message-templates/{id}', { path: { id }, key })}
      close={close}
    />
  );
}

interface DialogProps {
  /** Template to change; null for a new one. */
  readonly template: Template | null;
  readonly decisions: readonly (readonly [decision: string, title: string])[];
  readonly close: () => void;
}

function TemplateDialog({ template, decisions, close }: DialogProps): ReactNode {
  const t = useText();
  const send = (key: string, values: Values): Promise<unknown> => {
    const { title = '', text = '' } = values;
    const body: Request = { decision: values.decision as Request['decision'], title: title.trim(), text: text.trim() };
    if (template === null) return call('post', '/backoffice-api/message-templates', { key, body });
    const { id, version } = template;
    return call('put', '/backoffice-api/message-templates/{id}', { path: { id }, key, ifMatch: `"${version}"`, body });
  };
  return (
    <FormDialog
      title={template === null ? 'template.new' : 'action.change'}
      says={t('template.says', { names: NAMES })}
      confirm="action.save"
      fields={[
        { name: 'decision', label: 'template.decision', initial: template?.decision ?? 'request_documents', choices: decisions },
        { name: 'title', label: 'field.title', initial: template?.title },
        { name: 'text', label: 'template.text', type: 'long', initial: template?.text },
      ]}
      send={send}
      close={close}
    />
  );
}
