import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { download, upload } from '../../api/client.js';
import { useGet } from '../../api/use-get.js';
import { useLocale, useText } from '../../messages/language.js';
import { ActionDialog } from '../action-dialog.js';
import { FileField } from '../file-field.js';
import { bindTo, ChoiceField, LongField, useAction, useFields } from '../form.js';
import { NOTHING, useFormat } from '../format.js';
import { Card } from '../page.js';
import { Loaded } from '../states.js';
import type { Contract } from './contract.js';
import { DocumentList } from './document-list.js';
import { MotorPapers } from './motor-papers.js';

/** Status in which underwriting waits for the agent's documents. */
const DOCUMENTS_ASKED = '11';

/** Files of the agent's contract, with the upload of another one. */
export function AgentDocuments({ contract }: { readonly contract: Contract }): ReactNode {
  const { id, line, isPolicy } = contract;
  const { moment } = useFormat();
  const found = useGet('/docs-api/policy/applications/{id}/documents', { path: { id } });
  return (
    <div className="card-body stack">
      <Loaded of={found}>
        {({ body }) => (
          <DocumentList
            documents={body.map((document) => ({
              id: document.id,
              title: document.category_title,
              note: [document.file_name, moment(document.created_at), document.comments ?? ''].filter((text) => text !== '').join(' · '),
              fileName: document.file_name,
              mimeType: document.mime_type,
              size: document.size,
              isCancelled: document.cancelled === '1',
            }))}
            contract={`contract ${id}`}
            load={(documentId, signal) =>
              download('/docs-api/policy/applications/{id}/documents/{document_id}', { path: { id, document_id: documentId }, signal })
            }
          />
        )}
      </Loaded>
      {line === 'motor' && isPolicy && <MotorPapers contract={contract} />}
      <UploadButton id={id} />
    </div>
  );
}

/** Says what to do while underwriting waits for documents (console.87). */
export function RequestedDocuments({ contract: { id, status } }: { readonly contract: Contract }): ReactNode {
  const t = useText();
  if (status !== DOCUMENTS_ASKED) return null;
  return (
    <Card title="documents.asked">
      <div className="stack">
        <p>{t('documents.asked.says')}</p>
        <UploadButton id={id} />
      </div>
    </Card>
  );
}

function UploadButton({ id }: { readonly id: number }): ReactNode {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="tools">
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        {t('documents.upload')}
      </Button>
      {isOpen && <UploadDialog id={id} close={() => setOpen(false)} />}
    </div>
  );
}

function UploadDialog({ id, close }: { readonly id: number; readonly close: () => void }): ReactNode {
  const t = useText();
  const { language } = useLocale();
  const categories = useGet('/fire-api/parameters/documentCategories').data?.body ?? [];
  const [file, setFile] = useState<File | null>(null);
  const fields = useFields({ category: '', comments: '' });
  const { category, comments } = fields.values;
  const action = useAction(
    (key) =>
      upload('/docs-api/policy/applications/{id}/documents', file!, key, {
        path: { id },
        query: { file_name: file!.name, mime_type: file!.type, category_id: category, comments: comments.trim() || undefined },
      }),
    () => {
      fields.keep();
      close();
    },
  );
  const bind = bindTo(fields, action.problem);
  return (
    <ActionDialog
      title="documents.upload"
      says={t('documents.upload.says')}
      confirm="documents.upload"
      action={action}
      isReady={file !== null && category !== ''}
      close={close}
    >
      <FileField label={t('documents.file')} file={file} choose={setFile} />
      <ChoiceField
        {...bind('category', 'category_id')}
        label="documents.category"
        isRequired
        choices={[['', NOTHING], ...categories.map((one) => [String(one.id), language === 'en' ? one.titleEn : one.title] as const)]}
      />
      <LongField {...bind('comments')} label="documents.comments" />
    </ActionDialog>
  );
}
