import { useState, type ReactNode } from 'react';
import { download } from '../api/client.js';
import { useText } from '../messages/language.js';
import { FileViewer } from '../parts/file-viewer.js';
import { useFormat } from '../parts/format.js';
import type { Application } from './application.js';

const BYTES_OF_KB = 1000;

type Document = Application['documents'][number];

/** Lists the files next to a preview of the chosen one. */
export function DocumentsView({ application }: { readonly application: Application }): ReactNode {
  const t = useText();
  const { moment, number } = useFormat();
  const [chosen, setChosen] = useState<Document | null>(null);
  if (application.documents.length === 0) return <p className="empty">{t('documents.none')}</p>;
  return (
    <div className="card-body stack">
      <ul className="choices">
        {application.documents.map((document) => (
          <li key={document.id} className="choices">
            <button type="button" className="choice" aria-pressed={document === chosen} onClick={() => setChosen(document)}>
              <span>
                {document.fileName} {document.cancelled && <span className="tag bad">{t('documents.cancelled')}</span>}
                <span className="quiet small">
                  {' '}
                  {t(document.system ? 'documents.printed' : 'documents.uploaded')} · {moment(document.createdAt)}
                </span>
              </span>
              <span className="quiet small">{t('documents.size', { n: number(Math.ceil(document.size / BYTES_OF_KB)) })}</span>
            </button>
          </li>
        ))}
      </ul>
      {chosen !== null && (
        <FileViewer
          key={chosen.id}
          id={`application ${application.id} ${chosen.id}`}
          name={chosen.fileName}
          mimeType={chosen.mimeType}
          load={(signal) =>
            download('/backoffice-api/applications/{id}/documents/{documentId}', {
              path: { id: application.id, documentId: chosen.id },
              signal,
            })
          }
        />
      )}
    </div>
  );
}
