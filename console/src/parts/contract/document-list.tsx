import { useState, type ReactNode } from 'react';
import { useText } from '../../messages/language.js';
import { FileViewer } from '../file-viewer.js';
import { useFormat } from '../format.js';

const BYTES_OF_KB = 1000;

export interface ListedDocument {
  readonly id: number;
  readonly title: string;
  readonly note: string;
  readonly fileName: string;
  readonly mimeType: string;
  readonly size: number;
  readonly isCancelled: boolean;
}

interface DocumentListProps {
  readonly documents: readonly ListedDocument[];
  /** Name of the contract in the cache of files. */
  readonly contract: string;
  readonly load: (id: number, signal: AbortSignal) => Promise<Blob>;
}

/** Lists the files of a contract above a preview of the chosen one. */
export function DocumentList({ documents, contract, load }: DocumentListProps): ReactNode {
  const t = useText();
  const { number } = useFormat();
  const [chosen, setChosen] = useState<ListedDocument | null>(null);
  if (documents.length === 0) return <p className="empty">{t('documents.none')}</p>;
  return (
    <>
      <ul className="choices">
        {documents.map((document) => (
          <li key={document.id} className="choices">
            <button type="button" className="choice" aria-pressed={document.id === chosen?.id} onClick={() => setChosen(document)}>
              <span>
                {document.title} {document.isCancelled && <span className="tag bad">{t('documents.cancelled')}</span>}{' '}
                <span className="quiet small">{document.note}</span>
              </span>
              <span className="quiet small">{t('documents.size', { n: number(Math.ceil(document.size / BYTES_OF_KB)) })}</span>
            </button>
          </li>
        ))}
      </ul>
      {chosen !== null && (
        <FileViewer
          key={chosen.id}
          id={`${contract} ${chosen.id}`}
          name={chosen.fileName}
          mimeType={chosen.mimeType}
          load={(signal) => load(chosen.id, signal)}
        />
      )}
    </>
  );
}
