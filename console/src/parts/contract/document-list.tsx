import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useText } from '../../messages/language.js';
import { saveFile } from '../csv.js';
import { FileViewer } from '../file-viewer.js';
import { useAction } from '../form.js';
import { useFormat } from '../format.js';
import { ProblemNotice } from '../states.js';

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

interface DocumentListProps extends Pick<DownloadProps, 'load'> {
  readonly documents: readonly ListedDocument[];
  /** Name of the contract in the cache of files. */
  readonly contract: string;
}

interface DownloadProps {
  readonly document: ListedDocument;
  readonly load: (id: number, signal?: AbortSignal) => Promise<Blob>;
}

function DownloadButton({ document: { id, fileName }, load }: DownloadProps): ReactNode {
  const t = useText();
  const save = useAction(async () => saveFile(fileName, await load(id)));
  return (
    <>
      <Button
        size="xs"
        variant="default"
        loading={save.isRunning}
        aria-label={t('documents.save.one', { name: fileName })}
        onClick={() => void save.run()}
      >
        {t('documents.save')}
      </Button>
      {save.problem !== null && <ProblemNotice problem={save.problem} />}
    </>
  );
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
          <li key={document.id} className="document">
            <button type="button" className="choice" aria-pressed={document.id === chosen?.id} onClick={() => setChosen(document)}>
              <span>
                {document.title} {document.isCancelled && <span className="tag bad">{t('documents.cancelled')}</span>}{' '}
                <span className="quiet small">{document.note}</span>
              </span>
              <span className="quiet small">{t('documents.size', { n: number(Math.ceil(document.size / BYTES_OF_KB)) })}</span>
            </button>
            <DownloadButton document={document} load={load} />
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
