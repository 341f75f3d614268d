import type { ReactNode } from 'react';
import { download } from '../../api/client.js';
import { useText } from '../../messages/language.js';
import { useFormat } from '../format.js';
import type { Application } from './application.js';
import { DocumentList } from './document-list.js';

/** Files of an application, for staff. */
export function DocumentsView({ application: { id, documents } }: { readonly application: Application }): ReactNode {
  const t = useText();
  const { moment } = useFormat();
  return (
    <div className="card-body stack">
      <DocumentList
        documents={documents.map(({ fileName, cancelled, system, createdAt, ...document }) => ({
          ...document,
          fileName,
          title: fileName,
          note: `${t(system ? 'documents.printed' : 'documents.uploaded')} · ${moment(createdAt)}`,
          isCancelled: cancelled,
        }))}
        contract={`application ${id}`}
        load={(documentId, signal) =>
          download('/backoffice-api/applications/{id}/documents/{documentId}', { path: { id, documentId }, signal })
        }
      />
    </div>
  );
}
